// A token that was asked about is not read again when it is pushed, unless the monitor has dropped its states.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import { expect, test } from "vitest";

const tokens = [
  { id: 0, bytes: "a" },
  { id: 1, bytes: "ab" },
  { id: 2, control: "<end>" },
];
const trie = buildTrie(createVocabulary({ tokens, ends: [2] }));

/** A monitor that counts its steps. Its states are above `base`, which grows where it drops them. */
function counting(table?: { generation: number }) {
  let [steps, base] = [0, 0];
  const monitor: Monitor<number> = {
    start: 0,
    step(state, symbol) {
      steps++;
      return symbol < 256 ? (state === 0 ? base + 1 : state + 1) : undefined;
    },
    accepts: (state) => state > 0,
    ...(table !== undefined && { table: Object.assign(table, { classOf: new Uint8Array(256), classCount: 1 }) }),
  };
  const masker = createMasker(trie, monitor, { ahead: 0 });
  const stepsOf = (work: () => unknown): readonly unknown[] => {
    const before = steps;
    return [work(), steps - before];
  };
  const drop = (): void => {
    base += 10;
    if (table !== undefined) table.generation++;
  };
  return { masker, stepsOf, drop };
}

test("a token is read once by `allows` and `push`", () => {
  const { masker, stepsOf } = counting({ generation: 0 });
  expect(stepsOf(() => masker.allows(0, 1))).toEqual([true, 2]);
  expect(stepsOf(() => masker.push(0, 1))).toEqual([2, 0]);
  expect(stepsOf(() => masker.push(0, 0))).toEqual([1, 1]);
  expect(stepsOf(() => masker.push(1, 0))).toEqual([2, 1]);
});

test("after a monitor has dropped its states, a token is read again", () => {
  const { masker, stepsOf, drop } = counting({ generation: 0 });
  masker.allows(0, 1);
  drop();
  expect(stepsOf(() => masker.push(0, 1))).toEqual([12, 2]);
});

test("where a monitor does not say that it has dropped its states, a text that is read again gets the new ones", () => {
  const { masker, drop } = counting();
  masker.allows(0, 1);
  masker.push(0, 1);
  drop();
  expect(masker.push(0, 1)).toBe(12);
});
