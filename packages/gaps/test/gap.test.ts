// Gaps against the whole text: a middle is in the gap exactly when prefix, middle and suffix together are in the language. The judge is
// the language itself, read from left to right with nothing known of quotients, on random programs of a small language of blocks,
// mended and broken, cut at random places.

import { createLexedLanguage, FillError, fillMiddle, type Gap } from "@espalier/gaps";
import { run, verdict } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { sharedQuotient } from "../src/suffix/connections.js";
import { blockLanguage } from "./block-language.js";
import { programs } from "./programs.js";

const language = createLexedLanguage(blockLanguage);
const accepted = (text: string): boolean => verdict(language, text).kind === "accepted";
const decoder = new TextDecoder();

/** Texts with two cuts. */
const cuts = fc.tuple(programs, fc.nat(), fc.nat()).map(([text, a, b]): readonly [string, string, string] => {
  const [from, to] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
});

function gapOf(prefix: string, suffix: string, policy: "all" | "noSwallow" | "boundaryOnly"): Gap | undefined {
  try {
    return fillMiddle(language, { prefix, suffix, policy });
  } catch (error) {
    if (error instanceof FillError) return undefined;
    throw error;
  }
}

function connects(gap: Gap | undefined, middle: string): boolean {
  const state = gap === undefined ? undefined : run(gap, middle, gap.start);
  return gap !== undefined && state !== undefined && gap.accepts(state);
}

/** What can make a difference in the language. */
const TYPED = Array.from(" \t\n\\()':#+_abefilps0", (character) => character.charCodeAt(0));
const MOST_STATES = 4_000;

/** The length of a shortest completion, found by trying all texts; `undefined` if it takes too many states. */
function leastByTrying(gap: Gap, state: number): number | undefined {
  const met = new Set([state]);
  let level = [state];
  for (let length = 0; level.length > 0 && met.size < MOST_STATES; length++) {
    if (level.some((at) => gap.accepts(at))) return length;
    const next = level.flatMap((at) => TYPED.flatMap((byte) => gap.step(at, byte) ?? []));
    level = [...new Set(next)].filter((at) => !met.has(at));
    for (const at of level) met.add(at);
  }
  return undefined;
}

describe("a gap", () => {
  test("by the policy all has exactly the middles that make a text of the language", () => {
    fc.assert(
      fc.property(cuts, ([prefix, middle, suffix]) => {
        expect(connects(gapOf(prefix, suffix, "all"), middle)).toBe(accepted(prefix + middle + suffix));
      }),
      { numRuns: samples(1_500) },
    );
  });

  test.each(["noSwallow", "boundaryOnly"] as const)("by the policy %s has no others", (policy) => {
    fc.assert(
      fc.property(cuts, ([prefix, middle, suffix]) => {
        if (connects(gapOf(prefix, suffix, policy), middle)) expect(accepted(prefix + middle + suffix)).toBe(true);
      }),
      { numRuns: samples(500) },
    );
  });

  test("by the policy noSwallow has those without quotes and comments", () => {
    fc.assert(
      fc.property(cuts, ([prefix, middle, suffix]) => {
        if (/['#]/.test(prefix + middle) || !accepted(prefix + middle + suffix)) return;
        expect(connects(gapOf(prefix, suffix, "noSwallow"), middle)).toBe(true);
      }),
      { numRuns: samples(1_000) },
    );
  });

  test("can be finished from wherever its bytes lead, and every byte of that finish costs one less", () => {
    fc.assert(
      fc.property(cuts, fc.array(fc.nat(255), { maxLength: 8 }), ([prefix, , suffix], choices) => {
        const gap = gapOf(prefix, suffix, "noSwallow");
        if (gap === undefined || gap.policy !== "noSwallow") return;
        let state = gap.start;
        const middle: number[] = [];
        for (const choice of choices) {
          const bytes = Array.from({ length: 128 }, (_, byte) => byte).filter((b) => gap.step(state, b) !== undefined);
          if (bytes.length === 0) break;
          const byte = bytes[choice % bytes.length]!;
          state = gap.step(state, byte)!;
          middle.push(byte);
        }
        const witness = gap.witness(state);
        const text = prefix + decoder.decode(Uint8Array.from(middle));
        expect(witness, JSON.stringify([text, suffix])).toBeDefined();
        expect(gap.cost(state)).toBe(witness?.length);
        for (const byte of witness!) {
          const cost = gap.cost(state);
          state = gap.step(state, byte)!;
          expect(gap.cost(state)).toBe(cost - 1);
        }
        expect(accepted(text + decoder.decode(witness) + suffix)).toBe(true);
      }),
      { numRuns: samples(800) },
    );
  });

  // Estimates guide the search for a completion. They leave out unlikely ways into the suffix, so a completion need not be a shortest one.
  test("its completions are never shorter than the shortest text that connects, and rarely longer", () => {
    let [shortest, longer] = [0, 0];
    fc.assert(
      fc.property(cuts, fc.array(fc.nat(255), { maxLength: 8 }), ([prefix, , suffix], choices) => {
        const gap = gapOf(prefix, suffix, "noSwallow");
        if (gap === undefined || gap.policy !== "noSwallow") return;
        const state = choices.reduce((from, choice) => {
          const following = TYPED.flatMap((byte) => gap.step(from, byte) ?? []);
          return following[choice % following.length] ?? from;
        }, gap.start);
        const least = leastByTrying(gap, state);
        if (least === undefined) return;
        expect(gap.cost(state), JSON.stringify([prefix, suffix])).toBeGreaterThanOrEqual(least);
        expect(gap.cost(state)).toBeLessThan(Number.POSITIVE_INFINITY);
        if (gap.cost(state) === least) shortest++;
        else longer++;
      }),
      // A share is asserted, so the cases are the same in each run. 17 of 1,650 are longer.
      { seed: 1, numRuns: samples(600) },
    );
    expect(longer).toBeLessThan(0.05 * shortest);
  });

  test.each([
    ["whi", "le", "no such lexeme", false],
    ["if a:\n  if b:", "", "\n  c", false],
    ["if a:\n\tb\n", "", "\tc\n", true],
    ["if a:\n\tb\n", "", "        c\n", false],
    ["x + \\", "", "\ny\n", true],
    ["(1 ", "# a", "b\n)\n", true],
    ["if a:\n  b", "", "\n c\n", false],
    ["", "if a:\n  if b:\n   c\n     ", "\n  d\n", true],
  ])("%j · %j · %j", (prefix, middle, suffix, expected) => {
    expect(accepted(prefix + middle + suffix)).toBe(expected);
    expect(connects(gapOf(prefix, suffix, "all"), middle)).toBe(expected);
  });

  test("with an inner scope stays in the block where it began", () => {
    const gap = fillMiddle(language, { prefix: "if a:\n  b\n  ", suffix: "\nc\n", scope: "inner" });
    expect(run(gap, "d\n  e", gap.start)).toBeDefined();
    expect(run(gap, "d\ne", gap.start)).toBeUndefined();
  });

  test("says where a prefix fails", () => {
    const error = (() => {
      try {
        return fillMiddle(language, { prefix: "if a:\n  b\n c", suffix: "" });
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(FillError);
    expect(error).toMatchObject({ code: "prefix", line: 3, column: 2, offset: 11 });
  });

  test("promises completions only where it refuses what has none", () => {
    expect(fillMiddle(language, { prefix: "a", suffix: "\n" }).trim).toBe(true);
    expect(fillMiddle(language, { prefix: "a", suffix: "\n", policy: "all" }).trim).toBeUndefined();
    expect(fillMiddle(language, { prefix: "(a", suffix: ")\n", scope: "inner" }).trim).toBeUndefined();
  });

  test("is refused where nothing connects", () => {
    expect(() => fillMiddle(language, { prefix: "a", suffix: "\u0000" })).toThrow(/No middle was found/);
  });
});

test("what is known of pairs of texts and suffixes counts in the bytes of the language", () => {
  const language = createLexedLanguage(blockLanguage);
  fillMiddle(language, { prefix: "a + ", suffix: "b\n" });
  const { suffixes, quotient } = sharedQuotient(language.core, language.engine);
  const [before, known] = [language.bytes(), quotient.bytes()];
  for (let suffix = 0; suffix < suffixes.suffixCount(); suffix++) quotient.viable(language.core.chart.start, suffix);
  expect(quotient.bytes() - known).toBeGreaterThan(0);
  expect(language.bytes() - before).toBeGreaterThanOrEqual(quotient.bytes() - known);
});

test("the suffixes that gaps read count in the bytes of the language", () => {
  const language = createLexedLanguage(blockLanguage);
  const open = (lines: number): unknown => fillMiddle(language, { prefix: "a + ", suffix: "b\n".repeat(lines) });
  open(1);
  const before = language.bytes();
  open(1_000);
  expect(language.bytes() - before).toBeGreaterThan(0);
});
