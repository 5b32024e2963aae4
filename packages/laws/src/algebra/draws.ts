// Random inputs for tests of laws: small automata, names, texts and tokens over the same few letters.

import { fromAutomaton, type Monitor } from "@espalier/monitor";
import fc from "fast-check";
import { type Draws, LETTERS } from "./algebra-law.js";

const CLASSES = LETTERS.length + 1;
const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => LETTERS.indexOf(byte) + 1);

/** Automata over the letters with up to five states. */
const automaton: fc.Arbitrary<Monitor<unknown>> = fc.nat({ max: 4 }).chain((last) => {
  const entries = (last + 1) * CLASSES;
  const next = fc.array(fc.integer({ min: -1, max: last }), { minLength: entries, maxLength: entries });
  const accepting = fc.subarray(Array.from({ length: last + 1 }, (_, state) => state));
  return fc
    .record({ next, accepting })
    .map((table) => fromAutomaton({ start: 0, classOf: CLASS_OF, classCount: CLASSES, ...table }) as Monitor<unknown>);
});
const letters = (of: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...of), maxLength });
const names = fc.array(
  letters("abc", 3).filter((name) => name !== ""),
  { maxLength: 4 },
);
/** Three automata, three lists of names, two texts and some tokens. */
export const draws: fc.Arbitrary<Draws> = fc.record({
  automata: fc.array(automaton, { minLength: 3, maxLength: 3 }),
  names: fc.array(names, { minLength: 3, maxLength: 3 }),
  texts: fc.array(letters("abc.(", 5), { minLength: 2, maxLength: 2 }),
  tokens: fc.uniqueArray(letters("abc.(", 4), { maxLength: 12 }),
});
