// A repository as prompt: folders as they are on disk, what a model is shown of them, and that it helps.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Model } from "@espalier/model";
import { fill, loadModel, python, repository } from "espalier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelFolder, run } from "./terminal.js";

const PREFIX = "from store import Store\n\nstore = Store()\nitems = store.load_";
const SUFFIX = "(path)\n";
const STORE = `class Store:
    def load_items(self, path):
        return open(path).read()

    def save_items(self, path):
        pass
`;
const language = python({ version: "3.12" });

let folder: string;
let model: Model;
function write(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "espalier-repository-"));
  write("shop/store.py", STORE);
  write("shop/main.py", `${PREFIX}items${SUFFIX}`);
  write("shop/cursor.py", `${PREFIX}${SUFFIX}`);
  model = await loadModel(modelFolder, { threads: 1 });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await model.dispose();
});

describe("fill with a repository", () => {
  const options = { language, prefix: PREFIX, suffix: SUFFIX, maxTokens: 2, scope: "inner" } as const;
  const prompting = { path: "shop/main.py" };

  test("a name of the other file is right with the context, and wrong without", async () => {
    expect((await fill({ ...options, model, prompting })).text).not.toBe("items");
    const { text, context } = await fill({ ...options, model, prompting, context: repository(folder) });
    expect(text).toBe("items");
    expect(context?.text).toContain("def load_items(self, path)");
    expect(context?.provenance.some(({ path: from, items }) => from === "shop/store.py" && items > 0)).toBe(true);
  });

  test("the prompt holds what the budget says, and never the gap's own text from disk", async () => {
    write("shop/copy.py", `${PREFIX}items${SUFFIX}`);
    const plain = await fill({ ...options, model, prompting });
    for (const tokens of [0, 1, 10, 30, 5000]) {
      const filled = await fill({
        ...options,
        model,
        prompting,
        context: repository(folder),
        contextOptions: { tokens },
      });
      expect(filled.context!.tokens).toBeLessThanOrEqual(tokens);
      expect(filled.promptTokens - plain.promptTokens).toBe(filled.context!.tokens);
      expect(filled.context!.text).not.toContain("copy.py");
    }
    unlinkSync(path.join(folder, "shop/copy.py"));
  });

  test("a file that is full still leaves half of the prompt to others, and others that are few leave it to the file", async () => {
    const long = `${"number = 1\n".repeat(3000)}${PREFIX}`;
    const shown = await fill({ ...options, prefix: long, model, prompting, context: repository(folder) });
    expect(shown.context!.text).toContain("load_items");
    expect(shown.promptTokens).toBeGreaterThan(model.contextLength! - 10);
  });

  test("misuse is told", async () => {
    const context = repository(folder);
    await expect(fill({ ...options, model, context })).rejects.toThrow("needs prompting: { path }");
    await expect(fill({ ...options, model, context: folder as never, prompting })).rejects.toThrow(
      "repository(folder)",
    );
    await expect(fill({ ...options, model, context, prompting: { path: "../x.py" } })).rejects.toThrow(
      "is not in the repository",
    );
    const gone = repository(path.join(folder, "nowhere"));
    await expect(fill({ ...options, model, context: gone, prompting: { path: "x.py" } })).rejects.toThrow("ENOENT");
  });
});

describe("a folder", () => {
  test("honours ignore files, and survives links that loop, binaries, invalid UTF-8 and huge files", async () => {
    const root = path.join(folder, "odd");
    const odd = (file: string): string => path.join("odd", file);
    write(odd(".gitignore"), "build/\n*.gen.py\n!keep.gen.py\n");
    write(odd("a.py"), "def a(): pass\n");
    write(odd("build/b.py"), "def b(): pass\n");
    write(odd("c.gen.py"), "def c(): pass\n");
    write(odd("keep.gen.py"), "def keep(): pass\n");
    write(odd("deep/.gitignore"), "/own.py\n");
    write(odd("deep/own.py"), "def own(): pass\n");
    write(odd("deep/er/own.py"), "def deeper(): pass\n");
    write(odd("node_modules/m/index.js"), "function m() {}\n");
    write(odd("readme.md"), "# not a source\n");
    write(odd("binary.py"), Uint8Array.of(1, 0, 2));
    write(odd("invalid.py"), Uint8Array.of(0x23, 0xff, 0xfe));
    write(odd("huge.py"), "x = 1\n".repeat(200_000));
    symlinkSync(root, path.join(root, "loop"));
    symlinkSync(path.join(root, "a.py"), path.join(root, "link.py"));
    const repo = repository(root);
    const report = await repo.refresh();
    expect(report.added).toBe(3);
    expect(report.skipped).toEqual([
      { path: "binary.py", reason: "binary" },
      { path: "huge.py", reason: "too-large" },
      { path: "invalid.py", reason: "invalid-utf8" },
    ]);
    expect(await repo.refresh()).toMatchObject({ added: 0, changed: 0, unchanged: 6 });
    await repo.changed("a.py", undefined);
    await repo.changed("new.py", "def n(): pass\n");
    // The disk has the last word.
    write(odd("a.py"), "def other(): pass\n");
    expect(await repo.refresh()).toMatchObject({ added: 1, removed: 1 });
  });
});

test("a folder within a git work tree heeds the ignore files above it, unless they leave out the folder itself", async () => {
  write("tree/.git/HEAD", "ref: refs/heads/main\n");
  write("tree/.gitignore", "dist/\n/packages/a/own.py\n/vendor\n");
  write("tree/packages/.ignore", "*.gen.py\n");
  write("tree/packages/a/.gitignore", "!keep.gen.py\n");
  for (const file of ["dist/d.py", "own.py", "a.gen.py", "keep.gen.py", "src/own.py"])
    write(`tree/packages/a/${file}`, "x = 1\n");
  write("tree/vendor/v.py", "x = 1\n");
  expect(await repository(path.join(folder, "tree/packages/a")).refresh()).toMatchObject({ added: 2 });
  expect(await repository(path.join(folder, "tree/vendor")).refresh()).toMatchObject({ added: 1 });
});

test("names that begin with dots are names of the folder", async () => {
  write("dots/.gitignore", "*.gen.py\n");
  write("dots/.../a.py", "def a(): pass\n");
  write("dots/..b.py", "def b(): pass\n");
  const repo = repository(path.join(folder, "dots"));
  expect(await repo.refresh()).toMatchObject({ added: 2, skipped: [] });
  expect([repo.pathOf("..b.py"), repo.pathOf(".../a.py")]).toEqual(["..b.py", ".../a.py"]);
  expect([repo.pathOf("../b.py"), repo.pathOf(".."), repo.pathOf(".")]).toEqual([undefined, undefined, undefined]);
});

describe("espalier fill --context", () => {
  const place = (): string[] => [
    "fill",
    "--file",
    path.join(folder, "shop/cursor.py"),
    "--at",
    "4:20",
    "--model",
    modelFolder,
    "--max-tokens",
    "2",
  ];

  test("--explain-context prints what was shown and why", async () => {
    const { exit, stdout, stderr } = await run([...place(), "--context", folder, "--explain-context"]);
    expect([exit, stdout]).toEqual([0, "items"]);
    expect(stderr).toMatch(/^context: \d+ of \d+ tokens\n--- shop\/store\.py \(\d+ tokens\)\nclass Store:/);
    expect(stderr).toMatch(/^\d\. \S+ shop\/store\.py: \d+ shown, \d+ tokens \(.+\)/m);
    expect(stderr).toMatch(/^files of the repository: \d+$/m);
    expect(stderr).toContain("omitted: odd/invalid.py (invalid-utf8)");
    const json = await run([...place(), "--context", folder, "--json"]);
    expect(JSON.parse(json.stdout).context.blocks[0].path).toBe("shop/store.py");
  });

  test("a folder by a link is the folder", async () => {
    symlinkSync(path.join(folder, "shop"), path.join(folder, "linked"));
    const { exit, stdout } = await run([...place(), "--context", path.join(folder, "linked")]);
    unlinkSync(path.join(folder, "linked"));
    expect([exit, stdout]).toEqual([0, "items"]);
  });

  test("options that do not go together are refused", async () => {
    for (const [args, message] of [
      [["fill", "--file", "x.py", "--at", "1:1", "--context", folder], "--context is for --model"],
      [[...place(), "--explain-context"], "are for --context"],
      [[...place(), "--context", path.join(folder, "odd")], "is not in the folder"],
      [[...place(), "--context", path.join(folder, "nowhere")], "nowhere is not a folder"],
      [[...place(), "--context", path.join(folder, "shop/store.py")], "store.py is not a folder"],
    ] as const) {
      const { exit, stderr } = await run(args);
      expect([exit, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});
