// Searches through many expressions: intersections of remainders with counted loops. The judge walks both sides of the intersection by itself.

import {
  and,
  automatonRegex,
  type ByteAutomaton,
  choice,
  createEngine,
  literal,
  type Regex,
  repeat,
  sequence,
} from "@espalier/automata";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const TEN = [..."0123456789"];
const digit = choice(...TEN.map((each) => literal(each)));
const zero = literal("0");

/** The texts of digits whose number has one of some remainders. */
function remainders(modulus: number, accepted: (remainder: number) => boolean): ByteAutomaton {
  const classOf = new Uint8Array(256);
  for (const [value, each] of TEN.entries()) classOf[each.charCodeAt(0)] = value + 1;
  const next = new Int32Array(11 * modulus).fill(-1);
  for (let state = 0; state < modulus; state++)
    for (let value = 0; value < 10; value++) next[11 * state + value + 1] = (10 * state + value) % modulus;
  return {
    classOf,
    classCount: 11,
    next,
    accepting: Uint8Array.from({ length: modulus }, (_, r) => (accepted(r) ? 1 : 0)),
  };
}

/** Length of the shortest text of both; `Infinity` if there is none. */
function shortest(automaton: ByteAutomaton, start: number, regex: Regex): number {
  const engine = createEngine();
  let here = new Set([`${start} ${engine.intern(regex)}`]);
  const seen = new Set(here);
  for (let length = 0; here.size > 0; length++) {
    const coming = new Set<string>();
    for (const pair of here) {
      const [state, expr] = pair.split(" ").map(Number) as [number, number];
      if (automaton.accepting[state] === 1 && engine.nullable(expr)) return length;
      for (const each of TEN) {
        const next = engine.derivative(expr, each.charCodeAt(0));
        const to = `${automaton.next[state * 11 + automaton.classOf[each.charCodeAt(0)]!]} ${next}`;
        if (next !== 0 && !seen.has(to)) coming.add(to);
        seen.add(to);
      }
    }
    here = coming;
  }
  return Number.POSITIVE_INFINITY;
}

/** @param most a count of zeros; `tail` is one of sevens, and `lead` one of digits. */
function loop(lead: number, most: number, tail: number, end: "open" | "digits"): Regex {
  return sequence(
    repeat(digit, 0, lead),
    repeat(zero, 0, most),
    choice(repeat(literal("7"), tail, tail + 20), sequence(literal("1"), repeat(zero, 2, most))),
    ...(end === "digits" ? [repeat(digit, 1, 2)] : []),
  );
}

const loops = fc
  .tuple(
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 10, max: 60 }),
    fc.integer({ min: 0, max: 40 }),
    fc.constantFrom("open" as const, "digits" as const),
  )
  .map((parts) => loop(...parts));

test("a long search finds the shortest text, or that there is none", () => {
  const moduli = fc.tuple(
    fc.integer({ min: 2, max: 400 }),
    fc.integer({ min: 0, max: 399 }),
    fc.integer({ min: 0, max: 399 }),
  );
  fc.assert(
    fc.property(moduli, loops, ([modulus, from, to], regex) => {
      const automaton = remainders(modulus, (remainder) => remainder === to % modulus);
      const engine = createEngine();
      const both = engine.intern(and(automatonRegex(automaton, from % modulus), regex));
      expect(engine.distance(both)).toBe(shortest(automaton, from % modulus, regex));
    }),
    {
      numRuns: samples(600),
      examples: [
        // The search for a bound decides expressions that are still in the queue.
        [[139, 0, 70], loop(1, 10, 6, "open")],
        // Bounds would take more work than the search.
        [[379, 365, 88], loop(3, 11, 37, "open")],
      ],
    },
  );
});

test("where a counted loop is followed from many remainders, the work grows with the remainders, not with the count", () => {
  const modulus = 2999;
  const automaton = remainders(modulus, () => false);
  automaton.accepting[0] = 1;
  const zeros = sequence(digit, repeat(zero, 0, 5_000));
  const engine = createEngine({ fuel: 300_000 });
  // A number that 2999 does not divide has no multiple among its products with powers of ten.
  const last = (remainder: number): boolean =>
    [...TEN.keys()].some((value) => (10 * remainder + value) % modulus === 0);
  for (let from = 0; from < modulus; from++) {
    const empty = engine.intern(and(automatonRegex(automaton, from), zeros)) === 0;
    expect(empty).toBe(!last(from));
  }
});

test("a search in vain ends where the loops without their upper bounds lead to nothing either", () => {
  // The soak found such a number, which must be a multiple of 429. Only zeros could follow it. The search visited 130,000
  // pairs of a remainder and a count of zeros, although the automaton has only 3,000 remainders.
  const modulus = 2999;
  const automaton = remainders(modulus, (remainder) => remainder === 0);
  const zeros = sequence(digit, digit, digit, repeat(zero, 0, 300));
  for (let from = 1; from < modulus; from += 100) {
    const engine = createEngine({ fuel: 600_000 });
    const isMultiple = Array.from({ length: 1000 }, (_, end) => (1000 * from + end) % modulus).includes(0);
    expect(engine.intern(and(automatonRegex(automaton, from), zeros)) === 0).toBe(!isMultiple);
  }
});
