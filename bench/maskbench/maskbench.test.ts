// The parts of `pnpm bench:maskbench` that decide what is measured: how instances become text, their keys' order, verdicts,
// percentiles. How long anything took is not judged here.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { awake } from "./awake.js";
import { sampleOf } from "./data.js";
import { inDeclaredOrder } from "./declared-order.js";
import type { Host } from "./host.js";
import { ratioInterval } from "./interval.js";
import { type Entry, openJournal } from "./journal.js";
import { plainValue, readJsonText, writeJsonText } from "./json-text.js";
import type { Answer, Fate, Job } from "./protocol.js";
import { pythonJson, pythonNumber } from "./python-json.js";
import { createRunDelay, microsecondsOf } from "./run-delay.js";
import { statisticsOf } from "./statistics.js";
import { summarize } from "./summary.js";
import { readTarball } from "./tar.js";
import { verdictOf } from "./verdict.js";

const folder = mkdtempSync(path.join(tmpdir(), "espalier-maskbench-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("JSON with its numbers as written", () => {
  test("says what JSON.parse says", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 2, "\t"), (json, indent) => {
        const value: unknown = JSON.parse(json);
        expect(plainValue(readJsonText(JSON.stringify(value, null, indent)))).toEqual(value);
      }),
    );
  });

  test.each([
    ['{"b":1.0,"a":1,"2":1e0,"__proto__":-0.0}', '{"b":1.0,"a":1,"2":1e0,"__proto__":-0.0}'],
    [' [ 1 , "\\u0041\\/" ] ', '[1,"A/"]'],
    ['{"a":1,"b":2,"a":3}', '{"a":3,"b":2}'],
  ])("%s", (source, written) => expect(writeJsonText(readJsonText(source))).toBe(written));

  test.each([
    "",
    "01",
    "1.",
    ".5",
    "+1",
    "nul",
    '"a',
    '"\t"',
    '"\\x"',
    "[1,]",
    '{"a"}',
    "{a:1}",
    "1 2",
    "[".repeat(5000),
  ])("refuses %j", (source) => expect(() => readJsonText(source)).toThrow(SyntaxError));
});

describe("JSON as Python writes it", () => {
  // From Python: json.dumps(json.loads(text), ensure_ascii=False)
  test.each([
    ["1", "1"],
    ["-0", "0"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
    ["1.0", "1.0"],
    ["-0.0", "-0.0"],
    ["1e0", "1.0"],
    ["1E2", "100.0"],
    ["0.1", "0.1"],
    ["0.0001", "0.0001"],
    ["0.00001", "1e-05"],
    ["1.5e-7", "1.5e-07"],
    ["1e15", "1000000000000000.0"],
    ["1e16", "1e+16"],
    ["1.25e100", "1.25e+100"],
    ["12345678901234567.0", "1.2345678901234568e+16"],
    ["3.141592653589793238", "3.141592653589793"],
    ["1e999", "Infinity"],
  ])("%s is %s", (text, written) => expect(pythonNumber(text)).toBe(written));

  test("strings and spaces", () => {
    const source = '{"é":["\\u007f\\u001f\\n\\"\\\\","\\ud83d\\ude42\\u2028/"],"e":{},"l":[]}';
    expect(pythonJson(readJsonText(source))).toBe('{"é": ["\u007f\\u001f\\n\\"\\\\", "🙂\u2028/"], "e": {}, "l": []}');
  });
});

describe("instances in declared order", () => {
  const orders = (schema: string, instance: string): readonly string[] =>
    inDeclaredOrder(readJsonText(schema), readJsonText(instance)).map((json) => writeJsonText(json));

  test.each([
    ['{"properties":{"a":{},"b":{}}}', '{"a":1,"b":2}', []],
    ['{"properties":{"a":{},"b":{}}}', '{"x":0,"b":2,"a":1}', ['{"a":1,"b":2,"x":0}']],
    ['{"required":["c","b"],"properties":{"a":{}}}', '{"b":2,"c":3,"a":1}', ['{"a":1,"c":3,"b":2}']],
    [
      '{"items":{"$ref":"#/$defs/p"},"$defs":{"p":{"properties":{"a":{},"b":{}}}}}',
      '[{"b":1,"a":2}]',
      ['[{"a":2,"b":1}]'],
    ],
    [
      '{"allOf":[{"properties":{"b":{}}}],"properties":{"a":{}}}',
      '{"x":1,"b":2,"a":3}',
      ['{"b":2,"a":3,"x":1}', '{"a":3,"b":2,"x":1}'],
    ],
    ['{"properties":{"n":{"$ref":"#"},"v":{}}}', '{"v":1,"n":{"v":2,"n":{}}}', ['{"n":{"n":{},"v":2},"v":1}']],
    ['{"dependentRequired":{"b":["a"],"d":["c"]}}', '{"a":1,"b":2,"z":0}', ['{"b":2,"a":1,"z":0}']],
    ['{"enum":[[],[{"b":1,"a":{"d":1,"c":2}}]]}', '[{"a":{"c":2,"d":1.0},"b":1}]', ['[{"b":1,"a":{"d":1.0,"c":2}}]']],
    ['{"properties":{"b":{},"10":{},"9":{}}}', '{"b":1,"10":2,"9":3}', ['{"9":3,"10":2,"b":1}']],
    [
      '{"oneOf":[{"required":["z"],"properties":{"b":{},"z":{}}},{"properties":{"a":{},"b":{}}}]}',
      '{"b":1,"a":2}',
      ['{"a":2,"b":1}'],
    ],
    [
      '{"if":{"properties":{"k":{"const":1}}},"then":{"properties":{"b":{}}},"else":{"properties":{"a":{},"b":{}}}}',
      '{"b":1,"k":2,"a":3}',
      ['{"a":3,"b":1,"k":2}', '{"k":2,"b":1,"a":3}'],
    ],
    [
      '{"allOf":[{"$ref":"#/$defs/r"},{"properties":{"i":{}}}],"$defs":{"r":{"properties":{"r":{}}}}}',
      '{"x":0,"i":1,"r":2}',
      ['{"r":2,"i":1,"x":0}', '{"i":1,"r":2,"x":0}'],
    ],
    ['{"$ref":"#"}', '{"b":1,"a":2}', []],
    ['{"additionalProperties":{"properties":{"a":{},"b":{}}}}', '{"z":{"b":1,"a":2}}', ['{"z":{"a":2,"b":1}}']],
  ])("%s and %s", (schema, instance, expected) => expect(orders(schema, instance)).toEqual(expected));
});

const answerOf = (fates: readonly Fate[], more: Partial<Answer> = {}): Answer => ({
  passes: [{ mode: "cold", ttfm: 1, times: Float32Array.from(fates, () => 1), fates }],
  contradictions: [],
  cpuShare: 1,
  ...more,
});
const cut: Fate = { refusedAt: 0 };

describe("verdicts", () => {
  test.each([
    ["passing", ["accepted", cut], [true, false], {}],
    ["passing", ["accepted", "end refused"], [true, false], {}],
    ["order", ["accepted reordered", cut], [true, false], {}],
    ["validation error", [cut, cut], [true, false], {}],
    ["validation error", ["end refused"], [true], {}],
    ["invalidation error", ["accepted"], [false], {}],
    ["both", ["accepted", cut], [false, true], {}],
    ["refused", [], [true], { refusal: { code: "no", message: "no" } }],
    ["timeout", ["accepted"], [true, true], { failure: { kind: "timeout", message: "" } }],
    ["passing", ["accepted"], [true], { failure: { kind: "timeout", message: "in a later pass" } }],
    ["crash", ["accepted"], [true], { failure: { kind: "crash", message: "in a later pass" } }],
  ] as const)("%s: %j", (verdict, fates, valid, more) => expect(verdictOf(answerOf(fates, more), valid)).toBe(verdict));
});

test("statistics take the sample at ⌊n·p⌋", () => {
  const thousand = Float32Array.from({ length: 1000 }, (_, i) => 1000 - i);
  expect(statisticsOf([thousand.subarray(0, 300), thousand.subarray(300)])).toEqual({
    n: 1000,
    avg: 500.5,
    p50: 501,
    p90: 901,
    p99: 991,
    p999: 1000,
    max: 1000,
  });
  expect(statisticsOf([])).toBeNull();
});

test("an interval of a ratio holds the ratio, and is a point where all schemas have the same", () => {
  const pair = (ours: number, theirs: number, tokens: number) => ({
    ours: [ours * tokens, tokens] as const,
    theirs: [theirs * tokens, tokens] as const,
  });
  const same = Array.from({ length: 20 }, (_, i) => pair(i + 1, 2 * (i + 1), 10));
  expect(ratioInterval(same)).toEqual([0.5, 0.5]);
  const varied = Array.from({ length: 50 }, (_, i) => pair(1 + (i % 5), 4, 10));
  const [low, high] = ratioInterval(varied)!;
  expect(low).toBeLessThan(0.75);
  expect(high).toBeGreaterThan(0.75);
  expect(low).toBeGreaterThan(0.5);
  expect(high).toBeLessThan(1);
  expect(ratioInterval([])).toBeNull();
});

describe("a run", () => {
  const entry = (schema: string, engine: string, us: number, more: Partial<Answer> = {}): Entry => {
    const pass = { ttfm: 10 * us, times: Float32Array.of(us, us), fates: ["accepted" as const] };
    const passes = [
      { mode: "cold" as const, ...pass },
      { mode: "warm" as const, ...pass },
    ];
    return {
      schema,
      engine,
      version: "1",
      valid: [true],
      answer: { passes, contradictions: [], cpuShare: 1, ...more },
    };
  };
  const refusal = { refusal: { code: "unsupported", keyword: "not", message: "" }, passes: [] };

  test("compares over the schemas that both take", () => {
    const entries = [entry("a", "ours", 1), entry("a", "p", 4), entry("b", "ours", 100), entry("b", "p", 1, refusal)];
    const summary = summarize(entries, ["p"], 60);
    expect(summary).toMatchObject({ schemas: 2, passing: 2, refused: 0, tokens: 4, tbm: { cold: { avg: 50.5 } } });
    expect(summary.peers.p).toMatchObject({ schemas: 2, passing: 1, refused: 1, refusedBy: { not: 1 } });
    expect(summary.peers.p!.ratios).toMatchObject({ schemas: 1, tbm: { cold: { avg: 0.25 } }, ttfm: { p50: 0.25 } });
    expect(summary.peers.p!.ratios!.averageWithin).toEqual({
      cold: [0.25, 0.25],
      warm: [0.25, 0.25],
      ttfm: [0.25, 0.25],
    });
  });

  test("that was cut off goes on; another begins anew", () => {
    const file = path.join(folder, "journal");
    const journal = openJournal(file, { run: 1 });
    journal.add(entry("a", "ours", 1.5));
    writeFileSync(file, `${readFileSync(file, "utf8")}{"schema":"b","eng`);
    const again = openJournal(file, { run: 1 });
    expect([again.has("a", "ours"), again.has("b", "ours")]).toEqual([true, false]);
    expect(again.entries[0]!.answer.passes[0]!.times).toEqual(Float32Array.of(1.5, 1.5));
    expect(openJournal(file, { run: 2 }).entries).toEqual([]);
  });
});

test("an engine that rested does earlier jobs again before the next", async () => {
  let time = 0;
  const done: string[] = [];
  const host: Host = {
    ...{ name: "slow", ready: undefined, close: () => undefined },
    async ask({ name, seconds }) {
      done.push(name);
      time += seconds;
      const none = { passes: [], contradictions: [], cpuShare: 1 };
      return name === "refused" ? { ...none, refusal: { code: "no", message: "" } } : none;
    },
  };
  const woken = awake(host, { rest: 50, work: 20, now: () => time });
  const asks = async (name: string, seconds: number): Promise<string> => {
    done.length = 0;
    const job: Job = { name, seconds, schema: "true", instances: [], modes: ["cold"], repeat: 1 };
    await woken.ask(job);
    return done.join(" ");
  };
  expect(await asks("a", 5)).toBe("a");
  time += 51;
  expect(await asks("long", 21)).toBe("a a a a a a long");
  time += 50;
  expect(await asks("refused", 5)).toBe("refused");
  time += 51;
  expect(await asks("b", 20)).toBe("a a a a a a b");
  time += 51;
  expect(await asks("c", 1)).toBe("b a b c");
  time += 1000;
  expect((await asks("d", 1)).length).toBeGreaterThan(20);
});

test("a sample is the same for one seed, and has its share of every stretch", () => {
  const names = Array.from({ length: 100 }, (_, i) => String(i));
  const sample = sampleOf(names, 10, 7);
  expect(sampleOf(names, 10, 7)).toEqual(sample);
  expect(sampleOf(names, 10, 8)).not.toEqual(sample);
  expect(sample.map((name) => Math.floor(Number(name) / 10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(sampleOf(names, 1000, 7)).toEqual(names);
});

test("a tarball's files, by names short and long", () => {
  const block = (name: string, type: string, content: string): Buffer => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write(type, 156);
    header.write("ustar\0", 257);
    return Buffer.concat([header, Buffer.from(content), Buffer.alloc(-content.length & 511)]);
  };
  const long = `${"long/".repeat(30)}b`;
  const archive = [
    block("./a/", "5", ""),
    block("./a/b", "0", "hello"),
    block("l", "2", ""),
    block("x", "x", `${long.length + 9} path=${long}\n`),
    block("cut", "0", "long"),
    Buffer.alloc(1024),
  ];
  const files = readTarball(gzipSync(Buffer.concat(archive)));
  expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
    ["a/b", "hello"],
    [long, "long"],
  ]);
});

// Each run makes the tables of a large vocabulary twice.
describe("the command", { timeout: 180_000 }, () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const out = path.join(folder, "out.json");
  const properties = { a: { type: "integer" }, b: { type: "string" } };
  const cases = {
    passing: {
      schema: { properties },
      tests: [
        [true, { a: 1, b: "x" }],
        [false, { a: "1" }],
      ],
    },
    order: { schema: { properties }, tests: [[true, { b: "x", a: 1 }]] },
    refused: { schema: { format: "regex" }, tests: [[true, "a"]] },
    wrong: {
      schema: { type: "string" },
      tests: [
        [false, "a"],
        [true, 1],
      ],
    },
  } as const;

  function maskbench(...options: readonly string[]): { readonly [key: string]: unknown } {
    const data = path.join(folder, "data");
    mkdirSync(data, { recursive: true });
    for (const [name, { schema, tests }] of Object.entries(cases)) {
      const file = { schema, tests: tests.map(([valid, data]) => ({ valid, data })) };
      writeFileSync(path.join(data, `${name}.json`), JSON.stringify(file));
    }
    const conditions = ["--import", "tsx", "--conditions=@espalier/source"];
    const settings = ["--data", data, "--out", out, "--peers", "", "--warm-up", "1", "--json"];
    const stdout = execFileSync(process.execPath, [...conditions, main, ...settings, ...options], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  test("writes what it prints, and a verdict for each schema", () => {
    const summary = maskbench("--beside", `again=${fileURLToPath(new URL("../..", import.meta.url))}`);
    expect(summary).toMatchObject({
      ...{ schemas: 4, passing: 1, order: 1, refused: 1, both: 1, validationErrors: 1, invalidationErrors: 1 },
      ...{ contradictions: 0, refusedBy: { format: 1 } },
      peers: { again: { schemas: 4, passing: 1, ratios: { schemas: 3 } } },
      instances: { valid: 3, accepted: 1, invalid: 2, refused: 1 },
    });
    const report = JSON.parse(readFileSync(out, "utf8")) as {
      schemas: Record<string, { ours: Record<string, unknown> }>;
    };
    expect(report).toMatchObject({ summary, finished: true, skipped: {} });
    expect(Object.entries(report.schemas).map(([name, { ours }]) => [name, ours.verdict])).toEqual([
      ["order.json", "order"],
      ["passing.json", "passing"],
      ["refused.json", "refused"],
      ["wrong.json", "both"],
    ]);
    expect(Object.keys(report.schemas["passing.json"]!.ours.tbm as object)).toEqual([
      "cold",
      "warm",
      "second",
      "process",
    ]);
  });

  test("keeps a budget, and says which tokens took longest", () => {
    const { tbm, passing, both, longest } = maskbench("--budget", "--repeat", "2") as {
      readonly [key: string]: unknown;
      readonly tbm: Record<string, { readonly n: number; readonly max: number } | null>;
      readonly longest: Record<string, readonly { readonly schema: string; readonly us: number }[]>;
    };
    expect([passing, both, tbm.cold]).toEqual([1, 1, null]);
    expect(Object.keys(longest)).toEqual(["budget"]);
    expect(longest.budget![0]!.us).toBe(tbm.budget!.max);
    expect(longest.budget!.length).toBe(10);
    expect(longest.budget!.map(({ us }) => us)).toEqual(longest.budget!.map(({ us }) => us).toSorted((a, b) => b - a));
  });

  test("stops in time, and goes on from there", () => {
    expect(maskbench("--seconds", "0", "--modes", "warm")).toMatchObject({
      schemas: 0,
      tbm: { cold: null, warm: null },
    });
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({ finished: false });
    const { tbm, tokens } = maskbench("--modes", "warm") as { tbm: Record<string, unknown>; tokens: number };
    expect([tbm.cold, Object.keys(tbm), tokens > 0]).toEqual([null, ["cold", "warm"], true]);
  });
});

test("how long a thread waited for a core is the second number of its statistics, and never decreases", () => {
  expect(microsecondsOf("100735 2854 2\n")).toBe(2.854);
  const waited = createRunDelay();
  const before = waited();
  expect(before).toBeGreaterThanOrEqual(0);
  expect(waited()).toBeGreaterThanOrEqual(before);
});
