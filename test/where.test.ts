// docs/where.md answers a newcomer's questions with files and names. Each file exists, and holds the names beside it.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./support/code-blocks.js";

const quoted = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);
const rows = readFileSync(path.join(root, "docs/where.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| question") && !line.startsWith("| ---"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, question = "", files = "", names = ""]) => [question, quoted(files), quoted(names)] as const);

test("at least twenty questions are answered", () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test.each(rows)("%s", (_, files, names) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const texts = files
    .filter((file) => statSync(path.join(root, file)).isFile())
    .map((file) => readFileSync(path.join(root, file), "utf8"));
  expect(names.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
});
