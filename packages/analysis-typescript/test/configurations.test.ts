// Configurations that are missing, broken, or only refer to other projects: a project opens, and says what is wrong and where.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { typescript } from "@espalier/analysis-typescript";
import ts from "typescript";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-configurations-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The errors of a project with these files, whose paths are shortened. */
function errorsOf(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const project = typescript({ ts, project: folder });
  const errors = project.configurationErrors;
  project.dispose();
  return errors.map((error) =>
    error.replaceAll(folder.replaceAll("\\", "/"), "<folder>").replaceAll(folder, "<folder>"),
  );
}

const CODE = { "a.ts": "export const a = 1;\n" };

test("a configuration without errors, also with comments", () => {
  expect(errorsOf({ ...CODE, "tsconfig.json": "{ // a comment\n }" })).toEqual([]);
});

test("no configuration is one error", () => {
  expect(errorsOf({})).toEqual(["no tsconfig.json or jsconfig.json in <folder>, nor above"]);
});

test("a configuration that is cut off: the file, the line and the column", () => {
  const errors = errorsOf({ ...CODE, "tsconfig.json": '{\n  "compilerOptions": { "strict": tru' });
  expect(errors).not.toEqual([]);
  for (const error of errors) expect(error).toMatch(/^<folder>\/tsconfig\.json:2:\d+: ./);
});

test("one that extends a missing file, and one with an unknown option", () => {
  expect(errorsOf({ ...CODE, "tsconfig.json": '{ "extends": "./nowhere.json" }' })).toEqual([
    expect.stringContaining("nowhere.json"),
  ]);
  expect(errorsOf({ ...CODE, "tsconfig.json": '{ "compilerOptions": { "targett": "es2022" } }' })).toEqual([
    expect.stringContaining("targett"),
  ]);
});

test("one without files", () => {
  expect(errorsOf({ "tsconfig.json": '{ "include": ["src"] }' })).toEqual([expect.stringContaining("No inputs")]);
});

test("one that only refers to other projects names them", () => {
  const files = {
    "tsconfig.json": '{ "files": [], "references": [{ "path": "a" }, { "path": "./b" }] }',
    "a/tsconfig.json": '{ "compilerOptions": { "composite": true } }',
    "b/tsconfig.json": '{ "compilerOptions": { "composite": true } }',
  };
  expect(errorsOf(files)).toEqual([expect.stringMatching(/only references to other projects.*\(a, \.\/b\)/)]);
});
