// A token that is tested and then pushed is read once. The results equal those of a masker that has read nothing before,
// also after answers and after a new generation of the monitor's table.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker, createPlainMasker } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const vocabulary = createVocabulary({
  tokens: [
    ...Array.from({ length: 256 }, (_, byte) => ({ id: byte, bytes: [byte] })),
    ...["ab", "abc", "ba"].map((bytes, i) => ({ id: 256 + i, bytes })),
    { id: 259, control: "<tool>" },
    { id: 260, control: "<end>" },
  ],
  ends: [260],
});
const trie = buildTrie(vocabulary);

/** States are numbers, and the generation decides what they mean. Counts its steps. */
function changing(generation: () => number) {
  let steps = 0;
  const monitor: Monitor<number> = {
    start: 0,
    controls: ["<tool>"],
    step(state, symbol) {
      steps++;
      const next = (7 * state + 3 * symbol + generation()) % 5;
      return next === 0 ? undefined : next;
    },
    accepts: (state) => (state + generation()) % 3 === 0,
    table: {
      classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
      classCount: 256,
      get generation() {
        return generation();
      },
    },
  };
  return { monitor, steps: () => steps };
}

const call = fc.record({
  name: fc.constantFrom("allows", "push", "mask", "cost", "change"),
  state: fc.integer({ min: 0, max: 1 }),
  id: fc.constantFrom(98, 257, 259, 260),
});

test.each([createMasker, createPlainMasker])("what was read last changes no result", (create) => {
  let repeated = 0;
  fc.assert(
    fc.property(fc.array(call, { minLength: 2, maxLength: 30 }), (calls) => {
      let generation = 0;
      const masker = create(trie, changing(() => generation).monitor);
      let before: (typeof calls)[number] | undefined;
      for (const each of calls) {
        const fresh = create(trie, changing(() => generation).monitor);
        const { name, state, id } = each;
        if (name === "change") generation++;
        else if (name === "mask") expect(masker.mask(state).mask.ids()).toEqual(fresh.mask(state).mask.ids());
        else if (name === "cost") expect(masker.tokenCost(state)).toBe(fresh.tokenCost(state));
        else expect(masker[name](state, id)).toBe(fresh[name](state, id));
        if (before !== undefined && before.state === state && before.id === id) repeated++;
        before = each;
      }
    }),
    { numRuns: samples(200) },
  );
  expect(repeated).toBeGreaterThan(samples(200) / 2);
});

test("a token that was tested is not read again by the next push, but by every push after it", () => {
  let generation = 0;
  const { monitor, steps } = changing(() => generation);
  const masker = createMasker(trie, monitor, { ahead: 0 });
  const stepsOf = (work: () => unknown): number => {
    const from = steps();
    work();
    return steps() - from;
  };
  const [allows, push] = [() => masker.allows(1, 257), () => masker.push(1, 257)];
  const once = stepsOf(allows);
  expect(once).toBeGreaterThan(1);
  expect([stepsOf(push), stepsOf(push), stepsOf(allows), stepsOf(push)]).toEqual([0, once, once, 0]);
  allows();
  generation++;
  expect(stepsOf(push)).toBeGreaterThan(0);
});

test("a text whose states a part of the monitor has dropped can be read again", () => {
  // As in a product of a language and a monitor of one's own, nothing tells the masker of the new generation.
  let generation = 0;
  type State = { readonly at: number };
  const start: State = { at: -1 };
  const monitor: Monitor<State> = {
    start,
    step(state) {
      if (state !== start && state.at !== generation) throw new Error("stale");
      return { at: generation };
    },
    accepts: () => true,
  };
  const masker = createPlainMasker(trie, monitor);
  expect([masker.allows(start, 97), masker.push(start, 97)]).toEqual([true, { at: 0 }]);
  generation++;
  expect(masker.push(start, 97)).toEqual({ at: 1 });
});

test("after an answer, a token is read again", () => {
  type State = { readonly allowed: number | undefined };
  const monitor: Monitor<State> = {
    start: { allowed: undefined },
    step: (state, byte) => (byte < 256 && (state.allowed ?? byte) === byte ? state : undefined),
    accepts: () => true,
    asks: ({ allowed }) => (allowed === undefined ? [{ key: "which" }] : []),
    supply: (_, __, answer) => ({ allowed: Number(answer) }),
  };
  const masker = createMasker(trie, monitor);
  expect([masker.allows(monitor.start, 97), masker.push(monitor.start, 97)]).toEqual([true, monitor.start]);
  const after = monitor.supply!(monitor.start, { key: "which" }, 98)!;
  expect([masker.push(after, 97), masker.allows(after, 97), masker.push(after, 98)]).toEqual([undefined, false, after]);
  expect(masker.push(monitor.start, 97)).toBe(monitor.start);
});
