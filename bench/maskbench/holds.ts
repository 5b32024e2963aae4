// Whether an instance satisfies a schema, as far as a few keywords tell: enough to see which branch of a combinator it takes. What is not
// known is said to be unknown.

import type { JsonText } from "./json-text.js";
import type { ObjectText, Target } from "./references.js";

export type Holds = "yes" | "no" | "unknown";

const MOST_DEPTH = 12;

/** Keywords that say nothing about instances, and those that are looked at together with another. */
const SILENT = new Set([
  ...["title", "description", "$comment", "default", "examples", "definitions", "$defs", "$id", "id", "$schema"],
  ...["then", "else"],
]);

export function holds(schema: JsonText, instance: JsonText, target: Target, depth = 0): Holds {
  if (schema.kind === "literal") return schema.text === "true" ? "yes" : "no";
  if (schema.kind !== "object" || depth > MOST_DEPTH) return "unknown";
  const inner = (part: JsonText, of: JsonText): Holds => holds(part, of, target, depth + 1);
  const verdicts: Holds[] = [];
  for (const [keyword, value] of schema.entries) {
    if (!SILENT.has(keyword)) verdicts.push(keywordHolds(schema, keyword, value, instance, target, inner));
    if (verdicts.at(-1) === "no") return "no";
  }
  return all(verdicts);
}

function keywordHolds(
  schema: ObjectText,
  keyword: string,
  value: JsonText,
  instance: JsonText,
  target: Target,
  inner: (part: JsonText, of: JsonText) => Holds,
): Holds {
  const parts = value.kind === "array" ? value.items : [];
  switch (keyword) {
    case "type":
      return is((value.kind === "array" ? parts : [value]).some((type) => isOfType(type, instance)));
    case "const":
      return is(equal(value, instance));
    case "enum":
      return is(parts.some((one) => equal(one, instance)));
    case "required":
      if (instance.kind !== "object") return "yes";
      return is(parts.every((key) => key.kind === "string" && instance.entries.has(key.value)));
    case "properties":
      if (instance.kind !== "object" || value.kind !== "object") return "yes";
      return all([...instance.entries].map(([key, of]) => inner(value.entries.get(key) ?? TRUE, of)));
    case "additionalProperties": {
      if (instance.kind !== "object") return "yes";
      if (schema.entries.has("patternProperties")) return "unknown";
      const properties = schema.entries.get("properties");
      const others = [...instance.entries].filter(
        ([key]) => properties?.kind !== "object" || !properties.entries.has(key),
      );
      return all(others.map(([, of]) => inner(value, of)));
    }
    case "items":
      if (instance.kind !== "array") return "yes";
      return value.kind === "array" ? "unknown" : all(instance.items.map((item) => inner(value, item)));
    case "$ref": {
      const found = value.kind === "string" ? target(value.value) : undefined;
      return found === undefined ? "unknown" : inner(found, instance);
    }
    case "allOf":
      return all(parts.map((part) => inner(part, instance)));
    case "anyOf":
      return opposite(all(parts.map((part) => opposite(inner(part, instance)))));
    case "oneOf": {
      const verdicts = parts.map((part) => inner(part, instance));
      if (verdicts.filter((verdict) => verdict === "yes").length > 1) return "no";
      if (verdicts.every((verdict) => verdict === "no")) return "no";
      return verdicts.includes("unknown") ? "unknown" : "yes";
    }
    case "not":
      return opposite(inner(value, instance));
    case "if": {
      const condition = inner(value, instance);
      if (condition === "unknown") return "unknown";
      return inner(schema.entries.get(condition === "yes" ? "then" : "else") ?? TRUE, instance);
    }
    default:
      return "unknown";
  }
}

const TRUE: JsonText = { kind: "literal", text: "true" };

const is = (verdict: boolean): Holds => (verdict ? "yes" : "no");
const opposite = (verdict: Holds): Holds => (verdict === "yes" ? "no" : verdict === "no" ? "yes" : "unknown");

function all(verdicts: readonly Holds[]): Holds {
  if (verdicts.includes("no")) return "no";
  return verdicts.includes("unknown") ? "unknown" : "yes";
}

function isOfType(type: JsonText, instance: JsonText): boolean {
  if (type.kind !== "string") return false;
  if (type.value === "integer") return instance.kind === "number" && Number.isInteger(Number(instance.text));
  if (instance.kind !== "literal") return type.value === instance.kind;
  return type.value === (instance.text === "null" ? "null" : "boolean");
}

function equal(a: JsonText, b: JsonText): boolean {
  if (a.kind === "object" && b.kind === "object") {
    const entries = [...a.entries];
    return (
      a.entries.size === b.entries.size &&
      entries.every(([key, value]) => b.entries.has(key) && equal(value, b.entries.get(key)!))
    );
  }
  if (a.kind === "array" && b.kind === "array") {
    return a.items.length === b.items.length && a.items.every((item, i) => equal(item, b.items[i]!));
  }
  if (a.kind === "number" && b.kind === "number") return Number(a.text) === Number(b.text);
  if (a.kind === "string" && b.kind === "string") return a.value === b.value;
  return a.kind === "literal" && b.kind === "literal" && a.text === b.text;
}
