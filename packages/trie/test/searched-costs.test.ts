// Budgets where the cost of a product is searched for. The searches of one mask share an allowance of steps: a mask takes bounded work also
// where no search finds anything, and what is found once leads on.

import { monitorOf, product, strings, top } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const vocabulary = vocabularyOfBytes([...singles, "ab", "abc", "bcd", { control: "<end>" }], ["<end>"]);
const trie = buildTrie(vocabulary);

/** Texts of `length` bytes; every step makes a new object. */
function ofLength(length: number, keys: { readonly key?: (state: { readonly at: number }) => number } = {}) {
  const counted = { steps: 0 };
  const monitor = monitorOf<{ readonly at: number }>({
    start: { at: 0 },
    step({ at }) {
      counted.steps++;
      return at < length ? { at: at + 1 } : undefined;
    },
    accepts: ({ at }) => at === length,
    ...keys,
  });
  return { counted, masker: createMasker(trie, product(top, monitor, { cost: "search" })) };
}

test("the searches of a mask end, whatever they find", () => {
  const { counted, masker } = ofLength(1_000_000);
  const { start } = masker.monitor;
  counted.steps = 0;
  expect(masker.maskWithin(start, 100).mask.count).toBe(0);
  // Each of 259 tokens would be searched for among 4,096 states, each of 256 steps.
  expect(counted.steps).toBeLessThan(2 ** 21);
});

test("a completion that was found stays within reach of every mask along it", () => {
  const { masker } = ofLength(40, { key: ({ at }) => at });
  let state = masker.monitor.start;
  expect(masker.finishesWithin(state, 40)).toBe(true);
  for (let left = 40; left > 0; left--) {
    const [id] = masker.maskWithin(state, left).mask.ids();
    expect(id).toBeDefined();
    state = masker.push(state, id!)!;
  }
  expect(masker.monitor.accepts(state)).toBe(true);
});

test("in a product without a cost, a part that has one leads the search past a part with endless states", () => {
  const open = monitorOf<string>({
    start: "",
    step: (state, byte) => (state.length < 1000 ? state + String.fromCharCode(byte) : undefined),
    accepts: () => true,
    key: (state) => state,
  });
  const blank = 0x20;
  const word = strings(["placed", "shipped"]);
  const padded = monitorOf<number>({
    start: word.start,
    step: (state, byte) => (byte === blank && state === word.start ? state : word.step(state, byte)),
    accepts: (state) => word.accepts(state),
    cost: (state) => word.cost!(state),
    key: (state) => state,
  });
  const blanks = Array.from({ length: 60 }, (_, more) => " ".repeat(more + 2));
  // Without a token for each byte, a cost is searched for over whole tokens.
  const vocabulary = vocabularyOfBytes(
    [...blanks, ...["p", "s", "l", "a", "c", "e", "d", "h", "i", "pp", " "].map((each) => each), { control: "<end>" }],
    ["<end>"],
  );
  for (const monitor of [product(open, padded), product(padded, open), product(top, product(open, padded))]) {
    const masker = createMasker(buildTrie(vocabulary), monitor as ReturnType<typeof product<string, number>>);
    expect(masker.tokenCost(masker.monitor.start)).toBe(6);
  }
});
