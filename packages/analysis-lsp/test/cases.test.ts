// Which constants the cases of a `switch` leave: where lexers find a case, and which lists of a server count.

import { cppLexemes, declaredLexer, javaLexemes, type LexicalStructure, pythonLexemes } from "@espalier/analysis-lsp";
import { run } from "@espalier/monitor";
import { expect, test } from "vitest";
import { type Script, scripted } from "./scripted.js";

/** The offsets after which a case is expected. */
function casesIn(structure: LexicalStructure, text: string): readonly number[] {
  const lexer = declaredLexer(structure);
  let state = lexer.start;
  return [...Buffer.from(text)].flatMap((byte, at) => {
    const before = state;
    state = lexer.step(state, byte);
    return lexer.keywordBeforeOperand?.(before, state) === "case" ? [at] : [];
  });
}

test.each<[string, LexicalStructure, string, readonly number[]]>([
  ["Java", javaLexemes, "switch (a) { case A: case\nB -> 1; }", [17, 25]],
  ["Java", javaLexemes, '"case "; // case \n a.case b; cases c; case(1) new A', []],
  ["C++", cppLexemes, 'case A::B: case  c: R"(case )" p->case d', [4, 15]],
  ["Python", pythonLexemes, "case a", []],
])("%s: cases of $2", (_, structure, text, expected) => {
  expect(casesIn(structure, text)).toEqual(expected);
});

async function askCase(script: Script, prefix: string, suffix = "\n") {
  const profile = {
    lexer: () => declaredLexer(javaLexemes) as never,
    cases: {
      refused: (invented: string) => invented,
      codes: ["no-member"],
      of: (constants: readonly string[]) => (constants.includes("none") ? undefined : constants),
    },
  };
  const deadline = script.publishes === "nothing" ? 200 : 10_000;
  const { monitor } = scripted(script, { questions: ["casesLeft"], deadline }, profile);
  await monitor.ready();
  const hole = monitor.open({ path: "main.box", prefix, suffix });
  const [question] = hole.monitor.asks!(hole.monitor.start);
  const answer = await hole.answer(question!, { offset: 0, before: new Uint8Array(0) });
  const state = hole.monitor.supply!(hole.monitor.start, question!, answer);
  const texts = ["A:", "A ->", "B, A:", "B /* b */:", "A.B:", "1:", "other:", "A;", "AB:"];
  const written = texts.filter((text) => run(hole.monitor, text, state) !== undefined);
  return { kind: answer.kind, written, reason: hole.asked()[0]!.reason };
}

const right = { cases: "right", publishes: "versioned" } as const;
test.each<[string, Script, string, unknown]>([
  [
    "the constants of an enumeration",
    right,
    "enum case ",
    { kind: "closed", written: ["A:", "A ->", "B, A:", "B /* b */:"] },
  ],
  [
    "no error about the invented name",
    right,
    "case ",
    { kind: "open", reason: expect.stringContaining("does not tell") },
  ],
  [
    "every constant is written",
    { ...right, cases: "none" },
    "enum case ",
    { kind: "open", reason: "every case is written" },
  ],
  [
    "a constant that is no name",
    { ...right, cases: "malformed" },
    "enum case ",
    { kind: "open", reason: expect.stringContaining("does not list") },
  ],
  [
    "no report in time",
    { ...right, publishes: "nothing" },
    "enum case ",
    { kind: "unknown", reason: "the server published no diagnostics in time" },
  ],
])("%s", { timeout: 60_000 }, async (_, script, prefix, expected) => {
  expect(await askCase(script, prefix)).toMatchObject(expected as object);
});

test("malformed diagnostics between the others", async () => {
  expect(await askCase({ ...right, fault: "malformed-reports" }, "enum case ")).toMatchObject({ kind: "closed" });
});

test("what ends the case is in the text after the hole", async () => {
  for (const suffix of [": x", " -> x", ", B: x"])
    expect(await askCase(right, "enum case ", suffix)).toMatchObject({ kind: "closed" });
});
