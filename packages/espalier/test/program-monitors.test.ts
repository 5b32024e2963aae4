// Monitors over programs at the front door: a model that writes what it likes, and an analysis that knows the members.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { programMonitor } from "@espalier/analysis";
import { declaredLexer, pythonLexemes } from "@espalier/analysis-lsp";
import type { TypescriptMonitor } from "@espalier/analysis-typescript";
import type { Model } from "@espalier/model";
import { ArgumentError, complete, fill, generate, loadModel, python, typescript } from "espalier";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { modelFolder, run } from "./terminal.js";

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

test("a prefix in Python may open brackets, also with monitors, with which no end of the text is found at first", async () => {
  const lexer = declaredLexer(pythonLexemes);
  const project = programMonitor({
    lexer: () => lexer,
    analysis: { epoch: () => "", members: () => ({ kind: "closed", value: ["join", "exists"] }) },
  });
  for (const [prefix, expected] of [
    ["x = (", /./],
    ["import os\nprint(os.path.", /^(?:join|exists)\b/],
  ] as const) {
    const prompting = { path: "main.py" };
    const options = { model, language: python(), prefix, suffix: "\n", monitors: [project], prompting, maxTokens: 30 };
    expect((await fill(options)).text).toMatch(expected);
  }
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

describe("generate and complete", () => {
  const options = () => ({
    model,
    prompt: prefix,
    sampling: { temperature: 1.2 },
    seed: 4,
    maxTokens: 8,
    monitors: [project],
    file: { path: path.join(folder, "main.ts") },
  });

  test("the text goes on after the prompt, or after what the file has, and the record says what was asked", async () => {
    const { text, monitors } = await complete(options());
    const [first] = monitors[0]!.asked;
    expect(first).toMatchObject({ question: "members", offset: prefix.length, answer: "closed" });
    expect([...NAMES, ...OBJECT].some((name) => name.startsWith(nameIn(text)!) || nameIn(text) === name)).toBe(true);
    const { monitors: others } = await complete({
      ...options(),
      prompt: "Write code:",
      file: { ...options().file, prefix },
    });
    expect(others[0]!.asked[0]).toMatchObject({ offset: prefix.length, answer: "closed" });
  });

  test("the last event has the record", async () => {
    let records: unknown;
    for await (const event of generate(options())) if (event.kind === "finish") records = event.result.monitors;
    const asked = expect.arrayContaining([expect.objectContaining({ question: "members", answer: "closed" })]);
    expect(records).toEqual([{ name: "typescript", asked }]);
  });

  test("monitors need the file's path", async () => {
    const { file: _, ...rest } = options();
    await expect(complete(rest)).rejects.toThrow("file: { path }");
    await expect(complete({ ...rest, file: {} as { path: string } })).rejects.toThrow(ArgumentError);
    expect((await complete({ ...rest, monitors: undefined! })).monitors).toEqual([]);
  });
});

describe("espalier fill --monitor typescript", () => {
  const command = (...more: readonly string[]) => {
    const file = path.join(folder, "shown.ts");
    writeFileSync(file, prefix + suffix);
    const place = ["--at", "2:23", "--max-tokens", "6", "--seed", "1", "--model", modelFolder];
    return run(["fill", "--file", file, ...place, "--monitor", "typescript", ...more]);
  };

  test("the text is held to the compiler's answers, and a note says which", async () => {
    const { stdout, stderr } = await command();
    expect([...NAMES, ...OBJECT].some((name) => name.startsWith(/^[\w$]*/.exec(stdout.trim())![0]))).toBe(true);
    expect(stderr).toMatch(/typescript: \d+ questions, \d+ remembered, \d+ ms\n {2}1 × members: constrained/);
    const { monitors } = JSON.parse((await command("--json", "--project", folder)).stdout) as { monitors: unknown };
    const asked = expect.arrayContaining([expect.objectContaining({ question: "members", answer: "closed" })]);
    expect(monitors).toEqual([{ name: "typescript", asked }]);
  });

  test("a project without a configuration is used, and the command says that", async () => {
    const bare = mkdtempSync(path.join(tmpdir(), "espalier-bare-"));
    onTestFinished(() => rmSync(bare, { recursive: true }));
    const { exit, stderr } = await command("--project", bare);
    expect([exit === 2, stderr]).toEqual([
      false,
      expect.stringContaining("configuration of the project: no tsconfig.json"),
    ]);
    const { configurationErrors } = JSON.parse((await command("--project", bare, "--json")).stdout) as {
      configurationErrors: unknown;
    };
    expect(configurationErrors).toEqual([expect.stringContaining("no tsconfig.json")]);
  });

  test("it needs a model and a file, and excludes a context", async () => {
    const without = await run(["fill", "--file", "a.ts", "--at", "1:1", "--monitor", "typescript"]);
    expect([without.exit, without.stderr]).toEqual([2, expect.stringContaining("--monitor needs --model")]);
    const nowhere = await command("--project", path.join(folder, "nowhere"));
    expect([nowhere.exit, nowhere.stderr]).toEqual([2, expect.stringMatching(/--project .*nowhere does not exist/)]);
    expect((await command("--context", folder)).stderr).toContain("--monitor and --context");
    const project = await run(["fill", "--file", "a.py", "--at", "1:1", "--project", "."]);
    expect(project.stderr).toContain("--project is for --monitor");
  });
});

describe("espalier fill --monitor lsp:NAME", () => {
  const SERVER = new URL("../../analysis-lsp/test/scripted-server.mjs", import.meta.url).href;

  /** A project with a program called `pyright-langserver` that knows the members of `box`, and that starts after some milliseconds. */
  function projectWithServer(delay = 0): string {
    const root = mkdtempSync(path.join(tmpdir(), "espalier-server-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const program = path.join(root, "node_modules", ".bin", "pyright-langserver");
    mkdirSync(path.join(root, "src"));
    mkdirSync(path.dirname(program), { recursive: true });
    const script = JSON.stringify(JSON.stringify({ code: "reportAttributeAccessIssue" }));
    const start = `setTimeout(() => import(${JSON.stringify(SERVER)}), ${delay})`;
    writeFileSync(program, `#!/usr/bin/env node\nprocess.argv[2] = ${script};\n${start};\n`);
    chmodSync(program, 0o755);
    writeFileSync(path.join(root, "pyproject.toml"), "");
    writeFileSync(path.join(root, "src", "shown.py"), "x = box.\n");
    return root;
  }

  const command = (root: string, monitor: string, ...more: readonly string[]) => {
    const place = ["--file", path.join(root, "src", "shown.py"), "--at", "1:9"];
    return run([
      "fill",
      ...place,
      "--max-tokens",
      "6",
      "--seed",
      "1",
      "--model",
      modelFolder,
      "--monitor",
      monitor,
      ...more,
    ]);
  };

  test.skipIf(process.platform === "win32")(
    "the text is held to the server's answers, and a note says which",
    async () => {
      const root = projectWithServer();
      const { stdout, stderr } = await command(root, "lsp:pyright");
      expect(stderr).toMatch(/lsp:pyright: \d+ questions, \d+ remembered, \d+ ms\n {2}1 × members: constrained/);
      expect(["open", "close", "é"].some((name) => name.startsWith(/^[\wé]*/.exec(stdout.trim())![0]))).toBe(true);
      const { monitors } = JSON.parse((await command(root, "lsp:pyright", "--json", "--project", root)).stdout) as {
        monitors: unknown;
      };
      const asked = expect.arrayContaining([
        expect.objectContaining({ question: "members", answer: "closed", names: 3 }),
      ]);
      expect(monitors).toEqual([{ name: "lsp:pyright", asked }]);
    },
  );

  test.skipIf(process.platform === "win32")(
    "a server that takes seconds is waited for with a line that says so, unless --quiet or --json is given",
    async () => {
      const root = projectWithServer(2500);
      const line = `waiting until pyright has read ${root}\n`;
      expect((await command(root, "lsp:pyright")).stderr).toContain(line);
      expect((await command(root, "lsp:pyright", "--quiet")).stderr).not.toContain(line);
    },
  );

  test.skipIf(process.platform === "win32")(
    "a server that ends whenever it is started: the command fails, and says why and how to get the server",
    async () => {
      const root = mkdtempSync(path.join(tmpdir(), "espalier-server-"));
      onTestFinished(() => rmSync(root, { recursive: true }));
      const program = path.join(root, "bin", "pyright-langserver");
      for (const name of ["bin", "src"]) mkdirSync(path.join(root, name));
      writeFileSync(program, "#!/bin/sh\necho 'no engine' >&2\nsleep 0.2\nexit 3\n", { mode: 0o755 });
      writeFileSync(path.join(root, "src", "shown.py"), "x = box.\n");
      vi.stubEnv("PATH", path.dirname(program) + path.delimiter + process.env.PATH);
      onTestFinished(() => void vi.unstubAllEnvs());
      // On a busy machine, the server may end before it is written to.
      const message = new RegExp(
        `The language server pyright did not become ready: (?:initialize failed \\(write EPIPE\\); )?the server (?:ended with 3|closed its output): no engine.* \\(3 starts of ${program}\\)\\. To get it: npm install --save-dev pyright`,
      );
      const [loud, quiet, json] = await Promise.all(
        [[], ["--quiet"], ["--json"]].map((more) => command(root, "lsp:pyright", "--project", root, ...more)),
      );
      expect(loud).toMatchObject({ exit: 3, stdout: "", stderr: expect.stringMatching(message) });
      expect(loud!.stderr).toMatch(new RegExp(`^waiting until pyright has read ${root}: .*no engine\n`));
      expect(quiet).toMatchObject({
        exit: 3,
        stdout: "",
        stderr: expect.stringMatching(`^espalier: ${message.source}\n$`),
      });
      expect(json).toMatchObject({ exit: 3, stdout: "" });
      expect(JSON.parse(json!.stderr)).toEqual({
        error: { code: "server-failed", message: expect.stringMatching(message), exit: 3 },
      });
    },
  );

  test("a file that the server does not read is refused before the server starts", async () => {
    const root = mkdtempSync(path.join(tmpdir(), "espalier-server-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const refusal = async (monitor: string, file: string) => {
      writeFileSync(path.join(root, file), "x = box.\n");
      const place = ["--file", path.join(root, file), "--at", "1:9"];
      const { exit, stdout, stderr } = await run(["fill", ...place, "--model", modelFolder, "--monitor", monitor]);
      expect([exit, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(await refusal("lsp:pyright", "x.ts")).toBe(
      "espalier: --monitor lsp:pyright reads .py and .pyi files, not x.ts. For .ts files: " +
        "lsp:typescript-7, lsp:typescript-language-server or typescript\n",
    );
    expect(await refusal("lsp:gopls", "x.py")).toContain(
      "reads .go files, not x.py. For .py files: lsp:pyright or lsp:basedpyright\n",
    );
    expect(await refusal("lsp:gopls", "x.md")).toContain("not x.md. No monitor reads .md files.\n");
    expect(await refusal("lsp:gopls", "Makefile")).toContain(
      "not Makefile. No monitor reads files without an extension.\n",
    );
  });

  test("what is missing is said, with how to get it", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "espalier-server-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, "src"));
    writeFileSync(path.join(folder, "src", "shown.py"), "x = box.\n");
    vi.stubEnv("PATH", "");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const [monitor, message, ...more] of [
      ["lsp:pyright", "npm install --save-dev pyright"],
      ["lsp:nothing", "There is no profile nothing; choose one of pyright,"],
      ["lsp:", "typescript or lsp:NAME"],
      ["pyright", "typescript or lsp:NAME"],
      ["lsp:pyright", "missing does not exist", "--project", path.join(folder, "missing")],
    ] as const) {
      const { exit, stderr } = await command(folder, monitor, ...more);
      expect({ monitor, exit, stderr }).toEqual({ monitor, exit: 2, stderr: expect.stringContaining(message) });
    }
  });
});
