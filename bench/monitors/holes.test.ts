// That the judge of holes finds tokens of real code that a monitor masks, and leaves out those at which the compiler reports an error, even one that a comment suppresses.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { programMonitor } from "@espalier/analysis";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import { buildTrie } from "@espalier/trie";
import { typescriptLexer } from "@espalier/typescript";
import { encode } from "gpt-tokenizer/encoding/cl100k_base";
import { expect, onTestFinished, test } from "vitest";
import { seeded } from "../seeded.js";
import { cl100kVocabulary } from "../vocabularies.js";
import { tallyOfHoles } from "./holes.js";
import { createJudge } from "./judge.js";

const RIGHT = "const user = { name: 'a', age: 1 };\nexport const all = [user.name, user.name, user.name];\n";
const WRONG = "const user = { age: 1 };\n// @ts-expect-error\nexport const all = [user.name, user.name, user.name];\n";

/** What is found in a file if every member but `age` is masked. */
async function found(text: string) {
  const root = mkdtempSync(path.join(tmpdir(), "espalier-holes-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const compilerOptions = { strict: true, target: "es2022", types: [] };
  writeFileSync(path.join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["a.ts"] }));
  writeFileSync(path.join(root, "a.ts"), text);
  const monitor = programMonitor({
    lexer: () => typescriptLexer(),
    analysis: { epoch: () => "1", members: () => ({ kind: "closed", value: ["age"] }) },
  });
  const judge = createJudge(path.join(root, "tsconfig.json"));
  const trie = buildTrie(cl100kVocabulary());
  return tallyOfHoles(judge, monitor as TypescriptMonitor, 20, seeded(1), trie, (its) => encode(its));
}

test("masked tokens are counted and shown, each with the answer that masks it", { timeout: 60_000 }, async () => {
  const { holes, maskedTokens, maskedWrongTokens, maskedBy, examples } = await found(RIGHT);
  expect([holes, maskedTokens > 3, maskedWrongTokens]).toEqual([20, true, 0]);
  expect(Object.values(maskedBy).reduce((sum, count) => sum + count, 0)).toBe(maskedTokens);
  expect(examples).toHaveLength(maskedTokens);
  for (const each of examples) expect(each).toContain('{"kind":"closed","value":["age"]}');
});

test("tokens with errors are not counted", { timeout: 60_000 }, async () => {
  const { maskedTokens, maskedWrongTokens } = await found(WRONG);
  expect([maskedTokens, maskedWrongTokens > 3]).toEqual([0, true]);
});

test("what is masked in holes across brackets is counted by itself", { timeout: 60_000 }, async () => {
  const methods = [1, 2, 3, 4].map((n) => `  get${n}() {\n    return [user.name].length;\n  },\n`).join("");
  const text = `const user = { name: 'a', age: 1 };\nexport const all = {\n${methods}};\n`;
  const { holes, crossingHoles, maskedInCrossing, maskedTokens } = await found(text);
  expect(crossingHoles).toBeGreaterThan(0);
  expect(crossingHoles).toBeLessThan(holes);
  expect([maskedInCrossing > 0, maskedTokens > 0]).toEqual([true, true]);
});
