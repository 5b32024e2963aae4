// Syntactic facts about a file: its imports, classes, methods, fields, strings and names, as spans of its text. An
// extractor computes them. It is injected, because this package contains no parser.

/** A range of a text in UTF-16 units, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans in a flat array: `[from, to, from, to, …]`, ascending by `from`. */
export type Spans = Int32Array;

/** One imported module. A statement that imports two modules gives two facts. */
export interface ImportFact extends Span {
  /** The module as written, such as `./shapes`, `..models` or `org.shop.Cart`. */
  readonly specifier: string;
  /** The names that it declares in this file. The names of a wildcard import are unknown. */
  readonly names: readonly string[];
  /** The names under which the module exports them, if the statement lists them. */
  readonly members: readonly string[];
}

/** A class, interface or structure. */
export interface ClassFact extends Span {
  readonly name: string;
  /** The simple names of its base classes and interfaces as written, without type arguments. */
  readonly bases: readonly string[];
}

/** A function, method or constructor. */
export interface MethodFact extends Span {
  readonly name: string;
  /** The start of the body; equal to `to` if there is none. The signature is `[from, body)`. */
  readonly body: number;
}

/** The facts of one file. All spans are within its text; every list is ascending by `from`. */
export interface FileFacts {
  readonly imports: readonly ImportFact[];
  readonly classes: readonly ClassFact[];
  readonly methods: readonly MethodFact[];
  readonly fields: Spans;
  readonly strings: Spans;
  /** Every name, in declarations and uses, except those in `types`. */
  readonly identifiers: Spans;
  /** Names of types. */
  readonly types: Spans;
  readonly comments: Spans;
}

/** The files of a repository, as an extractor sees them when it resolves an import. */
export interface RepositoryFiles {
  has(path: string): boolean;
  /** Returns the text of a file, for project files such as `tsconfig.json`. */
  text(path: string): string | undefined;
  /** Returns the facts that the extractor computed when the file was indexed. */
  facts(path: string): FileFacts | undefined;
  /** Returns the files directly in a folder, sorted; the root is `""`. */
  folder(path: string): readonly string[];
}

/** Knows the syntax of a repository's languages. */
export interface FactExtractor {
  /**
   * Returns the facts of a text; `undefined` if the extractor does not support the language of the path. The result
   * must depend on nothing else.
   */
  facts(path: string, text: string): FileFacts | undefined;
  /**
   * Returns the files of the repository that an import in `path` may refer to, likeliest first; none for libraries. The
   * result must depend only on the specifier and members of the import and on the files.
   */
  resolve(path: string, imported: ImportFact, files: RepositoryFiles): readonly string[];
  /** Returns whether a file affects how imports of other files resolve, as `tsconfig.json` does. */
  configures(path: string): boolean;
}

const NONE: Spans = new Int32Array(0);

/** The facts of a file about which nothing is known. */
export const NO_FACTS: FileFacts = {
  imports: [],
  classes: [],
  methods: [],
  fields: NONE,
  strings: NONE,
  identifiers: NONE,
  types: NONE,
  comments: NONE,
};

/** Returns the facts within `[from, to)`. */
export function factsWithin(facts: FileFacts, from: number, to: number): FileFacts {
  const within = (span: Span): boolean => span.from >= from && span.to <= to;
  const spansWithin = (spans: Spans): Spans => spansWhere(spans, (start, end) => start >= from && end <= to);
  return {
    imports: facts.imports.filter(within),
    classes: facts.classes.filter(within),
    methods: facts.methods.filter(within),
    fields: spansWithin(facts.fields),
    strings: spansWithin(facts.strings),
    identifiers: spansWithin(facts.identifiers),
    types: spansWithin(facts.types),
    comments: spansWithin(facts.comments),
  };
}

/** Returns the spans that satisfy a condition. */
export function spansWhere(spans: Spans, holds: (from: number, to: number) => boolean): Spans {
  const kept: number[] = [];
  for (let at = 0; at < spans.length; at += 2)
    if (holds(spans[at]!, spans[at + 1]!)) kept.push(spans[at]!, spans[at + 1]!);
  return Int32Array.from(kept);
}
