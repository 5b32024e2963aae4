// Every command in one process: what it prints, and how it ends.
import { describe, expect, test } from "vitest";
import { fixture, modelFolder, run } from "./terminal.js";

const JSON_GRAMMAR = ["--lark", fixture("json.lark")];
const LIST = ["--gbnf", fixture("list.gbnf")];
const YEAR = ["--regex", "[0-9]{4}"];

const jsonLines = (text: string): unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("check", () => {
  test.each([
    ["a Lark grammar", [...JSON_GRAMMAR, '{"a": [1, true]}'], 0, "accepted (16 bytes)"],
    ["a GBNF grammar", [...LIST, "[a,bc]"], 0, "accepted (6 bytes)"],
    ["a regex", [...YEAR, "2024"], 0, "accepted (4 bytes)"],
    ["one byte", ["--regex", "x", "x"], 0, "accepted (1 byte)"],
    [
      "the beginning of a text",
      [...YEAR, "20"],
      1,
      "incomplete at byte 2 (line 1, column 3)\n  20\n    ^\n  expected: [0-9]",
    ],
    [
      "a text that fails",
      [...JSON_GRAMMAR, '{"a": 1,}'],
      1,
      'dead at byte 8 (line 1, column 9)\n  {"a": 1,}\n          ^\n  expected: STRING',
    ],
    ["another start rule", [...LIST, "--start", "item", "abc"], 0, "accepted (3 bytes)"],
    ["an argument that looks like an option", [...YEAR, "--", "--json"], 1, "dead at byte 0"],
  ])("%s", async (_, args, exit, stdout) => {
    const outcome = await run(["check", ...args]);
    expect(outcome).toMatchObject({ exit, stderr: "" });
    expect(outcome.stdout).toContain(stdout);
  });

  test("counts bytes in offsets, and characters in columns", async () => {
    const { stdout } = await run(["check", "--regex", "(é\\n)*", "--json", "é\néx"]);
    expect(JSON.parse(stdout)).toEqual({ verdict: "dead", offset: 5, line: 2, column: 2, expected: ['"\\n"'] });
    const inside = await run(["check", "--regex", "(é\\n)*", "--json", "é\n\u00e8"]);
    expect(JSON.parse(inside.stdout)).toMatchObject({ offset: 4, line: 2, column: 1 });
  });

  test("cuts long lines around the place, and shows no control characters", async () => {
    const { stdout } = await run(["check", "--regex", "a+\u0007", `${"a".repeat(200)}\u0007${"b".repeat(100)}`]);
    const [, line, caret] = stdout.split("\n");
    expect(line!.length).toBeLessThan(80);
    expect(line).toContain("aa·bb");
    expect(line![caret!.indexOf("^")]).toBe("b");
  });

  test("standard input is taken as it is; --chomp leaves out one line feed", async () => {
    const kept = await run(["check", ...YEAR], "2024\n");
    expect(kept).toMatchObject({ exit: 1 });
    expect(kept.stdout).toContain("--chomp leaves it out");
    expect(await run(["check", ...YEAR, "--chomp"], "2024\n")).toMatchObject({ exit: 0 });
    expect(await run(["check", ...YEAR, "--chomp"], "2024\n\n")).toMatchObject({ exit: 1 });
    expect(await run(["check", ...YEAR], "2024")).toMatchObject({ exit: 0 });
  });

  test("a file", async () => {
    const { exit, stdout } = await run(["check", "--regex", "[^]*item[^]*", "--file", fixture("list.gbnf"), "--json"]);
    expect([exit, JSON.parse(stdout).verdict]).toEqual([0, "accepted"]);
  });

  test("--file - is standard input", async () => {
    expect(await run(["check", ...YEAR, "--file", "-"], "2024")).toMatchObject({ exit: 0, stderr: "" });
    const { stdout } = await run(["check", ...YEAR, "--file", "-", "--jsonl"], '{"text": "2024"}');
    expect(jsonLines(stdout)).toEqual([{ verdict: "accepted", offset: 4 }]);
  });

  test("--jsonl gives a line for each line", async () => {
    const lines = [
      '{"text": "[1"}',
      '{"text": "[1]", "id": 7}',
      "",
      '{"text": "[é"}',
      '{"text": ""}',
      '{"text": "\u2028"}',
    ];
    const { exit, stdout } = await run(["check", ...JSON_GRAMMAR, "--jsonl"], lines.join("\r\n"));
    expect(exit).toBe(0);
    expect(jsonLines(stdout)).toEqual([
      { verdict: "incomplete", offset: 2 },
      { verdict: "accepted", offset: 3 },
      { verdict: "dead", offset: 1 },
      { verdict: "incomplete", offset: 0 },
      { verdict: "dead", offset: 0 },
    ]);
  });

  test("--jsonl reports malformed lines in place and goes on", async () => {
    const input = Buffer.concat([
      Buffer.from('nope\n{"text": 1}\n[]\n{"text": "7"}\n'),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from('{"text": "8"}'),
    ]);
    const { exit, stdout } = await run(["check", ...JSON_GRAMMAR, "--jsonl"], input);
    expect(exit).toBe(2);
    const malformed = (line: number, code = "malformed-line"): unknown => ({
      line,
      error: { code, message: expect.any(String) },
    });
    expect(jsonLines(stdout)).toEqual([
      malformed(1),
      malformed(2),
      malformed(3),
      { verdict: "accepted", offset: 1 },
      malformed(5, "not-utf8"),
      { verdict: "accepted", offset: 1 },
    ]);
  });
});

describe("sample", () => {
  test("gives sentences, the same for a seed", async () => {
    const first = await run(["sample", ...JSON_GRAMMAR, "-n", "20", "--seed", "5"]);
    expect(await run(["sample", ...JSON_GRAMMAR, "-n", "20", "--seed", "5"])).toEqual(first);
    expect(first.stdout.split("\n")).toHaveLength(21);
    expect((await run(["sample", ...JSON_GRAMMAR, "-n", "20", "--seed", "6"])).stdout).not.toBe(first.stdout);
  });

  test("--jsonl is what check --jsonl reads", async () => {
    const { stdout } = await run([
      "sample",
      ...JSON_GRAMMAR,
      "-n",
      "30",
      "--max-length",
      "40",
      "--seed",
      "1",
      "--jsonl",
    ]);
    const checked = await run(["check", ...JSON_GRAMMAR, "--jsonl"], stdout);
    const verdicts = jsonLines(checked.stdout) as { verdict: string; offset: number }[];
    expect(verdicts).toHaveLength(30);
    expect(verdicts.every(({ verdict, offset }) => verdict === "accepted" && offset <= 40)).toBe(true);
  });

  test("--json is one object", async () => {
    const { stdout } = await run(["sample", ...LIST, "-n", "2", "--seed", "9", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ seed: 9, samples: [expect.any(String), expect.any(String)] });
  });

  test("plain output keeps to one line a sentence", async () => {
    const { stdout } = await run(["sample", "--regex", "a\\nb\\u0085", "-n", "2"]);
    expect(stdout).toBe("a\\nb\\u0085\na\\nb\\u0085\n");
  });
});

describe("generate", () => {
  const generate = ["generate", "--model", modelFolder, "--seed", "1", "--temperature", "0.8"];

  test("within a regex, with a prompt", async () => {
    const { exit, stdout, stderr } = await run([...generate, ...YEAR, "--prompt", "year = "]);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^[0-9]{4}$/);
    expect(stderr).toMatch(/^loading onnx\/model\.onnx \(.* MB\)\n.*tokens\/s.*seed 1\n$/);
  });

  test("within a grammar, with a prompt on standard input, as JSON", async () => {
    const { stdout, stderr } = await run(
      [...generate, ...JSON_GRAMMAR, "--max-tokens", "12", "--json"],
      "x = [1, 2]\ny = ",
    );
    const result = JSON.parse(stdout);
    expect(() => JSON.parse(result.text)).not.toThrow();
    expect(result).toMatchObject({ accepted: true, seed: 1, promptTokens: expect.any(Number) });
    expect(result.tokens).toBeLessThanOrEqual(12);
    expect(stderr).toBe("");
  });

  test("without a grammar, until a stop text", async () => {
    const { stdout } = await run([
      ...generate,
      "--prompt",
      "import os\n",
      "--max-tokens",
      "30",
      "--stop",
      "zzz",
      "--stop",
      "\n",
      "-q",
    ]);
    expect(stdout).not.toContain("\n");
  });

  test("a text that a stop text cut off is told, and the answer is no", async () => {
    const args = [...generate, "--regex", "[0-9]{4};", "--prompt", "year = ", "--stop", ";"];
    const { exit, stdout, stderr } = await run([...args, "-q"]);
    expect([exit, stdout.length]).toEqual([1, 4]);
    expect(stderr).toBe('espalier: the text is not a complete text of the language: --stop ";" cut it off\n');
    const json = await run([...args, "--json"]);
    expect([json.exit, json.stderr, JSON.parse(json.stdout).accepted]).toEqual([1, "", false]);
    const whole = await run([...generate, "--regex", "[0-9]{4};?", "--prompt", "year = ", "--stop", ";", "-q"]);
    expect([whole.exit, whole.stderr]).toEqual([0, ""]);
  });

  test("an interrupt ends it", async () => {
    const signal = AbortSignal.abort();
    const { exit, stderr } = await run([...generate, "--prompt", "x", "-q"], undefined, signal);
    expect([exit, stderr]).toEqual([130, "espalier: interrupted\n"]);
  });
});

describe("explain", () => {
  const model = ["--model", modelFolder];

  test("a text: what lexer and parser see", async () => {
    const { exit, stdout } = await run(["explain", ...JSON_GRAMMAR, '{"a": 1']);
    expect(exit).toBe(0);
    expect(stdout).toContain("shortest way to an end: 1 byte\n");
    expect(stdout).toMatch(/lexer {3}inside NUMBER\n {2}then {4}",", "}"\n {2}parser {2}in value/);
  });

  test("a text: what must come, as JSON", async () => {
    const { stdout } = await run(["explain", "--regex", "ab(cd|ce)", "--json", "a"]);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "incomplete", cost: 3, forced: "bc", readings: [] });
  });

  test.each([
    ["fits", "}", [], 0, "allowed, it can be read here"],
    ["fails within", "],", [], 1, "refused, its byte 0 (0x5D) cannot follow"],
    ["ends too early", "<|endoftext|>", [], 1, "refused, it ends the text, which may not end here"],
    ["ends", "<|endoftext|>", ["[1]"], 0, "allowed, it ends the text"],
    ["is not of the grammar", "<|fim_prefix|>", [], 1, "refused, it is a control token that the grammar does not know"],
  ])("a token that %s", async (_, token, texts, exit, words) => {
    const outcome = await run(["explain", ...JSON_GRAMMAR, ...model, "--token", token, texts[0] ?? '{"a": 1']);
    expect(outcome).toMatchObject({ exit, stderr: "" });
    expect(outcome.stdout).toContain(words);
  });

  test("a token by id, of a tokenizer file, as JSON", async () => {
    const tokenizer = ["--tokenizer", `${modelFolder}/tokenizer.json`];
    const { exit, stdout } = await run(
      ["explain", ...JSON_GRAMMAR, ...tokenizer, "--id", "125", "--json", '{"a": 1'],
      "",
    );
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      of: [125],
      tokens: [
        {
          id: 125,
          spelling: { kind: "text", text: "}", bytes: 1 },
          allowed: true,
          reason: "fits",
          offset: 1,
          expected: [],
        },
      ],
    });
  });

  test("a text that is no one token is explained token by token, to the first that is refused", async () => {
    const { exit, stdout } = await run(["explain", "--regex", "hello world", ...model, "--token", "hello wonder", ""]);
    expect(exit).toBe(1);
    expect(stdout).toContain("no token spells that alone");
    expect(
      stdout
        .trim()
        .split("\n")
        .filter((line) => line.includes("allowed")).length,
    ).toBeGreaterThan(0);
    expect(stdout).toContain("refused");
  });
});

describe("export", () => {
  test.each([
    ["a regex to Lark", ["--regex", "a|b+", "--to", "lark"], "start: TEXT\n\nTEXT: /a|b+/\n"],
    ["a regex to GBNF", ["--regex", "a|b+", "--to", "gbnf"], 'root ::= TEXT\nTEXT ::= "a" | "b"+\n'],
    ["GBNF to GBNF", [...LIST, "--to", "gbnf"], 'root ::= "[" item ("," item)* "]"\nitem ::= [a-z]+\n'],
  ])("%s", async (_, args, stdout) => {
    expect(await run(["export", ...args])).toEqual({ exit: 0, stdout, stderr: "" });
  });

  test("lexemes are dropped only when asked to be", async () => {
    const refused = await run(["export", ...JSON_GRAMMAR, "--to", "gbnf"]);
    expect(refused).toMatchObject({ exit: 2, stdout: "" });
    expect(refused.stderr).toContain("--drop-munch");
    const dropped = await run(["export", ...JSON_GRAMMAR, "--to", "gbnf", "--drop-munch", "--json"]);
    expect(JSON.parse(dropped.stdout)).toMatchObject({
      notation: "gbnf",
      grammar: expect.stringContaining("root ::="),
    });
  });
});

describe("a JSON Schema", () => {
  const SCHEMA = ["--schema", fixture("server.schema.json")];

  test.each([
    ["accepted", [...SCHEMA, '{"host": "a.de", "port": 80}'], 0, "accepted (28 bytes)"],
    ["out of range", [...SCHEMA, '{"host":"a","port":70000'], 1, "dead at byte 23"],
    ["open, as it says nothing else", [...SCHEMA, '{"host":"a","port":1,"x":[1]}'], 0, "accepted"],
    ["closed", ["--closed", ...SCHEMA, '{"host":"a","port":1,"x":[1]}'], 1, "dead at byte 22"],
    ["compact", ["--whitespace", "compact", ...SCHEMA, '{"host": "a"'], 1, "dead at byte 8"],
  ])("check: %s", async (_, args, exit, stdout) => {
    const outcome = await run(["check", ...args]);
    expect(outcome).toMatchObject({ exit, stderr: "" });
    expect(outcome.stdout).toContain(stdout);
  });

  test("sample and check agree", async () => {
    const samples = await run(["sample", ...SCHEMA, "--closed", "--jsonl", "-n", "20", "--seed", "5"]);
    expect(samples).toMatchObject({ exit: 0, stderr: "" });
    const { stdout } = await run(["check", ...SCHEMA, "--jsonl"], samples.stdout);
    expect(jsonLines(stdout).map((line) => (line as { verdict: string }).verdict)).toEqual(Array(20).fill("accepted"));
    for (const line of jsonLines(samples.stdout))
      expect(JSON.parse((line as { text: string }).text).port).toBeLessThan(65536);
  });

  test("explain tells what must come", async () => {
    const { stdout } = await run(["explain", ...SCHEMA, "--json", "--whitespace", "compact", '{"ho']);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: "incomplete", forced: 'st":"' });
  });

  test("generate gives a value of it, and tells what is not enforced", async () => {
    const args = ["generate", "--model", modelFolder, "--prompt", "server = ", "--closed", "--max-tokens", "64"];
    const { stdout, exit } = await run([...args, ...SCHEMA, "--json"]);
    expect(exit).toBe(0);
    const { text, accepted } = JSON.parse(stdout) as { text: string; accepted: boolean };
    expect(accepted).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ host: expect.stringMatching(/^[a-z]/), port: expect.any(Number) });
    const odd = ["--schema", fixture("odd.schema.json")];
    const noted = await run([...args, ...odd, "--json"]);
    expect(JSON.parse(noted.stdout).notices).toMatchObject([{ pointer: expect.stringContaining("#/properties/a") }]);
    expect((await run(["check", ...odd, "{}"])).stderr).toMatch(/^note: #\/properties\/a.*colour/);
  });

  test.each<[string, string[], string]>([
    ["beside a grammar", [...SCHEMA, ...YEAR, "x"], "exclude each other"],
    ["with a start rule", [...SCHEMA, "--start", "x", "x"], "a schema has no rules"],
    ["options of its own without it", [...YEAR, "--closed", "x"], "--closed and --whitespace are for --schema"],
    ["a file that is not JSON", ["--schema", fixture("json.lark"), "x"], "json.lark is not JSON"],
    ["a file that is not there", ["--schema", "no.json", "x"], "cannot read no.json"],
    ["a schema that is none", ["--schema", fixture("broken.schema.json"), "x"], "#/properties/a/type"],
  ])("%s is refused", async (_, args, message) => {
    const outcome = await run(["check", ...args]);
    expect(outcome).toMatchObject({ exit: 2, stdout: "" });
    expect(outcome.stderr).toContain(message);
  });

  test("every issue of a schema is told, as an object with --json", async () => {
    const { stderr, exit } = await run(["check", "--json", "--schema", fixture("broken.schema.json"), "x"]);
    expect(exit).toBe(2);
    const { error } = JSON.parse(stderr) as { error: { code: string; issues: { pointer: string }[] } };
    expect(error.code).toBe("invalid-schema");
    expect(error.issues.map(({ pointer }) => pointer).sort()).toEqual(["#/properties/a/type", "#/required"]);
  });

  test("it is no grammar to export", async () => {
    expect(await run(["export", "--to", "gbnf", ...SCHEMA])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("a schema cannot be written"),
    });
  });
});

describe("what is refused", () => {
  test.each([
    ["no command", [], 2, "Usage: espalier"],
    ["an unknown command", ["chekc"], 2, "(Did you mean check?)"],
    ["an unknown option", ["check", "--lrk", "x"], 2, "(Did you mean --lark?)"],
    ["no grammar", ["check", "x"], 2, "name a grammar: --lark FILE"],
    ["two grammars", ["check", ...YEAR, ...LIST, "x"], 2, "exclude each other"],
    ["no text", ["check", ...YEAR], 2, "there is no text"],
    ["two texts", ["check", ...YEAR, "--file", "x", "y"], 2, "given twice"],
    ["--jsonl with an argument", ["check", ...YEAR, "--jsonl", "x"], 2, "--jsonl reads lines"],
    ["a start rule of a regex", ["check", ...YEAR, "--start", "x", "y"], 2, "has no rules"],
    [
      "a file that is not there",
      ["check", "--lark", "nowhere.lark", "x"],
      2,
      "cannot read nowhere.lark: the file does not exist",
    ],
    ["a folder for a file", ["check", "--lark", modelFolder, "x"], 2, "it is a folder"],
    ["a file that is no text", ["check", "--lark", `${modelFolder}/onnx/model.onnx`, "x"], 2, "is not UTF-8"],
    ["a grammar that is none", ["check", "--lark", fixture("broken.lark"), "x"], 2, "broken.lark:\n1:8 undefined-name"],
    ["a regex that is none", ["check", "--regex", "(a", "x"], 2, "--regex:\n"],
    ["GBNF for Lark", ["check", "--lark", fixture("list.gbnf"), "x"], 2, "\nthis looks like GBNF: use --gbnf\n"],
    ["Lark for GBNF", ["check", "--gbnf", fixture("json.lark"), "x"], 2, "\nthis looks like Lark: use --lark\n"],
    ["check, two kinds of JSON", ["check", ...YEAR, "--json", "--jsonl"], 2, "cannot be used with"],
    ["sample, two kinds of JSON", ["sample", ...YEAR, "--json", "--jsonl"], 2, "cannot be used with"],
    ["two texts, one to come", ["check", ...YEAR, "--file", "-", "y"], 2, "given twice"],
    ["too short sentences", ["sample", ...YEAR, "--max-length", "3"], 2, "takes 4 bytes; at most 3"],
    ["a count that is none", ["sample", ...YEAR, "-n", "-1"], 2, "It must be a whole number"],
    ["no model", ["generate"], 2, "required option '--model <folder>' not specified"],
    ["a folder without a model", ["generate", "--model", fixture("."), "--prompt", "x"], 2, "does not contain"],
    ["an empty prompt", ["generate", "--model", modelFolder, "--prompt", "", "-q"], 2, "the prompt has no tokens"],
    [
      "too few tokens",
      ["generate", "--model", modelFolder, "--prompt", "x", "-q", "--max-tokens", "1", ...LIST],
      2,
      "allow at least",
    ],
    [
      "a wrong option",
      ["generate", "--model", modelFolder, "--prompt", "x", "-q", "--top-p", "2"],
      2,
      "topP must be a number of at least 0 and at most 1, not 2",
    ],
    ["a token of nobody", ["explain", ...YEAR, "--token", "x", "y"], 2, "whose token?"],
    ["a token id out of range", ["explain", ...YEAR, "--id", "99999", "--model", modelFolder, ""], 2, "no token 99999"],
    ["no notation", ["export", ...YEAR], 2, "--to <notation>"],
    ["another notation", ["export", ...YEAR, "--to", "ebnf"], 2, "Allowed choices are lark, gbnf"],
  ])("%s", async (_, args, exit, message) => {
    const outcome = await run(args);
    expect(outcome).toMatchObject({ exit, stdout: "" });
    expect(outcome.stderr).toContain(message);
  });

  test("with --json, the error is an object", async () => {
    const { exit, stderr } = await run(["check", "--lark", fixture("broken.lark"), "--json", "x"]);
    expect(exit).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: "undefined-name", exit: 2, issues: [{ line: 1, column: 8 }], message: expect.any(String) },
    });
  });
});

describe("help", () => {
  test.each(["", "check", "sample", "generate", "explain", "export"])("%s --help", async (command) => {
    const { exit, stdout, stderr } = await run([...(command === "" ? [] : [command]), "--help"]);
    expect([exit, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: espalier ${command}`);
    expect(stdout).toContain("Exit codes:");
  });

  test("--version", async () => {
    expect(await run(["--version"])).toEqual({ exit: 0, stdout: "1.2.3\n", stderr: "" });
  });
});
