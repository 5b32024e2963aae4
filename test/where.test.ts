// docs/where.md answers a newcomer's questions with files and names: each file exists, and contains the names beside it. The READMEs of the large packages
// list the files of their sources: each file once.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { foldersIn, root } from "./support/code-blocks.js";

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

/** Files that every package may have, and whose names say what they are. */
const EVERYWHERE = ["index.ts", "kinds.ts"];
/** A package with more files than this directly in `src` lists them in its README. */
const MOST_UNLISTED = 10;

const large = foldersIn("packages").flatMap((name) => {
  const entries = readdirSync(path.join(root, "packages", name, "src"), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts")).map((entry) => entry.name);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => `${entry.name}/`);
  return files.length > MOST_UNLISTED ? [[name, [...files, ...folders]] as const] : [];
});

test("some packages are large", () => {
  expect(large.map(([name]) => name)).toContain("monitor");
});

test.each(large)("the README of %s lists the files of its sources, each once", (name, entries) => {
  const readme = readFileSync(path.join(root, "packages", name, "README.md"), "utf8");
  const [, section = ""] = readme.split("### Where is it in the sources?");
  const listed = section
    .split("\n#")[0]!
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => quoted(line.split("|")[1]!));
  expect(listed.filter((name) => !EVERYWHERE.includes(name)).sort()).toEqual(
    entries.filter((name) => !EVERYWHERE.includes(name)).sort(),
  );
});
