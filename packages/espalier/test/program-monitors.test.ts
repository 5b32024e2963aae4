// Monitors over programs at the front door: a model that writes what it likes, and an analysis that knows the members.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ArgumentError, fill, loadModel, type Model, python, type TypescriptMonitor, typescript } from "espalier";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { modelFolder } from "./terminal.js";

const NAMES = ["withIp", "withPort", "build", "x"];
const OBJECT = [
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf",
];
const prefix = "declare const node: { withIp(): void; withPort(): void; build(): void; x: 1 };\nexport const a = node.";
const suffix = ";\n";

let folder: string;
let model: Model;
let project: TypescriptMonitor;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "espalier-program-"));
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] } }',
  );
  writeFileSync(path.join(folder, "main.ts"), "");
  model = await loadModel(modelFolder);
  project = typescript({ ts, project: folder });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  project.dispose();
  await model.dispose();
});

const filled = (seed: number, more: object = {}) => {
  const prompting = { path: path.join(folder, "main.ts") };
  return fill({
    model,
    prefix,
    suffix,
    prompting,
    sampling: { temperature: 1.2 },
    seed,
    maxTokens: 10,
    monitors: [project],
    ...more,
  });
};
/** The name after the dot; `undefined` where none has begun. */
const nameIn = (text: string): string | undefined => /^\s*([\w$]+)/.exec(text)?.[1];

test("whatever the model writes, the member exists; and the record says what was asked", async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { text, accepted, monitors } = await filled(seed);
    const name = nameIn(text);
    if (accepted)
      expect({ seed, text, name }).toEqual({
        seed,
        text,
        name: expect.toSatisfy((each: string) => [...NAMES, ...OBJECT].includes(each)),
      });
    expect(monitors).toMatchObject([{ name: "typescript" }]);
    expect(monitors[0]!.asked[0]).toMatchObject({
      question: "members",
      offset: prefix.length,
      answer: "closed",
      names: 11,
    });
  }
});

test("in a comment nothing is asked", async () => {
  const { monitors } = await filled(1, { prefix: "// node.", suffix: "\n", maxTokens: 1 });
  expect(monitors[0]!.asked).toEqual([]);
});

test("without a language there must be monitors, with a path, and of different names", async () => {
  const { monitors: _, ...none } = { model, prefix, suffix, monitors: [] };
  await expect(fill(none)).rejects.toThrow(ArgumentError);
  await expect(fill({ ...none, monitors: [project] })).rejects.toThrow("path");
  await expect(filled(1, { monitors: [project, project] })).rejects.toThrow("different names");
  await expect(filled(1, { monitors: [] })).rejects.toThrow(ArgumentError);
});

test("a language and a monitor hold together", async () => {
  const { text, accepted } = await filled(3, { language: python(), prefix: "x = f(a.", suffix: ")\n" });
  expect(accepted).toBe(true);
  expect(text).not.toBe("");
});
