// Budgets: what maskWithin leaves, against brute force, and the invariant that its promise rests on.

import type { Monitor } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { vocabularyOfBytes } from "@espalier/vocabulary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { bruteCosts, bruteMask, stepToken } from "./brute-force.js";
import { randomFrom, randomMonitor, randomVocabulary, SEED, someStates, withObjects } from "./random.js";

/** The monitor with its least cost in symbols, infinite where there is no way. */
function withCost(monitor: Monitor<number>, states: readonly number[]): Monitor<number> | undefined {
  const every = randomVocabulary(randomFrom(1), 0, "every"); // one token a symbol
  const costs = bruteCosts(monitor, every, states, 300);
  return costs && { ...monitor, cost: (state) => costs.get(state) ?? Infinity };
}

/** The symbols of the first way in which each lowers the cost. */
function witnessOf(monitor: Monitor<number>, state: number): number[] | undefined {
  if (monitor.cost!(state) === Infinity) return undefined;
  const symbols: number[] = [];
  for (let at = state; monitor.cost!(at) > 0; ) {
    const before = monitor.cost!(at);
    for (let symbol = 0; symbol < 256 + (monitor.controls?.length ?? 0); symbol++) {
      const next = monitor.step(at, symbol);
      if (next === undefined || monitor.cost!(next) >= before) continue;
      symbols.push(symbol);
      at = next;
      break;
    }
  }
  return symbols;
}

test("a budget above the bound that a monitor knows asks for no cost", () => {
  let asked = 0;
  const monitor: Monitor<number> = {
    start: 0,
    step: (state, symbol) => (symbol === 97 && state < 9 ? state + 1 : undefined),
    accepts: (state) => state === 9,
    cost: (state) => {
      asked++;
      return 9 - state;
    },
    costAtMost: (state) => 12 - state,
  };
  const masker = createMasker(buildTrie(vocabularyOfBytes(Array.from({ length: 256 }, (_, byte) => [byte]))), monitor);
  expect(masker.finishesWithin(0, 12)).toBe(true);
  expect(asked).toBe(0);
  expect(masker.finishesWithin(0, 11)).toBe(true);
  expect(masker.finishesWithin(0, 8)).toBe(false);
  expect(asked).toBeGreaterThan(0);
});

test("from cost n > 0 some allowed token leads to cost ≤ n − 1, and masks within a budget are exact", () => {
  let kinds = 0;
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom("every", "letters", "chance"), (seed, singles) => {
      const random = randomFrom(seed);
      const bare = randomMonitor(random);
      const states = someStates(bare, random, 4);
      const vocabulary = randomVocabulary(random, 1 + random(30), singles);
      const costed = withCost(bare, states);
      if (costed === undefined) return;
      const trie = buildTrie(vocabulary);
      const check = <State>(monitor: Monitor<State>, from: readonly State[]): void => {
        const masker = createMasker(trie, monitor);
        const least = bruteCosts(monitor, vocabulary, from, 300);
        if (least === undefined) return;
        kinds++;
        for (const state of from) {
          const cost = masker.tokenCost(state);
          expect(cost).toBeGreaterThanOrEqual(least.get(state) ?? Infinity);
          expect(cost === 0).toBe(monitor.accepts(state));
          if (!least.has(state)) expect(cost).toBe(Infinity);
          for (const budget of [0, 1, 2, 3, 5]) {
            const judged = bruteMask(monitor, vocabulary, state, (next) => masker.tokenCost(next) <= budget - 1);
            expect([...masker.maskWithin(state, budget).mask.ids()]).toEqual(judged);
            expect(masker.finishesWithin(state, budget)).toBe(cost <= budget);
          }
          if (cost === 0 || cost === Infinity) {
            expect(masker.nearer(state)).toBe(undefined);
            continue;
          }
          const lowers = [...masker.maskWithin(state, cost).mask.ids()].some((id) =>
            stepToken(monitor, vocabulary, state, id).some((next) => masker.tokenCost(next) <= cost - 1),
          );
          expect(lowers).toBe(true);
          const nearer = masker.push(state, masker.nearer(state)!)!;
          expect(masker.tokenCost(nearer)).toBeLessThanOrEqual(cost - 1);
          for (let budget = 1; budget <= 8; budget++)
            if (masker.finishesWithin(state, budget)) expect(masker.finishesWithin(nearer, budget - 1)).toBe(true);
        }
      };
      check(bare, states);
      check(costed, states);
      const { table: _, ...plain } = costed;
      check(plain, states);
      // A monitor that knows more: a bound of the cost, and the way to the end.
      check({ ...costed, costAtMost: (state) => costed.cost!(state) + (state % 3) }, states);
      check({ ...costed, witness: (state) => witnessOf(costed, state) }, states);
      check({ ...plain, witness: (state) => witnessOf(plain, state) }, states);
      const objects = withObjects(bare);
      check(objects, someStates(objects, random, 3));
    }),
    { seed: SEED, numRuns: samples(80) },
  );
  expect(kinds).toBeGreaterThan(100);
});

test("a way out that no token spells is dead, and a search without end is a LimitError", () => {
  const random = randomFrom(SEED);
  const vocabulary = randomVocabulary(random, 20, "chance");
  // Counts up for ever: nothing accepts.
  const endless: Monitor<number> = { start: 0, step: (s, b) => (b < 256 ? s + 1 : undefined), accepts: () => false };
  const masker = createMasker(buildTrie(vocabulary), endless, { searchLimit: 1000 });
  let caught: unknown;
  try {
    masker.mask(0);
  } catch (error) {
    caught = error;
  }
  expect(caught).toMatchObject({ name: "LimitError", code: "limit", limit: "searchLimit", allowed: 1000 });
  // Needs byte 0, which is spelt by no token.
  const unspelt: Monitor<number> = {
    start: 0,
    step: (s, b) => (s === 0 && b >= 97 && b < 100 ? 0 : s === 0 && b === 0 ? 1 : undefined),
    accepts: (s) => s === 1,
  };
  const letters = buildTrie(randomVocabulary(randomFrom(3), 0, "letters"));
  expect(createMasker(letters, unspelt).mask(0).mask.count).toBe(0);
  expect(createMasker(letters, unspelt).tokenCost(0)).toBe(Infinity);
});

test("long literals still to come cost as many tokens as spell them, not as many bytes", () => {
  const words = ["exact", "ly", " this", "e", "x", "a", "c", "t", "l", "y", " ", "h", "i", "s"];
  const text = new TextEncoder().encode("exactly this");
  const monitor: Monitor<number> = {
    start: 0,
    step: (state, byte) => (text[state] === byte ? state + 1 : undefined),
    accepts: (state) => state === text.length,
    cost: (state) => text.length - state,
  };
  const rest = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const masker = createMasker(buildTrie(vocabularyOfBytes([...words, ...rest])), monitor);
  expect([0, 1, 5, 7, 12].map((state) => masker.tokenCost(state))).toEqual([3, 6, 2, 1, 0]);
});
