// Gaps of Python, filled on the command line and from code.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Model } from "@espalier/model";
import { check, type FillError, fill, fillMiddle, loadModel, python } from "espalier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modelFolder, run } from "./terminal.js";

const language = python({ version: "3.12" });
const PREFIX = "def total(items):\n    result = sum(";
const SUFFIX = "\n    return result\n\nprint(total([1, 2]))\n";

let folder: string;
let model: Model;
const file = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "espalier-fill-"));
  writeFileSync(file("sum.py"), PREFIX + SUFFIX);
  writeFileSync(file("prefix"), PREFIX);
  writeFileSync(file("suffix"), SUFFIX);
  writeFileSync(file("broken"), "def f(:\n");
  writeFileSync(file("accents.py"), "é = '😀'\n");
  model = await loadModel(modelFolder);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await model.dispose();
});

const isPython = (text: string): boolean => check(language, text).verdict === "accepted";

test.each([
  ["'\\N{", "OX}", "'"],
  ['"""', 'a"', '""'],
])("a completion goes no further than where the middle may end: %j, %j, %j", (prefix, middle, suffix) => {
  const gap = fillMiddle(language, { prefix, suffix, policy: "all" });
  expect(gap.cost(gap.start)).toBeLessThan(4);
  let state = gap.start;
  for (const byte of Buffer.from(middle)) state = gap.step(state, byte)!;
  expect([gap.accepts(state), gap.cost(state)]).toEqual([true, 0]);
});

describe("espalier fill", () => {
  test("without a model, the shortest text known to connect both sides", async () => {
    const { exit, stdout, stderr } = await run(["fill", "--file", file("sum.py"), "--at", "2:18"]);
    expect([exit, stdout]).toEqual([0, ")"]);
    expect(stderr).toBe("the shortest text known; --model FOLDER asks a model\n");
    const sides = ["--prefix", file("prefix"), "--suffix", file("suffix"), "--language", "python@3.9"];
    expect((await run(["fill", ...sides, "-q"])).stdout).toBe(")");
    const json = await run(["fill", ...sides, "--json"]);
    expect(JSON.parse(json.stdout)).toEqual({
      text: ")",
      accepted: true,
      policy: "noSwallow",
      finish: "shortest",
      tokens: null,
      opaque: [],
    });
    const whole = await run(["fill", "--file", file("sum.py"), "--at", "2:18", "--whole", "-q"]);
    expect(whole.stdout).toBe(`${PREFIX})${SUFFIX}`);
  });

  test("a model's text within its budget, whatever the model", async () => {
    for (const more of [
      [],
      ["--temperature", "1.5", "--seed", "7"],
      ["--temperature", "1", "--lean", "3"],
      ["--max-tokens", "2"],
    ]) {
      const args = [
        "fill",
        "--file",
        file("sum.py"),
        "--at",
        "2:18",
        "--model",
        modelFolder,
        "--json",
        "--max-tokens",
        "24",
        ...more,
      ];
      const { exit, stdout, stderr } = await run(args);
      expect([exit, stderr]).toEqual([0, ""]);
      const result = JSON.parse(stdout);
      expect(result).toMatchObject({ accepted: true, family: "fim-bars" });
      expect(isPython(PREFIX + result.text + SUFFIX), result.text).toBe(true);
    }
  });

  test("too few tokens, and places where nothing connects, are told", async () => {
    const none = await run([
      "fill",
      "--file",
      file("sum.py"),
      "--at",
      "2:18",
      "--model",
      modelFolder,
      "--max-tokens",
      "0",
    ]);
    expect([none.exit, none.stdout]).toEqual([2, ""]);
    expect(none.stderr).toContain("0 tokens may be too few");
    const broken = await run(["fill", "--prefix", file("broken"), "--language", "python", "--errors", "refuse"]);
    expect(broken.exit).toBe(2);
    expect(broken.stderr).toContain("line 1, column 7");
    const refused = ["fill", "--prefix", file("broken"), "--language", "python", "--errors", "refuse", "--json"];
    const told = JSON.parse((await run(refused)).stderr);
    expect(told.error).toMatchObject({ code: "prefix", offset: 6, line: 1, column: 7 });
    expect(told.error.expected).toContain("name");
    const json = await run(["fill", "--file", file("sum.py"), "--at", "1:1", "--json", "--errors", "refuse"]);
    expect([json.exit, JSON.parse(json.stderr).error.code]).toEqual([2, "unconnected"]);
  });

  test("a suffix that no text ends with: the place in the file", async () => {
    const fill = (text: string, ...more: string[]) =>
      run(["fill", "--file", "-", "--at", "1:5", "--language", "python", "--errors", "refuse", ...more], text);
    const place = async (text: string) => / text from (line.*) of the file on /.exec((await fill(text)).stderr)?.[1];
    expect(await place("y = \nx = 1 $ 2\n")).toBe("line 2, column 7");
    expect(await place("y = \nx = '😀' $ 2\n")).toBe("line 2, column 9");
    expect(await place("y = \nx = 'abc\n")).toBe("line 2, column 5");
    expect(await place("y = )\nx = 1 2\n")).toBe("line 2, column 5");
    const { exit, stderr } = await fill("y = \nx = 1 $ 2\n", "--json");
    expect(exit).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "unconnected",
      offset: 11,
      fault: { offset: 11, line: 2, column: 7 },
    });
    const sides = ["fill", "--prefix", file("prefix"), "--suffix", file("dollar"), "--language", "python"];
    writeFileSync(file("dollar"), ")\nx = 1 $ 2\n");
    expect((await run([...sides, "--errors", "refuse"])).stderr).toContain("from line 2, column 7 of the suffix on");
    const checked = await run(["check", ...sides.slice(1), "x"]);
    expect([checked.exit, checked.stderr.includes("line 2, column 7 of the suffix")]).toEqual([2, true]);
  });

  test("errors elsewhere are left out, and listed", async () => {
    const text = "def f(:\n    return 1\n\nx = \ny = 'abc\n";
    const args = ["fill", "--file", "-", "--at", "4:5", "--language", "python"];
    const { stdout, stderr, exit } = await run([...args, "--json"], text);
    expect([exit, stderr]).toEqual([0, ""]);
    const { opaque, text: middle } = JSON.parse(stdout);
    expect(opaque).toEqual([
      {
        from: 0,
        to: 7,
        line: 1,
        column: 1,
        lastLine: 1,
        kind: "header",
        placeholder: "if 1:",
        reason: "unreadable",
        fails: { offset: 0, line: 1 },
      },
      {
        from: 27,
        to: 35,
        line: 5,
        column: 1,
        lastLine: 5,
        kind: "statement",
        placeholder: "pass",
        reason: "unreadable",
        fails: { offset: 27, line: 5 },
      },
    ]);
    expect(isPython(`if 1:\n    return 1\n\nx = ${middle}\npass\n`)).toBe(true);
    expect((await run(args, text)).stderr).toContain("line 1 of the file cannot be read; it is taken for `if 1:`");
  });

  test("a suffix that the policy alone rules out", async () => {
    const straddling = ["fill", "--file", "-", "--at", "1:1", "--language", "python", "--errors", "refuse", "--policy"];
    const text = "\u0301 = 1\n"; // a character that may only continue a name
    expect((await run([...straddling, "boundaryOnly"], text)).stderr).toContain("No middle was found");
    expect((await run([...straddling, "noSwallow"], text)).exit).toBe(0);
  });

  test.each([
    [["fill"], "name a place"],
    [["fill", "--at", "1:1", "--prefix", "x"], "--at is a place of a file"],
    [["fill", "--file", "x.py"], "--at LINE:COLUMN"],
    [["fill", "--file", "x.py", "--at", "1:1", "--seed", "0"], "--seed is for --model"],
    [["fill", "--file", "x.py", "--at", "1:1", "--suffix", "y"], "exclude"],
    [["fill", "--file", "no-such-file.py", "--at", "1:1"], "the file does not exist"],
  ])("%j is refused", async (args, message) => {
    const { exit, stderr } = await run(args);
    expect([exit, stderr.includes(message)], stderr).toEqual([2, true]);
  });

  test("places and languages that there are not", async () => {
    const at = (place: string, ...more: string[]) =>
      run(["fill", "--file", file("accents.py"), "--at", place, ...more]);
    expect((await at("0:1")).stderr).toContain("LINE:COLUMN");
    expect((await at("4:1")).stderr).toContain("the file has 2 lines");
    const empty = await run(["fill", "--file", "-", "--at", "2:1", "--language", "python"], "");
    expect(empty.stderr).toContain("the file has 1 line\n");
    expect((await at("1:9")).stderr).toContain("line 1 has 7 characters");
    expect((await at("1:1", "--language", "python@2.7")).stderr).toContain("there is no language python@2.7");
    expect((await run(["fill", "--prefix", file("prefix")])).stderr).toContain("name the language");
  });
});

describe("espalier check --language", () => {
  test("whole texts", async () => {
    const of = (version: string, text: string) => run(["check", "--language", version, text]);
    expect((await of("python@3.12", "x = 1\n")).stdout).toBe("accepted (6 bytes)\n");
    expect((await of("python@3.9", "match x:\n  case 1: pass\n")).exit).toBe(1);
    expect((await of("python@3.10", "match x:\n  case 1: pass\n")).exit).toBe(0);
    expect((await of("python", "if x:\n")).stdout).toMatch(/^incomplete at byte 6/);
  });

  test("texts between a prefix and a suffix", async () => {
    const sides = ["check", "--language", "python@3.12", "--prefix", file("prefix"), "--suffix", file("suffix")];
    expect((await run([...sides, "items)"])).exit).toBe(0);
    expect(JSON.parse((await run([...sides, "items", "--json"])).stdout)).toMatchObject({
      verdict: "incomplete",
      offset: 5,
    });
    expect(JSON.parse((await run([...sides, "a))", "--json"])).stdout)).toMatchObject({ verdict: "dead", offset: 2 });
    expect((await run(["check", "--language", "python", "--prefix", file("broken"), "x"])).exit).toBe(2);
  });

  test("the policy: whether a quote may take the suffix in", async () => {
    writeFileSync(file("quote"), "x')\n");
    const sides = ["check", "--language", "python", "--suffix", file("quote"), "print('"];
    expect((await run(sides)).exit).toBe(0);
    expect((await run([...sides, "--policy", "boundaryOnly"])).exit).not.toBe(0);
  });

  test("lines, each with its own sides", async () => {
    const lines = [
      { prefix: "f(", text: "a", suffix: ")" },
      { text: "x = 1\n" },
      { prefix: "f(", text: "a", suffix: "" },
      { prefix: "f(", text: "a))", suffix: ")" },
      { prefix: "f)", text: "a", suffix: ")" },
      { prefix: "if x:\n", text: "  y", suffix: "\n z\n" },
    ];
    const input = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
    const { exit, stdout } = await run(["check", "--language", "python@3.12", "--jsonl"], input);
    const verdicts = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      "accepted",
      "accepted",
      "incomplete",
      "dead",
      "dead",
      expect.anything(),
    ]);
    expect(verdicts[3]).toEqual({ verdict: "dead", offset: 2 });
    expect(verdicts[4].unfillable).toMatchObject({ code: "prefix", offset: 1, line: 1, column: 2 });
    expect(verdicts[5].verdict).not.toBe("accepted");
    expect(exit).toBe(0);
    const bad = await run(["check", "--language", "python", "--jsonl"], '{"text": "x", "prefix": 1}\n');
    expect([bad.exit, JSON.parse(bad.stdout).error.code]).toEqual([2, "malformed-line"]);
    const whole = await run(["check", "--regex", "a", "--jsonl"], '{"text": "a", "suffix": "b"}\n{"text": "a"}\n');
    expect(
      whole.stdout
        .trim()
        .split("\n")
        .map((line) => Object.keys(JSON.parse(line))[0]),
    ).toEqual(["line", "verdict"]);
  });

  test.each([
    [["check", "--language", "python", "--regex", "a", "a"], "exclude each other"],
    [["check", "--regex", "a", "--prefix", "x", "a"], "are for --language"],
    [["check", "--language", "cobol", "a"], "there is no language cobol"],
  ])("%j is refused", async (args, message) => {
    const { exit, stderr } = await run(args);
    expect([exit, stderr.includes(message)], stderr).toEqual([2, true]);
  });
});

describe("fill", () => {
  test("whatever the sampling, the file is Python", async () => {
    for (const [seed, sampling] of [
      [1, {}],
      [2, { temperature: 1 }],
      [3, { temperature: 2, topK: 40 }],
    ] as const) {
      const { text, accepted, ids } = await fill({
        model,
        language,
        prefix: PREFIX,
        suffix: SUFFIX,
        maxTokens: 20,
        sampling,
        seed,
      });
      expect([accepted, isPython(PREFIX + text + SUFFIX)], text).toEqual([true, true]);
      expect(ids.length).toBeLessThanOrEqual(20);
    }
  });
  test("a cut within a word: the token that spans it is healed", async () => {
    const { text } = await fill({
      model,
      language,
      prefix: "import os\n\ndef main():\n    ret",
      suffix: " os.path\n",
      maxTokens: 12,
    });
    expect(isPython(`import os\n\ndef main():\n    ret${text} os.path\n`)).toBe(true);
  });
  test.each([
    ["x = {", ""],
    ["f(", " "],
    ["x = [", "y\n"],
    ["x = f'{a}", "\n"],
    ["try:\n  x\n", "\nsbreak"],
  ])("an inner scope that the suffix does not close is no gap: %j and %j", (prefix, suffix) => {
    expect(() => fillMiddle(language, { prefix, suffix, scope: "inner" })).toThrow("connect");
  });

  test("scope: what is open stays open", async () => {
    const gap = fillMiddle(language, { prefix: "f(a, ", suffix: ")\n", scope: "inner" });
    expect([check(gap, "b").verdict, check(gap, "b)").verdict]).toEqual(["accepted", "dead"]);
  });
  test("what is wrong is told before anything is asked", async () => {
    const good = { model, language, prefix: PREFIX, suffix: SUFFIX };
    await expect(fill({ ...good, prefix: undefined as unknown as string })).rejects.toMatchObject({ code: "missing" });
    await expect(fill({ ...good, language: {} as never })).rejects.toMatchObject({ code: "wrong-type" });
    await expect(fill({ ...good, maxtokens: 3 } as never)).rejects.toMatchObject({ code: "unknown-option" });
    const error: FillError = await fill({ ...good, prefix: "def f(:\n", errors: "refuse" }).catch((thrown) => thrown);
    expect([error.name, error.code, error.offset]).toEqual(["FillError", "prefix", 6]);
  });
});
