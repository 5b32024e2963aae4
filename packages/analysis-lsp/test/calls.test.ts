// How many arguments a call takes: what the lexers take for a call, what signatures say, and which of it a server must confirm.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  cppLexemes,
  declaredLexer,
  goLexemes,
  javaLexemes,
  type LexicalStructure,
  pythonLexemes,
  rustLexemes,
  type ServerProfile,
} from "@espalier/analysis-lsp";
import { run } from "@espalier/monitor";
import { describe, expect, test } from "vitest";
import {
  cppCallDoubt,
  cppCounts,
  goCounts,
  javaCounts,
  pythonCounts,
  rustCounts,
} from "../src/profiles/call-counts.js";
import { type Script, scripted } from "./scripted.js";

/** For each parenthesis that opens arguments: its offset, and the offset at which commas no longer count, if any. */
function callsIn(structure: LexicalStructure, text: string): readonly string[] {
  const lexer = declaredLexer(structure);
  const found: { readonly at: number; readonly depth: number; lost?: number }[] = [];
  let state = lexer.start;
  for (const [at, byte] of Buffer.from(text).entries()) {
    const before = state;
    state = lexer.step(state, byte);
    for (const call of found)
      if (call.lost === undefined && lexer.depth(state) === call.depth && lexer.losesCount(state)) call.lost = at;
    if (lexer.opensArguments(before, state)) found.push({ at, depth: lexer.depth(state) });
  }
  return found.map(({ at, lost }) => `${at}${lost === undefined ? "" : ` lost at ${lost}`}`);
}

test.each<[string, LexicalStructure, string, readonly string[]]>([
  ["Python", pythonLexemes, "f(a, b)", ["1"]],
  ["Python", pythonLexemes, "(a, b)", []],
  ["Python", pythonLexemes, "if (a, b): x[1](c)", ["15"]],
  ["Python", pythonLexemes, "'f(' + g(a)", ["8"]],
  ["Python", pythonLexemes, "f'{g(a)}'", ["4"]],
  ["Python", pythonLexemes, "f(a * b, *c)", ["1 lost at 9"]],
  ["Python", pythonLexemes, "f(lambda a, b: a)", ["1 lost at 8"]],
  ["Python", pythonLexemes, "f(x for x, y in z)", ["1 lost at 7"]],
  ["Python", pythonLexemes, "f([*a], {**b})", ["1"]],
  ["Rust", rustLexemes, "f(|a, b| a, c)", ["1 lost at 2"]],
  ["Rust", rustLexemes, "f(a | b, Vec::<A, B>::new())", ["1 lost at 14", "25"]],
  ["Rust", rustLexemes, "println!(a)", []],
  ["Rust", rustLexemes, "P(a, ..)", ["1 lost at 6"]],
  ["Rust", rustLexemes, "a.b (c)?.d(e)", ["4", "10"]],
  ["Go", goLexemes, "f(a, b...)", ["1 lost at 8"]],
  ["Go", goLexemes, "f(func(a, b int) { g(a) })", ["1", "20"]],
  ["Java", javaLexemes, "f(new Map<A, B>(c))", ["1 lost at 9"]],
  ["Java", javaLexemes, "if (a) f(b)", ["8"]],
  ["C++", cppLexemes, "f(g<A, B>(c))", ["1 lost at 3"]],
])("%s: calls of $2", (_, structure, text, expected) => {
  expect(callsIn(structure, text)).toEqual(expected);
});

describe("counts", () => {
  const shown = (label: string) => ({
    label,
    parameters: label
      .slice(label.indexOf("(") + 1, -1)
      .split(", ")
      .filter(Boolean),
  });

  const between = (least: number, most: number) => [{ least, most }];
  const ANY = Number.POSITIVE_INFINITY;
  test.each([
    ["f()", between(0, 0)],
    ["f(int a, Map<K> b)", between(2, 2)],
    ["f(int a, String... b)", between(1, ANY)],
  ])("of Java's %s", (label, expected) => expect(javaCounts(shown(label))).toEqual(expected));

  test.each([
    ["f(int a, int b = 1)", between(1, 2)],
    ["f(int a, ...)", between(1, ANY)],
    ["f(A &&as..., int b = 2)", between(0, ANY)],
  ])("of C++'s %s", (label, expected) => expect(cppCounts(shown(label))).toEqual(expected));

  test.each([
    ["main.cpp", "b.f", "f(int a) -> void", false],
    ["main.cpp", "b->f", "f(int a) -> void", false],
    ["main.cpp", "std::f", "f(int a) -> void", false],
    // An object that can be called, and a pointer to a function.
    ["main.cpp", "b", "operator()(int a) -> void", false],
    ["main.cpp", "p", "(int) -> void", false],
    // The types of the arguments may find others; a structure needs no constructor; C.
    ["main.cpp", "f", "f(int a) -> void", true],
    ["main.cpp", "!f", "f(int a) -> void", true],
    ["main.cpp", "b.f<int>", "f(int a) -> void", true],
    ["main.cpp", "P", "P(const P &)", true],
    ["main.c", "b.f", "f() -> void", true],
    ["main.h", "b.f", "f() -> void", true],
  ])("of C++: in %s, %s with %s has others: %s", (path, callee, label, isDoubtful) => {
    const call = { callee, signatures: [shown(label)] };
    expect(cppCallDoubt({ path, before: `${callee}(`, after: "" }, call) !== undefined).toBe(isDoubtful);
  });

  test.each([
    ["fn f(a: A, b: B)", [{ least: 2, most: 2 }]],
    ["fn f()", [{ least: 0, most: 0 }]],
    // A tuple.
    ["(A, B)", undefined],
  ])("of Rust's %s", (label, expected) => expect(rustCounts(shown(label))).toEqual(expected));

  test.each([
    ["f(a int)", [{ least: 1, most: 1 }]],
    [
      "f(a int, b int)",
      [
        { least: 2, most: 2 },
        { least: 1, most: 1 },
      ],
    ],
    ["f(a int, xs ...string)", [{ least: 1, most: Number.POSITIVE_INFINITY }]],
    ["f()", [{ least: 0, most: 0 }]],
  ])("of Go's %s", (label, expected) => expect(goCounts(shown(label))).toEqual(expected));

  test.each([
    ["(a, /, b, *, c, d=3)", { least: 3, most: 4 }],
    ["(a: int, b: int = 2)", { least: 1, most: 2 }],
    ["(*args, key=None)", { least: 0, most: Number.POSITIVE_INFINITY }],
    ["(a, **kw)", { least: 1, most: Number.POSITIVE_INFINITY }],
    ["(...)", { least: 0, most: Number.POSITIVE_INFINITY }],
  ])("of Python's %s", (label, expected) => expect(pythonCounts(shown(label))).toEqual([expected]));
});

describe("a server's signatures", () => {
  const calls: NonNullable<ServerProfile["calls"]> = { of: pythonCounts, confirmedBy: ["wrong-count"] };

  /** What may be written after the parenthesis at the end of a text, and the answer. */
  async function askCall(script: Script, prefix: string, profile: Partial<ServerProfile> = { calls }) {
    const deadline = script.fault === "never" ? 200 : 10_000;
    const { monitor } = scripted(script, { questions: ["signatures"], deadline }, profile);
    await monitor.ready();
    const hole = monitor.open({ path: "main.box", prefix, suffix: "\n" });
    const question = hole.monitor.asks!(hole.monitor.start).at(-1)!;
    const answer = await hole.answer(question, { offset: 0, before: new Uint8Array(0) });
    const state = hole.monitor.supply!(hole.monitor.start, question, answer);
    const texts = [")", "a)", "a, b)", "a, b, c)"];
    const written = texts.filter((text) => run(hole.monitor, text, state) !== undefined);
    return { kind: answer.kind, written, reason: hole.asked()[0]!.reason };
  }

  test.each<[string, Script, string, unknown]>([
    ["both bounds are confirmed", { calls: "right" }, "x = pair(", { kind: "closed", written: ["a, b)"] }],
    ["only the least is", { calls: "right" }, "x = many(", { kind: "closed", written: ["a)", "a, b)", "a, b, c)"] }],
    [
      "neither is",
      { calls: "right" },
      "x = either(",
      { kind: "open", reason: expect.stringContaining("nothing wrong") },
    ],
    ["an error of a call around it is another's", { calls: "right" }, "x = pair(1, either(", { kind: "open" }],
    [
      "no signature",
      { calls: "right" },
      "x = other(",
      { kind: "unknown", reason: expect.stringContaining("no signature") },
    ],
    [
      "malformed",
      { calls: "malformed" },
      "x = pair(",
      { kind: "unknown", reason: expect.stringContaining("no signature") },
    ],
    [
      "a parameter that its signature does not contain",
      { calls: "nowhere" },
      "x = pair(",
      { kind: "unknown", reason: expect.stringContaining("no signature") },
    ],
    ["not supported", {}, "x = pair(", { kind: "unknown", reason: "the server does not show signatures" }],
    [
      "no answer",
      { calls: "right", fault: "never" },
      "x = pair(",
      { kind: "unknown", reason: expect.stringContaining("no answer") },
    ],
  ])("%s", { timeout: 60_000 }, async (_, script, prefix, expected) => {
    expect(await askCall(script, prefix)).toMatchObject(expected as object);
  });

  test("hovers confirm a bound where diagnostics say nothing, and only there", async () => {
    const hovering = { tail: ".kind", at: 1, unknown: /unknown/ };
    const profile = { calls: { ...calls, hovering } };
    const script = { calls: "right", hovers: "telling" } as const;
    const askOff = (call: string) => askCall(script, `# off\nx = ${call}(`, profile);
    expect(await askOff("pair")).toMatchObject({ kind: "closed", written: ["a, b)"] });
    expect(await askOff("either")).toMatchObject({ kind: "open" });
    expect(await askCall({ calls: "right" }, "# off\nx = pair(")).toMatchObject({ kind: "open" });
  });

  test("diagnostics of files that are longer than the profile says are not requested", async () => {
    const prefix = "x = pair(";
    const longest = prefix.length + "\n".length;
    expect(await askCall({ calls: "right" }, prefix, { calls: { ...calls, longest } })).toMatchObject({
      kind: "closed",
    });
    expect(await askCall({ calls: "right" }, ` ${prefix}`, { calls: { ...calls, longest } })).toMatchObject({
      kind: "unknown",
      reason: expect.stringContaining(`over ${longest} characters`),
    });
  });

  test("what the server has refused is not remembered beyond a change on disk", async () => {
    const script = { calls: "right", fault: "lenient", gate: "gate.box" } as const;
    const { root, monitor } = scripted(script, { questions: ["signatures"], deadline: 10_000 }, { calls });
    await monitor.ready();
    const ask = async (prefix: string) => {
      const hole = monitor.open({ path: "main.box", prefix });
      const question = hole.monitor.asks!(hole.monitor.start).at(-1)!;
      return (await hole.answer(question, { offset: 0, before: new Uint8Array(0) })).kind;
    };
    expect(await ask("x = pair(")).toBe("closed");
    writeFileSync(join(root, "gate.box"), "");
    for (let more = 0; (await ask(`y = ${more}; x = pair(`)) !== "open"; more++)
      await new Promise((resolve) => setTimeout(resolve, 10));
  });

  test("a doubt about a call leaves it open", async () => {
    const seen: unknown[] = [];
    const doubt: NonNullable<typeof calls.doubt> = (_, call) => {
      seen.push(call);
      return "others may be found";
    };
    const profile = { calls: { of: pythonCounts, doubt } };
    expect(await askCall({ calls: "right" }, "x = box.pair (", profile)).toMatchObject({ kind: "unknown" });
    expect(await askCall({ calls: "right" }, "x = box.pair(", profile)).toMatchObject({
      kind: "open",
      reason: "others may be found",
    });
    expect(seen).toEqual([{ callee: "box.pair", signatures: [{ label: "(a, b)", parameters: ["a", "b"] }] }]);
  });

  test("malformed diagnostics between the others", async () => {
    expect(await askCall({ calls: "right", fault: "malformed-reports" }, "x = pair(")).toMatchObject({
      kind: "closed",
      written: ["a, b)"],
    });
  });

  test("a profile whose `of` returns null", async () => {
    const profile = { calls: { of: () => null as never } };
    expect(await askCall({ calls: "right" }, "x = pair(", profile)).toMatchObject({
      kind: "unknown",
      reason: "a signature does not tell how many arguments it takes",
    });
  });

  test("without codes, signatures alone count", async () => {
    const profile = { calls: { of: pythonCounts } };
    expect(await askCall({ calls: "right" }, "x = either(", profile)).toMatchObject({
      kind: "closed",
      written: [")", "a, b)"],
    });
  });

  test("a profile without calls is not asked about them", async () => {
    await expect(askCall({ calls: "right" }, "x = pair(", {})).rejects.toThrow('can answer, "members", not');
  });
});
