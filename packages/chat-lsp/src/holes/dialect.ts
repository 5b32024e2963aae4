// What a hole server over a language server must know about one language, as data: a generic hole whose type a hover shows, a value of an otherwise unused type
// (the probe) and the errors that it causes, declarations that test entries against a type, and the format of hovers.

import type { TypeSource } from "@espalier/analysis";

/** How an error about the probe reveals the type that its place expects. */
export interface ErrorRule {
  /** The first group captures the expected type. */
  readonly message: RegExp;
  readonly strength: "hard" | "soft";
  readonly by: TypeSource;
  /** Replaces the captured group if the error does not name a type. */
  readonly type?: string;
}

/** The type that an operator or a statement asks for at a place where the server has none. Both patterns must match. */
export interface PlaceRule {
  /** Matches the end of the text before the hole. */
  readonly before?: RegExp;
  /** Matches the start of the text after the hole. */
  readonly after?: RegExp;
  readonly type: string;
}

/** A symbol that a probe may use. */
export interface ProbeName {
  readonly name: string;
  /** The module specifier in the file's import; `undefined` for names of the file itself. */
  readonly from: string | undefined;
  /** The name of the symbol in the probe. */
  readonly as: string;
}

/** Declarations to put before a text, and the lines (from 0) on which an error means that an entry does not fit. */
export interface FitProbe {
  readonly text: string;
  /** Two lines for each entry: one tests its type, the other the type that a call of it returns. */
  readonly lines: readonly (readonly [number, number])[];
}

/** An entry in a probe: a name that the probe can use, or the type of a local name. */
export type ProbeEntry = { readonly name: string } | { readonly type: string };

/** The dialect of one language. */
export interface HoleDialect {
  /** The language's display name. */
  readonly language: string;
  /** Declarations of the generic hole and the probe, on their own lines before the text. */
  readonly head: string;
  /** An expression that takes any type, and the offset in it at which a hover shows that type. */
  readonly generic: { readonly text: string; readonly hover: number };
  /** Extracts the type from such a hover; `undefined` if it shows none. */
  readonly genericType: (hover: string) => string | undefined;
  /** An expression of a type that no program uses, and the name of that type. */
  readonly probe: { readonly text: string; readonly type: string };
  /** Whether errors that name the expected type take precedence over the generic hole. */
  readonly asks: "errors first" | "errors last";
  /** The first rule that matches an error applies. */
  readonly errors: readonly ErrorRule[];
  /** The first rule that matches applies, to expressions for which nothing else gives a type. Other types may be right too. */
  readonly places: readonly PlaceRule[];
  /** Widens the type of a known value to the type that an operator accepts. */
  readonly widened: (type: string) => string;
  /** Keywords before an expression; they are not part of a name. */
  readonly keywords: ReadonlySet<string>;
  /** Texts before the hole that rule out an expression, with the reason. */
  readonly none: readonly { readonly before: RegExp; readonly reason: string }[];
  /** The components of a type and its return type; see `HoleServer.getTargetTypes`. */
  readonly parts: (type: string) => readonly string[];
  /** The type that an alias definition names; for a tuple with named fields, the tuple. `undefined` if the definition creates a new type. */
  readonly meant: (definition: string) => string | undefined;
  /** Prepares a type or definition for the search for type names, for example by removing the quotes from quoted types. The default is the whole text. */
  readonly mentions?: (text: string) => string;
  /** Types that are never target types. */
  readonly base: ReadonlySet<string>;
  /** Names that stand for unknown types. */
  readonly unknown: ReadonlySet<string>;
  readonly fits: (target: string, entries: readonly ProbeEntry[], names: readonly ProbeName[]) => FitProbe;
  /** The declaration in a hover, without a body; `undefined` if the symbol is neither a function nor a variable. */
  readonly header: (hover: string) => string | undefined;
  /** Extracts the type of a variable from a hover. */
  readonly variable: (hover: string) => string | undefined;
  /** Matches the imports of a text: the specifier and its offset. */
  readonly imports: RegExp;
  /** The names that a text imports from a module, joined into one text. */
  readonly importedNames: (text: string, from: string) => string;
  /** The offset of a function's body in its declaration; the declaration's length if it has no body. */
  readonly body: (declaration: string) => number;
  /** Whether an error code means a syntax error. */
  readonly isSyntax: (code: unknown) => boolean;
}
