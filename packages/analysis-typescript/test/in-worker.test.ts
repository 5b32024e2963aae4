// A compiler in a worker thread: the answers are those of the same thread, and nothing that happens to the thread is lost without a reason. The script is bundled
// from the sources.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  ProjectError,
  type TypescriptInWorker,
  type TypescriptInWorkerOptions,
  typescript,
  typescriptInWorker,
  UnsupportedCompilerError,
} from "@espalier/analysis-typescript";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { bundledWorker } from "../../../test/support/bundled-worker.js";
import { skipWithout } from "./seven.js";

const worker = bundledWorker(join(import.meta.dirname, ".."), []);
const COMPILER = import.meta.resolve("typescript");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-worker-"));
  const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [], module: "esnext" };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...compilerOptions, no: 1 } }));
  writeFileSync(
    join(folder, "jar.ts"),
    "export class Jar { label = ''; private secret = 1; /** @deprecated */ old = 2; fill(unit: string, round?: boolean) {} }\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const opened: TypescriptInWorker[] = [];
async function inWorker(options: Partial<TypescriptInWorkerOptions> = {}): Promise<TypescriptInWorker> {
  const project = await typescriptInWorker({ ts: COMPILER, project: folder, worker, ...options });
  opened.push(project);
  return project;
}
afterEach(async () => {
  for (const project of opened.splice(0)) await project.dispose();
});

const IMPORT = 'import { Jar } from "./jar";\ndeclare const jar: Jar; declare const any: any;\n';

/** Asks the questions that arise at the end of `prefix`, and returns their answers and the monitor's record without its times. */
async function answersAt(project: Pick<TypescriptInWorker, "open">, prefix: string) {
  const { monitor, answer, asked } = project.open({ path: join(folder, "main.ts"), prefix, suffix: ";\n" });
  const questions = monitor.asks!(monitor.start);
  const place = { before: new Uint8Array() };
  const answers = await Promise.all(
    questions.map((question) => answer(question, { ...place, offset: -question.ago! })),
  );
  return { answers, asked: asked().map(({ milliseconds: _, ...record }) => record) };
}

const PREFIXES = [
  `${IMPORT}jar.`,
  `${IMPORT}jar?.la`,
  `${IMPORT}jar.fill(`,
  `${IMPORT}any.`,
  `${IMPORT}Math.max(`,
  `${IMPORT}new `,
  `${IMPORT}const color = "red" as "red" | "green"; switch (color) { case `,
  "import { ",
  'import {} from "./',
  `${IMPORT}// @ts-ignore\njar.`,
  `${IMPORT}${"(".repeat(5_000)}jar.`,
];

describe.each([
  ["5.9", COMPILER],
  ["6.0", import.meta.resolve("typescript-6")],
])("TypeScript %s", (_, location) => {
  test.each([undefined, ["deprecated"] as const])("answers as in the same thread, refuse: %s", async (refuse) => {
    const module = ((await import(location)) as { default: typeof ts }).default;
    const refusing = refuse === undefined ? {} : { refuse };
    const here = typescript({ ts: module, project: folder, ...refusing });
    const far = await inWorker({ ts: location, ...refusing });
    expect(far.configurationErrors).toEqual(here.configurationErrors);
    expect(far.configurationErrors).not.toEqual([]);
    for (const prefix of PREFIXES) expect(await answersAt(far, prefix)).toEqual(await answersAt(here, prefix));
  });
});

test("TypeScript 7", async (context) => {
  skipWithout(context);
  const far = await inWorker({
    ts: {
      sync: import.meta.resolve("typescript-7/unstable/sync"),
      ast: import.meta.resolve("typescript-7/unstable/ast"),
    },
  });
  const { answers } = await answersAt(far, `${IMPORT}jar.`);
  expect(answers).toMatchObject([{ kind: "closed", value: expect.arrayContaining(["label"]) }]);
});

test("a file that changes on disk changes the answer", async () => {
  writeFileSync(join(folder, "changing.ts"), "export const it = { before: 1 };\n");
  const far = await inWorker({ watching: 100 });
  const namesNow = async () => JSON.stringify((await answersAt(far, 'import { it } from "./changing";\nit.')).answers);
  expect(await namesNow()).toContain("before");
  writeFileSync(join(folder, "changing.ts"), "export const it = { later: 1 };\n");
  while (!(await namesNow()).includes("later")) await setTimeout(50);
});

describe("what cannot be opened", () => {
  const refused = (options: Partial<TypescriptInWorkerOptions>) => inWorker(options).catch((error: unknown) => error);

  test("a location without a compiler", async () => {
    const error = await refused({ ts: join(folder, "nowhere.js") });
    expect(error).toBeInstanceOf(ProjectError);
    expect(error).toMatchObject({ code: "unloaded", message: expect.stringContaining("import.meta.resolve") });
  });
  test("the main module of TypeScript 7", async () => {
    const error = await refused({ ts: import.meta.resolve("typescript-7") });
    expect(error).toBeInstanceOf(UnsupportedCompilerError);
    expect(error).toMatchObject({ version: expect.stringMatching(/^7/), message: expect.stringMatching(/sync/) });
  });
  test("a script that is not there", async () => {
    const error = await refused({ worker: new URL("file:///nowhere/worker.js") });
    expect(error).toBeInstanceOf(ProjectError);
    expect(error).toMatchObject({ code: "unloaded", message: expect.stringMatching(/thread failed.*nowhere.*worker/) });
  });
  test.each<TypescriptInWorkerOptions["ts"]>([import.meta.resolve("vitest"), { sync: COMPILER, ast: COMPILER }])(
    "another module: %s",
    async (location) => {
      const error = await refused({ ts: location });
      expect(error).toBeInstanceOf(ProjectError);
      expect(error).toMatchObject({ code: "unloaded", message: expect.stringContaining("no TypeScript compiler") });
    },
  );
  test("an option of the wrong kind", async () => {
    expect(await refused({ ts: ts as never })).toMatchObject({ name: "ArgumentError" });
    expect(await refused({ deadline: -1 })).toMatchObject({ name: "ArgumentError" });
  });
});

describe("a thread that fails", () => {
  /** The location of a compiler that does something else first when it parses a text that contains `word`. */
  function compilerThat(name: string, word: string, does: string): string {
    const location = join(folder, `${name}.mjs`);
    writeFileSync(
      location,
      `import { createRequire } from "node:module";
      import ts from ${JSON.stringify(COMPILER)};
      const require = createRequire(import.meta.url);
      const changed = { ...ts };
      changed.createLanguageService = (host, registry) => {
        const getScriptSnapshot = (path) => {
          const its = host.getScriptSnapshot(path);
          if (its?.getText(0, its.getLength()).includes(${JSON.stringify(word)})) { ${does} }
          return its;
        };
        return ts.createLanguageService({ ...host, getScriptSnapshot }, registry);
      };
      export default changed;\n`,
    );
    return location;
  }

  test("ends with a reason, and the next question starts another", async () => {
    const far = await inWorker({ ts: compilerThat("ending", "FATAL", "process.exit(3);"), deadline: 60_000 });
    expect((await answersAt(far, `${IMPORT}/* FATAL */ jar.`)).answers).toEqual([
      { kind: "unknown", reason: "the compiler's thread ended with code 3" },
    ]);
    expect((await answersAt(far, `${IMPORT}jar.`)).answers).toMatchObject([{ kind: "closed" }]);
  });

  test("again and again is started after a pause, until it answers", async () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    const far = await inWorker({ ts: compilerThat("again", "FATAL", "process.exit(3);"), deadline: 60_000 });
    const reasonAt = async (text: string) => (await answersAt(far, `${IMPORT}/* FATAL */ ${text}.`)).answers[0];
    const ended = "the compiler's thread ended with code 3";
    const paused = (seconds: number) => `${ended}; another one starts in ${seconds} s at the earliest`;
    const told: unknown[] = [];
    const ask = async (text: string) => told.push(await reasonAt(text));
    for (const seconds of [0, 0, 0, 1, 0, 2]) {
      vi.setSystemTime(Date.now() + 1_000 * seconds);
      await ask("jar");
    }
    expect(told).toEqual(
      [ended, ended, paused(1), ended, paused(2), ended].map((reason) => ({ kind: "unknown", reason })),
    );
    vi.setSystemTime(Date.now() + 4_000);
    expect((await answersAt(far, `${IMPORT}jar.`)).answers).toMatchObject([{ kind: "closed" }]);
    expect(await reasonAt('import "./other";\njar')).toEqual({ kind: "unknown", reason: ended });
    expect((await answersAt(far, `${IMPORT}jar.`)).answers).toMatchObject([{ kind: "closed" }]);
  });

  test("answers late: the deadline passes, and a later question is answered", async () => {
    const busy = "const until = Date.now() + 1_000; while (Date.now() < until);";
    const far = await inWorker({ ts: compilerThat("late", "SLOW", busy), deadline: 200 });
    expect((await answersAt(far, `${IMPORT}/* SLOW */ jar.`)).answers).toEqual([
      { kind: "unknown", reason: "no answer within 200 ms" },
    ]);
    const kinds = async () =>
      (await answersAt(far, `${IMPORT}jar /* ${Date.now()} */.`)).answers.map(({ kind }) => kind);
    while ((await kinds())[0] !== "closed") await setTimeout(50);
  });

  test("the same question is asked again of another thread", async () => {
    const once = `if (!require("node:fs").existsSync(${JSON.stringify(join(folder, "failed"))})) {
      require("node:fs").writeFileSync(${JSON.stringify(join(folder, "failed"))}, "");
      process.exit(3);
    }`;
    const far = await inWorker({ ts: compilerThat("once", "ONCE", once), deadline: 60_000 });
    const { monitor, answer } = far.open({ path: "main.ts", prefix: `${IMPORT}/* ONCE */ jar.`, suffix: ";\n" });
    const [question] = monitor.asks!(monitor.start);
    const ask = () => answer(question!, { offset: -question!.ago!, before: new Uint8Array() });
    expect(await ask()).toMatchObject({ kind: "unknown" });
    expect(await ask()).toMatchObject({ kind: "closed" });
  });

  test("does not answer for a minute: further questions give it no more time", async () => {
    const far = await inWorker({ ts: compilerThat("endless", "ENDLESS", "for (;;);"), deadline: 600_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const first = answersAt(far, `${IMPORT}/* ENDLESS */ jar.`);
      await vi.advanceTimersByTimeAsync(40_000);
      const second = answersAt(far, `${IMPORT}jar.`);
      await vi.advanceTimersByTimeAsync(30_000);
      const reason = "the compiler's thread gave no answer within 60000 ms";
      for (const { answers } of [await first, await second]) expect(answers).toEqual([{ kind: "unknown", reason }]);
    } finally {
      vi.useRealTimers();
    }
    expect((await answersAt(far, `${IMPORT}jar.`)).answers).toMatchObject([{ kind: "closed" }]);
  });

  test("a question after dispose has no answer, and dispose can be called again", async () => {
    const far = await inWorker();
    await far.dispose();
    await far.dispose();
    const { answers } = await answersAt(far, `${IMPORT}jar.`);
    expect(answers).toMatchObject([{ kind: "unknown", reason: expect.stringMatching(/used after dispose/) }]);
  });

  test("dispose while a question is open ends it", async () => {
    const far = await inWorker();
    const asking = answersAt(far, `${IMPORT}jar.`);
    await far.dispose();
    expect(["closed", "unknown"]).toContain((await asking).answers[0]!.kind);
  });
});

test("an open project does not keep the process alive, and an interval may be longer than a timer's", () => {
  const script = join(folder, "open.mts");
  writeFileSync(
    script,
    `import { typescriptInWorker } from ${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)};
    const options = { ts: ${JSON.stringify(COMPILER)}, project: ${JSON.stringify(folder)}, watching: Number.MAX_SAFE_INTEGER };
    await typescriptInWorker({ ...options, worker: new URL(${JSON.stringify(worker.href)}) });
    console.log("opened");\n`,
  );
  const argv = ["--conditions=@espalier/source", "--import", import.meta.resolve("tsx"), script];
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, { encoding: "utf8", timeout: 60_000 });
  expect({ stdout, stderr, status }).toEqual({ stdout: "opened\n", stderr: "", status: 0 });
});
