// The keys of object literals. A text is read or refused as it says, however late the answers come; and random texts are judged by a slow reader of keys.

import { type Analysis, type ObjectKeys, programMonitor } from "@espalier/analysis";
import { typescriptLexer } from "@espalier/typescript";
import { describe, expect, test } from "vitest";

const encoder = new TextEncoder();
const BOX: ObjectKeys = { allowed: ["size", "sizes", "name", "get", "größe", "data-id"], required: ["size", "name"] };
const analysisOf = (value: readonly ObjectKeys[]): Analysis => ({
  epoch: () => "1",
  objectKeys: ({ before }) =>
    /= \{$/.test(before) ? { kind: "closed", value } : { kind: "unknown", reason: "no type is expected" },
});

/** Whether `text` can be read after `prefix`, when questions are answered once `late` bytes have followed, or the text ends. */
async function isRead(
  text: string,
  late: number,
  { prefix = "let a = ", suffix = "", types = [BOX] as readonly ObjectKeys[] } = {},
): Promise<boolean> {
  const program = programMonitor({ lexer: () => typescriptLexer(), analysis: analysisOf(types) });
  const { monitor, answer } = program.open({ path: "a.ts", prefix, suffix });
  const bytes = encoder.encode(text);
  let state: unknown = monitor.start;
  for (let at = 0; at <= bytes.length; at++) {
    for (const question of monitor.asks!(state)) {
      if (question.ago! < late && at < bytes.length) continue;
      const place = { offset: at - question.ago!, before: bytes.slice(0, Math.max(0, at - question.ago!)) };
      state = monitor.supply!(state, question, await answer(question, place));
      if (state === undefined) return false;
    }
    if (at === bytes.length) return suffix === "" || monitor.accepts(state);
    state = monitor.step(state, bytes[at]!);
    if (state === undefined) return false;
  }
  return true;
}

describe.each([
  ['{ size: 1, name: "a" }', true],
  ["{ size, name }", true],
  ["{ size, name, }", true],
  ['{ "size": 1, \'name\': 2, "data-id": 3 }', true],
  ["{ size() { return { other: 1, other2: 2 }; }, name: [1, 2] }", true],
  ["{ get size() { return 1; }, set size(value) {}, async name() {}, get: 1 }", true],
  ["{ get, size, name }", true],
  ["{ *size() {}, async *name() {}, get() {} }", true],
  ["{ size: 1, ...other }", true],
  ["{ ...other, name: 1 }", true],
  ["{ size: 1, /* , other */ name: 2 // }\n }", true],
  ["{ größe: 1, size: 2, name: 3 }", true],
  [`{ size: a ? { x: 1 } : 2, name: \`}$\{{ y: 1 }},\` }`, true],
  ["{ [key]: 1 }", true],
  ["{ 1: 2 }", true],
  ["{ size: f<A, B>(1), other: 1 }", true],
  ["{ size: 1 }", false],
  ["{}", false],
  ["{ size: 1, name: 2, other", false],
  ["{ siz: 1", false],
  ["{ siz,", false],
  ["{ size: 1, size: 2", false],
  ["{ size: 1, siz", true],
  ["{ name, nam", false],
  ['{ "other', false],
  ['{ "size": 1, size', true],
  ['{ "size": 1, size:', false],
  ["{ get other", false],
  ["{ get: 1, name: 2 }", false],
  ["{ ...other, other", false],
  ["{ gr: 1", false],
  ["{ / ", false],
  ["{ size() {}, nam() {}", false],
] as const)("%s", (text, reads) => {
  test.each([0, 1, 4, 9, 200])(`${reads ? "is read" : "is refused"}, answered after %s bytes`, async (late) => {
    expect(await isRead(text, late)).toBe(reads);
  });
});

test("a hole may end where the suffix ends the object with all its keys, and nowhere else", async () => {
  const ends = (text: string, suffix: string) => isRead(text, 0, { prefix: "let a = { size: 1", suffix });
  expect(await ends(", name: 2", " };")).toBe(true);
  expect(await ends("", " };")).toBe(false);
  expect(await ends("", ", name: 2 };")).toBe(true);
  expect(await ends(", na", "me: 2 };")).toBe(true);
  expect(await ends(", na", " };")).toBe(false);
  expect(await ends(", ...all", " };")).toBe(true);
  expect(await ends(", name: 2", ", name: 3 };")).toBe(false);
});

test("one of several types must be complete, and the keys of all are allowed", async () => {
  const types = [
    { allowed: ["a", "b"], required: ["a"] },
    { allowed: ["c"], required: ["c"] },
  ];
  const read = (text: string) => isRead(text, 0, { types });
  expect(await Promise.all(["{ a }", "{ c }", "{ c, b }", "{ a, b, c }", "{ b }", "{ d"].map(read))).toEqual([
    ...[true, true, true, true],
    ...[false, false],
  ]);
});

test("random objects are read as a slow reader reads them, however late the answers come", async () => {
  let seed = 5;
  const some = <Each>(from: readonly Each[]): Each => {
    seed = (seed * 48271) % 2147483647;
    return from[seed % from.length]!;
  };
  let refused = 0;
  for (let trial = 0; trial < 300; trial++) {
    const keys = Array.from({ length: some([0, 1, 2, 3, 4]) }, () => some(["size", "name", "sizes", "get", "other"]));
    const parts = keys.map((key) => some([key, `${key}: 1`, `"${key}": f(1, 2)`, `${key}() {}`, `/**/ ${key} : {}`]));
    const text = `{ ${parts.join(some([", ", ",", " , // x\n"]))}${some(["", " ", keys.length > 0 ? "," : ""])}}`;
    const isRight =
      new Set(keys).size === keys.length &&
      keys.every((key) => BOX.allowed.includes(key)) &&
      BOX.required.every((key) => keys.includes(key));
    if (!isRight) refused++;
    expect([text, await isRead(text, some([0, 2, 7, 100]))]).toEqual([text, isRight]);
  }
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(290);
});
