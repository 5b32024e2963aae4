// Walks a syntax tree once and collects facts. A language maps each node type to its meaning. The walk reads type ids
// from the cursor and creates a node object only if the language needs one, because most nodes are names.

import type { ClassFact, FileFacts, ImportFact, MethodFact } from "@espalier/context";
import type { Language, Node, Tree } from "web-tree-sitter";

/** What a language does with a node: record its span, or call a function that examines it. */
export type Kind =
  | "identifier"
  /** A name of a type. */
  | "type"
  /** A node inside which identifiers are names of types. */
  | "annotation"
  | "string"
  | "comment"
  | ((node: Node, facts: Collected) => void);

/** The meaning of each node type in a language. Other types have no meaning of their own. */
export type Kinds = Readonly<Record<string, Kind>>;

/** Facts during collection. */
export interface Collected {
  readonly imports: ImportFact[];
  readonly classes: ClassFact[];
  readonly methods: MethodFact[];
  readonly fields: number[];
  readonly strings: number[];
  readonly identifiers: number[];
  readonly types: number[];
  readonly comments: number[];
}

const OTHER = 0;
const IDENTIFIER = 1;
const TYPE = 2;
const ANNOTATION = 3;
const STRING = 4;
const COMMENT = 5;
const CLOSER = 6;
const CODES = { identifier: IDENTIFIER, type: TYPE, annotation: ANNOTATION, string: STRING, comment: COMMENT } as const;

/** A language's kinds by the numeric ids of node types in its grammar. */
export interface KindTable {
  readonly codes: Uint8Array;
  readonly closer: ReadonlyMap<number, (node: Node, facts: Collected) => void>;
}

/**
 * Returns the meaning of each node type of a grammar, by the id of the type.
 *
 * @throws {RangeError} if the grammar lacks one of the node types. Otherwise facts would silently be lost with another
 * version of the grammar.
 */
export function kindTable(language: Language, kinds: Kinds): KindTable {
  const codes = new Uint8Array(language.nodeTypeCount);
  const closer = new Map<number, (node: Node, facts: Collected) => void>();
  for (const [type, kind] of Object.entries(kinds)) {
    const id = language.idForNodeType(type, true);
    if (id === null || id === 0) throw new RangeError(`The grammar has no node ${type}.`);
    codes[id] = typeof kind === "string" ? CODES[kind] : CLOSER;
    if (typeof kind === "function") closer.set(id, kind);
  }
  return { codes, closer };
}

/** Returns the facts of a tree. O(nodes). */
export function collect(tree: Tree, { codes, closer }: KindTable): FileFacts {
  const facts: Collected = {
    imports: [],
    classes: [],
    methods: [],
    fields: [],
    strings: [],
    identifiers: [],
    types: [],
    comments: [],
  };
  const cursor = tree.walk();
  /** The depth of the outermost annotation that contains the cursor. */
  let annotated = Number.POSITIVE_INFINITY;
  let depth = 0;
  for (;;) {
    const id = cursor.nodeTypeId;
    const code = codes[id] ?? OTHER;
    if (code === IDENTIFIER || code === TYPE)
      (code === TYPE || depth > annotated ? facts.types : facts.identifiers).push(cursor.startIndex, cursor.endIndex);
    else if (code === STRING) facts.strings.push(cursor.startIndex, cursor.endIndex);
    else if (code === COMMENT) facts.comments.push(cursor.startIndex, cursor.endIndex);
    else if (code === CLOSER) closer.get(id)!(cursor.currentNode, facts);
    else if (code === ANNOTATION && depth < annotated) annotated = depth;
    if (cursor.gotoFirstChild()) {
      depth++;
      continue;
    }
    let more = cursor.gotoNextSibling();
    while (!more && cursor.gotoParent()) {
      depth--;
      if (depth <= annotated) annotated = Number.POSITIVE_INFINITY;
      more = cursor.gotoNextSibling();
    }
    if (depth <= annotated) annotated = Number.POSITIVE_INFINITY;
    if (!more) break;
  }
  cursor.delete();
  return {
    imports: facts.imports,
    classes: facts.classes,
    methods: facts.methods.sort((a, b) => a.from - b.from),
    fields: ascending(facts.fields),
    strings: ascending(facts.strings),
    identifiers: ascending(facts.identifiers),
    types: ascending(facts.types),
    comments: ascending(facts.comments),
  };
}

/** The walk visits nodes in order of their start, so only handlers can add spans out of order. */
function ascending(flat: readonly number[]): Int32Array {
  let sorted = true;
  for (let at = 2; at < flat.length; at += 2) if (flat[at]! < flat[at - 2]!) sorted = false;
  if (sorted) return Int32Array.from(flat);
  const pairs = Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at]!, flat[2 * at + 1]!] as const);
  return Int32Array.from(pairs.sort((a, b) => a[0] - b[0]).flat());
}

/** Returns the named children of a node. */
export function namedChildren(node: Node | null): readonly Node[] {
  return (node?.namedChildren ?? []).filter((child) => child !== null);
}

/**
 * Returns the last identifier of a dotted or generic name: `Base` for `pkg.Base[T]`; `undefined` for other expressions.
 */
export function simpleName(node: Node | null): string | undefined {
  return /([\p{L}\p{N}_$]+)\s*(?:[<[(][\s\S]*)?$/u.exec(node?.text.replace(/[<[(][\s\S]*$/, "") ?? "")?.[1];
}
