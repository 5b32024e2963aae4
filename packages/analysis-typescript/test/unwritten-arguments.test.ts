// Members of what a call infers from arguments of which some are not written: they are closed only where no argument that follows can change them. And holes that open brackets:
// what the text after the hole declares is known all the same.

import { describe, expect, test } from "vitest";
import { compilers, declaredProject } from "./declared-project.js";

const DECLARED = `
interface Point { x: number; y: number }
interface Deep extends Point { z: number }
declare const points: Point[]; declare const anything: any;
declare function both<T extends Point>(use: (value: T) => void, value: T): void;
declare function after<T extends Point>(value: T, use: (value: T) => void): void;
declare function plain(use: (value: Point) => void, more?: number): void;
declare function apply(use: (value: Point) => void): void;
declare function apply(use: (value: Deep) => void, deep: true): void;
declare function set<T extends Point>(options: { use: (value: T) => void; value: T; other?: string }): void;
declare function fixed(options: { use: (value: Point) => void; more?: number }): void;
declare function same<R>(use: (value: Point) => R): void;
declare function same<R>(use: (value: Point) => R, more: number): void;
declare function tag<T extends Point>(text: TemplateStringsArray, ...all: ((value: T) => unknown)[]): T;
declare class Box<T extends Point> { constructor(use: (value: T) => void, value: T); }
`;

/** Texts up to the dot, the rest of the hole, and whether the members are closed while the rest is not written. */
const OPEN: readonly (readonly [before: string, rest: string])[] = [
  ['["a"].reduce((all, each) => { all.', "push(each); return all; }, <string[]>[]);"],
  ['["a"].reduce((all, each) => { const [first] = all; first.', "x; return all; }, points);"],
  [
    '["a"].reduce((all, each) => { const last = all; const more = last; more.',
    "push(each); return all; }, <string[]>[]);",
  ],
  ['["a"].reduce((all, each) => { for (const one of all) one.', "x; return all; }, points);"],
  ['["a"].reduce((all, each) => { const use = () => all; use().', "push(each); return all; }, <string[]>[]);"],
  ['["a"].reduce(function (all, each) { all.', "push(each); return all; }, <string[]>[]);"],
  ['["a"].reduce((all, each) => { let last; last = all; last.', "push(each); return all; }, <string[]>[]);"],
  ["both((value) => value.", "z, anything as Deep);"],
  ["both((value) => { [value].map((each) => each.", "z); }, anything as Deep);"],
  ["both((value) => { after(value, (each) => each.", "z); }, anything as Deep);"],
  ["both((value) => { plain(({ x }) => x); [value].forEach(({ ...all }) => all.", "z); }, anything as Deep);"],
  ["both(true ? (value) => value.", "z : () => {}, anything as Deep);"],
  ["new Box((value) => value.", "z, anything as Deep);"],
  ["apply((value) => value.", "z, true);"],
  ["set({ use: (value) => value.", "z, value: anything as Deep });"],
  ["set({ use(value) { value.", "z }, value: anything as Deep });"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is written
  ["tag`${(value) => value.", "z}${(value: Deep) => value}`;"],
];
const CLOSED: readonly (readonly [before: string, rest: string])[] = [
  ["points.map((each) => each.", "x);"],
  ["points.filter(({ x }) => x.", "toFixed());"],
  ['["a"].reduce((all, each) => { each.', "trim(); return all; }, <string[]>[]);"],
  ['["a"].reduce((all: string[], each) => { all.', "push(each); return all; }, []);"],
  ["plain((value) => value.", "x, 1);"],
  ["both((value) => { points.map((each) => each.", "x); }, anything as Deep);"],
  ["both((value) => { for (const key in value) key.", "trim(); }, anything as Deep);"],
  ["plain((value) => { const { x } = value; x.", "toFixed(); });"],
  ["after(anything as Deep, (value) => value.", "z);"],
  ["same((value) => value.", "x, 1);"],
  ["fixed({ use: (value) => value.", "x, more: 1 });"],
  ["both<Deep>((value) => value.", "z, anything);"],
  ["both(() => points[0]!.", "x, anything as Deep);"],
  ["both((value: Deep) => value.", "z, anything as Deep);"],
  ["plain(() => { const local = points.map(({ x }) => x); local.", "push(1); });"],
];

describe.each(compilers)("TypeScript %s", (_version, ts) => {
  const project = declaredProject(ts, DECLARED);
  const ask = (before: string, after: string, written: string) => project.ask("members", { before, after, written });
  const named = (rest: string): string => /^\w+/.exec(rest)![0];
  const LATER = "\nexport const later = 1;\n";

  test.each(OPEN)("%s▮%s is open while the rest is not written", (before, rest) => {
    const reason = "the receiver's type may depend on arguments that are not written yet";
    expect(ask(before, "", before)).toEqual({ kind: "open", reason });
    expect(ask(before, LATER, before)).toEqual({ kind: "open", reason });
    // The hole began in the argument, but what follows it does not end the call.
    expect(ask(before, LATER, before.slice(-1))).toEqual({ kind: "open", reason });
    // The rest is there.
    const { kind, value } = ask(before, rest, "");
    expect([kind, value?.includes(named(rest))]).toEqual(["closed", true]);
  });

  test.each(CLOSED)("%s▮%s is closed", (before, rest) => {
    for (const after of ["", LATER, rest]) {
      const { kind, value } = ask(before, after, before);
      expect([after, kind, value?.includes(named(rest))]).toEqual([after, "closed", true]);
    }
  });

  const CLASS = "class Own { one = 1; run() {\n";
  const AFTER_CLASS = "\n  }\n  second(): number { return 2; }\n}\n";
  test.each([
    "if (this.one) { this.",
    "for (const each of [1]) { if (each) { this.",
    "points.map((each) => { this.",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is written
    "const text = `${this.one} ${[this.",
    "const found = /[(]/.test('(') || (this.",
    "const half = this.one / (2 / this.",
    "this.",
  ])("the members that follow a hole in a class are known after %s", (written) => {
    const { kind, value } = ask(CLASS + written, AFTER_CLASS, written);
    expect([kind, value]).toEqual(["closed", expect.arrayContaining(["one", "run", "second"])]);
  });

  test("a class is still being written if only a part of a name follows the place", () => {
    const at = { before: `${CLASS}this.`, hole: 5, written: "" };
    expect(project.ask("members", { ...at, after: "\n  se" })).toMatchObject({ kind: "open" });
    const whole = project.ask("members", { ...at, after: `\n  se${AFTER_CLASS}` });
    expect(whole).toMatchObject({ kind: "closed", value: expect.arrayContaining(["second"]) });
    const before = `class Made { constructor(a: number); constructor(a: number, b: number, c: number); constructor() { new Made(`;
    expect(project.ask("signatures", { before, after: "1, ", hole: 3, written: "" })).toMatchObject({ kind: "open" });
  });

  test("brackets that the text after the hole closes are left to it", () => {
    for (const [written, after] of [
      ["if (this.one) { this.", "second(); } }\n second(): number { return 2; }\n}\n"],
      ["points.map((each) => (this.", "second(), each.x)); }\n second(): number { return 2; }\n}\n"],
    ] as const)
      expect(ask(CLASS + written, after, written).value).toContain("second");
  });

  test("if the text after the hole does not end what the hole has begun, a class is still being written", () => {
    const written = "} third() { return (this.";
    expect(ask(CLASS + written, "\n second(): number { return 2; }\n", written).kind).toBe("open");
  });
});
