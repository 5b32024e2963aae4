// Whether a language has many texts: counted along derivatives, depth first, a whole class of bytes at a step.

import type { CodePointRanges, Engine, Regex } from "@espalier/automata";

/** Derivatives looked at before giving up. */
const PATIENCE = 2000;

const LETTERS: CodePointRanges = [[0x61, 0x7a]];

/** Whether `regex` matches more than `count` texts. It may say no for lack of patience, and never says yes wrongly. */
export function hasMoreTexts(engine: Engine, regex: Regex, count: number): boolean {
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
    const { classOf, representatives } = engine.partition(engine.firstPartition(expression));
    const sizes = new Int32Array(representatives.length);
    for (let byte = 0; byte < 256; byte++)
      sizes[classOf[byte] as number] = (sizes[classOf[byte] as number] as number) + 1;
    representatives.forEach((byte, c) => {
      const left = engine.derivative(expression, byte);
      if (left !== 0) pending.push([left, ways * (sizes[c] as number)]);
    });
  }
  return false;
}
