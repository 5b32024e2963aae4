// What the rest of a hole may still declare or assign: an answer is closed only where that cannot add a choice. Each case is the text before the place, the rest of the hole that
// writes another choice there, and a text after the hole.

import { beforeEach, describe, expect, test } from "vitest";
import { compilers, declaredProject } from "./declared-project.js";
import { isSeven, seven, skipWithout } from "./seven.js";

const DECLARED = `
interface Root { kids: Child[] } interface Child { kids: Child[]; label: string; weight: number }
interface Row { id: number } declare const row: Row;
`;

type Question = "members" | "signatures" | "casesLeft" | "constructibles";

const OPEN: readonly (readonly [question: Question, before: string, rest: string])[] = [
  [
    "members",
    "function f(start: Root, next: () => Root | Child) { let node: Root | Child = start;\nfor (;;) { if ('label' in node) return node.",
    "weight; node = next(); } }",
  ],
  [
    "members",
    "function f() { const all = []; all.push({ k: 'a' as const });\nfor (;;) { const last = all[0]!; if (last.k === 'b') return last.",
    "v; all.push({ k: 'b' as const, v: 1 }); } }",
  ],
  ["members", "const user = { name: 'a' };\nconst f = (user = row, id = user.", "id) => id;"],
  ["members", "const user = { name: 'a' };\nconst f = async ({ user = row }, id = user.", "id) => id;"],
  ["members", "function count() { return count.", "calls++; }\ncount.calls = 0;"],
  ["members", "const count = () => count.", "calls++;\ncount.calls = 0;"],
  ["members", "const it = Object.freeze({ a(): number { return it.", "b(); }, b(): number { return 1; } });"],
  [
    "members",
    "namespace N { export function a(): number { return N.",
    "b(); } export function b(): number { return 1; } }",
  ],
  [
    "members",
    "interface Own extends Later { own: 1 }\nfunction f(x: Partial<Own>) { return x.",
    "id; }\ninterface Later { id: 1 }",
  ],
  ["members", "function f() { return status.", "text; }\nconst status = { text: '' };"],
  [
    "members",
    "function f() { return matchMedia('a').",
    "found; }\nfunction matchMedia(text: string) { return { found: text }; }",
  ],
  ["signatures", "function f() { close(", "1, 2); }\nfunction close(a: number, b: number) {}"],
  ["casesLeft", "function f(is: boolean, n: number) { switch (is) { case ", "n > 3: } }"],
  ["constructibles", "function f() { return new ", "Later(); }\nclass Later {}"],
];

const CLOSED: readonly (readonly [question: Question, before: string, choice: string])[] = [
  ["members", "function f(start: Root | Child) { for (;;) { if ('label' in start) return start.", "weight"],
  ["members", "const user = { name: 'a' };\nconst f = (row, user.", "name"],
  ["members", "const user = { name: 'a' };\n(user.name, user.", "name"],
  ["members", "const it: { b(): number } = Object.freeze({ b(): number { return it.", "b"],
  ["members", "const all = [row];\nfor (;;) { all[0]!.", "id"],
  ["members", "const all: Row[] = [];\nfor (;;) { all[0]!.", "id"],
  ["members", "function f() { return document.", "body"],
  ["members", "namespace N { export const v = 1; }\nimport v = N.", "v"],
];

describe.each([...compilers, ["7.0", seven] as const])("TypeScript %s", (_version, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  const { ask } = declaredProject(ts, DECLARED, ["es2022", "dom"]);
  const LATER = "\nexport const end = 1;\n";

  test.each(OPEN)("%s of %s▮%s are not closed", (question, before, rest) => {
    for (const after of ["", LATER])
      expect([after, ask(question, { before, after }).kind]).not.toEqual([after, "closed"]);
    if (question !== "members" || before.includes("for (;;)")) return;
    const { kind, value } = ask(question, { before, after: rest + LATER, written: "" });
    expect([kind, value]).toEqual(["closed", expect.arrayContaining([/^\w+/.exec(rest)![0]])]);
  });

  test.each(CLOSED)("%s of %s▮%s are closed", (question, before, choice) => {
    for (const after of ["", LATER]) {
      const { kind, value } = ask(question, { before, after });
      expect([after, kind, value]).toEqual([after, "closed", expect.arrayContaining([choice])]);
    }
  });

  const CASES = `declare const table: { readonly A: "a"; c: string }; class Fixed { static readonly B = "b" as const; }
    const deep = { in: { it: { A: "a" } } } as const;
    function f(x: "a" | "b", one: "a" | "c", text: string, n: 10 | 300) {`;
  test.each([
    ["switch (x) { case ", ["table.A", "Fixed.B", "deep.in.it.A", "one", '"a"'], ["x", "text", "table.c", "n"]],
    ["switch (x) { case one: case ", ["'a'", "'b'"], []],
    ["switch (n) { case ", ["10", "0xa", "0xA", "0x0a", "300", "0x12c", "0x012C"], ["n", "x"]],
  ])("what a case can be: %s▮", (before, listed, others) => {
    const { value } = ask("casesLeft", { before: CASES + before, after: ": } }", written: "" });
    expect(value).toEqual(expect.arrayContaining(listed));
    expect(others.filter((each) => value!.includes(each))).toEqual([]);
  });

  // TypeScript 7 does not answer (`seven.test.ts`).
  if (!isSeven(ts))
    test("`globalThis` leads to classes", () => {
      const { value } = ask("constructibles", { before: "const a = new ", after: "();\n", written: "" });
      expect(value).toEqual(expect.arrayContaining(["globalThis.", "globalThis["]));
    });
});
