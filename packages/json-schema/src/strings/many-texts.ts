// Counts the texts of a language. The shape of the expression shows whether it is infinite. Otherwise the texts are counted along derivatives, depth first, one
// byte class at a time.

import { type CodePointRanges, type Engine, type Regex, shapesOf } from "@espalier/automata";
import { branches } from "./short-texts.js";
import { surelyMatches } from "./string-sets.js";

/** The number of derivatives to examine before giving up. */
const PATIENCE = 2000;
/** The number of derivatives to examine for a loop before the texts are counted. */
const NEAR = 64;

const LETTERS: CodePointRanges = [[0x61, 0x7a]];

/** Whether `regex` matches more than `count` texts. `true` is always correct; `false` can also mean that the search gave up. */
export function hasMoreTexts(engine: Engine, regex: Regex, count: number): boolean {
  return leastTexts(engine, regex, count) > count;
}

/**
 * Returns a number of texts that `regex` certainly matches: `Infinity` if the language is known to be infinite, more than `enough` if there are more. A smaller
 * result is the exact number, unless the search gave up.
 */
export function leastTexts(engine: Engine, regex: Regex, enough: number): number {
  if (isEndless(regex)) return Number.POSITIVE_INFINITY;
  const shapes = shapesOf(engine);
  const whole = engine.intern(regex);
  // There are at least 26ⁿ texts if each of n consecutive letters is arbitrary.
  const ofLetters = 26 ** Math.min(9, shapes.leastRun(whole, LETTERS));
  if (ofLetters > enough) return ofLetters;
  if (hasLoop(engine, whole, NEAR)) return Number.POSITIVE_INFINITY;
  const pending: (readonly [expression: number, ways: number])[] = [[whole, 1]];
  let texts = 0;
  for (let steps = 0; steps < PATIENCE; steps++) {
    const next = pending.pop();
    if (next === undefined) return texts;
    const [expression, ways] = next;
    if (engine.nullable(expression)) texts += ways;
    if (texts > enough) return texts;
    const sole = shapes.soleFirstByte(expression);
    if (sole >= 0) pending.push([engine.derivative(expression, sole), ways]);
    else for (const { bytes, target } of branches(engine, expression)) pending.push([target, ways * bytes.length]);
  }
  return hasLoop(engine, whole, PATIENCE) ? Number.POSITIVE_INFINITY : texts;
}

/**
 * Whether a derivative that matches something recurs, so that there are infinitely many texts. `true` is always correct; `false` can also mean that the search
 * gave up.
 */
function hasLoop(engine: Engine, whole: number, patience: number): boolean {
  const seen = new Set<number>();
  const onPath = new Set<number>();
  // A path of derivatives, each with its successors that have not been examined.
  const path: { readonly expression: number; readonly after: number[] }[] = [];
  const enter = (expression: number): void => {
    seen.add(expression);
    onPath.add(expression);
    const after = branches(engine, expression).map(({ target }) => target);
    path.push({ expression, after: after.filter((left) => engine.distance(left) !== Number.POSITIVE_INFINITY) });
  };
  enter(whole);
  for (let steps = 0; steps < patience; steps++) {
    const last = path.at(-1);
    if (last === undefined) return false;
    const next = last.after.pop();
    if (next === undefined) {
      onPath.delete(last.expression);
      path.pop();
    } else if (onPath.has(next)) return true;
    else if (!seen.has(next)) enter(next);
  }
  return false;
}

/** Whether an expression matches infinitely many texts; `false` can mean "unknown". */
function isEndless(regex: Regex): boolean {
  switch (regex.kind) {
    case "repeat":
      return regex.max === Number.POSITIVE_INFINITY ? matchesSome(regex.item) : regex.max > 0 && isEndless(regex.item);
    case "sequence":
      return regex.items.some(isEndless) && regex.items.every(surelyMatches);
    case "choice":
      return regex.options.some(isEndless);
    case "and": {
      // An infinite language stays infinite after a finite number of texts is removed.
      const [own, ...others] = regex.operands.filter(({ kind }) => kind !== "not");
      const few = regex.operands.every((operand) => operand.kind !== "not" || isBounded(operand.operand));
      return own !== undefined && others.length === 0 && few && isEndless(own);
    }
    default:
      return false;
  }
}

/** Whether an expression matches a non-empty text; `false` can mean "unknown". */
function matchesSome(regex: Regex): boolean {
  switch (regex.kind) {
    case "bytes":
      return true;
    case "literal":
      return regex.bytes.length > 0;
    case "sequence":
      return regex.items.some(matchesSome) && regex.items.every(surelyMatches);
    case "choice":
      return regex.options.some(matchesSome);
    case "repeat":
      return regex.max > 0 && matchesSome(regex.item);
    default:
      return false;
  }
}

/** Whether an expression matches finitely many texts; `false` can mean "unknown". */
function isBounded(regex: Regex): boolean {
  switch (regex.kind) {
    case "empty":
    case "bytes":
    case "literal":
      return true;
    case "sequence":
      return regex.items.every(isBounded);
    case "choice":
      return regex.options.every(isBounded);
    case "repeat":
      return regex.max !== Number.POSITIVE_INFINITY && isBounded(regex.item);
    default:
      return false;
  }
}
