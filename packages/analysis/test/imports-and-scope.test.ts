// What may follow in imports, and where expressions begin. A text is read or refused as it says, however late the answers come.

import { type Analysis, programMonitor } from "@espalier/analysis";
import type { Answer, Question } from "@espalier/monitor";
import { typescriptLexer } from "@espalier/typescript";
import { describe, expect, test } from "vitest";

const encoder = new TextEncoder();
const closed = (...value: readonly string[]): Answer<readonly string[]> => ({ kind: "closed", value });
const MODULES: Readonly<Record<string, Answer<readonly string[]>>> = {
  "": closed("fs", "fs/", "./", "fsevents"),
  "fs/": closed("promises"),
  "./": closed("api", "api.js", "../", "lib/"),
};
const analysis: Analysis = {
  epoch: () => "1",
  exportsOf: () => closed("Foo", "Food", "größe", "type "),
  modulesFrom: ({ before }) => MODULES[/["']([^"']*)$/.exec(before)![1]!] ?? closed("sub"),
  inScope: () => closed("user", "users", "größe", "new", "async"),
  expectedStrings: () => closed("red", "light green", "größe"),
};

/** Whether `text` can be read after `prefix`, when questions are answered once `late` bytes have followed, or the text ends. */
function isRead(prefix: string, text: string, late: number): boolean {
  const { monitor, name } = programMonitor({ lexer: () => typescriptLexer(), analysis }).open({ path: "a.ts", prefix });
  const bytes = encoder.encode(text);
  let state: unknown = monitor.start;
  const answerTo = ({ key, ago }: Question, at: number): Answer<readonly string[]> => {
    const all = Buffer.concat([Buffer.from(prefix), bytes.subarray(0, at)]);
    const before = all.subarray(0, all.length - ago!).toString();
    const kind = key.slice(name.length + 1) as "exportsOf" | "modulesFrom" | "inScope" | "expectedStrings";
    return analysis[kind]!({ path: "", before, after: "" }) as Answer<readonly string[]>;
  };
  for (let at = 0; at <= bytes.length; at++) {
    for (const question of monitor.asks!(state)) {
      if (question.ago! < late && at < bytes.length) continue;
      state = monitor.supply!(state, question, answerTo(question, at));
      if (state === undefined) return false;
    }
    if (at === bytes.length) return true;
    state = monitor.step(state, bytes[at]!);
    if (state === undefined) return false;
  }
  return true;
}

describe.each([
  ["import ", "{ Foo } from", true],
  ["import ", "{ Foo, Food as Bar, größe } from", true],
  ["import ", "{ /* c */ Foo, } from", true],
  ["import ", "{ } from", true],
  ["import ", "{ Fo } from", false],
  ["import ", "{ Foo, Bar", false],
  ["import ", "{ Foo as Bar, größ }", false],
  ["import ", "{ type Foo, type\n/* c */ Food } from", true],
  ["import ", "{ /* λ */ Foo, type /* λ */ Food } from", true],
  ["import ", "{ type / Foo", false],
  ["import ", "{ type } from", false],
  ["import ", "{ type type Foo } from", false],
  ["import ", "{ type Bar", false],
  ["import d, ", "{ Bar", false],
  ["import { F", "oo } from", true],
  ["import { F", "ob } from", false],
  ["export ", "{ Bar", false],
  ["const ", "{ Bar } = user", true],
  ["import a ", "from 'fs';", true],
  ["import a ", 'from "fs/promises";', true],
  ["import a ", "from 'fs/sync'", false],
  ["import a ", "from 'fsevents/x", false],
  ["import a ", "from 'f'", false],
  ["import a ", "from './api.js'; b", true],
  ["import a ", "from './../sub'", true],
  ["import a ", "from './../sup'", false],
  ["import a ", "from './api.ts'", false],
  ["import ", "'./api'", true],
  ["import ", "'./apis'", false],
  ["import a from './a", "pi'", true],
  ["import a from './a", "po'", false],
  ["const a = ", "'./apis'", false],
  ["send(", "user, users.x)", true],
  ["send(", "usual)", false],
  ["send(", "usual => usual)", true],
  ["send(", "usual /* c */ => 1)", true],
  ["send(", "usual// c\n /**/ /***/=> 1)", true],
  ["send(", "usual /=>b)", false],
  ["send(", "usual /* c *//=> 1)", false],
  ["send(", "usual = 1)", false],
  ["send(", "usual, 1)", false],
  ["send(", "größe)", true],
  ["send(", "größen)", false],
  ["send(", "'red', 1, [user, usual]", false],
  ["send(", "'light green', user)", true],
  ["send(", '"größe")', true],
  ["send(", "'red green'", false],
  ["send(", "'re'", false],
  ["send('li", "ght green')", true],
  ["send('li", "ghter')", false],
  ["send(", "`reds`, /reds/, /* 'reds' */ 'red')", true],
  ["send(", "(usual, b) => 1, {usual: 1}, async usual => 1)", true],
  ["send(us", "er)", true],
  ["send(us", "al)", false],
  ["`${", "usual}`", false],
  ["", "usual = user", true],
])("%s│%s", (prefix, text, reads) => {
  test.each([0, 1, 3, 8, 100])(`${reads ? "is read" : "is refused"}, answered after %s bytes`, (late) => {
    expect(isRead(prefix, text, late)).toBe(reads);
  });
});

test("only the questions that are named are asked", () => {
  const options = { lexer: () => typescriptLexer(), analysis };
  const keys = (questions: readonly ("inScope" | "exportsOf")[] | undefined): readonly string[] => {
    const { monitor } = programMonitor(questions === undefined ? options : { ...options, questions }).open({
      path: "a.ts",
      prefix: "f(",
    });
    return monitor.asks!(monitor.start).map(({ key }) => key);
  };
  expect([keys(undefined), keys(["inScope"]), keys(["exportsOf"])]).toEqual([
    ["program inScope"],
    ["program inScope"],
    [],
  ]);
});
