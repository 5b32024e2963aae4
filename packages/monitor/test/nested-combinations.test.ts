// Combinations within one another: 500 are read, and a deeper one is refused when it is made, before its steps overflow the stack.

import {
  bodyUntil,
  createFuel,
  deny,
  gate,
  ignoreControls,
  type Monitor,
  optional,
  product,
  run,
  StaleStateError,
  sequence,
  star,
  strings,
  trigger,
  union,
  until,
  verdict,
} from "@espalier/monitor";
import { describe, expect, it } from "vitest";

type Any = Monitor<unknown>;

const quoted = trigger([{ markers: ['"'], language: until('"'), mode: "string" }]);
const asAny = <State>(monitor: Monitor<State>): Any => monitor as Any;

/** The text "ab", prefix-free. */
const TEXT = asAny(bodyUntil(strings(["a"]), "b"));

/** Each makes a language of one level more; at every level, "ab" begins a text or is one. */
const levels: readonly (readonly [string, (inner: Any, level: number) => Any])[] = [
  ["product", (inner, level) => asAny(product(inner, deny([`b${level}`])))],
  ["a product that searches", (inner, level) => asAny(product(inner, deny([`b${level}`]), { cost: "search" }))],
  ["union", (inner) => asAny(union(inner, strings(["b"])))],
  ["sequence, first", (inner) => asAny(sequence(inner, optional(strings(["c"]))))],
  ["sequence, second", (inner) => asAny(sequence(optional(strings(["c"])), inner))],
  ["a sequence whose cut is clear", (inner) => asAny(sequence(inner, strings(["c"])))],
  ["star", (inner) => asAny(star(inner))],
  ["optional", (inner) => asAny(optional(inner))],
  ["gate", (inner) => asAny(gate(quoted, ["free"], inner))],
  ["ignoreControls", (inner, level) => ignoreControls(inner, [`<${level}>`])],
  ["trigger", (inner) => asAny(trigger([{ markers: ["b"], language: inner as Monitor<number> }], "one"))],
];

function nested(depth: number, combine: (inner: Any, level: number) => Any, innermost = TEXT): Any {
  let whole = innermost;
  for (let level = 0; (whole.combinationDepth ?? 0) < depth; level++) whole = combine(whole, level);
  return whole;
}

describe("combinations within one another", () => {
  it.each(levels)("are read up to a depth of 500, and refused beyond: %s", (_, combine) => {
    const deepest = nested(500, combine);
    expect(deepest.combinationDepth).toBe(500);
    expect(verdict(deepest, "ab").kind).not.toBe("dead");
    const state = run(deepest, "a")!;
    for (const ask of ["accepts", "cost", "witness", "expected", "mode", "asks", "constituents"] as const)
      expect(() => deepest[ask]?.(state)).not.toThrow();
    expect(() => combine(deepest, 500)).toThrow(
      expect.objectContaining({ name: "LimitError", limit: "nesting", allowed: 500 }),
    );
  });

  it.each([
    ["sequences with ambiguous cuts", (inner: Any) => asAny(sequence(star(strings(["a", "ab"])), inner))],
    ["stars of them", (inner: Any) => asAny(star(sequence(inner, star(strings(["a", "ab"])))))],
  ])("take no more work with each level, however many positions there are: %s", (_, combine) => {
    // Each level asks the one below for several states. Unremembered, that would be 2^40 steps.
    const whole = nested(40, combine, asAny(strings(["ab"])));
    const state = run(whole, "abaaaab")!;
    expect([typeof whole.accepts(state), whole.cost!(state) < 100]).toEqual(["boolean", true]);
    expect(whole.expected?.(state) ?? []).toBeInstanceOf(Array);
    expect(verdict(whole, "abaaaabab").kind).not.toBe("dead");
  });

  it("count by the deepest part, so that a long list combined in halves is shallow", () => {
    const halves = (lists: readonly string[]): Any => {
      if (lists.length === 1) return asAny(deny(lists));
      const half = lists.length >> 1;
      return asAny(product(halves(lists.slice(0, half)), halves(lists.slice(half))));
    };
    const whole = halves(Array.from({ length: 1024 }, (_, n) => `b${n};`));
    expect(whole.combinationDepth).toBe(10);
    expect(verdict(whole, "b1023")).toEqual({ kind: "accepted" });
    expect(verdict(whole, "b1023;")).toEqual({ kind: "dead", offset: 5 });
  });
});

describe("the fuel of a step of combinations", () => {
  type Combine = (a: Any, b: Any) => Any;
  const products: Combine = (a, b) => asAny(product(a, b));
  const searched: Combine = (a, b) => asAny(product(a, b, { cost: "search" }));
  const unions: Combine = (a, b) => asAny(union(a, b));
  const inHalves = (parts: readonly Any[], combine: Combine): Any =>
    parts.length === 1
      ? parts[0]!
      : combine(
          inHalves(parts.slice(0, parts.length >> 1), combine),
          inHalves(parts.slice(parts.length >> 1), combine),
        );
  const oneByOne = (parts: readonly Any[], combine: Combine): Any => parts.reduce(combine);
  const many = (count: number): Any[] => Array.from({ length: count }, (_, n) => asAny(deny([`b${n};`])));
  const fuelOf = (monitor: Any, times: number): number => {
    const fuel = createFuel(Number.POSITIVE_INFINITY);
    fuel.run(() => run(monitor, "a".repeat(times)));
    return fuel.uses().find(([use]) => use === "steps")?.[1] ?? 0;
  };

  it.each([
    ["a union in halves", inHalves, unions, 24],
    ["a union one by one", oneByOne, unions, 24],
    ["a product in halves", inHalves, products, 24],
    ["a product one by one", oneByOne, products, 24],
    ["a product that searches", inHalves, searched, 6],
  ] as const)("is none for 32 readers, and grows with their number: %s", (_, list, combine, each) => {
    expect(fuelOf(list(many(32), combine), 100)).toBe(0);
    for (const readers of [33, 64, 100, 250]) {
      const units = fuelOf(list(many(readers), combine), 100) / (100 * readers);
      expect(units).toBeGreaterThanOrEqual(each);
      expect(units).toBeLessThan(2 * each);
    }
  });

  it("counts the readers within other combinations, and a part that is there twice once", () => {
    const wrapped = many(40).map((part, n) => ignoreControls(asAny(optional(part)), [`<${n}>`]));
    expect(fuelOf(inHalves(wrapped, unions), 1)).toBeGreaterThan(40 * 24 - 1);
    const largeParts = many(4).map((_, n) => asAny(sequence(deny([`c${n}`]), inHalves(many(16), unions))));
    expect(fuelOf(inHalves(largeParts, unions), 1)).toBeGreaterThan(0);
    const doubled = nested(40, (inner) => asAny(union(inner, inner)));
    expect(fuelOf(doubled, 1)).toBe(0);
    // Pairs are not remembered.
    const pairs = nested(6, (inner) => asAny(product(inner, inner, { cost: "search" })), asAny(deny(["b"])));
    expect(fuelOf(pairs, 1)).toBeGreaterThanOrEqual(64 * 6);
  });
});

it("what nested combinations remember of the start is dropped with the states of a part", () => {
  let base = 0;
  const table = {
    classOf: Uint8Array.from({ length: 256 }, (_, byte) => (byte === 0x30 ? 1 : 0)),
    classCount: 2,
    generation: 0,
  };
  const known = (state: number): number => {
    if (state !== 0 && state <= base) throw new StaleStateError(state, base + 1);
    return state === 0 ? 0 : state - base;
  };
  // The text "0"; its states are dropped where `base` grows.
  const zero: Monitor<number> = {
    start: 0,
    step: (state, symbol) => (known(state) === 0 && symbol === 0x30 ? base + 1 : undefined),
    accepts: (state) => known(state) === 1,
    trim: true,
    table,
  };
  const monitor = sequence(optional(strings(["0a"])), zero);
  const after = (): number => monitor.step(monitor.start, 0x30)!;
  expect(monitor.accepts(after())).toBe(true);
  base = 10;
  table.generation++;
  expect([monitor.accepts(after()), monitor.step(after(), 0x30)]).toEqual([true, undefined]);
});
