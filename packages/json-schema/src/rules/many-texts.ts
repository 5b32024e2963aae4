// Whether a language has many texts: counted along derivatives, depth first, a whole class of bytes at a step.

import type { Engine, Regex } from "@espalier/automata";

/** Derivatives looked at before giving up. */
const PATIENCE = 2000;

/** Whether `regex` matches more than `count` texts. It may say no for lack of patience, and never says yes wrongly. */
export function hasMoreTexts(engine: Engine, regex: Regex, count: number): boolean {
  const pending: (readonly [expression: number, ways: number])[] = [[engine.intern(regex), 1]];
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
