// The import rules of dependency-cruiser.config.mjs bite: small trees with one forbidden import each, cruised as `pnpm run check` cruises this one.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { describe, expect, onTestFinished, test } from "vitest";
import config, { layers, outside, picture, resolving } from "../dependency-cruiser.config.mjs";
import { foldersIn, root } from "./support/code-blocks.js";

/** The rules that a tree of files breaks. Every package of the tree resolves by name, as if all package.json files allowed it. */
async function broken(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "espalier-imports-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const names = new Set([
    "monitor",
    ...Object.keys(files).flatMap((file) => /^packages\/([^/]+)/.exec(file)?.[1] ?? []),
  ]);
  const tree: Record<string, string> = { "packages/monitor/src/index.ts": "export const m = 1;\n", ...files };
  for (const name of names) {
    const packageName = name === "espalier" ? name : `@espalier/${name}`;
    const exports = { ".": { "@espalier/source": "./src/index.ts" }, "./*": "./*" };
    tree[`packages/${name}/package.json`] = JSON.stringify({ name: packageName, type: "module", exports });
    const link = path.join(folder, "node_modules", packageName);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(folder, "packages", name), link);
  }
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const { output } = await cruise(
    ["packages"],
    { ...config.options, baseDir: folder, ruleSet: config, validate: true },
    resolving,
  );
  const found = (output as ICruiseResult).summary.violations.filter((violation) => violation.rule.severity === "error");
  return [...new Set(found.map((violation) => violation.rule.name))].sort();
}

const source = (specifier: string): string => `import { x } from "${specifier}";\nexport const y: number = x;\n`;
const index = "export const x = 1;\n";

describe("imports that the picture has", () => {
  test.each<[string, Record<string, string>]>([
    [
      "a package below",
      { "packages/automata/src/index.ts": 'import { m } from "@espalier/monitor";\nexport const a: number = m;\n' },
    ],
    [
      "a file of one's own",
      { "packages/monitor/src/step.ts": index, "packages/monitor/src/index.ts": source("./step.js") },
    ],
    [
      "a folder that uses one before it",
      { "packages/trie/src/memory/a.ts": index, "packages/trie/src/walks/b.ts": source("../memory/a.js") },
    ],
    ["node:* where the platform is known", { "packages/onnx-node/src/index.ts": 'import "node:fs";\n' }],
    ["node:* in tests", { "packages/monitor/test/monitor.test.ts": 'import "node:fs";\n' }],
  ])("%s", async (_, files) => {
    expect(await broken(files)).toEqual([]);
  });
});

describe("imports that it has not", () => {
  test.each<[string, Record<string, string>, string]>([
    [
      "the language half reaching for the vocabulary",
      { "packages/vocabulary/src/index.ts": index, "packages/syntax/src/index.ts": source("@espalier/vocabulary") },
      "picture-syntax",
    ],
    [
      "the model half reaching for a grammar",
      { "packages/grammar/src/index.ts": index, "packages/decode/src/index.ts": source("@espalier/grammar") },
      "picture-decode",
    ],
    [
      "the same, for a type only",
      {
        "packages/grammar/src/index.ts": index,
        "packages/decode/src/index.ts": 'export type { x } from "@espalier/grammar";\n',
      },
      "picture-decode",
    ],
    ["a package that is not installed", { "packages/lexer/src/index.ts": source("@espalier/earley") }, "picture-lexer"],
    [
      "an arrow pointing up",
      { "packages/espalier/src/index.ts": index, "packages/trie/src/index.ts": source("espalier") },
      "picture-trie",
    ],
    [
      "a folder that reaches for a later one",
      { "packages/trie/src/walks/a.ts": index, "packages/trie/src/memory/b.ts": source("../walks/a.js") },
      "layers-trie-memory",
    ],
    [
      "a file beside the folders of a layered package",
      { "packages/trie/src/a.ts": index, "packages/trie/src/index.ts": source("./a.js") },
      "layers-trie",
    ],
    [
      "a package nobody has drawn",
      { "packages/novelty/src/index.ts": source("@espalier/monitor") },
      "not-in-the-picture",
    ],
    ["node:* in a core package", { "packages/trie/src/index.ts": 'import "node:fs";\n' }, "platform-free"],
    ["a Node built-in by its short name", { "packages/trie/src/index.ts": 'import "fs";\n' }, "platform-free"],
    ["a dependency in a core package", { "packages/trie/src/index.ts": 'import "left-pad";\n' }, "outside-trie"],
    [
      "a cycle of two files",
      {
        "packages/monitor/src/a.ts": source("./b.js"),
        "packages/monitor/src/b.ts": source("./a.js").replace("y", "x"),
      },
      "no-cycle",
    ],
    [
      "a cycle of two packages",
      {
        "packages/monitor/src/index.ts": source("@espalier/automata"),
        "packages/automata/src/index.ts": source("@espalier/monitor"),
      },
      "no-cycle",
    ],
    [
      "another package by path",
      {
        "packages/automata/src/index.ts":
          'import { m } from "../../monitor/src/index.js";\nexport const a: number = m;\n',
      },
      "by-name",
    ],
    [
      "another package's internals",
      {
        "packages/monitor/src/inside.ts": index,
        "packages/automata/src/index.ts": source("@espalier/monitor/src/inside.ts"),
      },
      "no-internals",
    ],
    [
      "a file named utils",
      { "packages/monitor/src/utils.ts": index, "packages/monitor/src/index.ts": source("./utils.js") },
      "named-for-a-concept",
    ],
  ])("%s", async (_, files, rule) => {
    expect(await broken(files)).toContain(rule);
  });
});

describe("the picture and the package.json files", () => {
  test.each(foldersIn("packages"))("%s declares nothing that the picture has not", (name) => {
    const file = path.join(root, "packages", name, "package.json");
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(file, "utf8")) as Record<
      string,
      Record<string, string>
    >;
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const inside = declared.filter((d) => d.startsWith("@espalier/")).map((d) => d.slice("@espalier/".length));
    const drawn: Readonly<Record<string, readonly string[]>> = picture;
    const listed: Readonly<Record<string, readonly string[]>> = outside;
    expect(drawn[name]).toEqual(expect.arrayContaining(inside));
    expect(listed[name] ?? []).toEqual(expect.arrayContaining(declared.filter((d) => !d.startsWith("@espalier/"))));
  });
});

/** The rows of ARCHITECTURE.md's table of packages: a package, and what it may import. */
const rows = readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8")
  .split("## Packages, and what each may not know")[1]!
  .split("\n\n")[1]!
  .split("\n")
  .map((line) => /^\| `([^`]+)` \| ([^|]+) \|/.exec(line))
  .flatMap((row) => (row === null ? [] : [[row[1]!, row[2]!] as const]));

describe("the picture and the table of ARCHITECTURE.md", () => {
  const drawn: Readonly<Record<string, readonly string[]>> = picture;
  const everywhere = ["arguments", "utf8"];
  const below = (name: string): readonly string[] => drawn[name]!.filter((other) => !everywhere.includes(other)).sort();

  test("name the same packages", () => {
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(drawn).sort());
  });

  test.each(rows)("agree on %s", (name, cell) => {
    if (cell === "nothing") expect(below(name)).toEqual([]);
    else if (cell.startsWith("all of these but ")) {
      const excluded = cell.slice("all of these but ".length).split(/, | and /);
      const others = Object.keys(drawn).filter((other) => ![name, ...everywhere, ...excluded].includes(other));
      expect(below(name)).toEqual(others.sort());
    } else expect(below(name)).toEqual(cell.split(", ").sort());
  });
});

test.each(Object.entries(layers))("the README of %s lists the folders of its sources in order", (name, folders) => {
  const [, section = ""] = readFileSync(path.join(root, "packages", name, "README.md"), "utf8").split(
    "### Where is it in the sources?",
  );
  const [table = ""] = section.split("\n#");
  expect([...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, folder]) => folder)).toEqual(folders);
});
