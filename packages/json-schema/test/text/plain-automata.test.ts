// Automata of plain texts, combined and made minimal, against the tables that they were made of.
import type { Automaton } from "@espalier/automata";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samples } from "../../../../test/support/samples.js";
import { combination, ofPlainTexts, type PlainAutomaton } from "../../src/text/plain-automata.js";
import { PLAIN_BYTES } from "../../src/text/plain-bytes.js";
import { joinsUpTo, seed, utf8 } from "./judge.js";

const LETTERS = [..."01-."];
const TEXTS = joinsUpTo(LETTERS, 5).map(utf8);
const CLASSES = PLAIN_BYTES.length;

/** Automata of up to eight states over a few of the bytes, ways that lead nowhere and states never met among them. */
const automaton: fc.Arbitrary<Automaton> = fc.integer({ min: 1, max: 8 }).chain((states) => {
  const target = fc.integer({ min: -1, max: states - 1 });
  return fc
    .record({
      rows: fc.array(fc.tuple(target, target, target, target), { minLength: states, maxLength: states }),
      accepting: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: states, maxLength: states }),
    })
    .map(({ rows, accepting }) => {
      const classOf = new Uint8Array(256).fill(LETTERS.length);
      for (const [k, letter] of LETTERS.entries()) classOf[letter.charCodeAt(0)] = k;
      const next = Int32Array.from(rows.flatMap((row) => [...row, -1]));
      return { classOf, classCount: LETTERS.length + 1, next, accepting: Uint8Array.from(accepting) };
    });
});

function takes({ classOf, classCount, next, accepting }: Automaton, text: Uint8Array): boolean {
  let state = 0;
  for (const byte of text) {
    state = next[state * classCount + classOf[byte]!]!;
    if (state < 0) return false;
  }
  return accepting[state] === 1;
}

const classOfByte = new Map(PLAIN_BYTES.map(([byte], k) => [byte!, k]));

function takesFrom({ next, accepting }: PlainAutomaton, state: number, text: Uint8Array): boolean {
  for (const byte of text) {
    if (state < 0) return false;
    state = next[state * CLASSES + classOfByte.get(byte)!]!;
  }
  return state >= 0 && accepting[state] === 1;
}

/** States that short texts tell apart, each but the start with one that it takes. */
function expectMinimal(made: PlainAutomaton): void {
  const taken = Array.from(made.accepting, (_, state) =>
    TEXTS.map((text) => (takesFrom(made, state, text) ? 1 : 0)).join(""),
  );
  expect(new Set(taken).size).toBe(taken.length);
  for (const each of taken.slice(1)) expect(each).toContain("1");
}

const OPERATIONS = {
  and: (left: boolean, right: boolean) => left && right,
  or: (left: boolean, right: boolean) => left || right,
  without: (left: boolean, right: boolean) => left && !right,
  either: (left: boolean, right: boolean) => left !== right,
};

describe("automata of plain texts", () => {
  it("take what the table takes, in the fewest states", () => {
    fc.assert(
      fc.property(automaton, (table) => {
        const made = ofPlainTexts(table, 0);
        for (const text of TEXTS) expect(takesFrom(made, 0, text)).toBe(takes(table, text));
        if (made.accepting.length <= 4) expectMinimal(made);
      }),
      { seed, numRuns: samples(60) },
    );
  });

  it.each(Object.entries(OPERATIONS))("are combined by %s, in the fewest states", (_, holds) => {
    fc.assert(
      fc.property(automaton, automaton, (one, other) => {
        const made = combination(ofPlainTexts(one, 0), ofPlainTexts(other, 0), holds, { states: 1_000 })!;
        for (const text of TEXTS) expect(takesFrom(made, 0, text)).toBe(holds(takes(one, text), takes(other, text)));
        if (made.accepting.length <= 4) expectMinimal(made);
      }),
      { seed, numRuns: samples(60) },
    );
  });

  it("are the same table where they take the same texts", () => {
    const budget = { states: 1_000_000 };
    fc.assert(
      fc.property(automaton, automaton, (one, other) => {
        const [a, b] = [ofPlainTexts(one, 0), ofPlainTexts(other, 0)];
        const union = combination(a, b, OPERATIONS.or, budget)!;
        expect(combination(b, a, OPERATIONS.or, budget)).toEqual(union);
        expect(combination(union, a, OPERATIONS.and, budget)).toEqual(a);
        const apart = combination(a, b, OPERATIONS.either, budget)!;
        expect(combination(apart, b, OPERATIONS.either, budget)).toEqual(a);
      }),
      { seed, numRuns: samples(300) },
    );
  });

  it("stop where the budget ends", () => {
    const counting = (modulus: number): PlainAutomaton => {
      const next = Array.from({ length: modulus }, (_, state) => PLAIN_BYTES.map(() => (state + 1) % modulus)).flat();
      const accepting = new Uint8Array(modulus);
      accepting[0] = 1;
      return { next: Int32Array.from(next), accepting };
    };
    expect(combination(counting(7), counting(11), OPERATIONS.and, { states: 77 })?.accepting.length).toBe(77);
    expect(combination(counting(7), counting(11), OPERATIONS.and, { states: 70 })).toBeUndefined();
  });
});
