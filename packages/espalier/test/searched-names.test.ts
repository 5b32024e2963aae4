// Products of a language with free keys and a user's monitor, whose costs are searched for. Searches and masks within budgets go over sketches of
// the pairs. The judge is the same product without sketches, which steps every token from the state itself.

import { createEngine } from "@espalier/automata";
import { compileSchema } from "@espalier/json-schema";
import { deny, type Monitor, monitorOf, product, run } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import { utf8Encode, vocabularyOfBytes } from "@espalier/vocabulary";
import { expect, test } from "vitest";
import { sampled, samples } from "../../../test/support/samples.js";

const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
const PIECES = ['{"', '":', '":"', '":{"', '","', '"}', '"a', 'a"', 'ab"', "abc", "1,", "1}", "}}", "null", "漢字"];
const trie = buildTrie(vocabularyOfBytes([...singles, ...PIECES, { control: "<end>" }], ["<end>"]));

const engine = createEngine();
const compact = { kind: "compact" } as const;
const any = { type: "object", additionalProperties: { type: ["integer", "object"] } };
const required = {
  type: "object",
  properties: { b: { type: "integer" }, ab: { type: "boolean" } },
  required: ["b"],
  additionalProperties: { type: "string" },
};
const counted = { type: "object", additionalProperties: { type: "integer" }, minProperties: 2 };
const LANGUAGES: Readonly<
  Record<string, readonly [schema: object, order: "any" | "declared", texts: readonly string[]]>
> = {
  "any keys": [any, "declared", ['{"a":1,"ab":{"a":2}}']],
  "a key that must come": [required, "any", ['{"a":"x","b":1,"c":""}']],
  "two keys at least": [counted, "any", ['{"a":1,"ab":2}', '{"漢":1,"b":2,"c":3}']],
};

interface Braces {
  readonly depth: number;
}
/** At most two braces within one another. */
const braces = {
  start: { depth: 0 },
  step({ depth }: Braces, byte: number): Braces | undefined {
    if (byte === 0x7d) return { depth: depth - 1 };
    if (byte !== 0x7b) return { depth };
    return depth === 2 ? undefined : { depth: depth + 1 };
  },
  accepts: () => true,
};
const MONITORS: Readonly<Record<string, () => Monitor<unknown>>> = {
  "a monitor without a key": () => monitorOf(braces) as Monitor<unknown>,
  "a monitor with a key": () =>
    monitorOf({ ...braces, key: ({ depth }) => depth, classes: ["{", "}"] }) as Monitor<unknown>,
  "words that are denied": () => deny(["aa", "null", "7"]) as Monitor<unknown>,
};

const CASES = Object.keys(LANGUAGES).flatMap((name) =>
  Object.keys(MONITORS).map((monitor) => [name, monitor] as const),
);

test.each(CASES)("%s and %s", { timeout: 60_000 }, (name, monitorName) => {
  const [schema, order, texts] = LANGUAGES[name]!;
  const language = compileSchema(schema, { engine, order, whitespace: compact }).language as Monitor<unknown>;
  const { factor: _, ...itself } = language;
  const own = MONITORS[monitorName]!();
  const masker = createMasker(trie, product(language, own, { cost: "search" }) as Monitor<unknown>);
  const judge = createMasker(trie, product(itself, own, { cost: "search" }) as Monitor<unknown>);
  let kept = 0;
  let inTime = 0;
  let missed = 0;
  for (const text of texts) {
    let state: unknown = masker.monitor.start;
    let judged: unknown = judge.monitor.start;
    for (const byte of [...utf8Encode(text), undefined]) {
      const completion = masker.monitor.witness!(state)!;
      expect(completion.length, text).toBe(masker.monitor.cost!(state));
      const completed = run(judge.monitor, Array.from(completion), judged);
      expect(completed !== undefined && judge.monitor.accepts(completed), text).toBe(true);
      // Where several names are needed, a language's own completion is not the shortest, and a search may find a shorter one.
      if (name !== "two keys at least") expect(completion.length, text).toBe(judge.monitor.cost!(judged));
      for (const budget of sampled([1, 3, 6, 9, 14])) {
        const { mask } = masker.maskWithin(state, budget);
        const full = judge.mask(judged).mask;
        for (const id of full.ids()) {
          const next = judge.push(judged, id);
          // A completion takes at most as many tokens as symbols.
          if (next === undefined || judge.monitor.cost!(next) >= budget) continue;
          inTime++;
          if (!mask.has(id)) missed++;
        }
        for (const id of mask.ids()) {
          expect(full.has(id)).toBe(true);
          if (byte !== undefined)
            expect(finishes(masker, masker.push(state, id), budget - 1), `${id}, ${budget}`).toBe(true);
        }
        kept += mask.count;
      }
      if (byte === undefined) break;
      [state, judged] = [masker.monitor.step(state, byte), judge.monitor.step(judged, byte)];
      expect(state, `after ${byte} in ${text}`).toBeDefined();
    }
  }
  expect(kept).toBeGreaterThan(samples(100));
  // Where sketches do not tell the end, searches of states use up the steps of a mask, sooner where no two states are known to be equal.
  const unsure = monitorName === "a monitor without a key" ? inTime / 4 : inTime / 50;
  expect(missed).toBeLessThanOrEqual(name === "two keys at least" ? unsure : 0);
});

/** Whether choosing the nearer token each time ends in time. After an end token there is no state. */
function finishes(masker: Masker<unknown>, from: unknown, tokens: number): boolean {
  let state = from;
  for (let left = tokens; state !== undefined && !masker.monitor.accepts(state); left--) {
    const id = masker.nearer(state);
    if (left === 0 || id === undefined) return false;
    state = masker.push(state, id);
  }
  return true;
}

test("a mask within a budget steps few states of the text", () => {
  const language = compileSchema({ type: "object" }, { engine: createEngine() }).language;
  const both = product(language, monitorOf(braces) as Monitor<unknown>, { cost: "search" });
  const masker = createMasker(trie, both as Monitor<unknown>);
  let state: unknown = both.start;
  for (const byte of utf8Encode('{"n')) state = both.step(state as never, byte);
  masker.maskWithin(state, 12);
  const before = language.bytes();
  for (const budget of [6, 8, 12, 16, 20]) expect(masker.maskWithin(state, budget).mask.count).toBeGreaterThan(100);
  expect(language.bytes() - before).toBeLessThan(20_000);
});
