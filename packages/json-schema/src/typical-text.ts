// How a typical text of a schema begins: with all that is declared, in order, each value the plainest of its kind. It ends where one
// would have to be looked for: at patterns, conditions, counted members.

import type { NumberSet } from "./nodes/number-set.js";
import type { ArrayPlan, Node, ObjectPlan, Variant } from "./nodes/plan.js";
import { FALSE, NULL, type Scalars, TRUE } from "./nodes/scalars.js";
import { isAnyString, type StringSet } from "./nodes/string-set.js";
import type { PreparedSchema } from "./prepare.js";
import { utf8Of } from "./text/utf8.js";

/** So many characters are enough. */
const MOST = 256;
/** Longer strings, and numbers of more digits, are looked for. */
const LONGEST_STRING = 32;
const LARGEST_NUMBER = 1e15;

/** Every beginning of it begins a text of the schema. Costs a few microseconds once the schema is explored. */
export function typicalText({ nodes, root, layout: { usual } }: PreparedSchema): Uint8Array {
  let text = "";
  const open = new Set<Node>();

  /** Writes a value; false where the text ends within it. */
  function value(node: Node, depth: number): boolean {
    if (text.length > MOST || open.has(node)) return false;
    open.add(node);
    const whole = written(node, depth);
    open.delete(node);
    return whole;
  }

  function written(node: Node, depth: number): boolean {
    const scalars = node.scalars();
    // Where anything may stand, a text mostly does; the whole text is an object.
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
    for (const { name, required, possible, variants } of plan.declared()) {
      const its = variants.find(({ node }) => nodes.inhabited(node));
      if (!possible() || its === undefined) continue;
      if (!required && open.has(its.node)) continue;
      text += `${count === 0 ? usual.first(depth) : usual.comma(depth)}${JSON.stringify(name)}${usual.colon}`;
      if (!value(its.node, depth + 1)) return false;
      count++;
    }
    if (count > 0) return write(`${usual.last(depth)}}`);
    const mayBeMore = plan.free().some((names) => names.possible() && names.variants.some(isInhabited));
    return mayBeMore ? !write(`${usual.first(depth)}"`) : write("}");
  }

  const isInhabited = ({ node }: Variant): boolean => nodes.inhabited(node);

  function items(plan: ArrayPlan, depth: number): boolean {
    text += "[";
    const its = plan.variants(0).find(({ node }) => nodes.inhabited(node));
    if (plan.reach() === 0 || (plan.minimum === 0 && its !== undefined && open.has(its.node))) return write("]");
    if (plan.counted.length > 0 || its === undefined) return false;
    text += usual.first(depth);
    return value(its.node, depth + 1) && plan.minimum <= 1 && write(`${usual.last(depth)}]`);
  }

  value(root, 0);
  return utf8Of(text);
}

/** A text of one of the scalars; `undefined` where one would have to be looked for. */
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
  if (set.kind === "finite") return [...set.values][0];
  if (set.kind === "none" || set.regex !== undefined || set.min > LONGEST_STRING) return undefined;
  return "a".repeat(Math.min(set.max, Math.max(1, set.min)));
}

function plainNumber(set: NumberSet): number | undefined {
  const number = set.kind === "finite" ? [...set.values][0] : set.kind === "range" ? numberInRange(set) : undefined;
  return number !== undefined && Number.isInteger(number) && Math.abs(number) < LARGEST_NUMBER ? number : undefined;
}

function numberInRange(range: Extract<NumberSet, { kind: "range" }>): number | undefined {
  if (range.multiplesOf.length > 0) return undefined;
  const low = range.minimum ?? Number.NEGATIVE_INFINITY;
  const above = range.exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const high = range.maximum ?? Number.POSITIVE_INFINITY;
  const below = range.exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  // The least above the bounds, or the greatest below them, if it is not one.
  const least = Math.max(Math.ceil(low), Math.floor(above) + 1);
  const number = Math.max(least, Math.min(1, Math.floor(high), Math.ceil(below) - 1));
  return number <= high && number < below ? number : undefined;
}
