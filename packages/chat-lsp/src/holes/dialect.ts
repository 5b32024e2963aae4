// What is particular about a language for holes over a language server, as data: a generic hole whose type the server tells on hovering, values of a type
// that no program has and what errors say about them, declarations that hold entries to a type, and how hovers are printed.

import type { TypeSource } from "@espalier/analysis";

/** What an error about a value of a type that no program has tells of the place. */
export interface ErrorRule {
  /** Its first group is the type that is expected. */
  readonly message: RegExp;
  readonly strength: "hard" | "soft";
  readonly by: TypeSource;
  /** Takes the place of the group, for errors that name no type. */
  readonly type?: string;
}

/** A symbol that a probe may name. */
export interface ProbeName {
  readonly name: string;
  /** The module as the file imports it; `undefined` for names of the file itself. */
  readonly from: string | undefined;
  /** What the probe calls it. */
  readonly as: string;
}

/** Declarations that a text begins with, and the lines, from 0, whose errors say that an entry does not fit. */
export interface FitProbe {
  readonly text: string;
  /** For each entry, two lines: that it is of the type, and that a call of it returns the type. */
  readonly lines: readonly (readonly [number, number])[];
}

/** An entry as the probe sees it: a name that it can say, or the type of a local name. */
export type ProbeEntry = { readonly name: string } | { readonly type: string };

/** A language. */
export interface HoleDialect {
  /** The language's name for people. */
  readonly language: string;
  /** Declares the generic hole and the probe, on lines of its own before the text. */
  readonly head: string;
  /** An expression of any type, and the offset in it at which the server's hover tells the type. */
  readonly generic: { readonly text: string; readonly hover: number };
  /** The type in such a hover; `undefined` where it tells none. */
  readonly genericType: (hover: string) => string | undefined;
  /** An expression of a type that no program has, and its type's name. */
  readonly probe: { readonly text: string; readonly type: string };
  /** Whether errors that name the type that is expected count before the generic hole, or after it. */
  readonly asks: "errors first" | "errors last";
  /** The first rule that an error fits counts. */
  readonly errors: readonly ErrorRule[];
  /** The type of a value that happens to be known, for the type that an operator takes. */
  readonly widened: (type: string) => string;
  /** Words after which an expression may begin, and which are none of its letters. */
  readonly keywords: ReadonlySet<string>;
  /** Why there is no hole for an expression, by the text before it. */
  readonly none: readonly { readonly before: RegExp; readonly reason: string }[];
  /** Components of a type, and what it returns; see `HoleServer.getTargetTypes`. */
  readonly parts: (type: string) => readonly string[];
  /** The type that a definition gives a name to; of a tuple with named fields the tuple. `undefined` where it makes a type of its own. */
  readonly meant: (definition: string) => string | undefined;
  /** What of a type or a definition mentions types, with those that are written as strings without quotes; all of the text by default. */
  readonly mentions?: (text: string) => string;
  /** Types that are no targets. */
  readonly base: ReadonlySet<string>;
  /** What is not known in a type. */
  readonly unknown: ReadonlySet<string>;
  readonly fits: (target: string, entries: readonly ProbeEntry[], names: readonly ProbeName[]) => FitProbe;
  /** The declaration that a hover shows, without a body; `undefined` for what is no function and no variable. */
  readonly header: (hover: string) => string | undefined;
  /** The type of a variable in a hover. */
  readonly variable: (hover: string) => string | undefined;
  /** The modules that a text imports: what the import calls them, and where that stands. */
  readonly imports: RegExp;
  /** The names that a text imports from a module, as one text. */
  readonly importedNames: (text: string, from: string) => string;
  /** Where the body of a function begins in the text of its declaration; its length where it has none. */
  readonly body: (declaration: string) => number;
  /** Whether an error's code is one of syntax. */
  readonly isSyntax: (code: unknown) => boolean;
}
