// Budget masks of products that search for their completions and whose states cannot be compared. Judged by the cost of
// each token alone, and by counting the steps of a part.

import { type Monitor, monitorOf, product, strings } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const LONG = ["aa", "ab", "ba", "bb", "aab", "abab", "ab", "bbb", "c", "ca", "abcabc", "bca"];
const vocabulary = vocabularyOfBytes([...singles, ...LONG, { control: "<end>" }], ["<end>"]);
const trie = buildTrie(vocabulary);

interface Depth {
  readonly read: number;
}

/** At most so many `b`, and an even or any number of them; every step makes a new object. */
const fewB = (most: number, even: boolean, counted = { steps: 0 }) =>
  monitorOf<Depth>({
    start: { read: 0 },
    step({ read }, byte) {
      counted.steps++;
      return byte !== 0x62 ? { read } : read < most ? { read: read + 1 } : undefined;
    },
    accepts: ({ read }) => !even || read % 2 === 0,
  });

/** Judges a mask by the costs of its tokens alone. */
function expectMask<State>(masker: Masker<State>, state: State, budget: number): void {
  const { mask } = masker.maskWithin(state, budget);
  for (let id = 0; id < vocabulary.size; id++) {
    const next = masker.push(state, id);
    const ends = vocabulary.ends.includes(id) && masker.monitor.accepts(state);
    const fits = ends || (next !== undefined && masker.tokenCost(next) <= budget - 1);
    if (mask.has(id) !== fits) throw new Error(`token ${id} with ${budget}: ${mask.has(id)}, and alone ${fits}`);
    if (next !== undefined) expect(masker.finishesWithin(next, budget - 1)).toBe(fits && !ends);
  }
}

const words = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 }), {
  minLength: 1,
  maxLength: 6,
});

test("a mask has the tokens that finish in time, each judged alone", () => {
  fc.assert(
    fc.property(words, fc.nat(5), fc.boolean(), fc.array(fc.nat(300), { maxLength: 4 }), (list, most, even, path) => {
      const both = product(strings(list), fewB(most, even), { cost: "search" });
      const masker = createMasker(trie, both);
      let state = masker.monitor.start;
      for (let budget = 6; budget >= 0; budget--) {
        expectMask(masker, state, budget);
        const ids = masker.mask(state).mask.ids();
        const next = masker.push(state, ids[(path[budget % 4] ?? 0) % ids.length] ?? 0);
        if (next !== undefined) state = next;
      }
    }),
    { numRuns: samples(200) },
  );
});

test("a mask steps the other part along the trie, and along one completion after each token", () => {
  const counted = { steps: 0 };
  const word = "a".repeat(3) + "c".repeat(40);
  const tail = strings([word, ...LONG.map((text) => text + word)]);
  const masker = createMasker(trie, product(tail, fewB(1000, false, counted), { cost: "search" }));
  const { start } = masker.monitor;
  masker.maskWithin(start, 30);
  counted.steps = 0;
  const { mask } = masker.maskWithin(start, 30);
  expect(mask.count).toBe(0);
  const allowed = masker.mask(start).mask.count;
  // Each completion has at most 49 bytes. Spelling it again from the state after each token took further steps.
  expect(counted.steps).toBeLessThan(allowed * 50 + 100);
});

test("with one token left, only the end of the text is asked for", () => {
  const asked = { costs: 0 };
  const word = strings(["ab", "abcabc", "b"]);
  const monitor: Monitor<number> = {
    ...word,
    cost(state) {
      asked.costs++;
      return word.cost!(state);
    },
  };
  const masker = createMasker(trie, monitor);
  asked.costs = 0;
  const { mask } = masker.maskWithin(monitor.start, 1);
  const texts = [...mask.ids()].map((id) => String.fromCharCode(...vocabulary.bytes(id)!));
  // `ab` is in the vocabulary twice.
  expect(texts.sort()).toEqual(["ab", "ab", "abcabc", "b"]);
  expect(asked.costs).toBe(0);
});
