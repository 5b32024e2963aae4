// Paths and sets of them against lists of terminals, stepped one by one.

import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createPaths, type PathSet, ROOT } from "../src/over-lexemes/lexeme-paths.js";

const seed = Number(process.env.ESPALIER_SEED ?? 1);
const TERMINALS = 3;
const OWNS = 4;

/** Each lexeme of a path: the terminals that it may be; −1 is an ignored one. */
const pathArbitrary = fc.array(
  fc.uniqueArray(fc.integer({ min: -1, max: TERMINALS - 1 }), { minLength: 1, maxLength: 2 }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
/** By state and terminal, the state after it: below zero, none. */
const automaton = fc.array(fc.integer({ min: -1, max: OWNS - 1 }), {
  minLength: OWNS * TERMINALS,
  maxLength: OWNS * TERMINALS,
});

test("a state takes a set exactly when it takes each path, whichever other sets and states were asked about before", () => {
  const seen = { taken: 0, refused: 0 };
  fc.assert(
    fc.property(
      automaton,
      fc.array(fc.array(pathArbitrary, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(OWNS - 1)), { minLength: 8, maxLength: 40 }),
      (table, lists, questions) => {
        const transition = (own: number, terminal: number): number =>
          terminal < 0 ? own : table[own * TERMINALS + terminal]!;
        const takes = (own: number, path: readonly (readonly number[])[]): boolean => {
          let at = own;
          for (const terminals of path) {
            if (terminals.every((terminal) => terminal < 0)) continue;
            const next = terminals.map((terminal) => transition(at, terminal));
            if (next[0]! < 0 || next.some((each) => each !== next[0])) return false;
            at = next[0]!;
          }
          return true;
        };
        const paths = createPaths();
        const sets: PathSet[] = lists.map((list) =>
          list.reduce((set, path) => {
            let number = ROOT;
            for (const terminals of path) number = paths.after(number, terminals);
            return number === ROOT ? set : paths.with(set, number);
          }, paths.none),
        );
        for (const [which, own] of questions) {
          const list = lists[which % lists.length]!;
          const expected = list.every((path) => takes(own, path));
          expect(paths.isTaken(sets[which % lists.length]!, own, own, transition)).toBe(expected);
          seen[expected ? "taken" : "refused"]++;
        }
        const again = lists[0]!.reduce((set, path) => {
          const number = path.reduce((at, terminals) => paths.after(at, terminals), ROOT);
          return number === ROOT ? set : paths.with(set, number);
        }, paths.none);
        expect(again).toBe(sets[0]);
      },
    ),
    { seed, numRuns: samples(300) },
  );
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(samples(200));
});
