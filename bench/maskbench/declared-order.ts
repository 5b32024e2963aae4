// An instance with its keys in the order in which a schema declares them, for engines that write objects in that order: a
// valid instance that is refused is tried again so. The rule: first the keys of `properties`, in their order; then those that
// only `required` names; then those that are named where one key needs another, each before what it needs; then the others,
// as the instance has them. A value of `const` or `enum` has its keys as they stand there. Where combinators and references
// declare keys too, the keywords count in the order in which they stand in the schema; that is one reading of several, so a
// second one, in which the schema's own `properties` come before all that is combined with them, is tried as well.

import type { JsonText } from "./json-text.js";

type ObjectText = Extract<JsonText, { kind: "object" }>;

/** How `properties` stand to what combinators declare: where they are written, or before. */
const READINGS = ["as written", "own first"] as const;
type Reading = (typeof READINGS)[number];

/** Schemas gathered for one place at most: recursion through references ends there. */
const MOST_PARTS = 200;

/** The instance reordered by each reading; those that differ from it and from each other. */
export function inDeclaredOrder(schema: JsonText, instance: JsonText): readonly JsonText[] {
  const seen = new Set([ordered(instance)]);
  const found: JsonText[] = [];
  for (const reading of READINGS) {
    const again = reorder(createView(schema, reading), [schema], instance);
    const text = ordered(again);
    if (seen.has(text)) continue;
    seen.add(text);
    found.push(again);
  }
  return found;
}

/** A text that tells apart the orders of keys. */
function ordered(json: JsonText): string {
  if (json.kind === "object")
    return `{${[...json.entries].map(([key, value]) => JSON.stringify(key) + ordered(value))}}`;
  if (json.kind === "array") return `[${json.items.map(ordered)}]`;
  return json.kind === "string" ? JSON.stringify(json.value) : json.text;
}

interface View {
  /** All object schemas that speak of the same place, in the order in which their keys count. */
  parts(schemas: readonly JsonText[]): readonly ObjectText[];
}

const COMBINED = new Set(["allOf", "anyOf", "oneOf"]);
const CONDITIONAL = new Set(["if", "then", "else"]);

function createView(root: JsonText, reading: Reading): View {
  const ids = new Map<string, JsonText>();
  collectIds(root, ids);

  function target(reference: string): JsonText | undefined {
    if (reference === "#") return root;
    if (reference.startsWith("#/")) return pointed(root, reference.slice(2));
    return ids.get(reference) ?? ids.get(reference.replace(/^#/, ""));
  }

  function gather(schema: JsonText, into: Set<ObjectText>, entered: Set<JsonText>): void {
    if (schema.kind !== "object" || entered.has(schema) || entered.size >= MOST_PARTS) return;
    entered.add(schema);
    if (reading === "own first") into.add(schema);
    for (const [keyword, value] of schema.entries) {
      if (keyword === "properties") into.add(schema);
      if (keyword === "$ref" && value.kind === "string") {
        const found = target(value.value);
        if (found !== undefined) gather(found, into, entered);
      } else if (COMBINED.has(keyword) && value.kind === "array") {
        for (const branch of value.items) gather(branch, into, entered);
      } else if (CONDITIONAL.has(keyword)) gather(value, into, entered);
      else if (keyword === "dependentSchemas" || keyword === "dependencies") {
        if (value.kind === "object") for (const branch of value.entries.values()) gather(branch, into, entered);
      }
    }
    into.add(schema);
  }

  return {
    parts(schemas) {
      const into = new Set<ObjectText>();
      const entered = new Set<JsonText>();
      for (const schema of schemas) gather(schema, into, entered);
      return [...into];
    },
  };
}

function collectIds(schema: JsonText, ids: Map<string, JsonText>): void {
  if (schema.kind === "array") for (const item of schema.items) collectIds(item, ids);
  if (schema.kind !== "object") return;
  for (const keyword of ["$id", "id", "$anchor"]) {
    const id = schema.entries.get(keyword);
    if (id?.kind === "string" && !ids.has(id.value)) ids.set(id.value, schema);
  }
  for (const value of schema.entries.values()) collectIds(value, ids);
}

function pointed(root: JsonText, pointer: string): JsonText | undefined {
  let found: JsonText | undefined = root;
  for (const part of pointer.split("/")) {
    let name = part;
    try {
      name = decodeURIComponent(part);
    } catch {
      // As it is, then.
    }
    name = name.replaceAll("~1", "/").replaceAll("~0", "~");
    if (found?.kind === "object") found = found.entries.get(name);
    else if (found?.kind === "array") found = found.items[Number(name)];
    else return undefined;
  }
  return found;
}

function reorder(view: View, schemas: readonly JsonText[], instance: JsonText): JsonText {
  if (instance.kind !== "array" && instance.kind !== "object") return instance;
  const parts = view.parts(schemas);
  for (const written of parts.flatMap(wholeValues)) {
    const again = inOrderOf(written, instance);
    if (again !== undefined) return again;
  }
  if (instance.kind === "array") {
    const items = instance.items.map((item, index) => reorder(view, itemSchemas(parts, index), item));
    return { kind: "array", items };
  }
  const declared = new Set(parts.flatMap(declaredKeys));
  for (const key of parts.flatMap(requiredKeys)) declared.add(key);
  for (const key of parts.flatMap(dependentKeys)) declared.add(key);
  const keys = [
    ...[...declared].filter((key) => instance.entries.has(key)),
    ...[...instance.entries.keys()].filter((key) => !declared.has(key)),
  ];
  const entries = keys.map(
    (key) => [key, reorder(view, valueSchemas(parts, key), instance.entries.get(key)!)] as const,
  );
  return { kind: "object", entries: new Map(entries) };
}

const keysOf = (json: JsonText | undefined): readonly string[] =>
  json?.kind === "object" ? [...json.entries.keys()] : [];
const stringsOf = (json: JsonText | undefined): readonly string[] =>
  json?.kind === "array" ? json.items.flatMap((item) => (item.kind === "string" ? [item.value] : [])) : [];

const declaredKeys = ({ entries }: ObjectText): readonly string[] => keysOf(entries.get("properties"));
const requiredKeys = ({ entries }: ObjectText): readonly string[] => stringsOf(entries.get("required"));

function dependentKeys({ entries }: ObjectText): readonly string[] {
  return ["dependentRequired", "dependentSchemas", "dependencies"].flatMap((keyword) => {
    const value = entries.get(keyword);
    return keysOf(value).flatMap((key) => [key, ...stringsOf((value as ObjectText).entries.get(key))]);
  });
}

function wholeValues({ entries }: ObjectText): readonly JsonText[] {
  const listed = entries.get("enum");
  return [entries.get("const"), ...(listed?.kind === "array" ? listed.items : [])].filter(
    (value) => value !== undefined,
  );
}

/** `instance` with its keys in the order of `written`; undefined when the two are not one value, numbers aside. */
function inOrderOf(written: JsonText, instance: JsonText): JsonText | undefined {
  if (written.kind === "array" && instance.kind === "array" && written.items.length === instance.items.length) {
    const items = instance.items.map((item, i) => inOrderOf(written.items[i]!, item));
    return items.every((item) => item !== undefined) ? { kind: "array", items } : undefined;
  }
  if (written.kind === "object" && instance.kind === "object" && written.entries.size === instance.entries.size) {
    const entries = new Map<string, JsonText>();
    for (const [key, value] of written.entries) {
      const own = instance.entries.get(key);
      const again = own === undefined ? undefined : inOrderOf(value, own);
      if (again === undefined) return undefined;
      entries.set(key, again);
    }
    return { kind: "object", entries };
  }
  if (written.kind === "number" && instance.kind === "number") return instance;
  return ordered(written) === ordered(instance) ? instance : undefined;
}

function itemSchemas(parts: readonly ObjectText[], index: number): readonly JsonText[] {
  return parts.flatMap(({ entries }) => {
    const items = entries.get("items");
    const prefix = items?.kind === "array" ? items : entries.get("prefixItems");
    const own = prefix?.kind === "array" ? prefix.items[index] : undefined;
    const rest = items?.kind === "array" ? entries.get("additionalItems") : items;
    return [own ?? rest, entries.get("contains")].filter((schema) => schema !== undefined);
  });
}

function valueSchemas(parts: readonly ObjectText[], key: string): readonly JsonText[] {
  return parts.flatMap(({ entries }) => {
    const found: JsonText[] = [];
    const properties = entries.get("properties");
    const own = properties?.kind === "object" ? properties.entries.get(key) : undefined;
    if (own !== undefined) found.push(own);
    const patterns = entries.get("patternProperties");
    if (patterns?.kind === "object") {
      for (const [pattern, schema] of patterns.entries) if (matches(pattern, key)) found.push(schema);
    }
    const rest = entries.get("additionalProperties");
    if (found.length === 0 && rest !== undefined) found.push(rest);
    return found;
  });
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return false;
  }
}
