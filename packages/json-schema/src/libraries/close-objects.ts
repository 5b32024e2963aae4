// Closes the objects of a schema: makes a schema whose objects may hold only the properties that they declare. JSON
// Schema leaves objects open by default.
//
// The closed schema accepts a subset of what the open one accepts, and it keeps every object that holds only declared
// properties. Adding `additionalProperties: false` everywhere would reject some of these objects. Each subschema
// therefore gets one of three marks:
//
//   closed   the subschema alone declares the properties: it gets `additionalProperties: false`
//   open     other subschemas declare properties of the same object (the branches of an `allOf`, for example): the enclosing
//            schema closes all of them together with `unevaluatedProperties: false`. Nested objects are closed as usual.
//   intact   the subschema must not change: a narrower subschema below `not`, `if`, `contains` or a `oneOf` with overlapping
//            branches can make the whole schema wider; and if two schemas describe one property, each may need properties that
//            only the other declares
//
// If a definition is used in several places that require different marks, it gets the one that changes least: `intact`
// before `open` before `closed`. Marks change only in this direction, so the algorithm terminates on recursive schemas
// and on schemas that are cyclic JavaScript objects.

import type { SchemaIssue } from "../document/issue.js";
import { define } from "../document/json.js";
import { excludeEachOther } from "./exclude-each-other.js";
import { createReferences, type Node, type References } from "./references.js";

const CLOSED = 1;
const OPEN = 2;
const INTACT = 3;
type Mark = typeof CLOSED | typeof OPEN | typeof INTACT;
/** If more schemas than this describe one value, they are left unchanged. */
const LARGEST = 1000;
type Shape = "one" | "list" | "map";

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"];
/** The keywords whose subschemas describe the same value. */
const BESIDE = shapes({
  list: ["allOf", "anyOf", "oneOf"],
  one: ["then", "else"],
  map: ["dependentSchemas", "dependencies"],
});
const ITEMS = shapes({ one: ["items", "additionalItems", "unevaluatedItems"], list: ["prefixItems"] });
const MEMBERS = shapes({
  map: ["properties", "patternProperties"],
  one: ["additionalProperties", "unevaluatedProperties"],
});
const CAREFUL = shapes({ one: ["not", "if", "contains"] });
const DEFINITIONS = shapes({ map: ["$defs", "definitions"] });
const EVERYWHERE = new Map([...BESIDE, ...ITEMS, ...MEMBERS, ...CAREFUL, ...DEFINITIONS]);

/**
 * Returns a copy of `schema` that closes every object which declares properties and does not say whether other
 * properties are allowed. The notices name the objects that had to stay open. `schema` itself is not changed. Time and
 * memory: O(schema) if only a few schemas share a large definition; at most 1,000 times that.
 */
export function closeObjects(schema: unknown): { readonly schema: unknown; readonly notices: readonly SchemaIssue[] } {
  if (!isNode(schema)) return { schema, notices: [] };
  const references = createReferences(schema);
  const { marks, large } = markAll(schema, references);
  const notices: SchemaIssue[] = large.map((node) => leftOpen(references.pointerOf(node), "large"));
  const copies = new Map<Node, Record<string, unknown>>();
  const todo: Node[] = [];
  const copyOf = (value: unknown): unknown => {
    if (!isNode(value) || !marks.has(value)) return value;
    let copy = copies.get(value);
    if (copy === undefined) {
      copies.set(value, (copy = {}));
      todo.push(value);
    }
    return copy;
  };
  const root = copyOf(schema);
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    const copy = copies.get(node)!;
    for (const [key, value] of Object.entries(node)) {
      const shape = EVERYWHERE.get(key);
      if (Array.isArray(value)) define(copy, key, shape === undefined ? value : value.map(copyOf));
      else if (shape !== "map" || !isNode(value)) define(copy, key, shape === undefined ? value : copyOf(value));
      else {
        const map: Record<string, unknown> = {};
        for (const [name, each] of Object.entries(value)) define(map, name, copyOf(each));
        define(copy, key, map);
      }
    }
    if (marks.get(node) !== CLOSED) continue;
    const closing = closingOf(node, references, marks);
    if (closing === "none") continue;
    if (closing === "additionalProperties" || (closing === "unevaluatedProperties" && references.draft === "new"))
      copy[closing] = false;
    else notices.push(leftOpen(references.pointerOf(node), closing));
  }
  return { schema: root, notices };
}

/**
 * Returns the keyword that closes a schema. Returns `none` if the schema already says whether other properties are
 * allowed, if it declares none, or if its subschemas are closed instead; `impossible` if no object could satisfy the
 * closed schema.
 */
function closingOf(
  node: Node,
  references: References,
  marks: ReadonlyMap<Node, Mark>,
): "additionalProperties" | "unevaluatedProperties" | "impossible" | "none" {
  if (saysWhatElse(node)) return "none";
  const delegate = delegateOf(node, references);
  if (delegate === "branches") return "none";
  if (delegate !== undefined && marks.get(delegate) === CLOSED) return "none";
  const group = groupOf(node, references);
  if (!group.some(declares)) return "none";
  if (requiresMore(group)) return "impossible";
  return group.length === 1 ? "additionalProperties" : "unevaluatedProperties";
}

function markAll(
  root: Node,
  references: References,
): { readonly marks: ReadonlyMap<Node, Mark>; readonly large: readonly Node[] } {
  const marks = new Map<Node, Mark>();
  const large: Node[] = [];
  const todo: Node[] = [];
  const mark = (value: unknown, as: Mark): void => {
    if (!isNode(value) || Array.isArray(value) || (marks.get(value) ?? 0) >= as) return;
    marks.set(value, as);
    todo.push(value);
  };
  mark(root, CLOSED);
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    const here = marks.get(node)!;
    const below = here === INTACT ? INTACT : CLOSED;
    for (const places of [ITEMS, MEMBERS]) for (const each of schemasIn(node, places)) mark(each, below);
    for (const each of schemasIn(node, CAREFUL)) mark(each, INTACT);
    const beside =
      here === INTACT ? INTACT : here === CLOSED && delegateOf(node, references) !== undefined ? CLOSED : OPEN;
    for (const [key, shape] of BESIDE) {
      const careful = key === "oneOf" && !excludeEachOther(node.oneOf, node, references);
      for (const each of schemasIn(node, new Map([[key, shape]]))) mark(each, careful ? INTACT : beside);
    }
    for (const key of REFERENCES) {
      if (!(key in node)) continue;
      const target = references.target(node, node[key]);
      if (target !== undefined) mark(target, beside);
      // A reference that cannot be resolved may lead anywhere, so nothing in the document may change.
      else if (beside !== CLOSED) for (const each of references.all()) mark(each, INTACT);
    }
    if (here !== CLOSED || delegateOf(node, references) !== undefined) continue;
    const group = groupOf(node, references);
    if (group.length > LARGEST) {
      large.push(node);
      mark(node, INTACT);
    } else for (const each of describedTwice(group)) mark(each, INTACT);
  }
  return { marks, large };
}

/**
 * If one part of a schema alone decides which properties the value has, returns that part: `"branches"` for the
 * branches of its only combinator (`anyOf`, `oneOf`, `allOf`), or the target of its only reference.
 */
function delegateOf(node: Node, references: References): "branches" | Node | undefined {
  if (declares(node) || saysWhatElse(node)) return undefined;
  const keys = [...REFERENCES, ...BESIDE.keys()].filter((key) => key in node);
  if (references.draft === "old" && keys.includes("$ref")) return references.target(node, node.$ref);
  const [only] = keys;
  if (only === undefined || keys.length > 1) return undefined;
  if (only === "$ref") return references.target(node, node.$ref);
  if (only === "anyOf") return "branches";
  if (only === "oneOf") return excludeEachOther(node.oneOf, node, references) ? "branches" : undefined;
  return only === "allOf" && Array.isArray(node.allOf) && node.allOf.length === 1 ? "branches" : undefined;
}

/**
 * Returns the schemas that describe the same value as `node`: `node`, those applied beside it, and those they refer to.
 */
function groupOf(node: Node, references: References): readonly Node[] {
  const group = new Set<Node>([node]);
  for (const each of group) {
    if (group.size > LARGEST) break;
    const refs = REFERENCES.filter((key) => key in each);
    for (const key of refs) {
      const target = references.target(each, each[key]);
      if (target !== undefined) group.add(target);
    }
    if (references.draft === "old" && refs.length > 0) continue;
    for (const branch of schemasIn(each, BESIDE)) if (isNode(branch) && !Array.isArray(branch)) group.add(branch);
  }
  return [...group];
}

/** Yields the schemas of members and items that more than one schema of the group may describe. */
function describedTwice(group: readonly Node[]): Iterable<unknown> {
  const twice = new Set<unknown>();
  const byName = new Map<string, unknown[]>();
  for (const { properties } of group) {
    if (!isNode(properties)) continue;
    for (const [name, schema] of Object.entries(properties)) {
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [schema]);
      else list.push(schema);
    }
  }
  for (const list of byName.values()) if (list.length > 1) for (const each of list) twice.add(each);
  const wide = group.some((node) => hasSeveralPatterns(node) || (group.length > 1 && describesOthers(node)));
  if (wide) for (const node of group) for (const each of schemasIn(node, MEMBERS)) twice.add(each);
  const withItems = group.filter((node) => schemasIn(node, ITEMS).length > 0);
  if (withItems.length > 1) for (const node of withItems) for (const each of schemasIn(node, ITEMS)) twice.add(each);
  return twice;
}

/**
 * Returns whether one of `group` (subschemas that describe the same object) requires a property that none of them
 * declares. If these subschemas were closed, no object could satisfy them.
 */
function requiresMore(group: readonly Node[]): boolean {
  if (group.some(({ patternProperties }) => isNode(patternProperties))) return false;
  const names = new Set(group.flatMap(({ properties }) => (isNode(properties) ? Object.keys(properties) : [])));
  return group.some(({ required }) => Array.isArray(required) && required.some((name) => !names.has(name)));
}

function declares(node: Node): boolean {
  return isNode(node.properties) || isNode(node.patternProperties);
}

function saysWhatElse(node: Node): boolean {
  return "additionalProperties" in node || "unevaluatedProperties" in node;
}

/** Returns whether two patterns, or a pattern and a declared name, may describe the same property. */
function hasSeveralPatterns({ properties, patternProperties }: Node): boolean {
  return isNode(patternProperties) && (isNode(properties) || Object.keys(patternProperties).length > 1);
}

function describesOthers({ patternProperties, additionalProperties, unevaluatedProperties }: Node): boolean {
  return isNode(patternProperties) || isNode(additionalProperties) || isNode(unevaluatedProperties);
}

function schemasIn(node: Node, places: ReadonlyMap<string, Shape>): readonly unknown[] {
  const found: unknown[] = [];
  for (const [key, shape] of places) {
    const value = node[key];
    if (Array.isArray(value)) for (const each of value) found.push(each);
    else if (isNode(value) && shape === "map") for (const each of Object.values(value)) found.push(each);
    else if (isNode(value) && shape === "one") found.push(value);
  }
  return found;
}

function shapes(keys: Partial<Record<Shape, readonly string[]>>): ReadonlyMap<string, Shape> {
  return new Map(
    Object.entries(keys).flatMap(([shape, names]) => names.map((name) => [name, shape as Shape] as const)),
  );
}

function leftOpen(pointer: string, why: keyof typeof WHY): SchemaIssue {
  return { code: "left-open", pointer, message: `This object stays open: ${WHY[why]}`, hint: HINTS[why] };
}

const WHY = {
  impossible: "it requires a property that it does not declare",
  unevaluatedProperties: "several schemas declare its properties, and its draft cannot close them together",
  large: `more than ${LARGEST} schemas describe it`,
};
const HINTS = {
  impossible: "Declare the property.",
  unevaluatedProperties: "Say additionalProperties yourself, or use draft 2019-09 or later.",
  large: "Say additionalProperties yourself.",
};

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
