// The beginning of a typical text of a schema: everything that is declared, in order, with the simplest value of each
// kind. It ends where a value would have to be searched for: at patterns, conditions, counted members.

import { bytesOf } from "@espalier/monitor";
import type { ArrayPlan, Node, ObjectPlan } from "../nodes/plan.js";
import { FALSE, NULL, type Scalars, TRUE } from "../nodes/scalar-values.js";
import type { NumberSet } from "../numbers/number-set.js";
import { isAnyString, type StringSet } from "../strings/string-set.js";
import type { PreparedSchema } from "./prepare.js";

/** A longer name or constant is not written. */
const MOST = 256;
/** How many of an object's declared names are considered. */
const MOST_NAMES = 64;
/** Longer strings and numbers with more digits count as hard to find. */
const LONGEST_STRING = 32;
/** Integers of at least this magnitude are not written as typical values. */
const LARGEST_NUMBER = 1e15;
/** How many values of a recursive node may contain each other. */
const ROUNDS = 2;

/** Returns about `bytes` bytes, or the whole text. Every prefix of it is a prefix of a text of the schema. */
export function typicalText({ nodes, root, usual }: PreparedSchema, bytes: number): Uint8Array {
  let text = "";
  /** The nodes of the values that have begun, outermost first. */
  const open: Node[] = [];

  const isTooDeep = (node: Node): boolean => open.filter((other) => other === node).length >= ROUNDS;
  const isInhabited = ({ node }: { readonly node: Node }): boolean => nodes.inhabited(node);

  // Each of the following functions writes a part and returns whether the text continues after it.

  function value(node: Node, depth: number): boolean {
    if (text.length >= bytes || isTooDeep(node)) return false;
    open.push(node);
    const goesOn = plainest(node, depth);
    open.pop();
    return goesOn;
  }

  function plainest(node: Node, depth: number): boolean {
    const scalars = node.scalars();
    // If anything may come, texts usually have a simple value; the whole text is an object.
    if (depth > 0 && isAnyString(scalars.strings)) return write('"a"');
    const object = node.objects().find((plan) => plan.alive());
    if (object !== undefined) return members(object, depth);
    const array = node.arrays().find((plan) => plan.alive());
    if (array !== undefined) return items(array, depth);
    const plain = plainScalar(scalars);
    return plain !== undefined && write(plain);
  }

  function write(more: string): boolean {
    text += more;
    return true;
  }

  function members(plan: ObjectPlan, depth: number): boolean {
    text += "{";
    if (!plan.plain()) return false;
    let count = 0;
    for (const [i, { name, required, possible, variants }] of plan.declared().entries()) {
      if (i >= MOST_NAMES) return false;
      const its = variants.find(isInhabited);
      if (!possible() || its === undefined) continue;
      if (!required && isTooDeep(its.node)) continue;
      if (name.length > MOST) return false;
      text += `${count === 0 ? usual.first(depth) : usual.comma(depth)}${JSON.stringify(name)}${usual.colon}`;
      if (!value(its.node, depth + 1)) return false;
      count++;
    }
    if (count > 0) return write(`${usual.last(depth)}}`);
    const free = plan.free();
    if (free.length === 0) return write("}");
    // Finding out whether such a name exists might need a search, unless any name is allowed.
    if (free.some((names) => names.any && names.variants.some(isInhabited))) text += `${usual.first(depth)}"`;
    return false;
  }

  function items(plan: ArrayPlan, depth: number): boolean {
    text += "[";
    const its = plan.variants(0).find(isInhabited);
    if (plan.reach() === 0 || (plan.minimum === 0 && its !== undefined && isTooDeep(its.node))) return write("]");
    if (plan.counted.length > 0 || its === undefined) return false;
    text += usual.first(depth);
    return value(its.node, depth + 1) && plan.minimum <= 1 && write(`${usual.last(depth)}]`);
  }

  value(root, 0);
  return bytesOf(text);
}

/** Returns a text of one of the scalars; `undefined` if one would have to be searched for. */
function plainScalar({ constants, numbers, strings }: Scalars): string | undefined {
  const string = plainString(strings);
  if (string !== undefined) return JSON.stringify(string);
  if (strings.kind !== "none") return undefined;
  const number = plainNumber(numbers);
  if (number !== undefined) return String(number);
  if (numbers.kind !== "none") return undefined;
  if ((constants & TRUE) !== 0) return "true";
  if ((constants & FALSE) !== 0) return "false";
  return (constants & NULL) !== 0 ? "null" : undefined;
}

function plainString(set: StringSet): string | undefined {
  if (set.kind === "finite") {
    const [first] = set.values;
    return first !== undefined && first.length <= MOST ? first : undefined;
  }
  if (set.kind === "none" || set.regex !== undefined || set.min > LONGEST_STRING) return undefined;
  return "a".repeat(Math.min(set.max, Math.max(1, set.min)));
}

function plainNumber(set: NumberSet): number | undefined {
  const [number] = set.kind === "finite" ? set.values : set.kind === "range" ? [numberInRange(set)] : [];
  return number !== undefined && Number.isInteger(number) && Math.abs(number) < LARGEST_NUMBER ? number : undefined;
}

function numberInRange(range: Extract<NumberSet, { kind: "range" }>): number | undefined {
  if (range.multiplesOf.length > 0) return undefined;
  const low = range.minimum ?? Number.NEGATIVE_INFINITY;
  const above = range.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const high = range.maximum ?? Number.POSITIVE_INFINITY;
  const below = range.exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  // One, or the nearest integer within the bounds.
  const least = Math.max(Math.ceil(low), Math.floor(above) + 1);
  const number = Math.max(least, Math.min(1, Math.floor(high), Math.ceil(below) - 1));
  return number <= high && number < below ? number : undefined;
}
