// What a language must be able to answer about a hole: the eight functions of the static contextualization API of Blinn et al. 2024 (Statically Contextualizing
// Large Language Models with Typed Holes), and their data types.

import type { Answering, ExpectedType, ProgramPlace } from "@espalier/analysis";

/** A value, or a promise of one. */
export type Promising<Value> = Value | PromiseLike<Value>;

/** How far from the hole a name is declared, nearest first. The project exports `importable` names, but the file does not import them yet. */
export type Locality = "block" | "function" | "file" | "imported" | "importable" | "library";

/** An expected type, with the server's own representation of it. */
export interface Expectation<Type> extends ExpectedType {
  readonly type: Type;
}

/** A name that can be used at the hole, and its type there. */
export interface Entry<Type> {
  readonly name: string;
  readonly type: Type;
  readonly locality: Locality;
}

/** An entry as the model sees it: a declaration without a body, in the language's syntax. */
export interface Header {
  readonly name: string;
  /** The stub, such as `declare function add(model: Model): Item[];`. It has neither a body nor a placeholder for one. */
  readonly text: string;
  readonly locality: Locality;
  /** The module to import the name from, if it is not imported yet. */
  readonly importFrom?: string;
  /** The file, as the server names it, and the range of the declaration in it, in UTF-16 units. Absent if the location is not known. */
  readonly declared?: DeclaredAt;
}

/** A half-open range of a file, in UTF-16 units. */
export interface DeclaredAt {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

/** A named type that a type or a definition mentions. Two mentions of the same type have equal ids. */
export interface TypeAlias {
  /** Identifies the type uniquely, for example by the file and the offset of its declaration. */
  readonly id: string;
  readonly name: string;
}

/** The definition of a named type. */
export interface TypeDefinition {
  readonly name: string;
  /** The source of the definition in the language's syntax, without method bodies. */
  readonly text: string;
  readonly declared?: DeclaredAt;
}

/** A definition, with the server's own representation of the defined type, from which further names can be extracted. */
export interface DefinedType<Type> extends TypeDefinition {
  readonly type: Type;
}

/** An error that the language's tools report before the program runs. */
export interface StaticError {
  /** The tool's own message. */
  readonly message: string;
  readonly code?: string | number;
  /** `syntax`: the text cannot be parsed. `type`: the types do not match. */
  readonly kind: "syntax" | "type" | "other";
  readonly severity: "error" | "warning";
  /** Offsets in the analysed text, in UTF-16 units, half-open. */
  readonly from: number;
  readonly to: number;
}

/** A closed set of texts: whatever fills the hole must begin with one of them. */
export interface ClosedTexts {
  /** For example `size`, `Color.Red` or `"circle"`. A text that ends in a name must match a whole name; anything may follow. */
  readonly texts: readonly string[];
  /** Which fillings the set restricts: `all` of them, those that begin with a name (`names`), or those that begin with a quote (`strings`). */
  readonly rule: "all" | "names" | "strings";
}

/**
 * A language's knowledge about holes. `Type` is the server's own representation of a type: a compiler's object, or a text. Types, and the entries that contain
 * them, are valid only until the server is asked about another place or text. So ask about one hole at a time.
 */
export interface HoleServer<Type = unknown> {
  /** The language's name, such as `TypeScript`. */
  readonly language: string;
  /** One or two sentences about the language, for a model that knows little of it. The default is one sentence with the language's name. */
  readonly tutorial?: string;
  /** Why the answers are weaker than a compiler's, such as "no types: names and annotations of the syntax tree". Absent if they are not. */
  readonly degraded?: string;
  /** The type of the missing expression between `before` and `after`, or `unknown` with a reason if no type is expected. */
  getExpectedType(at: ProgramPlace): Answering<Expectation<Type>>;
  /** The names in scope, nearest first, without the name that is being declared. */
  getTypingContext(at: ProgramPlace): Promising<readonly Entry<Type>[]>;
  /** The named types that a type mentions, in order and without duplicates. Excludes types of libraries. */
  extractAliases(type: Type): Promising<readonly TypeAlias[]>;
  /** The definition, or `undefined` if the language's tools do not show it. */
  getTypeDefinition(alias: TypeAlias): Promising<DefinedType<Type> | undefined>;
  /**
   * The types whose values help to construct a value of `type`: the type itself, its components if it is a tuple, its return type if it is a function, and the
   * same for these, up to depth 2. Excludes types that every value has or that many library functions return (`any`, `string`).
   */
  getTargetTypes(type: Type): Promising<readonly Type[]>;
  /** The entries that have the target type, return it, or contain it as a component, likeliest first. Ties keep the order of `context`. */
  filterContext(context: readonly Entry<Type>[], target: Type): Promising<readonly Entry<Type>[]>;
  /** A score from 0 to 1: 1 for a fully known type, and less the more of it is unknown. */
  scoreEntry(entry: Entry<Type>): number;
  /** The header to show for an entry. */
  printHeader(entry: Entry<Type>): Promising<Header>;
  /** All errors that the file would have if its content were `text`. Excludes errors in other files. */
  getStaticErrors(path: string, text: string): Promising<readonly StaticError[]>;
  /**
   * The errors that the file has regardless of the filling, with offsets in `before + after`. The default is the errors of `before + after`, without those on
   * the lines of the hole, because the empty hole can cause them.
   */
  getErrorsBefore?(at: ProgramPlace): Promising<readonly StaticError[]>;
  /**
   * The names of entries from which a value of the type can be reached in at most two steps (a member, a call, an element), and the keywords that can begin an
   * expression. Absent if the server cannot tell.
   */
  getReachingNames?(context: readonly Entry<Type>[], type: Type): Promising<readonly string[]>;
  /**
   * The closed set of texts at the place: members, names of a module, cases, keys of an exact type, or a union of literals. `undefined` if the set is open or
   * the server cannot tell.
   */
  getClosedTexts?(at: ProgramPlace): Promising<ClosedTexts | undefined>;
}
