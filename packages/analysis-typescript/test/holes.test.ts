// The server of holes on odd programs: what is shown compiles or is nothing, and what was wrong before a filling is not held against it.

import { typescriptHoles } from "@espalier/analysis-typescript";
import { askHole, errorRounds, type HoleServer } from "@espalier/typed-holes";
import ts from "typescript";
import ts6 from "typescript-6";
import { describe, expect, test } from "vitest";

const SYSTEM = { ...ts.sys, readDirectory: () => [] };
const open = (compiler: typeof ts): HoleServer =>
  typescriptHoles({ ts: compiler, project: "/no-such-folder", system: SYSTEM }) as HoleServer;

describe.each([
  ["5.9", ts],
  ["6.0", ts6 as unknown as typeof ts],
])("TypeScript %s", (_, compiler) => {
  const server = open(compiler);
  const ask = (text: string) => {
    const [before, after] = text.split("▮") as [string, string];
    return askHole(server, { path: "a.ts", before, after });
  };
  const shown = async (text: string) => {
    const { types, headers } = await ask(text);
    return [types.definitions.map(({ name }) => name), headers.headers.map(({ text: stub }) => stub)];
  };

  test.each([
    [
      "a type that contains itself, larger each time",
      "type Deep<T> = { next: Deep<T[]>; of: T };\nconst d: Deep<string> = ▮;",
      ["Deep"],
    ],
    ["types that contain each other", "interface A { b: B }\ninterface B { a: A }\nconst a: A = ▮;", ["A", "B"]],
    [
      "a class that extends what it makes",
      "class N<T> { child(): N<N<T>> { return null!; } }\nconst n: N<1> = ▮;",
      ["N"],
    ],
    [
      "a conditional type without end",
      "type F<T> = T extends [infer H, ...infer R] ? [H, ...F<R>] : [];\nconst f: F<[1, 2]> = ▮;",
      ["F"],
    ],
  ])("%s", async (__, text, names) => {
    const [types] = await shown(`export {};\n${text}`);
    expect(types).toEqual(expect.arrayContaining(names.filter((name) => name !== "F")));
    expect(types!.length).toBeLessThanOrEqual(2);
  });

  test.each([
    "declare const x: any; declare function f(a: any): any;\nconst y: any = ▮;",
    "declare const x: any; declare function f(a: any): any;\nfunction g(h: any) { h(▮); }",
  ])("any everywhere: nothing is expected, nothing is shown: %s", async (text) => {
    const known = await ask(text);
    expect([known.expected, known.types.text, known.headers.text]).toEqual([undefined, "", ""]);
  });

  test("what is any in part comes after what is known, and what is any is left out", async () => {
    const declared = `interface P { x: number }
declare function wild(a: any): any; declare const all: any;
declare function half(a: any): P; declare function sure(a: string): P;`;
    const [, headers] = await shown(`${declared}\nconst p: P = ▮;`);
    expect(headers).toEqual(["declare function sure(a: string): P;", "declare function half(a: any): P;"]);
  });

  test("what has no value yet is left out, and the nearest comes first", async () => {
    const [, headers] = await shown(`interface P { x: number }
declare const far: P;
function f(middle: P) { return () => { const near: P = { x: 1 }; const here: P = ▮; const late: P = here; return [near, late]; }; }
const later: P = far;`);
    expect(headers).toEqual(["near", "middle", "far", "later"].map((name) => `declare const ${name}: P;`));
  });

  test.each([
    [
      "class",
      "class P { private y = 1; #z = 2; constructor(readonly x: number) {} m<T>(a: T, b = 2): T { return a; } static s() { return 1; } }",
      "declare class P {\n  constructor(x: number);\n  readonly x: number;\n  m<T>(a: T, b?: number): T;\n  static s(): number;\n}",
    ],
    ["enum", "export enum P { A = 1, B }", "declare enum P { A = 1, B }"],
    [
      "interface",
      "export interface P<T = 1> extends Array<T> { x: T }",
      "interface P<T = 1> extends Array<T> { x: T }",
    ],
  ])("a stub of a %s", async (__, declared, stub) => {
    expect((await ask(`${declared}\nconst p: P = ▮;`)).types.text).toBe(stub);
  });

  test.each([
    [
      "overloads",
      "function f(a: 1): P;\nfunction f(a: 2): P;\nfunction f(a: number): P { return { x: a }; }",
      "declare function f(a: 1): P;\ndeclare function f(a: 2): P;",
    ],
    [
      "a default before what must be there",
      "function f(a = 1, b: string): P { return { x: a }; }",
      "declare function f(a: number | undefined, b: string): P;",
    ],
    [
      "a pattern",
      "const f = ({ x }: P, ...[y]: number[]) => ({ x, y });",
      "declare const f: ({ x }: P, ...[y]: number[]) => { x: number; y: number; };",
    ],
    ["a tuple with one", "declare const f: [P, string];", "declare const f: [P, string];"],
  ])("a header of %s", async (__, declared, stub) => {
    expect((await ask(`export {};\ninterface P { x: number }\n${declared}\nconst p: P = ▮;`)).headers.text).toBe(stub);
  });

  test("what is called, or has a member taken, is looked for by what the whole must be", async () => {
    const declared = "interface P { x: number }\ndeclare function make(a: string): P; declare const of: { p: P };";
    for (const hole of ["▮('a')", "▮.p"]) {
      const known = await ask(`export {};\n${declared}\nconst p: P = ${hole};`);
      expect([known.types.text, known.headers.text]).toEqual([
        "interface P { x: number }",
        "declare function make(a: string): P;",
      ]);
      expect(known.reaching).toEqual(expect.arrayContaining(["make", "of"]));
    }
  });

  test.each([
    "export function g(o?: Order) {}\ng(▮);",
    "const q: Order | undefined = ▮;",
    "async function f() { const o: Order | undefined = await ▮; }",
    "declare function h(o: Order | string): void;\nh(▮);",
  ])("the definition of a union comes before those of its members: %s", async (text) => {
    const declared = `export {};
interface Draft { kind: "draft"; line: Line }\ninterface Line { x: 1 }\ninterface Paid { kind: "paid" }\ntype Order = Draft | Paid;\n`;
    expect((await shown(declared + text))[0]).toEqual(["Order", "Draft", "Paid", "Line"]);
  });

  test.each([
    [
      "a guard against undefined",
      "const old = find(); if (!old) throw 1; const o: Order = ▮;",
      "declare const old: Order;",
    ],
    ["a condition", "const o: Order = maybe ? ▮ : null!;", "declare const maybe: Order;"],
    [
      "a parameter",
      "function f(p?: Order) { if (p === undefined) return; const o: Order = ▮; }",
      "declare const p: Order;",
    ],
    [
      "a discriminant",
      "function f(p: Order) { if (p.kind === 'paid') { const q: Paid = ▮; } }",
      "declare const p: Paid;",
    ],
    ["instanceof", "function f(p: unknown) { if (p instanceof Box) { const b: Box = ▮; } }", "declare const p: Box;"],
    ["a closure", "const old = find(); if (!old) throw 1; const f = (): Order => ▮;", "declare const old: Order;"],
    ["typeof", "function f(p: any) { if (typeof p === 'string') { const b: 'a' | string = ▮; } }", undefined],
  ])("a value that is narrowed has its type at the hole: %s", async (__, text, header) => {
    const declared = `export {};
interface Draft { kind: "draft" }\ninterface Paid { kind: "paid" }\ntype Order = Draft | Paid;
declare class Box { #own: 1 }\ndeclare function find(): Order | undefined;\ndeclare const maybe: Order | undefined;\n`;
    const known = await ask(declared + text);
    if (header === undefined) expect(known.reaching).toContain("p");
    else {
      expect(known.headers.headers.map((each) => each.text)).toContain(header);
      expect(known.reaching).toContain(/const (\w+)/.exec(header)![1]);
    }
  });

  test("a value that is not narrowed is printed as it is declared, and its guards after the hole do not count", async () => {
    const declared =
      "export {};\ninterface P { k: 1 }\ninterface Q { k: 2 }\ntype Either = P | Q;\ndeclare const a: Either;\n";
    const known = await ask(`${declared}const b: Either = ▮;\nif (a.k === 1) throw 1;`);
    expect(known.headers.text).toBe("declare const a: Either;");
  });

  test("two holes in one file: each is asked alone, and the other is an error that was there before", async () => {
    const text = "interface P { x: number }\ndeclare const home: P;\nconst p: P = ▮;\nconst q: string = ▯;\n";
    const first = { path: "a.ts", before: text.split("▮")[0]!, after: text.split("▮")[1]!.replace("▯", "") };
    const second = { path: "a.ts", before: text.split("▯")[0]!.replace("▮", ""), after: text.split("▯")[1]! };
    const [one, two] = await Promise.all([askHole(server, first), askHole(server, second)]);
    expect([one.expected?.text, two.expected?.text]).toEqual(["P", "string"]);
    expect([one.headers.headers.length, two.headers.headers.length]).toEqual([1, 0]);
    const rounds = await Promise.all(
      [first, second].map((at, k) => errorRounds({ server, at, complete: () => ["home", "'a'"][k]! })),
    );
    expect(rounds.map(({ status }) => status)).toEqual(["clean", "clean"]);
  });

  test.each([
    ["in a function that must return", "function f(): number {\n  ▮\n}\n", "const n = 1;", "return 1;"],
    ["in an argument", "declare function f(a: number): void;\nf(▮);\n", "'a'", "1"],
    ["before a closing bracket", "const a = [1, ▮];\n", "(2", "(2)"],
    ["beside an error of the file", "const e: string = 1;\nconst n: number = ▮;\nconst g: string = 2;\n", "'n'", "1"],
  ])("error rounds %s", async (__, text, wrong, right) => {
    const [before, after] = text.split("▮") as [string, string];
    const at = { path: "a.ts", before, after };
    const rounds = await errorRounds({ server, at, complete: ({ report }) => (report === "" ? wrong : right) });
    expect([rounds.status, rounds.rounds.length]).toEqual(["clean", 2]);
  });

  test.each([
    ["a property", "const m: M = ▮;", "{ amount: 1, currency: 'EURO' }", "{ amount: 1, currency: ", "'EURO'"],
    ["a variable", "const m: M = ▮;", "5", "", "5"],
    ["a return", "function f(): M { ▮ }", "const n = 1; return n;", "const n = 1; return ", "n"],
    ["an assignment", "let m: M; ▮;", "m = 5", "m = ", "5"],
    ["a default", "▮", "function f(m: M = 5) {}", "function f(m: M = ", "5"],
    ["too few arguments", "declare function f(a: number): M;\nconst m: M = ▮;", "f()", "", "f()"],
    ["a value that may be missing", "declare const old: M | undefined;\nconst n = ▮;", "old.amount", "", "old.amount"],
    ["a parameter without a type", "const f = ▮;", "(x) => 1", "", "(x) => 1"],
    ["a key that does not exist", "const m: M = ▮;", "{ amount: 1, cost: 2 }", "{ amount: 1, ", "cost"],
    ["a name that does not exist", "const m: M = ▮;", "mone(1)", "", "mone"],
  ])("frozen rounds keep the words that a repair needs: %s", async (__, text, wrong, kept, refused) => {
    const [before, after] = `export {};\ninterface M { amount: number; currency: "EUR" | "USD" }\n${text}`.split(
      "▮",
    ) as [string, string];
    const asked: (readonly [string, readonly string[]])[] = [];
    const complete = (request: { readonly kept: string; readonly refused: readonly string[] }): string => {
      asked.push([request.kept, request.refused]);
      return wrong.slice(request.kept.length);
    };
    await errorRounds({ server, at: { path: "a.ts", before, after }, complete, by: "freeze", rounds: 1 });
    expect(asked[1]).toEqual([kept, [refused]]);
  });

  test("a report places an error of the whole filling at the filling, and names the line of one elsewhere", async () => {
    const declared = "export {};\ninterface M { amount: number }\n";
    const reportOf = async (text: string, filling: string) => {
      const [before, after] = (declared + text).split("▮") as [string, string];
      let told = "";
      const complete = ({ report }: { readonly report: string }): string => (told = report) && filling;
      const first = ({ report }: { readonly report: string }): string =>
        report === "" ? filling : complete({ report });
      await errorRounds({ server, at: { path: "a.ts", before, after }, complete: first, rounds: 1 });
      return told;
    };
    expect(await reportOf("const m: M = ▮;", "5")).toContain("- line 1, at `5`: Type 'number'");
    expect(await reportOf("const m = ▮;\nconst n: M = m;", "5")).toContain(
      "- after your code, line 4, at `m` of the file: Type 'number'",
    );
  });

  test.each([
    "",
    "I am sorry, but I cannot help with that.",
    "```\n",
    "}}}}}}",
    "\u0000\ud800",
    "return (".repeat(300),
  ])("a reply that is no code: %j", async (reply) => {
    const at = { path: "a.ts", before: "function f(): number {\n  const n: number = ", after: ";\n  return n;\n}\n" };
    const { status, errors, filling } = await errorRounds({ server, at, complete: () => reply, rounds: 1 });
    expect([status, filling, errors.length > 0]).toEqual(["repeated", reply, true]);
  });

  test("errors in another language: the reports carry it, and what was there before is still left out", async () => {
    const german: HoleServer = {
      ...server,
      getStaticErrors: async (path, text) =>
        (await server.getStaticErrors(path, text)).map((each) => ({
          ...each,
          message: `Fehler ${each.code}: Typen passen nicht.`,
        })),
      getErrorsBefore: async (at) =>
        (await server.getErrorsBefore!(at)).map((each) => ({
          ...each,
          message: `Fehler ${each.code}: Typen passen nicht.`,
        })),
    };
    const at = { path: "a.ts", before: "const e: string = 1;\nconst n: number = ", after: ";\n" };
    const reports: string[] = [];
    const complete = ({ report }: { readonly report: string }): string => {
      reports.push(report);
      return report.includes("at `'n'`: Fehler 2322") || report.includes("Fehler 2322") ? "1" : "'n'";
    };
    expect((await errorRounds({ server: german, at, complete })).status).toBe("clean");
    expect(reports[1]!.match(/Fehler/g)).toHaveLength(1);
  });
});
