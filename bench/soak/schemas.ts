// JSON Schemas as programs have them, at random: records with references, maps, tuples, tagged unions, formats, conditions, and bounds.

import type { Draw } from "./draw.js";

export type Schema = { readonly [keyword: string]: unknown };

const NAMES =
  "id name title kind type value values items price count tags note owner address city country code data list first next rate time size color on meta labels spec ports env".split(
    " ",
  );
const WORDS = "red green blue small large a b é 漢字 on off never always v1 v2 north south".split(" ");
const PATTERNS = ["^[a-z]{1,8}$", "^x-", "[0-9]{3}", "^(a|bc)*$", "^[A-Z][a-z]+( [A-Z][a-z]+)*$", "^\\S+@\\S+$"];
const FORMATS = ["date", "date-time", "time", "email", "uuid", "ipv4", "hostname", "uri"];

const within = (draw: Draw, most: number): readonly [number, number] => {
  const least = draw.below(most);
  return [least, least + draw.below(most)];
};

function text(draw: Draw): Schema {
  const [minLength, maxLength] = within(draw, 12);
  return draw.pick<() => Schema>([
    () => ({ type: "string" }),
    () => ({ type: "string", maxLength }),
    () => ({ type: "string", minLength, maxLength }),
    () => ({ type: "string", pattern: draw.pick(PATTERNS) }),
    () => ({ type: "string", format: draw.pick(FORMATS) }),
    () => ({ enum: draw.some(WORDS, 8).concat("last") }),
    () => ({ const: draw.pick(WORDS) }),
  ])();
}

function number(draw: Draw): Schema {
  const minimum = draw.below(2000) - 1000;
  return draw.pick<() => Schema>([
    () => ({ type: "integer" }),
    () => ({ type: "number" }),
    () => ({ type: "integer", minimum, maximum: minimum + draw.below(5000) }),
    () => ({ type: "number", exclusiveMinimum: minimum / 8 }),
    () => ({ type: "integer", multipleOf: draw.pick([2, 5, 10, 12]) }),
    () => ({ type: ["integer", "null"] }),
    () => ({ type: "boolean" }),
  ])();
}

function list(draw: Draw, depth: number): Schema {
  const items = schema(draw, depth - 1);
  const [minItems, maxItems] = within(draw, 4);
  return draw.pick<() => Schema>([
    () => ({ type: "array" }),
    () => ({ type: "array", items }),
    () => ({ type: "array", items, minItems, maxItems }),
    () => ({ type: "array", items: { enum: WORDS }, uniqueItems: true, maxItems: 6 }),
    () => ({ type: "array", prefixItems: [text(draw), number(draw)], items }),
    () => ({ type: "array", contains: number(draw), maxItems: 5 }),
  ])();
}

function record(draw: Draw, depth: number): Schema {
  const names = draw.some(NAMES, 7).concat("id");
  const properties = Object.fromEntries(names.map((name) => [name, schema(draw, depth - 1)]));
  const required = draw.some(names, 3);
  return {
    type: "object",
    properties,
    ...(draw.percent(60) && { required }),
    ...(draw.percent(40) && { additionalProperties: draw.percent(60) ? false : schema(draw, depth - 1) }),
    ...(draw.percent(10) && { patternProperties: { "^x-": text(draw) } }),
    ...(draw.percent(8) && { propertyNames: { pattern: "^[a-z_-]{1,12}$" } }),
    ...(draw.percent(8) && { minProperties: 1, maxProperties: 6 }),
    ...(draw.percent(6) && { dependentRequired: { id: draw.some(names, 2) } }),
    ...(draw.percent(5) && { if: { required: ["id"] }, else: { required: required.slice(0, 1) } }),
  };
}

function map(draw: Draw, depth: number): Schema {
  return draw.percent(30)
    ? { type: "object" }
    : { type: "object", additionalProperties: schema(draw, depth - 1), ...(draw.percent(30) && { maxProperties: 4 }) };
}

function union(draw: Draw, depth: number): Schema {
  const kinds = ["circle", "line", "text"];
  const tagged = kinds.map((kind) => ({
    type: "object",
    properties: { kind: { const: kind }, value: schema(draw, depth - 1) },
    required: ["kind"],
  }));
  return draw.pick<() => Schema>([
    () => ({ anyOf: tagged }),
    () => ({ oneOf: tagged }),
    () => ({ anyOf: [text(draw), number(draw), list(draw, depth - 1)] }),
    () => ({ allOf: [record(draw, depth - 1), record(draw, depth - 1)] }),
    () => ({ not: { type: draw.pick(["string", "number", "object"]) } }),
  ])();
}

function schema(draw: Draw, depth: number): Schema {
  if (depth <= 0) return draw.percent(60) ? text(draw) : number(draw);
  const kind = draw.unit();
  if (kind < 0.2) return text(draw);
  if (kind < 0.35) return number(draw);
  if (kind < 0.5) return list(draw, depth);
  if (kind < 0.75) return record(draw, depth);
  if (kind < 0.85) return map(draw, depth);
  if (kind < 0.95) return union(draw, depth);
  return { $ref: `#/$defs/${draw.pick(["node", "leaf"])}` };
}

/** A schema with the definitions `node` (recursive) and `leaf`. */
export function randomSchema(draw: Draw): Schema {
  const root = draw.percent(60) ? record(draw, 3) : schema(draw, 3);
  const node = { type: "object", properties: { value: schema(draw, 1), next: { $ref: "#/$defs/node" } } };
  return { ...root, $defs: { node, leaf: schema(draw, 1) } };
}
