// The completion that one part of a product knows is checked by reading it in the other part. Judged by counting the steps of each part.

import { createFuel, FuelError, type Monitor, monitorOf, type ProductState, product } from "@espalier/monitor";
import { expect, test } from "vitest";

const [A, B] = [0x61, 0x62];
const TAIL = 200;

/** Any number of `a`, and then `TAIL` times `b`; its states are numbers, and it knows its costs. */
function tailed(counted: { steps: number }): Monitor<number> {
  return {
    start: 0,
    step(state, symbol) {
      counted.steps++;
      if (state === 0 && symbol === A) return 0;
      return symbol === B && state < TAIL ? state + 1 : undefined;
    },
    accepts: (state) => state === TAIL,
    cost: (state) => TAIL - state,
    table: { classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte), classCount: 256, generation: 0 },
  };
}

/** At most so many bytes; every step makes a new object, or a number. */
function atMost<State>(
  most: number,
  counted: { steps: number },
  make: (read: number) => State,
  read: (state: State) => number,
) {
  return monitorOf<State>({
    start: make(0),
    step(state) {
      counted.steps++;
      return read(state) < most ? make(read(state) + 1) : undefined;
    },
    accepts: () => true,
  });
}

/** The states of a product after 0, 1, … `a`. */
function* along(both: Monitor<ProductState>, count: number): Generator<ProductState> {
  let state: ProductState | undefined = both.start;
  for (let i = 0; i < count && state !== undefined; i++, state = both.step(state, A)) yield state;
}

const MANY = 500;

/** A monitor whose states are objects, so that equal ones cannot be told. */
const fresh = (counted: { steps: number }) =>
  atMost(
    10_000,
    counted,
    (read) => ({ read }),
    ({ read }) => read,
  );

test("the part that knows a completion reads it once, whatever states the other part is in", () => {
  const [left, right] = [{ steps: 0 }, { steps: 0 }];
  const both = product(tailed(left), fresh(right), { cost: "search" });
  const states = [...along(both, MANY)];
  left.steps = 0;
  expect(states.map((state) => both.cost(state))).toEqual(states.map(() => TAIL));
  // Spelt by trying 256 symbols a state, and read once. It took TAIL × MANY further steps.
  expect(left.steps).toBeLessThan(TAIL * 257 + MANY);
});

test("states that are numbers are asked once", () => {
  const [left, right] = [{ steps: 0 }, { steps: 0 }];
  const numbered = atMost(
    TAIL + 10,
    right,
    (read) => Math.min(read, 5),
    (read) => read,
  );
  const both = product(tailed(left), numbered, { cost: "search" });
  const states = [...along(both, MANY)];
  right.steps = 0;
  for (const state of states) both.cost(state);
  expect(right.steps).toBeLessThanOrEqual(6 * TAIL);
});

test("what is read counts in the allowance of a mask, and what that leaves out is found later", () => {
  const [left, right] = [{ steps: 0 }, { steps: 0 }];
  const both = product(tailed(left), fresh(right), { cost: "search" });
  const states = [...along(both, MANY)];
  both.cost(both.start);
  right.steps = 0;
  const found = both.searchingWithin!(TAIL, () =>
    states.filter((state) => both.cost(state) < Number.POSITIVE_INFINITY),
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(MANY);
  expect(right.steps).toBeLessThan(TAIL * 20);
  expect(states.every((state) => both.cost(state) === TAIL)).toBe(true);
});

/** Any text of `a` and `b` that ends with `TAIL` times `b`. It does not know its costs. */
const ending = (counted: { steps: number }) =>
  monitorOf<{ readonly read: number }>({
    start: { read: 0 },
    step({ read }, symbol) {
      counted.steps++;
      if (symbol === A) return { read: 0 };
      return symbol === B ? { read: Math.min(read + 1, TAIL) } : undefined;
    },
    accepts: ({ read }) => read === TAIL,
  });

test.each([
  ["a search", ending],
  ["reading a part's completion", tailed],
] as const)("%s takes fuel for its steps, and is made again after fuel that ended", (_, part) => {
  const make = () => {
    const counted = { steps: 0 };
    const both = product<unknown, unknown>(part(counted) as Monitor<unknown>, fresh(counted), { cost: "search" });
    return { both, counted };
  };
  const whole = make();
  const fuel = createFuel(Number.POSITIVE_INFINITY);
  const cost = fuel.run(() => whole.both.cost(whole.both.start));
  expect(fuel.uses()[0]![0]).toBe("search");
  expect(fuel.spent()).toBeGreaterThan(TAIL / 8);
  const { both, counted } = make();
  expect(() => createFuel(TAIL / 16).run(() => both.cost(both.start))).toThrow(FuelError);
  expect(counted.steps).toBeLessThan(whole.counted.steps);
  expect(both.cost(both.start)).toBe(cost);
});
