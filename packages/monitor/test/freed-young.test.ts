// Dropped combinations and their parts are freed by minor collections of V8: nothing old refers to them.

import { describe, expect, it } from "vitest";
import { BALLAST_BYTES, ballast, oldGrowth } from "../../../test/support/old-growth.js";
import { type Factor, gate, type Monitor, product, sequence, strings, trigger, union, until } from "../src/index.js";

const ABC = strings(["abc"]);
/** Its automaton has one state, in which no lexeme ends. */
const FACTOR: Factor<number> = {
  automaton: { size: 1, next: new Int32Array(256).fill(-1) } as unknown as Factor<number>["automaton"],
  local: () => 0,
  cross: () => undefined,
  sketch: (state) => state,
  costsAlike: () => true,
};

/** A monitor that holds some memory, as its table does. */
function part(more: object = {}): Monitor<number> {
  const items = ballast();
  return { ...ABC, table: { ...ABC.table!, items }, ...more, items } as Monitor<number>;
}

const COMBINATIONS: Readonly<Record<string, () => unknown>> = {
  union: () => union(part(), ABC),
  sequence: () => sequence(part({ factor: FACTOR }), ABC),
  product: () => product(part({ factor: FACTOR }), part(), { cost: "search" }),
  gate: () => gate(trigger([{ markers: ["<"], language: until(">"), mode: "tag" }]), ["tag"], part()),
};

describe("a dropped combination", () => {
  it.each(Object.keys(COMBINATIONS))("%s is freed by minor collections", (name) => {
    expect(oldGrowth(COMBINATIONS[name]!)).toBeLessThan(BALLAST_BYTES / 2);
  });
});
