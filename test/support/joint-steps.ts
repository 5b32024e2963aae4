// Random finite automata over three letters, and what lies ahead of a language and an automaton that read side by side, found by looking.

import { deny, fromAutomaton, type Monitor, strings, union } from "@espalier/monitor";
import fc from "fast-check";

export const LETTERS = ["a", "b", "_"].map((letter) => letter.charCodeAt(0));

/** The automaton over the letters with these rows: one column for other bytes, then one for each letter. */
export function overLetters({
  accepting,
  next,
}: {
  readonly accepting: number[];
  readonly next: number[];
}): Monitor<number> {
  const classOf = Array.from({ length: 256 }, (_, byte) => 1 + LETTERS.indexOf(byte));
  return fromAutomaton({ start: 0, accepting, classOf, classCount: 4, next });
}

/** An automaton over the letters, some of whose states may lead nowhere. */
const automata: fc.Arbitrary<Monitor<number>> = fc
  .integer({ min: 1, max: 6 })
  .chain((count) =>
    fc.record({
      accepting: fc.uniqueArray(fc.nat({ max: count - 1 }), { minLength: 1, maxLength: count }),
      next: fc.array(fc.integer({ min: -1, max: count - 1 }), { minLength: 4 * count, maxLength: 4 * count }),
    }),
  )
  .map(overLetters);

export const words = fc.string({ unit: fc.constantFrom("a", "b", "_"), minLength: 1, maxLength: 4 });
export const finite: fc.Arbitrary<Monitor<number>> = fc.oneof(
  { weight: 4, arbitrary: automata },
  { weight: 1, arbitrary: fc.array(words, { minLength: 1, maxLength: 3 }).map(deny) },
  { weight: 1, arbitrary: fc.array(words, { minLength: 1, maxLength: 3 }).map(strings) },
  {
    weight: 1,
    arbitrary: fc.tuple(automata, words).map(([automaton, text]) => union(automaton, strings([text, ""]))),
  },
);

/** What lies ahead of pairs of states, by looking: at most so many pairs from each. */
const MOST_PAIRS = 1_000;

type Ahead = { readonly least: number; readonly certain: boolean };

export function lookAhead(
  language: Monitor<number>,
  automaton: Monitor<number>,
): (left: number, right: number) => Ahead {
  const known = new Map<string, Ahead>();
  return (left, right) => {
    const key = `${left},${right}`;
    let ahead = known.get(key);
    if (ahead !== undefined) return ahead;
    const seen = new Set([key]);
    let level: (readonly [number, number])[] = [[left, right]];
    for (let distance = 0; level.length > 0 && ahead === undefined; distance++) {
      if (level.some(([a, b]) => language.accepts(a) && automaton.accepts(b)))
        ahead = { least: distance, certain: true };
      const next: (readonly [number, number])[] = [];
      for (const [a, b] of level) {
        for (const letter of LETTERS) {
          const [first, second] = [language.step(a, letter), automaton.step(b, letter)];
          if (first === undefined || second === undefined || seen.has(`${first},${second}`)) continue;
          seen.add(`${first},${second}`);
          next.push([first, second]);
        }
      }
      if (seen.size > MOST_PAIRS) ahead ??= { least: distance, certain: false };
      level = next;
    }
    ahead ??= { least: Number.POSITIVE_INFINITY, certain: true };
    known.set(key, ahead);
    return ahead;
  };
}
