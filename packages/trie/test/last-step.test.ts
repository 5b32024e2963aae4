// A token that was asked about is not read again when it is pushed, unless the states of the monitor have changed.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import { expect, test } from "vitest";

test("the last step of a token is kept until the monitor drops its states", () => {
  let steps = 0;
  const table = { classOf: new Uint8Array(256), classCount: 1, generation: 0 };
  const counting: Monitor<number> = {
    start: 0,
    step(state, symbol) {
      steps++;
      return symbol < 256 && state < 9 ? state + 1 + 10 * table.generation : undefined;
    },
    accepts: (state) => state > 0,
    table,
  };
  const tokens = [
    { id: 0, bytes: "a" },
    { id: 1, bytes: "ab" },
    { id: 2, control: "<end>" },
  ];
  const masker = createMasker(buildTrie(createVocabulary({ tokens, ends: [2] })), counting, { ahead: 0 });
  const stepsOf = (work: () => unknown): readonly unknown[] => {
    const before = steps;
    return [work(), steps - before];
  };
  expect(stepsOf(() => masker.allows(0, 1))).toEqual([true, 2]);
  expect(stepsOf(() => masker.push(0, 1))).toEqual([2, 0]);
  expect(stepsOf(() => masker.push(0, 0))).toEqual([1, 1]);
  expect(stepsOf(() => masker.push(1, 0))).toEqual([2, 1]);
  table.generation++;
  expect(stepsOf(() => masker.push(1, 0))).toEqual([12, 1]);
});
