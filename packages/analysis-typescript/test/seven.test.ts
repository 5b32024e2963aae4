// TypeScript 7 over its synchronous API: what it does not tell is unknown, with the reason; its process ends; and every part of the older compilers that the questions
// use has a counterpart. The answers themselves are tested beside those of the older versions.

import { ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  type Compiler,
  ProjectError,
  type ProjectOptions,
  typescript,
  typescriptAnalysis,
  typescriptHoles,
  UnsupportedCompilerError,
} from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import * as ast from "typescript-7/unstable/ast";
import * as sync from "typescript-7/unstable/sync";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { seven, skipWithout } from "./seven.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-seven-"));
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach((context) => skipWithout(context));

const opened = (options: Partial<ProjectOptions> = {}): ReturnType<typeof typescriptAnalysis> =>
  typescriptAnalysis({ ts: seven, project: folder, ...options });
const membersAt = (analysis: ReturnType<typeof opened>, before: string, after = ";", path = "main.ts") =>
  analysis.members!({ path, before, after }) as Answer<readonly string[]>;
const named = (...names: readonly string[]) => ({ kind: "closed", value: expect.arrayContaining([...names]) });

test("what the API does not list is unknown, and says so", async () => {
  const analysis = opened();
  for (const [question, before, after, reason] of [
    ["constructibles", "class A {}\nnew ", "();", "names in scope"],
    ["inScope", "const a = [1, ", "];", "names in scope"],
    ["modulesFrom", 'import a from "', "", "module names"],
    ["objectKeys", "const a: { b: 1 } = {", "};", "syntax errors"],
  ] as const) {
    const answer = await analysis[question]!({ path: "main.ts", before, after });
    expect([question, answer]).toEqual([question, { kind: "unknown", reason: expect.stringContaining(reason) }]);
  }
  analysis.dispose();
});

test("the modules alone are refused, and so are prompts", () => {
  for (const [create, ts] of [
    [typescript, seven.sync],
    [typescriptAnalysis, seven.sync],
    [typescriptHoles, seven.sync],
    [typescriptHoles, seven],
  ] as const)
    expect(() => create({ ts: ts as unknown as Compiler, project: folder })).toThrow(UnsupportedCompilerError);
});

test("a monitor asks, and its errors of a text are those of the compiler", async () => {
  const monitor = typescript({ ts: seven, project: folder });
  expect(monitor.configurationErrors).toEqual([]);
  const hole = monitor.open({ path: "main.ts", prefix: "let o = { a: 1 };\no.", suffix: ";\n" });
  const [question] = hole.monitor.asks!(hole.monitor.start);
  const answer = await hole.answer(question!, { offset: 0, before: new Uint8Array() });
  expect(answer).toMatchObject(named("a"));
  const text = 'const size: number = "😀";\nsize.';
  expect(monitor.holes.degraded).toContain("names in scope");
  expect(await monitor.holes.getStaticErrors("main.ts", text)).toEqual([
    {
      ...{ message: "Type 'string' is not assignable to type 'number'.", code: 2322, kind: "other" },
      ...{ severity: "error", from: 6, to: 10 },
    },
    { message: "Identifier expected.", code: 1003, kind: "other", severity: "error", from: 32, to: 32 },
  ]);
  monitor.dispose();
});

test("files that only the text has, in folders that do not exist, with other names than the project's files", () => {
  const analysis = opened();
  writeFileSync(join(folder, "lib.ts"), "export const it = { a: 1 };");
  expect(membersAt(analysis, "import { it } from '../../lib';\nit.", ";", "no/where/new.ts")).toMatchObject(named("a"));
  // The text of before is gone.
  expect(membersAt(analysis, "import { x } from './no/where/new';\nx.").kind).toBe("unknown");
  expect(membersAt(analysis, "import { it } from './lib';\nit.", ";", join(folder, ".", "main.ts"))).toMatchObject(
    named("a"),
  );
  // A file of the project, with another text than on disk, and back.
  expect(membersAt(analysis, "export const it = { b: 1 };\nit.", ";", "lib.ts")).toMatchObject(named("b"));
  expect(membersAt(analysis, "import { it } from './lib';\nit.")).toMatchObject(named("a"));
  analysis.dispose();
});

test("files that change on disk, appear and disappear", () => {
  const analysis = opened({ watching: 0 });
  const path = join(folder, "other.ts");
  const written = (text: string, at: number): void => {
    writeFileSync(path, text);
    utimesSync(path, at, at);
  };
  const ask = () => membersAt(analysis, "import { it } from './other';\nit.");
  written("export const it = { a: 1 };", 1e9);
  const epoch = analysis.epoch();
  expect(ask()).toMatchObject(named("a"));
  written("export const it = { b: 1 };", 1.1e9);
  expect(analysis.epoch()).not.toBe(epoch);
  expect(ask()).toMatchObject(named("b"));
  rmSync(path);
  expect(ask().kind).toBe("unknown");
  written("export const it = { c: 1 };", 1.2e9);
  expect(ask()).toMatchObject(named("c"));
  rmSync(path);
  analysis.dispose();
});

test("a configuration appears and disappears", () => {
  const bare = mkdtempSync(join(tmpdir(), "espalier-seven-bare-"));
  const configuration = join(bare, "tsconfig.json");
  writeFileSync(join(bare, "lib.ts"), "export const it = { a: 1 };");
  const analysis = opened({ project: bare, watching: 0 });
  const ask = () => membersAt(analysis, 'import { it } from "@/lib";\nit.');
  try {
    expect(ask().kind).toBe("unknown");
    writeFileSync(configuration, '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }');
    expect(ask()).toMatchObject(named("a"));
    rmSync(configuration);
    expect(ask().kind).toBe("unknown");
  } finally {
    analysis.dispose();
    rmSync(bare, { recursive: true });
  }
});

test("a configuration that is missing, broken, of JavaScript, or in a given file system", () => {
  const bare = mkdtempSync(join(tmpdir(), "espalier-seven-bare-"));
  const errorsWith = (name: string, text: string | undefined, path = "new.ts"): readonly string[] => {
    if (text !== undefined) writeFileSync(join(bare, name), text);
    const monitor = typescript({ ts: seven, project: bare });
    const analysis = opened({ project: bare });
    expect(membersAt(analysis, "'a'.", "", path)).toMatchObject(named("charCodeAt"));
    const errors = monitor.configurationErrors;
    monitor.dispose();
    analysis.dispose();
    if (text !== undefined) rmSync(join(bare, name));
    return errors;
  };
  try {
    expect(errorsWith("tsconfig.json", undefined)).toEqual([expect.stringContaining("no tsconfig.json")]);
    expect(errorsWith("tsconfig.json", undefined, "new.js")).toHaveLength(1);
    expect(errorsWith("tsconfig.json", "{ not json")).not.toEqual([]);
    expect(errorsWith("tsconfig.json", '{ "extends": "./nowhere.json" }')).toEqual([
      expect.stringContaining("nowhere.json"),
    ]);
    expect(errorsWith("tsconfig.json", '{ "compilerOptions": { "target": "nowhere" } }')).toHaveLength(1);
    expect(errorsWith("jsconfig.json", "{}", "new.js")).toEqual([]);
    expect(errorsWith("tsconfig.json", "{ // a comment\n }")).toEqual([]);
  } finally {
    rmSync(bare, { recursive: true });
  }
  const shown: Readonly<Record<string, string>> = {
    [join(folder, "made/tsconfig.json")]: '{ "compilerOptions": { "lib": ["es2022"], "types": [] } }',
    [join(folder, "made/lib.ts")]: "export const it = { made: 1 };",
  };
  const system = {
    ...ts5.sys,
    readFile: (path: string) => shown[path] ?? ts5.sys.readFile(path),
    fileExists: (path: string) => path in shown || ts5.sys.fileExists(path),
    directoryExists: (path: string) => path === join(folder, "made") || ts5.sys.directoryExists(path),
  };
  const analysis = opened({ project: join(folder, "made/tsconfig.json"), system });
  expect(membersAt(analysis, "import { it } from './lib';\nit.")).toMatchObject(named("made"));
  analysis.dispose();
});

test("a file that the compiler does not read, and a project that was disposed of", () => {
  const analysis = opened();
  expect(() => membersAt(analysis, "a.", ";", "main.mjs")).toThrow(ProjectError);
  expect(membersAt(analysis, "'a'.")).toMatchObject(named("trim"));
  analysis.dispose();
  expect(() => membersAt(analysis, "'a'.")).toThrow(/dispose/);
});

test("after its process has died, a question is unknown and the next one has an answer", () => {
  const started: { close(): void }[] = [];
  class API extends (seven.sync.API as new (options: object) => { close(): void }) {
    constructor(options: object) {
      super(options);
      started.push(this);
    }
  }
  const analysis = opened({ ts: { ...seven, sync: { ...seven.sync, API } } });
  expect(membersAt(analysis, "'a'.")).toMatchObject(named("trim"));
  started[0]!.close();
  expect(membersAt(analysis, "'b'.")).toMatchObject({ kind: "unknown", reason: expect.stringContaining("process") });
  expect(membersAt(analysis, "'c'.")).toMatchObject(named("trim"));
  expect(started).toHaveLength(2);
  analysis.dispose();
});

test("after its process was killed, a question is unknown, the next one has an answer, and `dispose` throws nothing", async () => {
  const started: { readonly client: { readonly channel: { readonly child: ChildProcess } } }[] = [];
  class API extends (seven.sync.API as new (options: object) => { close(): void }) {
    constructor(options: object) {
      super(options);
      started.push(this as unknown as (typeof started)[number]);
    }
  }
  const killed = async (at: number): Promise<void> => {
    const { child } = started[at]!.client.channel;
    const ended = once(child, "exit");
    child.ref();
    child.kill("SIGKILL");
    await ended;
    // Node closes the pipes of a process after it has ended.
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const analysis = opened({ ts: { ...seven, sync: { ...seven.sync, API } } });
  expect(membersAt(analysis, "'a'.")).toMatchObject(named("trim"));
  await killed(0);
  expect(membersAt(analysis, "'b'.")).toMatchObject({ kind: "unknown", reason: expect.stringContaining("process") });
  expect(membersAt(analysis, "'c'.")).toMatchObject(named("trim"));
  await killed(1);
  expect(() => analysis.dispose()).not.toThrow();
});

test("a process that cannot be started is an error with a reason, and gets no signal", async () => {
  // Node would send the signal to the process group of the tests.
  const kill = vi.spyOn(ChildProcess.prototype, "kill").mockReturnValue(true);
  onTestFinished(() => kill.mockRestore());
  const program = join(folder, "no-program");
  writeFileSync(program, "");
  for (const [tsserverPath, reason] of [
    [program, /does not run its program/],
    [join(folder, "nowhere"), /does not run its program/],
  ] as const) {
    class API extends sync.API {
      constructor(options: sync.APIOptions) {
        super({ ...options, tsserverPath });
      }
    }
    const open = () => opened({ ts: { sync: { ...sync, API }, ast } });
    expect(open).toThrow(expect.objectContaining({ name: "ProjectError", code: "unloaded" }));
    expect(open).toThrow(reason);
  }
  expect(kill).not.toHaveBeenCalled();
  // Node reports the error to the process in a later task.
  await setImmediate();
});

test("the process ends with `dispose`, and otherwise with the program", () => {
  const script = `
    import { typescript } from ${JSON.stringify(join(import.meta.dirname, "../src/index.ts"))};
    import * as ast from "typescript-7/unstable/ast";
    import * as sync from "typescript-7/unstable/sync";
    import { execFileSync } from "node:child_process";
    const running = () => execFileSync("ps", ["-o", "comm=", "--ppid", String(process.pid)], { encoding: "utf8" }).split("\\n").filter((name) => name.trim() === "tsc").length;
    const first = typescript({ ts: { sync, ast }, project: ${JSON.stringify(folder)} });
    typescript({ ts: { sync, ast }, project: ${JSON.stringify(folder)} });
    const before = running();
    first.dispose();
    await new Promise((resolve) => setTimeout(resolve, 500));
    console.log(process.pid, before, running());`;
  const path = join(import.meta.dirname, "ending.generated.mts");
  writeFileSync(path, script);
  try {
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--conditions=@espalier/source", path], {
      encoding: "utf8",
      cwd: import.meta.dirname,
    });
    expect([stderr, stdout]).toEqual(["", expect.stringMatching(/^\d+ 2 1\n$/)]);
    const left = spawnSync("ps", ["-o", "comm=", "--ppid", stdout.split(" ")[0]!], { encoding: "utf8" });
    expect(left.stdout).toBe("");
  } finally {
    rmSync(path);
  }
});

test("SIGTERM ends the program, with or without a listener, and the process", async () => {
  const script = `
    import { typescriptAnalysis } from ${JSON.stringify(join(import.meta.dirname, "../src/index.ts"))};
    import * as ast from "typescript-7/unstable/ast";
    import * as sync from "typescript-7/unstable/sync";
    import { execFileSync } from "node:child_process";
    const analysis = typescriptAnalysis({ ts: { sync, ast }, project: ${JSON.stringify(folder)} });
    const children = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(process.pid)], { encoding: "utf8" });
    if (process.argv[2] === "listening") process.on("SIGTERM", () => process.exit(3));
    process.stdout.write(/\\d+(?= tsc)/.exec(children)[0]);
    const ask = () => { analysis.members({ path: "main.ts", before: "'a'.", after: ";" }); setImmediate(ask); };
    ask();`;
  const path = join(import.meta.dirname, "signalled.generated.mts");
  writeFileSync(path, script);
  const hasEnded = (pid: string): boolean =>
    /^(Z.*)?$/.test(spawnSync("ps", ["-o", "stat=", "-p", pid], { encoding: "utf8" }).stdout.trim());
  try {
    for (const [mode, ending] of [
      ["silent", [null, "SIGTERM"]],
      ["listening", [3, null]],
    ] as const) {
      const program = spawn(process.execPath, ["--import", "tsx", "--conditions=@espalier/source", path, mode], {
        cwd: import.meta.dirname,
      });
      const [pid] = (await once(program.stdout, "data")) as [Buffer];
      const ended = once(program, "exit");
      program.kill("SIGTERM");
      expect(await ended).toEqual(ending);
      await vi.waitFor(() => expect(hasEnded(String(pid))).toBe(true), 10_000);
    }
  } finally {
    rmSync(path);
  }
});

test("every part of the compiler that the answered questions use has a counterpart", () => {
  const source = join(import.meta.dirname, "../src");
  const unanswered = [
    "constructibles.ts",
    "narrowed.ts",
    "names-in-scope.ts",
    "modules.ts",
    "module-folders.ts",
    "known-modules.ts",
    "object-keys.ts",
  ];
  const others = [
    "project.ts",
    "module-resolver.ts",
    "kept-checker.ts",
    "declared-module.ts",
    "unwritten-module.ts",
    "closed-brackets.ts",
    "compiler.ts",
    "typescript.ts",
  ];
  const left = new Set([...unanswered, ...others]);
  const files = [...readdirSync(source), ...readdirSync(join(source, "hole")).map((name) => `hole/${name}`)].filter(
    (name) => name.endsWith(".ts") && !left.has(name),
  );
  expect(files.length).toBeGreaterThan(12);
  const { ast, sync } = seven as unknown as Record<"ast" | "sync", Readonly<Record<string, object>>>;
  const adapter = readFileSync(join(source, "seven/namespace.ts"), "utf8");
  const checker = readFileSync(join(source, "seven/checker.ts"), "utf8");
  // In place of a function that exists in all versions but is declared in none.
  const instead = new Set(["isValidPropertyAccess"]);
  const missing: string[] = [];
  for (const name of files) {
    const text = readFileSync(join(source, name), "utf8");
    for (const [, member] of text.matchAll(/\bts\.((?:is[A-Z]|[a-z])\w+)/g))
      if (!(member! in ast) && !new RegExp(`\\b${member}\\b[:,]`).test(adapter)) missing.push(`${name}: ts.${member}`);
    for (const [, kind, member] of text.matchAll(/\bts\.([A-Z]\w+)\.(\w+)/g))
      if (!(member! in (ast[kind!] ?? sync[kind!] ?? {}))) missing.push(`${name}: ts.${kind}.${member}`);
    for (const [, member] of text.matchAll(/\bchecker\.(\w+)/g))
      if (!new RegExp(`\\b${member}:`).test(checker) && !instead.has(member!))
        missing.push(`${name}: checker.${member}`);
  }
  expect(missing).toEqual([]);
});
