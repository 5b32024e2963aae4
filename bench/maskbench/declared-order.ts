// An instance with its keys in the order in which a schema declares them, for engines that write objects in that order: a
// valid instance that is refused is tried again so. The rule: first the keys of `properties`, in their order; then those that
// only `required` names; then those that are named where one key needs another, each before what it needs; then the others,
// as the instance has them. A value of `const` or `enum` has its keys as they stand there. Order is that of JavaScript's
// objects, in which names that are whole numbers come first.
//
// Combinators and references declare keys too, where the instance takes their branch. They count in the order in which they
// stand in the schema; that is one reading of several, so others are tried as well: the schema's own `properties` come before
// all that is combined with them, or level by level, a reference being a level of its own; and branches that the instance does
// not take count too.

import { holds } from "./holds.js";
import type { JsonText } from "./json-text.js";
import { type ObjectText, referencesOf, type Target } from "./references.js";

interface Reading {
  /** Where a schema's own `properties` stand to what it combines. */
  readonly own: "as written" | "first" | "by level";
  readonly branches: "taken" | "all";
}

const READINGS: readonly Reading[] = [
  { own: "as written", branches: "taken" },
  { own: "first", branches: "taken" },
  { own: "by level", branches: "taken" },
  { own: "as written", branches: "all" },
  { own: "first", branches: "all" },
  { own: "by level", branches: "all" },
];

/** Schemas gathered for one place at most: recursion through references ends there. */
const MOST_PARTS = 200;

/** The instance reordered by each reading; those that differ from it and from each other. */
export function inDeclaredOrder(schema: JsonText, instance: JsonText): readonly JsonText[] {
  const target = referencesOf(schema);
  const seen = new Set([ordered(instance)]);
  const found: JsonText[] = [];
  for (const reading of READINGS) {
    const again = reorder(createView(target, reading), [schema], instance);
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
  /** All object schemas that speak of an instance, in the order in which their keys count. */
  parts(schemas: readonly JsonText[], instance: JsonText): readonly ObjectText[];
}

function createView(target: Target, { own, branches }: Reading): View {
  /** What a keyword adds to the schema that has it, for an instance. */
  function combined(schema: ObjectText, keyword: string, value: JsonText, instance: JsonText): readonly JsonText[] {
    const taken = (branch: JsonText): boolean => branches === "all" || holds(branch, instance, target) !== "no";
    switch (keyword) {
      case "$ref": {
        const found = value.kind === "string" ? target(value.value) : undefined;
        return found === undefined ? [] : [found];
      }
      case "allOf":
        return value.kind === "array" ? value.items : [];
      case "anyOf":
      case "oneOf":
        return value.kind === "array" ? value.items.filter(taken) : [];
      case "if": {
        const verdict = branches === "all" ? "unknown" : holds(value, instance, target);
        const [then, otherwise] = [schema.entries.get("then"), schema.entries.get("else")];
        const chosen = verdict === "yes" ? [value, then] : verdict === "no" ? [otherwise] : [value, then, otherwise];
        return chosen.filter((branch) => branch !== undefined);
      }
      case "dependentSchemas":
      case "dependencies": {
        if (value.kind !== "object" || instance.kind !== "object") return [];
        const all = [...value.entries].filter(([key]) => branches === "all" || instance.entries.has(key));
        return all.map(([, branch]) => branch);
      }
      default:
        return [];
    }
  }

  function gather(schema: JsonText, instance: JsonText, into: Set<ObjectText>, entered: Set<JsonText>): void {
    if (schema.kind !== "object" || entered.has(schema) || entered.size >= MOST_PARTS) return;
    entered.add(schema);
    if (own === "first") into.add(schema);
    for (const [keyword, value] of schema.entries) {
      if (keyword === "properties") into.add(schema);
      for (const part of combined(schema, keyword, value, instance)) gather(part, instance, into, entered);
    }
    into.add(schema);
  }

  function level(schemas: readonly JsonText[], instance: JsonText, into: Set<ObjectText>): void {
    for (let now = schemas; now.length > 0 && into.size < MOST_PARTS; ) {
      const fresh = now.filter((schema) => schema.kind === "object" && !into.has(schema)) as ObjectText[];
      for (const schema of fresh) into.add(schema);
      now = fresh.flatMap((schema) =>
        [...schema.entries].flatMap(([keyword, value]) => combined(schema, keyword, value, instance)),
      );
    }
  }

  return {
    parts(schemas, instance) {
      const into = new Set<ObjectText>();
      const entered = new Set<JsonText>();
      if (own === "by level") level(schemas, instance, into);
      else for (const schema of schemas) gather(schema, instance, into, entered);
      return [...into];
    },
  };
}

function reorder(view: View, schemas: readonly JsonText[], instance: JsonText): JsonText {
  if (instance.kind !== "array" && instance.kind !== "object") return instance;
  const parts = view.parts(schemas, instance);
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

/** The keys as JavaScript orders them. */
const keysOf = (json: JsonText | undefined): readonly string[] =>
  json?.kind === "object" ? Object.keys(Object.fromEntries(json.entries)) : [];
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
    for (const key of keysOf(written)) {
      const value = written.entries.get(key)!;
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
