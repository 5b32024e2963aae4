// What a language must be able to tell about a hole: the eight functions of the static contextualization API of Blinn et al. 2024 (Statically
// Contextualizing Large Language Models with Typed Holes), and the data that they pass on.

import type { Answering, ExpectedType, ProgramPlace } from "@espalier/analysis";

/** A value, or a promise of one. */
export type Promising<Value> = Value | PromiseLike<Value>;

/** How near a name is declared to the hole, the nearest first. `importable` names are exported by the project, and not imported yet. */
export type Locality = "block" | "function" | "file" | "imported" | "importable" | "library";

/** A type that is expected, and the server's own value for it. */
export interface Expectation<Type> extends ExpectedType {
  readonly type: Type;
}

/** A name that the text may use at the hole, and its type there. */
export interface Entry<Type> {
  readonly name: string;
  readonly type: Type;
  readonly locality: Locality;
}

/** An entry as it is shown: a declaration without a body, in the language's syntax. */
export interface Header {
  readonly name: string;
  /** The stub, such as `declare function add(model: Model): Item[];`. It has no body, and nothing stands for one. */
  readonly text: string;
  readonly locality: Locality;
  /** The module that an import would name, where the name is not imported yet. */
  readonly importFrom?: string;
  /** Where it is declared: the file as the server knows it, and the span of the declaration there, in UTF-16 units; absent where it is not known. */
  readonly declared?: DeclaredAt;
}

/** A span of a file, in UTF-16 units, half-open. */
export interface DeclaredAt {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** A type with a name, as a type or a definition mentions it. Two mentions of one type have equal ids. */
export interface TypeAlias {
  /** Equal for equal types, and for no others: the file and the place of the declaration, for example. */
  readonly id: string;
  readonly name: string;
}

/** The definition of a named type. */
export interface TypeDefinition {
  readonly name: string;
  /** In the language's own syntax, without bodies of methods. */
  readonly text: string;
  readonly declared?: DeclaredAt;
}

/** A definition, and the server's own value for the type that it defines, from which further names can be extracted. */
export interface DefinedType<Type> extends TypeDefinition {
  readonly type: Type;
}

/** An error that the language's tools report before the program runs. */
export interface StaticError {
  /** In the words of the tool. */
  readonly message: string;
  readonly code?: string | number;
  /** What is wrong: the text cannot be read, or its types do not fit. */
  readonly kind: "syntax" | "type" | "other";
  readonly severity: "error" | "warning";
  /** Offsets of the text that was asked about, in UTF-16 units, half-open. */
  readonly from: number;
  readonly to: number;
}

/** Texts of which one must begin what stands in a hole: a set that is closed, so that nothing else is right there. */
export interface ClosedTexts {
  /** Such as `size`, `Color.Red` or `"circle"`. One that ends in a name must be all of a name; what follows is open. */
  readonly texts: readonly string[];
  /** What must begin with one of them: `all`; or what begins with a name (`names`), or with a quote (`strings`), and all else is open. */
  readonly rule: "all" | "names" | "strings";
}

/**
 * A language's knowledge about holes. `Type` is the server's own value for a type: a compiler's object, or a text. Such values, and the entries that have
 * them, are valid until the server is asked about another place or another text; whoever derives data from them asks about one hole at a time.
 */
export interface HoleServer<Type = unknown> {
  /** The language's name, such as `TypeScript`. */
  readonly language: string;
  /** One or two sentences on the language for a model that knows it badly; by default a sentence with the name. */
  readonly tutorial?: string;
  /** Why the answers are weaker than those of a compiler, such as "no types: names and annotations of the syntax tree"; absent for full ones. */
  readonly degraded?: string;
  /** The type of the expression that is missing between `before` and `after`; `unknown` with the reason where none is expected. */
  getExpectedType(at: ProgramPlace): Answering<Expectation<Type>>;
  /** What the text may name there, the nearest first; without the name that is being declared. */
  getTypingContext(at: ProgramPlace): Promising<readonly Entry<Type>[]>;
  /** The named types that a type mentions, in order, each once; those of libraries are left out. */
  extractAliases(type: Type): Promising<readonly TypeAlias[]>;
  /** The definition; `undefined` where the language's tools do not show it. */
  getTypeDefinition(alias: TypeAlias): Promising<DefinedType<Type> | undefined>;
  /**
   * The types whose values help to make one of `type`: itself, its components where it is a tuple, what it returns where it is a function, and the
   * same of these, to depth 2. Types that everything has, or that many library functions return (`any`, `string`), are none.
   */
  getTargetTypes(type: Type): Promising<readonly Type[]>;
  /** The entries that are of the target's type, return it, or have a component of it; in the order of `context`. */
  filterContext(context: readonly Entry<Type>[], target: Type): Promising<readonly Entry<Type>[]>;
  /** From 0 to 1: 1 for a type that is known wholly, less the more of it is unknown. */
  scoreEntry(entry: Entry<Type>): number;
  /** The entry as it is shown. */
  printHeader(entry: Entry<Type>): Promising<Header>;
  /** All errors of a file if it read `text`; of this file only. */
  getStaticErrors(path: string, text: string): Promising<readonly StaticError[]>;
  /**
   * The errors that the file has whatever stands at the place, with offsets of `before + after`. By default those of `before + after`, less those on the
   * lines of the place, which an empty hole may cause.
   */
  getErrorsBefore?(at: ProgramPlace): Promising<readonly StaticError[]>;
  /**
   * The names of entries from which a value of the type is reached in two steps at most (a member, a call, an element), and the words of the language that
   * an expression may begin with. Absent where that cannot be told.
   */
  getReachingNames?(context: readonly Entry<Type>[], type: Type): Promising<readonly string[]>;
  /**
   * The texts of which one must stand at the place, where the set is closed: members, names of a module, cases, keys of an exact type, a union of literals.
   * `undefined` where it is open, or cannot be told.
   */
  getClosedTexts?(at: ProgramPlace): Promising<ClosedTexts | undefined>;
}
