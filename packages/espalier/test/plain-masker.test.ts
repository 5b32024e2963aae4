// The masks of a masker that only walks, against those of a masker that uses all that a language says of its states: along texts of each kind of
// language, with and without a budget, over a real vocabulary.

import { deny, type Monitor, product } from "@espalier/monitor";
import { buildTrie, createMasker, createPlainMasker } from "@espalier/trie";
import { fillMiddle, jsonSchema, lark, loadModel, python } from "espalier";
import { expect, test } from "vitest";

const MODEL = new URL("../../../models/tiny-fim", import.meta.url);
const PAIRS = `
  start: "{" [pair ("," pair)*] "}"
  pair: STRING ":" (STRING | NUMBER | start)
  STRING: /"[^"\\x00-\\x1f]*"/
  NUMBER: /-?(0|[1-9][0-9]*)/
  %ignore /[ \\n]+/
`;
const GAP = { prefix: "if a:\n", suffix: "    b()\n" };

const CASES: readonly (readonly [name: string, language: () => Monitor<unknown>, text: string])[] = [
  ["a grammar", () => lark(PAIRS) as Monitor<unknown>, '{"a": 12, "bc": {"d": "some text"}}'],
  ["a gap in Python", () => fillMiddle(python(), GAP) as Monitor<unknown>, "    x(i)\n"],
  ["a product", () => product(lark(PAIRS), deny(["secret"])) as Monitor<unknown>, '{"a": "secre", "b": 7}'],
];

test.each(CASES)("%s", { timeout: 60_000 }, async (_, make, text) => {
  const { vocabulary } = await loadModel(MODEL, { threads: 1 });
  const trie = buildTrie(vocabulary);
  const language = make();
  const plain = createPlainMasker(trie, language, { ahead: 0 });
  const judge = createMasker(trie, make());
  let [state, other] = [language.start, judge.monitor.start];
  let compared = 0;
  for (const byte of [...new TextEncoder().encode(text), undefined]) {
    expect([...plain.mask(state).mask.ids()]).toEqual([...judge.mask(other).mask.ids()]);
    const cost = plain.tokenCost(state);
    expect(cost).toBe(judge.tokenCost(other));
    const within = plain.maskWithin(state, cost + 1);
    expect([...within.mask.ids()]).toEqual([...judge.maskWithin(other, cost + 1).mask.ids()]);
    compared++;
    if (byte === undefined) break;
    [state, other] = [language.step(state, byte)!, judge.monitor.step(other, byte)!];
  }
  expect(compared).toBe(text.length + 1);
  expect(language.accepts(state)).toBe(true);
});

const YOURS = { start: 0, step: () => 0, accepts: () => true };

test.each([
  ["a JSON Schema", () => jsonSchema({ type: "null" }) as Monitor<unknown>],
  ["a product with a JSON Schema", () => product(jsonSchema({ type: "string" }), deny(["a"])) as Monitor<unknown>],
  ["a grammar and a monitor of yours", () => product(lark(PAIRS), YOURS) as Monitor<unknown>],
  ["a product in a product", () => product(YOURS, product(YOURS, lark(PAIRS))) as Monitor<unknown>],
])("%s needs the other masker", async (_, make) => {
  const { vocabulary } = await loadModel(MODEL, { threads: 1 });
  expect(() => createPlainMasker(buildTrie(vocabulary), make())).toThrow(/use createMasker/);
});
