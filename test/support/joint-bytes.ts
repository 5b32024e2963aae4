// What lies ahead of a language of bytes and an automaton that read side by side, found by looking: one byte of each class that either tells apart.

import type { Monitor } from "@espalier/monitor";

/** The first byte of each class that the monitors tell apart together. */
export function commonClassesOf(monitors: readonly Monitor<number>[]): readonly number[] {
  const firsts = new Map<string, number>();
  for (let byte = 255; byte >= 0; byte--)
    firsts.set(monitors.map(({ table }) => table?.classOf[byte] ?? byte).join(), byte);
  return [...firsts.values()].sort((a, b) => a - b);
}

/** What lies ahead of a pair of states: the fewest bytes to an end of both, and whether that was seen, of at most so many pairs. */
export interface Ahead {
  readonly least: number;
  readonly certain: boolean;
}

/** Looks ahead over `symbols`, at most `most` pairs from each pair that is asked about. */
export function lookAheadOver(
  language: Monitor<number>,
  automaton: Monitor<number>,
  symbols: readonly number[],
  most: number,
): (left: number, right: number) => Ahead {
  const known = new Map<string, Ahead>();
  return (left, right) => {
    const key = `${left},${right}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const ahead = look(language, automaton, symbols, most, [left, right]);
    known.set(key, ahead);
    return ahead;
  };
}

function look(
  language: Monitor<number>,
  automaton: Monitor<number>,
  symbols: readonly number[],
  most: number,
  from: readonly [number, number],
): Ahead {
  const seen = new Set([from.join()]);
  let level: (readonly [number, number])[] = [from];
  for (let distance = 0; level.length > 0; distance++) {
    if (level.some(([a, b]) => language.accepts(a) && automaton.accepts(b))) return { least: distance, certain: true };
    if (seen.size > most) return { least: distance, certain: false };
    const next: (readonly [number, number])[] = [];
    for (const [a, b] of level) {
      for (const symbol of symbols) {
        const first = language.step(a, symbol);
        const second = first === undefined ? undefined : automaton.step(b, symbol);
        if (first === undefined || second === undefined || seen.has(`${first},${second}`)) continue;
        seen.add(`${first},${second}`);
        next.push([first, second]);
      }
    }
    level = next;
  }
  return { least: Number.POSITIVE_INFINITY, certain: true };
}
