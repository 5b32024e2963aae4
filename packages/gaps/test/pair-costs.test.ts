import { fromAutomaton, type Monitor } from "@espalier/monitor";
import { createFiniteReader } from "@espalier/syntax";
import { expect, it } from "vitest";
import { createPairCosts, type Estimates } from "../src/gap/pair-costs.js";

const A = "a".charCodeAt(0);
const LAST = 9;
/** A gap whose state counts the letters a, from 1; its text may end after the last one only. */
const gap = {
  machine: { step: (state: number, byte: number) => (byte === A && state <= LAST ? state + 1 : 0) },
  accepts: (state: number) => state === LAST + 1,
  witnesses: { of: () => undefined },
} as unknown as Parameters<typeof createPairCosts>[0];
const classOf = Array.from({ length: 256 }, (_, byte) => (byte === A ? 1 : 0));
const letters: Monitor<number> = fromAutomaton({ start: 0, classOf, classCount: 2, next: [-1, 0], accepting: [0] });
const reader = createFiniteReader(letters, classOf, []);
const restFrom = (state: number): readonly number[] => Array.from({ length: LAST + 1 - state }, () => A);

function estimates(of: Estimates["of"], isIncomplete = false): Estimates {
  let isBegun = false;
  return {
    of(state, at) {
      isBegun = true;
      return of(state, at);
    },
    isBegun: () => isBegun,
    isIncomplete: () => isIncomplete,
  };
}

it("a pair without a completion or a proof counts as dead for good, and is reported", () => {
  let found = false;
  const none = estimates(() => undefined);
  const search = (state: number) => (found || state > 5 ? restFrom(state) : undefined);
  const costs = createPairCosts(gap, reader, () => false, search, none, none);
  expect(costs.cost(7, 0)).toBe(3);
  expect(costs.cost(3, 0)).toBe(Number.POSITIVE_INFINITY);
  expect([costs.isUnproven(3, 0), costs.isUnproven(7, 0), costs.unproven()]).toEqual([true, false, 1]);
  found = true;
  expect(costs.cost(3, 0)).toBe(Number.POSITIVE_INFINITY);
  // Its only completion leads through the pair that counts as dead.
  expect(costs.cost(1, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(costs.cost(4, 0)).toBe(6);
  expect([costs.isUnproven(1, 0), costs.unproven()]).toEqual([true, 2]);
});

it("estimates prove that there is no completion, unless they are incomplete", () => {
  for (const isIncomplete of [false, true]) {
    const never = estimates(() => Number.POSITIVE_INFINITY, isIncomplete);
    const costs = createPairCosts(
      gap,
      reader,
      () => false,
      () => undefined,
      never,
      never,
    );
    expect(costs.cost(1, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(costs.isUnproven(1, 0)).toBe(isIncomplete);
  }
});

it("a search by estimates passes by pairs that count as dead, and then proves nothing", () => {
  const far = estimates((state) => LAST + 1 - state);
  const limited = estimates((state, at) => (state < 3 ? undefined : far.of(state, at)));
  const first = createPairCosts(
    gap,
    reader,
    () => false,
    () => undefined,
    limited,
    far,
  );
  expect(first.cost(2, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(first.cost(1, 0)).toBe(Number.POSITIVE_INFINITY);
  expect([first.isUnproven(1, 0), first.cost(3, 0)]).toEqual([true, 7]);
});
