// What the syntax of a file says about it: its imports, classes, methods, fields, strings and names, as places in its text. An extractor
// computes these facts. It is injected, because this package parses nothing.

/** A range of a text in UTF-16 units, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Many spans without an object for each: `[from, to, from, to, …]`, ascending by `from`. */
export type Spans = Int32Array;

/** One imported module. A statement that imports two modules gives two of these. */
export interface ImportFact extends Span {
  /** The module as it is written, such as `./shapes`, `..models` or `org.shop.Cart`. */
  readonly specifier: string;
  /** The names that it declares in this file. A wildcard import declares none that can be seen. */
  readonly names: readonly string[];
  /** The names as the module exports them, where the statement lists them. */
  readonly members: readonly string[];
}

/** A class, interface or structure. */
export interface ClassFact extends Span {
  readonly name: string;
  /** Simple names of what it extends or implements, as they are written, without type arguments. */
  readonly bases: readonly string[];
}

/** A function, method or constructor. */
export interface MethodFact extends Span {
  readonly name: string;
  /** Where the body begins; equal to `to` where there is none. The signature is `[from, body)`. */
  readonly body: number;
}

/** The facts of one file. All places are within its text; every list is ascending by `from`. */
export interface FileFacts {
  readonly imports: readonly ImportFact[];
  readonly classes: readonly ClassFact[];
  readonly methods: readonly MethodFact[];
  readonly fields: Spans;
  readonly strings: Spans;
  /** Every name, declarations and uses alike, without those in `types`. */
  readonly identifiers: Spans;
  /** Names that stand for types. */
  readonly types: Spans;
  readonly comments: Spans;
}

/** The files of a repository, as an extractor sees them when it resolves an import. */
export interface RepositoryFiles {
  has(path: string): boolean;
  /** The text of a file, for project files such as `tsconfig.json`. */
  text(path: string): string | undefined;
  /** What the extractor said of a file when it was indexed. */
  facts(path: string): FileFacts | undefined;
  /** The files directly in a folder, sorted; the root is `""`. */
  folder(path: string): readonly string[];
}

/** What knows the syntax of a repository's languages. */
export interface FactExtractor {
  /** The facts of a text; `undefined` where the path is of no language that the extractor knows. Must depend on nothing else. */
  facts(path: string, text: string): FileFacts | undefined;
  /**
   * The files of the repository that an import of `path` means, the likeliest first; none for libraries. Must depend on the import's specifier and
   * members and on the files alone.
   */
  resolve(path: string, imported: ImportFact, files: RepositoryFiles): readonly string[];
  /** Whether a file may change how imports of others resolve, as `tsconfig.json` does. */
  configures(path: string): boolean;
}

const NONE: Spans = new Int32Array(0);

/** A file about which nothing is known. */
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

/** The facts that lie within `[from, to)`. */
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

/** The spans of which a condition holds. */
export function spansWhere(spans: Spans, holds: (from: number, to: number) => boolean): Spans {
  const kept: number[] = [];
  for (let at = 0; at < spans.length; at += 2)
    if (holds(spans[at]!, spans[at + 1]!)) kept.push(spans[at]!, spans[at + 1]!);
  return Int32Array.from(kept);
}
