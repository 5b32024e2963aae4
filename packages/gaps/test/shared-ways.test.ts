// Completions that follow from those of other states, against completions that are searched for each state alone. Judged
// by reading each completion, and by counting the estimates that the searches ask for.

import { createLexedLanguage, FillError, fillMiddle, type Gap } from "@espalier/gaps";
import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import type { GapParts } from "../src/gap/gap-products.js";
import type { Goal } from "../src/language/goal.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "../src/language/machine.js";
import { createWitnesses, type Witnesses } from "../src/language/witness.js";
import { blockLanguage } from "./block-language.js";
import { programs } from "./programs.js";

const seen: { parts?: GapParts } = {};
const language = createLexedLanguage(blockLanguage, {
  products: {
    capabilities(parts) {
      seen.parts = parts as GapParts;
      return {};
    },
  },
});

/** The same goal, with lexemes that a spelling of their own writes as before: each state is then searched for alone. */
const alone =
  (machine: LexedMachine) =>
  (goal: Goal): Goal => ({
    ...goal,
    spelling: { shortest: machine.core.compiled.lexer.shortest, reads: () => true },
  });

const cuts = fc.tuple(programs, fc.nat(), fc.nat(12)).map(([text, a, dropped]): readonly [string, string] => {
  const from = a % (text.length + 1);
  return [text.slice(0, from), text.slice(from + dropped)];
});
const policies = fc.constantFrom("all", "noSwallow", "boundaryOnly");
const pieces = fc.constantFrom(
  ...[
    "a",
    "if",
    "el",
    "pas",
    "'",
    "'''",
    "''",
    "1",
    "1e",
    "+",
    "(",
    ")",
    ":",
    "\n",
    " ",
    "      ",
    "\t",
    "#",
    "\\",
    "é",
  ],
);

function gapOf(prefix: string, suffix: string, policy: "all" | "noSwallow" | "boundaryOnly"): Gap | undefined {
  try {
    return fillMiddle(language, { prefix, suffix, policy });
  } catch (error) {
    if (error instanceof FillError) return undefined;
    throw error;
  }
}

/** The states on some ways from the start. */
function reached({ machine }: GapParts, start: LexedState, texts: readonly (readonly string[])[]): LexedState[] {
  const states = new Set([start]);
  for (const text of texts) {
    let at = start;
    for (const byte of new TextEncoder().encode(text.join(""))) {
      const next = machine.step(at, byte);
      if (next !== DEAD_STATE) states.add((at = next));
    }
  }
  return [...states];
}

/** Reads a completion; each byte lowers the cost by one. */
function expectCompletion(machine: LexedMachine, goal: Goal, witnesses: Witnesses, state: LexedState): void {
  let at = state;
  let left = witnesses.cost(state);
  for (const byte of witnesses.of(state)!) {
    at = machine.step(at, byte);
    expect(witnesses.cost(at)).toBe(--left);
  }
  expect([left, goal.reached(at)]).toEqual([0, true]);
}

test("a completion is found where a search for the state alone finds one, and is hardly ever longer", () => {
  const total = { shared: 0, alone: 0 };
  const texts = fc.array(fc.array(pieces, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(cuts, policies, texts, ([prefix, suffix], policy, list) => {
      const gap = gapOf(prefix, suffix, policy);
      if (gap === undefined) return;
      const { machine, goals, witnesses } = seen.parts!;
      const [first, ...others] = goals.map(alone(machine));
      const plain = createWitnesses(machine, first!, ...others);
      for (const state of reached(seen.parts!, gap.start, list)) {
        const [own, searched] = [witnesses.cost(state), plain.cost(state)];
        expect(own < Number.POSITIVE_INFINITY).toBe(searched < Number.POSITIVE_INFINITY);
        if (own === Number.POSITIVE_INFINITY) continue;
        expectCompletion(machine, goals[0], witnesses, state);
        total.shared += own;
        total.alone += searched;
      }
    }),
    { numRuns: samples(300) },
  );
  expect(total.shared).toBeLessThanOrEqual(1.01 * total.alone);
});

const NAMES = ["i", "e", "el", "els", "p", "pa", "pas", "x", "x1"];
const STRINGS = ["'", "'a", "'é", "'''", "'''a", "'''a'", "'''a''"];

test.each([
  ["inside names", ["", "a+"].flatMap((begun) => NAMES.map((name) => begun + name)), "(", "\n  c\nd\n"],
  ["inside strings", ["", "a+"].flatMap((begun) => STRINGS.map((text) => begun + text)), "(", "\n  c\nd\n"],
  ["at lines with many blanks", Array.from({ length: 26 }, (_, n) => `x\n${" ".repeat(n + 6)}`), "", "b\n  c\nd\n"],
])("states %s share a completion", (_, texts, opened, suffix) => {
  const gap = gapOf(`if a:\n  ${opened}`, suffix, "noSwallow")!;
  const { machine, goals } = seen.parts!;
  const states = reached(
    seen.parts!,
    gap.start,
    texts.map((text) => [text]),
  );
  const asked = (by: (goal: Goal) => Goal): number => {
    let count = 0;
    const counting = (goal: Goal): Goal => ({
      ...goal,
      rest(set, frames) {
        count++;
        return goal.rest(set, frames);
      },
      reached(state) {
        count++;
        return goal.reached(state);
      },
    });
    const [first, ...others] = goals.map(counting).map(by);
    const witnesses = createWitnesses(machine, first!, ...others);
    for (const state of states) expect(witnesses.cost(state)).toBeLessThan(Number.POSITIVE_INFINITY);
    return count;
  };
  expect(3 * asked((goal) => goal)).toBeLessThan(2 * asked(alone(machine)));
});
