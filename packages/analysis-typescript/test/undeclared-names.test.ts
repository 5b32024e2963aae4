// Members of what a declaration in the rest of the hole may narrow or infer: they are closed only once the names before the place are declared.

import { describe, expect, test } from "vitest";
import { compilers, declaredProject } from "./declared-project.js";

const DECLARED = `
interface Shape { k: string } interface Round extends Shape { r: number }
interface Text { type: "text"; body: string } interface Bytes { type: "bytes"; size: number }
declare const anything: any; declare function isString(value: unknown): value is string;
interface Rows { select(key: string): Shape; select(key: "round"): Round }
declare const rows: Rows; declare const shapes: Shape[];
declare function made<T extends Shape = Shape>(make?: (value: Shape) => T): T;
`;

/** Texts up to the dot, the rest of the hole, and a name that the rest writes there. */
const OPEN: readonly (readonly [before: string, rest: string])[] = [
  ["const f = (s: Shape) => isRound(s) ? s.", "r : 0;\nfunction isRound(s: Shape): s is Round { return true; }"],
  ["class A { f(s: Shape) { return this.isRound(s) ? s.", "r : 0; }\nisRound(s: Shape): s is Round { return true; } }"],
  [
    "class A { static f(s: Shape) { if (!A.is(s)) return; s.",
    "r; }\nstatic is(s: Shape): s is Round { return true; } }",
  ],
  ["function f(e: Shape) { if (e instanceof Big) return e.", "size; }\nclass Big { k = ''; size = 1; }"],
  [
    "function f(m: Text | Bytes) { assertText(m); return m.",
    "body; }\nfunction assertText(m: unknown): asserts m is Text {}",
  ],
  [
    'function f(m: Text | Bytes) { if (m.type !== "text") fail("x"); return m.',
    "body; }\nfunction fail(why: string): never { throw why; }",
  ],
  ["function f(m: Text | Bytes) { if (m.type === TEXT) return m.", 'body; }\nconst TEXT = "text";'],
  ["function f(m: Text | Bytes) { switch (m.type) { case TEXT: return m.", 'body; } }\nconst TEXT = "text";'],
  [
    "function isIt(s: unknown): s is Later { return true; }\nfunction f(s: Shape) { return isIt(s) ? s.",
    "later : 0; }\ninterface Later extends Shape { later: number }",
  ],
  [
    "shapes.forEach((s) => { if (!isRound(s)) return; s.",
    "r; });\nfunction isRound(s: Shape): s is Round { return true; }",
  ],
  [
    "Promise.resolve(shapes).then(first).then((one) => one.",
    "r);\nfunction first(all: Shape[]): Round { return all[0] as Round; }",
  ],
  ["const one = made(make);\none.", "r;\nfunction make(s: Shape): Round { return s as Round; }"],
  [
    "function f(all: Shape[]) { if (all.every(isRound)) return all[0]!.",
    "r; }\nfunction isRound(s: Shape): s is Round { return true; }",
  ],
  ["const { k } = rows.select(KEY), picked = rows.select(KEY);\npicked.", 'r;\nconst KEY = "round" as const;'],
];
const CLOSED: readonly (readonly [before: string, rest: string])[] = [
  [
    "const f = (s: Shape, o: unknown) => isRound(o) ? s.",
    "k : 0;\nfunction isRound(s: unknown): s is Round { return true; }",
  ],
  ["const f = (s: Shape) => anything.is(s) ? s.", "k : 0;"],
  ["function f(s: Shape | string) { if (isString(s)) return; s.", "k; }"],
  [
    "const f = () => isRound(anything);\nconst g = (s: Shape) => s.",
    "k;\nfunction isRound(s: Shape): s is Round { return true; }",
  ],
  ["later();\nshapes[0]!.", "k;\nfunction later() {}"],
  ["function f(s: Shape) { if (anything) later();\ns.", "k; }\nfunction later() {}"],
  ["shapes.map((s) => later(s.k)).length; shapes[0]!.", "k;\nfunction later(k: string) {}"],
  ["const one = made<Shape>(make);\none.", "k;\nfunction make(s: Shape): Round { return s as Round; }"],
  ["const one: Shape = made(make);\none.", "k;\nfunction make(s: Shape): Round { return s as Round; }"],
];

describe.each(compilers)("TypeScript %s", (_version, ts) => {
  const project = declaredProject(ts, DECLARED);
  const ask = (before: string, after: string, written = before) => project.ask("members", { before, after, written });
  const named = (rest: string): string => /^\w+/.exec(rest)![0];
  const LATER = "\nexport const end = 1;\n";

  test.each(OPEN)("%s▮%s is open while the rest is not written", (before, rest) => {
    for (const after of ["", LATER]) {
      // A call with an argument of type any may also have the type any.
      const { kind, reason } = ask(before, after);
      expect([after, kind, reason]).toEqual([after, "open", expect.stringMatching(/not declared yet|being written/)]);
    }
    const { kind, value } = ask(before, `${rest}${LATER}`, "");
    expect([kind, value?.includes(named(rest))]).toEqual(["closed", true]);
  });

  test.each(CLOSED)("%s▮%s is closed", (before, rest) => {
    for (const after of ["", LATER, rest + LATER]) {
      const { kind, value } = ask(before, after);
      expect([after, kind, value?.includes(named(rest))]).toEqual([after, "closed", true]);
    }
  });

  test("what is called may depend on such a name, too", () => {
    const before = "const [, set] = pair(read);\nset(";
    const declared = `declare function pair<S>(read: () => S): [S, (value: S) => void];
declare function pair(read: () => undefined): [undefined, () => void];\n`;
    const kindBefore = (after: string) => project.ask("signatures", { before: declared + before, after }).kind;
    expect(kindBefore(LATER)).toBe("open");
    expect(kindBefore("1);\nfunction read() { return 1; }\n")).toBe("closed");
  });

  test("what follows a hole whose brackets are open hides no name outside", () => {
    const before = "export function run() {\n  let one: Round = anything;\n  const use = () => {\n    if (one) { one.";
    const after = "signal);\n}\nexport function one() {}\n";
    expect(ask(before, after, "one.")).toMatchObject({ kind: "open", reason: expect.stringContaining("may hide") });
    const outside = "export function run() {\n  const use = () => {\n    if (one) { one.";
    expect(ask(outside, "k } } }\nexport const one: Shape = shapes[0]!;\n", "one.")).toMatchObject({ kind: "closed" });
  });

  test("a type that follows may allow `resolve` without arguments", () => {
    const countsAt = (before: string) => project.ask("signatures", { before, after: "" });
    expect(countsAt("new Promise((resolve) => resolve(")).toMatchObject({ kind: "open" });
    expect(countsAt("new Promise<Shape>((resolve) => resolve(")).toMatchObject({ value: [{ least: 1, most: 1 }] });
  });

  test("after `typeof`, only values of a namespace are named", () => {
    const before = "namespace N { export type T = 1; export const v = 1; }\ntype V = typeof N.";
    expect(ask(before, ";\n", "")).toEqual({ kind: "closed", value: ["v"] });
  });
});
