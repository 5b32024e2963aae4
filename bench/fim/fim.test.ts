// That the protocol's cuts are what they should be, that figures are counted right, and that `pnpm bench:fim` works, on little; how long
// anything took is not judged here.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { regexMonitor } from "@espalier/automata";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary } from "@espalier/vocabulary";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Oracle, openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons } from "../../test/judges/cpython/pythons.js";
import { clocked, replayed } from "./clocked.js";
import { cutsOf, pythonFiles, readSource, sampleOf } from "./cuts.js";
import { openJournal } from "./journal.js";
import { formatTimes, summarizeTimes } from "./membership.js";
import { optionsOf } from "./options.js";
import { contingency, summarize } from "./summary.js";
import { formatReport } from "./tables.js";
import type { Constrained, Parsed, Trial } from "./trial.js";

const FILES = {
  "a.py": "import os\n\n\ndef f(x):\n    if x:\n        return [1, 2]\n    return os.getcwd()\n",
  "b.py": "class A:\n    '''Words.'''\n\n    def g(self, *, y=1):\n        return self.g(y=y)  # again\n",
  "broken.py": "def f(:\n",
  "long.py": `${"x = 1\n".repeat(2000)}`,
};

let folder: string;
let oracle: Oracle;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "espalier-fim-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  const [python] = findPythons(["3.15"], "sampled");
  oracle = await openOracle(python!);
}, 60_000);
afterAll(() => {
  oracle.close();
  rmSync(folder, { recursive: true });
});

describe("cuts", () => {
  test("files in order, what is too long or no Python left out", async () => {
    const names = pythonFiles(folder);
    expect(names).toEqual(["a.py", "b.py", "broken.py", "long.py"]);
    const read = await Promise.all(names.map((name) => readSource(folder, name, 1000, oracle)));
    expect(read.map((source) => source?.name)).toEqual(["a.py", "b.py", undefined, undefined]);
    expect(read[0]!.text).toBe(`${FILES["a.py"]}\n`);
    expect(sampleOf(names, 2, 7)).toEqual(sampleOf(names, 2, 7));
    expect(sampleOf(names, 9, 7)).toEqual(names);
  });

  test("three parts that make up the file; the same for a seed", async () => {
    const source = (await readSource(folder, "a.py", 1000, oracle))!;
    for (const protocol of ["boundary", "span"] as const) {
      const cuts = await cutsOf(source, protocol, 40, 3, oracle);
      expect(cuts).toHaveLength(40);
      for (const { prefix, middle, suffix } of cuts) expect(prefix + middle + suffix).toBe(source.text);
      expect(new Set(cuts.map(({ prefix, middle }) => `${prefix.length} ${middle.length}`)).size).toBeGreaterThan(10);
      expect(await cutsOf(source, protocol, 40, 3, oracle)).toEqual(cuts);
      if (protocol === "span")
        for (const { prefix, middle } of cuts) {
          const { length } = FILES["a.py"];
          expect(middle.length).toBe(Math.min(Math.floor(0.2 * length), length - prefix.length));
          expect(prefix.length).toBeLessThanOrEqual(0.9 * length);
        }
    }
  });
});

const trial = (index: number, free: Parsed, checked: Parsed, own?: [connected: boolean, parsed: Parsed]): Trial => {
  const constrained: Constrained | undefined =
    own === undefined
      ? undefined
      : { connected: own[0], parsed: own[1], tokens: 2, microseconds: [10 * index, 20], warm: [6, 4], again: [1, 1] };
  return {
    file: "f.py",
    index,
    characters: 4000,
    lines: 200,
    oneTimeMs: 4,
    afterEditMs: { at: 1, early: 2, late: undefined },
    truth: { accepted: index !== 2, tokens: 5, inMask: index === 2 ? 3 : 5, microseconds: [1] },
    leastCost: 1,
    unconstrained: { parsed: free, tokens: 3 },
    checked: { parsed: checked },
    ...(constrained === undefined ? {} : { constrained }),
  };
};

test("figures and tables", () => {
  const trials = [
    trial(0, "yes", "yes", [true, "yes"]),
    trial(1, "no", "yes", [true, "no"]),
    trial(2, "no", "no", [false, "no"]),
    trial(3, "no", "no"),
    trial(4, "yes", "yes", [true, "unknown"]),
  ];
  const summary = summarize(trials, 12);
  expect(summary).toMatchObject({
    cuts: 5,
    truthAccepted: 4,
    tokens: 25,
    tokensInMask: 23,
    doesNotFit: 1,
    constrained: { connected: 3, parsed: 1 },
    checked: { parsed: 3 },
    unconstrained: { parsed: 2 },
    unsound: 1,
    unknown: 1,
    unbudgeted: null,
    oneTimePer1000Lines: 20,
    bytesPer10000Lines: 12,
  });
  expect(summary.perToken).toEqual({ avg: 18.75, p50: 20, p99: 40 });
  expect(summary.perTokenWarm).toEqual({ avg: 5, p50: 6, p99: 6 });
  expect(summary.perTokenAgain).toEqual({ avg: 1, p50: 1, p99: 1 });
  expect(summary.perTokenByLines).toEqual([{ lines: "100 to 299", tokens: 9, avg: 16.78, warm: 5 }]);
  expect(contingency(trials, "constrained")).toEqual([
    [1, 1, 2],
    [0, 1, 1],
    [0, 2, 2],
    [1, 4, 5],
  ]);
  expect(formatReport("span", trials, summary)).toMatch(/checked no +0 +2 +2\n/);
  const longer = { ...trial(0, "yes", "yes"), lines: 800, oneTimeMs: 8, afterEditMs: { at: 2, early: 1, late: 4 } };
  const short = { ...trial(0, "yes", "yes"), lines: 99, oneTimeMs: 1000 };
  expect(summarize([...trials, longer, short], null)).toMatchObject({
    oneTimePer1000Lines: 20,
    oneTimePer1000LinesOfAll: 12,
    oneTime: { avg: 6, p50: 8, p99: 8 },
    oneTimeAfterEdit: {
      ...{ avg: 1.5, p50: 2, p99: 2, per1000Lines: 5, per1000LinesOfAll: 3 },
      ...{ early: { avg: 1.5, p50: 2, p99: 2 }, late: { avg: 4, p50: 4, p99: 4 } },
    },
  });
  expect(summarize([], null)).toMatchObject({ cuts: 0, perToken: { avg: null }, oneTimePer1000Lines: null });
});

test("reading whole files, as multiples of CPython", () => {
  const file = (lines: number, accepted: boolean, cold: number, warm: number, astParse: number) => {
    return { file: "f.py", lines, accepted, cold, warm, astParse };
  };
  const files = [
    file(100, true, 6, 1, 2),
    file(300, true, 3, 3, 1),
    file(100, false, 99, 99, 99),
    file(10, true, 1, 1, 1),
  ];
  const summary = summarizeTimes(files);
  expect(summary).toEqual({
    files: 4,
    lines: 410,
    accepted: 3,
    per1000Lines: { cold: 24.39, warm: 12.2, astParse: 9.756 },
    ratio: { cold: { ofAll: 2.5, p50: 3, max: 3 }, warm: { ofAll: 1.25, p50: 3, max: 3 } },
  });
  expect(formatTimes(summary, "3.13.0")).toContain(
    "ours, warm     12.20   × 1.25; of a file of 100 lines or more × 3, at most × 3",
  );
});

test("what was asked of a masker is asked again", () => {
  const tokens = ["a", "b"].map((bytes, id) => ({ id, bytes }));
  const masker = createMasker(buildTrie(createVocabulary({ tokens, ends: [] })), regexMonitor("a*b"));
  const clock = clocked(masker);
  const after = clock.masker.push(masker.monitor.start, 0)!;
  clock.lap();
  expect(clock.masker.mask(after).mask.has(1)).toBe(true);
  expect(clock.masker.tokenCost(after)).toBe(1);
  clock.lap();
  expect(clock.calls.map(({ length }) => length)).toEqual([1, 2]);
  const asked: string[] = [];
  const other = new Proxy(masker, {
    get: (target, name: keyof typeof masker) => {
      asked.push(name);
      return target[name];
    },
  });
  expect(replayed(clock.calls, other)).toHaveLength(2);
  expect(asked).toEqual(["push", "mask", "tokenCost"]);
});

test("a journal goes on where it stopped, and only with the same run", () => {
  const file = path.join(folder, "run.journal");
  const first = openJournal(file, { seed: 1 });
  first.add(trial(0, "yes", "yes"));
  writeFileSync(file, `${readFileSync(file, "utf8")}{"file": "f.py", "ind`);
  const again = openJournal(file, { seed: 1 });
  expect([again.has("f.py", 0), again.has("f.py", 1), again.trials.length]).toEqual([true, false, 1]);
  expect(openJournal(file, { seed: 2 }).trials).toEqual([]);
});

describe("the command", () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const NODE = ["--import", "tsx", "--conditions=@espalier/source"];
  const run = (...options: readonly string[]) =>
    spawnSync(process.execPath, [...NODE, main, ...options], { encoding: "utf8" });

  test("--help, and what is refused", () => {
    expect(run("--help").stdout).toContain("--protocol NAME");
    expect(run("--files", folder, "--out", path.join(folder, "nowhere", "x"))).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^bench:fim: there is no folder .*nowhere\n/),
    });
  });

  test.each([
    [[], "needs --files DIR and --out FILE"],
    [["--files", ".", "--out", "x", "--model", "gpt"], "tiny, random"],
    [["--files", ".", "--out", "x", "--cuts", "few"], 'takes a whole number, not "few"'],
  ])("%j is refused", (options, message) => {
    const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      expect(() => optionsOf(options)).toThrow("exit 2");
      expect(write).toHaveBeenCalledWith(expect.stringContaining(message));
    } finally {
      exit.mockRestore();
      write.mockRestore();
    }
  });

  test("a run: every truth is allowed, every constrained text connects and parses", { timeout: 300_000 }, () => {
    const out = path.join(folder, "out.json");
    const options = ["--files", folder, "--out", out, "--cuts", "2", "--max-tokens", "12", "--max-bytes", "1000"];
    const { status, stdout, stderr } = run(...options, "--warm-up", "1", "--json");
    expect(status, stderr).toBe(0);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ cuts: 4, truthAccepted: 4, unsound: 0, unknown: 0 });
    expect(summary.tokensInMask).toBe(summary.tokens);
    const fits = summary.cuts - summary.doesNotFit;
    expect(summary.constrained).toEqual({ connected: fits, parsed: fits });
    expect(JSON.parse(readFileSync(out, "utf8")).summary).toEqual(summary);
    expect(stderr).toContain("4 of 4 files, 4 cuts");
    const [first] = JSON.parse(readFileSync(out, "utf8")).trials;
    expect(first.afterEditMs).toMatchObject({
      at: expect.any(Number),
      early: expect.any(Number),
      late: expect.any(Number),
    });
    expect([first.constrained.warm.length, first.constrained.again.length]).toEqual([
      first.constrained.tokens,
      first.constrained.tokens,
    ]);
  });

  test("a run that is asked to end says what there is, and goes on", { timeout: 300_000 }, async () => {
    const out = path.join(folder, "ended.json");
    const few = ["--cuts", "20", "--ways", "", "--max-bytes", "1000", "--warm-up", "0", "--json"];
    const options = ["--files", folder, "--out", out, ...few];
    const ended = spawn(process.execPath, [...NODE, main, ...options], { stdio: ["ignore", "ignore", "pipe"] });
    ended.stderr.once("data", () => ended.kill("SIGTERM"));
    const [status] = await once(ended, "close");
    expect(status).toBe(0);
    // All of them where the signal came late.
    expect(JSON.parse(readFileSync(out, "utf8")).summary.cuts).toBeGreaterThan(0);
    const again = run(...options);
    expect(again.status, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout).cuts).toBe(40);
  });

  test("reading whole files", { timeout: 300_000 }, () => {
    const out = path.join(folder, "times.json");
    const { status, stdout, stderr } = run(
      "--membership",
      "--files",
      folder,
      "--out",
      out,
      "--python",
      "3.15",
      "--json",
    );
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ files: 3, accepted: 3 });
    expect(JSON.parse(readFileSync(out, "utf8")).files.map(({ file }: { file: string }) => file)).toEqual([
      "a.py",
      "b.py",
      "long.py",
    ]);
  });
});
