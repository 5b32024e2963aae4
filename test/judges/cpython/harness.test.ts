// The judge judged: on a small regular language with a regular expression for a CPython, it finds nothing where there is nothing, and finds and
// makes small what is planted: a text too many, a cut that does not connect, a cost that leads nowhere, a failure.

import { parseRegex, regexMonitor } from "@espalier/automata";
import type { Monitor } from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { checkTexts, checkWitnesses, type Difference, noTally } from "./checks.js";
import type { Oracle } from "./oracle.js";
import { randomFrom } from "./random.js";
import { reduce } from "./reduce.js";
import { bytesOf, readBytes, type Subject } from "./subject.js";
import { allCuts, randomCut } from "./texts.js";

/** Lines of a name, and perhaps a number assigned to it. */
const LINES = "([ab]( = [01]+)?\n)*";

/** Says what a regular expression says, in the way of CPython. */
const oracleOf = (regex: RegExp): Oracle => ({
  version: "3.15",
  exact: "3.15.0",
  unicode: "17.0.0",
  parse: async (texts) =>
    texts.map((text) =>
      regex.test(text)
        ? { kind: "accept" }
        : { kind: "reject", error: "SyntaxError: invalid syntax", line: 1, column: 1 },
    ),
  library: async () => [],
  read: async () => undefined,
  tokens: async () => undefined,
  time: async () => [],
  close: () => undefined,
});

const honest = oracleOf(new RegExp(`^${LINES}$`));

const asBytes = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? bytesOf(text) : text);
const refusal = (): Error => Object.assign(new Error("nothing connects"), { name: "FillError" });

/** A finite monitor as a subject: what connects is found by searching its states. */
function subjectOf(language: Monitor<number>): Subject {
  const nextOf = (state: number): number[] =>
    [..."ab= 01\n"].flatMap((character) => language.step(state, character.charCodeAt(0)) ?? []);
  return {
    language,
    fill(prefix, suffix) {
      const before = readBytes(language, asBytes(prefix));
      const after = asBytes(suffix);
      if (before.read < prefix.length) throw refusal();
      const accepts = (state: number): boolean => readBytes(language, after, state).accepts;
      function cost(state: number): number {
        const seen = new Map([[state, 0]]);
        for (const [each, steps] of seen) {
          if (accepts(each)) return steps;
          for (const next of nextOf(each)) if (!seen.has(next)) seen.set(next, steps + 1);
        }
        return Number.POSITIVE_INFINITY;
      }
      const live = (state: number | undefined): number | undefined =>
        state === undefined || cost(state) === Number.POSITIVE_INFINITY ? undefined : state;
      return { start: before.state, step: (state, symbol) => live(language.step(state, symbol)), accepts, cost };
    },
  };
}

const language = (pattern: string): Monitor<number> => regexMonitor(parseRegex(pattern));
const sound = subjectOf(language(LINES));

const TEXTS = ["", "a\n", "b = 01\n", "a = 1\nb\na = 00\n", "a", "c\n", "a = \n", "a = 2\n", "a  = 1\n", "b = 1"].map(
  (text) => ({ text, from: "the test" }),
);

async function differences(subject: Subject, oracle: Oracle): Promise<Difference[]> {
  const random = randomFrom(seed);
  const cuts = TEXTS.flatMap(({ text, from }) =>
    Array.from({ length: 20 }, () => [randomCut(text, random), from] as const),
  );
  return [
    ...(await checkTexts(subject, oracle, TEXTS, allCuts, noTally())),
    ...(await checkWitnesses(subject, oracle, cuts, random, noTally())),
  ];
}

describe("the judge", () => {
  test("finds nothing where there is nothing", async () => {
    const tally = noTally();
    const found = await checkTexts(sound, honest, TEXTS, allCuts, tally);
    expect(found).toEqual([]);
    expect(await differences(sound, honest)).toEqual([]);
    expect([tally.texts, tally.accepted]).toEqual([TEXTS.length, 4]);
    expect(tally.cuts).toBe(TEXTS.reduce((sum, { text }) => sum + ((text.length + 1) * (text.length + 2)) / 2, 0));
  });

  test("finds texts too many and makes them small", async () => {
    const subject = subjectOf(language("([ab]( = [012]+)?\n)*"));
    const found = await differences(subject, honest);
    expect(new Set(found.map(({ check }) => check))).toEqual(new Set(["membership", "witness"]));
    const small = await Promise.all(found.map((each) => reduce(subject, honest, each)));
    expect(small[0]).toMatchObject({
      check: "membership",
      cut: { prefix: "", middle: "a = 2\n", suffix: "" },
      ours: "accepts",
    });
  });

  test("finds texts too few, and completions that are none", async () => {
    const few = await differences(subjectOf(language("([ab]( = 0[01]*)?\n)*")), honest);
    expect(few.some(({ check, ours }) => check === "membership" && ours.startsWith("refuses at byte"))).toBe(true);
    const subject = subjectOf(language("([ab]( = [01]*)?\n)*"));
    const found = (await differences(subject, honest)).filter(({ check }) => check === "witness");
    expect(found.length).toBeGreaterThan(0);
    const [small] = await Promise.all(found.map((each) => reduce(subject, honest, each)));
    expect(small).toMatchObject({ check: "membership", cut: { prefix: "", middle: "a = \n", suffix: "" } });
  });

  test("finds a cut that does not connect and makes it small", async () => {
    const subject: Subject = {
      ...sound,
      fill: (prefix, suffix, policy) => {
        if (String(prefix).endsWith("=")) throw refusal();
        return sound.fill(prefix, suffix, policy);
      },
    };
    const found = (await differences(subject, honest)).filter(({ check }) => check === "cut");
    expect(found.length).toBeGreaterThan(0);
    const small = await reduce(subject, honest, found[0]!);
    expect(small.cut.prefix + small.cut.middle + small.cut.suffix).toMatch(/^a = [01]\n$/);
    expect(small.cut.prefix).toBe("a =");
  });

  test("finds a cost that leads nowhere", async () => {
    const subject: Subject = {
      ...sound,
      fill: (prefix, suffix, policy) => ({ ...sound.fill(prefix, suffix, policy), cost: () => 3 }),
    };
    expect(new Set((await differences(subject, honest)).map(({ check }) => check))).toEqual(new Set(["stuck"]));
  });

  test("finds failures and makes them small", async () => {
    const step = (state: number, symbol: number): number | undefined => {
      // "="
      if (symbol === 61) throw new TypeError("no such symbol");
      return sound.language.step(state, symbol);
    };
    const subject: Subject = { ...sound, language: { ...sound.language, step } };
    const found = await checkTexts(subject, honest, TEXTS, () => [], noTally());
    expect(new Set(found.map(({ check }) => check))).toEqual(new Set(["failure"]));
    const small = await reduce(subject, honest, found[0]!);
    expect(small.cut.middle).toBe("=");
  });
});
