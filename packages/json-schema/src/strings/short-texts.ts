// Decides whether a language has many short texts, and lists them if there are few. Texts are counted along derivatives, breadth first, so that texts of equal
// length are counted together.

import type { Engine, Regex } from "@espalier/automata";

/** The number of derivatives to examine before giving up. */
const PATIENCE = 20_000;

/** The smallest length, in bytes, within which `regex` matches more than `count` texts. `undefined` if there is none, or if the search gave up. */
export function lengthOfMany(engine: Engine, regex: Regex, count: number): number | undefined {
  return lengthFrom(engine, engine.intern(regex), count);
}

/** The same from an expression of the engine. */
export function lengthFrom(engine: Engine, from: number, count: number): number | undefined {
  let ways = new Map([[from, 1]]);
  let texts = 0;
  let steps = 0;
  for (let length = 0; ways.size > 0; length++) {
    const next = new Map<number, number>();
    for (const [expression, number] of ways) {
      if (engine.nullable(expression)) texts += number;
      if (texts > count) return length;
      for (const { bytes, target } of branches(engine, expression)) {
        if (++steps > PATIENCE) return undefined;
        next.set(target, Math.min(count + 1, (next.get(target) ?? 0) + number * bytes.length));
      }
    }
    ways = next;
  }
  return undefined;
}

/** All texts that `regex` matches, shortest first; `undefined` if there are more than `count`, or if the search gave up. */
export function fewTexts(engine: Engine, regex: Regex, count: number): readonly Uint8Array[] | undefined {
  const texts: Uint8Array[] = [];
  let open: (readonly [expression: number, text: readonly number[]])[] = [[engine.intern(regex), []]];
  let steps = 0;
  while (open.length > 0) {
    const next: typeof open = [];
    for (const [expression, text] of open) {
      if (engine.nullable(expression)) texts.push(Uint8Array.from(text));
      if (texts.length > count) return undefined;
      for (const { bytes, target } of branches(engine, expression)) {
        for (const byte of bytes) {
          if (++steps > PATIENCE) return undefined;
          next.push([target, [...text, byte]]);
        }
      }
    }
    open = next;
  }
  return texts;
}

/** The non-empty derivatives, each with the bytes that lead to it. The expression itself must not be empty. */
export function branches(
  engine: Engine,
  expression: number,
): readonly { readonly bytes: readonly number[]; readonly target: number }[] {
  if (expression === 0) return [];
  const { classOf, representatives } = engine.partition(engine.firstPartition(expression));
  const bytes: number[][] = [...representatives].map(() => []);
  for (let byte = 0; byte < 256; byte++) bytes[classOf[byte]!]!.push(byte);
  const found: { bytes: readonly number[]; target: number }[] = [];
  [...representatives].forEach((byte, c) => {
    const target = engine.derivative(expression, byte);
    if (target !== 0) found.push({ bytes: bytes[c]!, target });
  });
  return found;
}
