// Outside judges for text languages: JavaScript's own JSON, decoding and big integers; and seeded randomness.
import type { Regex } from "@espalier/automata";
import { defaultEngine, matches } from "@espalier/automata";

/** The seed of this run's random cases. */
export const seed: number = Number(process.env.ESPALIER_SEED ?? 20261121);

/** Marsaglia's xorshift32 (2003), as numbers in [0, 1). */
export function seeded(start: number): () => number {
  let x = start | 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 4294967296;
  };
}

const encoder = new TextEncoder();

/** The UTF-8 of a string. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Does `regex` match the whole of `text`? */
export function accepts(regex: Regex, text: string): boolean {
  return matches(regex, utf8(text), defaultEngine());
}

/** What JSON makes of a text; `undefined` when it is not JSON, or JSON with space around it. */
export function jsonOf(text: string): unknown {
  if (/^\s|\s$/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** All sequences of at most `length` of `parts`, joined. */
export function joinsUpTo(parts: readonly string[], length: number): string[] {
  const out = [""];
  for (let start = 0, n = 0; n < length; n++) {
    const end = out.length;
    for (; start < end; start++) for (const part of parts) out.push(out[start]! + part);
  }
  return out;
}
