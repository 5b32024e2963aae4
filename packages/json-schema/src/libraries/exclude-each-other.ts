// Decides whether the branches of a `oneOf` exclude each other: their types differ, or one required property has a
// different constant in each. Libraries write the second form for discriminated unions.

import type { Node, References } from "./references.js";

/**
 * Returns true if the branches certainly exclude each other, false if this is not evident. `within` is the schema that
 * holds the branches.
 */
export function excludeEachOther(branches: unknown, within: Node, references: References): boolean {
  if (!Array.isArray(branches)) return false;
  if (branches.length < 2) return true;
  const nodes = branches.map((branch) => resolved(branch, within, references));
  if (!nodes.every((node) => node !== undefined)) return false;
  if (areDisjoint(nodes.map(typesOf))) return true;
  return requiredOf(nodes[0]!).some((key) => areDisjoint(nodes.map((node) => constantsAt(node, key))));
}

/** Resolves a branch that is a reference to its target. */
function resolved(branch: unknown, within: Node, references: References): Node | undefined {
  if (typeof branch !== "object" || branch === null || Array.isArray(branch)) return undefined;
  const node = branch as Node;
  return typeof node.$ref === "string"
    ? (references.target(node, node.$ref) ?? references.target(within, node.$ref))
    : node;
}

/** Returns whether the lists are pairwise disjoint; false if one of them is unknown. */
function areDisjoint(lists: readonly (readonly string[] | undefined)[]): boolean {
  const seen = new Set<string>();
  for (const list of lists) {
    if (list === undefined || list.some((each) => seen.has(each))) return false;
    for (const each of list) seen.add(each);
  }
  return true;
}

function typesOf({ type }: Node): readonly string[] | undefined {
  const types = Array.isArray(type) ? type : [type];
  if (!types.every((each) => typeof each === "string")) return undefined;
  return types.map((each) => (each === "integer" ? "number" : each));
}

function requiredOf({ required }: Node): readonly string[] {
  return Array.isArray(required) ? required.filter((key) => typeof key === "string") : [];
}

/** Returns the constants that a required property may have. */
function constantsAt(node: Node, key: string): readonly string[] | undefined {
  const { properties } = node;
  if (!requiredOf(node).includes(key) || typeof properties !== "object" || properties === null) return undefined;
  // Applies only to schemas of type `object`: `required` does not constrain values of other types.
  if (node.type !== "object" || !Object.hasOwn(properties, key)) return undefined;
  const schema = (properties as Node)[key];
  if (typeof schema !== "object" || schema === null) return undefined;
  const { const: constant, enum: constants } = schema as Node;
  const values = "const" in schema ? [constant] : Array.isArray(constants) ? constants : undefined;
  if (values === undefined || values.some((value) => typeof value === "object" && value !== null)) return undefined;
  return values.map((value) => JSON.stringify(value));
}
