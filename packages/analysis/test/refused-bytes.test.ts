// Checks the list of bytes that a body says it refuses. A step must refuse every listed byte, in every state of the lexer. Inside the text of an answer, it must refuse only listed bytes.

import { typescriptLexer } from "@espalier/typescript";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { stringQuestion } from "../src/expected-strings-body.js";
import { moduleQuestion } from "../src/modules-body.js";
import { exportQuestion, memberQuestion } from "../src/names-body.js";
import { spellingQuestion } from "../src/spellings-body.js";

const lexer = typescriptLexer();
const encoder = new TextEncoder();
const PIECES = [
  ..."abé😀\u00a0\u3000\u2028#.'\"/ \n*;:1",
  "ab",
  "type ",
  "/*",
  "*/",
  "//",
  "Color.Red",
  '"ab"',
  "./b/",
];

/** Compares the bytes that are refused with the steps over all bytes, in each state that `text` leads to. */
function compare(
  question: ReturnType<typeof memberQuestion<typeof lexer.start>>,
  before: string,
  answer: unknown,
  text: string,
): void {
  const body = question.bodyOf(answer)!;
  let at = lexer.start;
  for (const byte of encoder.encode(before)) at = lexer.step(at, byte)!;
  let inner = body.start(at);
  const bytes = encoder.encode(text);
  for (let index = 0; index <= bytes.length && inner !== undefined && inner !== "over"; index++) {
    const [refused, stepped]: number[][] = [[], []];
    for (let byte = 0; byte < 256; byte++) {
      if (body.refuses!(inner, byte)) refused!.push(byte);
      if (body.step(inner, byte, at, lexer.step(at, byte)!) === undefined) stepped!.push(byte);
    }
    expect(stepped).toEqual(expect.arrayContaining(refused!));
    if (index === bytes.length) break;
    const next = lexer.step(at, bytes[index]!)!;
    inner = body.step(inner, bytes[index]!, at, next);
    at = next;
  }
}

describe.each([
  ["members", memberQuestion(lexer), "x.", ["ab", "a", "ns.", "é", "a😀", "#b"], "n"],
  ["exportsOf", exportQuestion(lexer), "import { ", ["ab", "type ab", "type ", "é"], "t"],
  ["constructibles", spellingQuestion(lexer, { kind: "constructibles", keyword: "new" }), "new ", ["ab", "a.b"], "a."],
  [
    "casesLeft",
    spellingQuestion(lexer, { kind: "casesLeft", keyword: "case", ends: new Set([0x3a]) }),
    "switch (x) { case ",
    ["Color.Red", '"ab"', "1"],
    "Col",
  ],
  ["modulesFrom", moduleQuestion(lexer), 'import "', ["ab", "./b/", "é"], "."],
  ["expectedStrings", stringQuestion(lexer), 'x = "', ["ab", "a b", "é"], ""],
] as const)("%s", (_, question, before, answer, within) => {
  test("a byte that is refused is refused by the step", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }), (pieces) =>
        compare(question, before, answer, pieces.join("")),
      ),
      { numRuns: samples(300) },
    );
  });

  test("within a text, all bytes are refused but those that go on", () => {
    const body = question.bodyOf(answer)!;
    let at = lexer.start;
    for (const byte of encoder.encode(before)) at = lexer.step(at, byte)!;
    let inner = body.start(at);
    for (const byte of encoder.encode(within)) {
      const next = lexer.step(at, byte)!;
      inner = body.step(inner, byte, at, next);
      at = next;
    }
    const read = Array.from({ length: 256 }, (_each, byte) => byte).filter((byte) => !body.refuses!(inner, byte));
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(4);
  });
});
