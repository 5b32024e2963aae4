// Whether a language has many texts: told from its shape where it has no end of them, else counted along derivatives, depth first, a
// whole class of bytes at a step.

import type { CodePointRanges, Engine, Regex } from "@espalier/automata";
import { isEndless } from "../nodes/endless-texts.js";

/** Derivatives looked at before giving up. */
const PATIENCE = 2000;

const LETTERS: CodePointRanges = [[0x61, 0x7a]];

/** Whether `regex` matches more than `count` texts. It may say no for lack of patience, and never says yes wrongly. */
export function hasMoreTexts(engine: Engine, regex: Regex, count: number): boolean {
  if (isEndless(regex)) return true;
  const whole = engine.intern(regex);
  // Texts of n letters, each of which begins a member of its own.
  if (26 ** Math.min(9, engine.leastRun(whole, LETTERS)) > count) return true;
  const pending: (readonly [expression: number, ways: number])[] = [[whole, 1]];
  let texts = 0;
  for (let steps = 0; steps < PATIENCE; steps++) {
    const next = pending.pop();
    if (next === undefined) return false;
    const [expression, ways] = next;
    if (engine.nullable(expression)) texts += ways;
    if (texts > count) return true;
    const sole = engine.soleFirstByte(expression);
    if (sole >= 0) pending.push([engine.derivative(expression, sole), ways]);
    else for (const [left, bytes] of waysOn(engine, expression)) pending.push([left, ways * bytes]);
  }
  return false;
}

/** What is left after a byte, and how many bytes leave that: once for each class of bytes. */
function waysOn(engine: Engine, expression: number): readonly (readonly [left: number, bytes: number])[] {
  const { classOf, representatives } = engine.partition(engine.firstPartition(expression));
  const lefts = Array.from(representatives, (byte) => engine.derivative(expression, byte));
  const sizes = new Int32Array(lefts.length);
  for (let byte = 0; byte < 256; byte++) {
    const its = classOf[byte] as number;
    sizes[its] = (sizes[its] as number) + 1;
  }
  return lefts.map((left, c) => [left, sizes[c] as number] as const).filter(([left]) => left !== 0);
}
