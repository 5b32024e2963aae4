// What must stand in a hole: the compiler takes no text that the hard mask refuses, and each text that is refused here is an error.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { typescriptHoles } from "@espalier/analysis-typescript";
import { run } from "@espalier/monitor";
import { askHole, type HoleServer, holeMonitor } from "@espalier/typed-holes";
import ts from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taken } from "./compiler-verdicts.js";

const DECLARED = `export {};
interface Point { x: number; y: number }
type Color = "red" | "green";
type Shape = { kind: "circle"; size: number } | { kind: "square"; side: number };
type Step = { kind: "on"; of: "a"; c: 1 } | { kind: "on"; of: "b"; d: 1 } | { kind: "off"; of: "b"; e: 1 };
type Loose = { at: string; one?: 1 } | { at: number | string; two?: 1 };
enum Tide { In, Out }
declare class Boat { length: number } declare abstract class Ship {}
declare const point: Point; declare const color: Color; declare const tide: Tide; declare const flag: boolean; declare const anything: any;
declare function paint(color: Color, at?: Point): void;
`;
const compilerOptions = {
  strict: true,
  target: "es2022",
  lib: ["es2022"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
};

/** Texts with a hole, what the compiler takes there, and what begins wrong. */
const CLOSED: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["const v = point.▮;", ["x", "y", "x + 1", "y.toFixed()"], ["z", "xs", "name"]],
  ["const t = Tide.▮;", ["In", "Out"], ["Up"]],
  ['import { ▮ } from "./lib";', ["one", "Two", "one as three", "type Two"], ["three", "ones"]],
  ["const b = new ▮();", ["Boat", "(Boat)", "class {}"], ["Ship", "point", "color"]],
  ["switch (color) { case ▮: break; }", ['"red"', "'green'"], ['"blue"', "tide", "1"]],
  ['switch (color) { case "red": break; case ▮: break; }', ['"green"'], ['"blue"']],
  ["switch (tide) { case ▮: break; }", ["Tide.In", "Tide.Out"], ["Tide.Up", "color"]],
  [
    "const c: Color = ▮;",
    ['"red"', "'green'", "`red`", "color", 'flag ? "red" : "green"', '("red")'],
    ['"blue"', "'re'"],
  ],
  ["paint(▮);", ['"red"', "color, point"], ['"Red"']],
  ["const p: Point = { x: 1, ▮ };", ["y: 2", "...{ y: 2 }", '"y": 2', '["y"]: 2'], ["z: 2", "length: 1", "x: 2"]],
  ["paint(color, { ▮, y: 1 });", ["x: 1", "...point"], ["z: 1"]],
  ['const s: Shape = { kind: "circle", ▮ };', ["size: 1", "...{ size: 1 }"], ["side: 1", "length: 1"]],
  ["const s: Step = { kind: 'on', of: 'b', ▮ };", ["d: 1"], ["c: 1", "e: 1"]],
  ["const t: Loose = { at: 'a', ▮ };", ["one: 1", "two: 1"], ["three: 1"]],
  ["const s: Shape = { ▮ };", ['kind: "circle", size: 1', 'side: 1, kind: "square"'], ["length: 1", "kinds: 1"]],
];

/** Places where other texts are right too. */
const OPEN: readonly string[] = [
  "const s: string = ▮;",
  "const p: Point = ▮;",
  "const c = color === ▮;",
  "const r: Record<string, number> = { ▮ };",
  "const r = { ▮ };",
  "const r: {} = { ▮ };",
  "const r = { ▮ } as Point;",
  "const v = anything.▮;",
  "const v = point.x▮;",
  "const c: Color = co▮;",
  "function f<T extends Point>(t: T) {} f({ ▮ });",
  "const v: ▮ = 1;",
  "interface A { ▮ }",
  "// ▮",
];

const IN_JSX = `declare global { namespace JSX {
  interface Element { made: 1 } interface ElementAttributesProperty { props: 1 }
  interface IntrinsicElements { box: { color?: Color; title?: string }; other: any }
} }
declare function Card(props: { color: Color; title?: string }): JSX.Element;
declare class Frame { constructor(props: { color: Color }); props: { color: Color }; made: 1 }
declare function Generic<T extends string>(props: { color: T }): JSX.Element;
declare const rest: { title?: string };
`;
/** The same for attributes. */
const CLOSED_IN_JSX: typeof CLOSED = [
  ["const e = <box color={▮} />;", ['"red"', "'green'", "color", "undefined"], ['"blue"']],
  ["const e = <Card title='a' color={▮}></Card>;", ['"red"', "color"], ['"blue"']],
  ["const e = <Card {...rest} color={▮} />;", ['"red"', "color"], ['"blue"']],
  ["const e = <Frame color={flag ? ▮ : color} />;", ['"red"', "color"], ['"blue"']],
];
const OPEN_IN_JSX: readonly string[] = [
  "const e = <box title={▮} />;",
  "const e = <other color={▮} />;",
  "const e = <Generic color={▮} />;",
  "const e = <Card color={▮} {...rest} />;",
  "const e = <box>{▮}</box>;",
  "const e = <box {...▮} />;",
];

describe.each([
  ["5.9", ts],
  ["6.0", ts6 as unknown as typeof ts],
])("TypeScript %s", (_, compiler) => {
  let folder: string;
  let server: HoleServer;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "espalier-closed-"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["lib.ts"] }));
    writeFileSync(join(folder, "lib.ts"), "export const one = 1;\nexport interface Two { x: 1 }\n");
    server = typescriptHoles({ ts: compiler, project: folder }) as HoleServer;
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const ask = (text: string) => {
    const [before, after] = (DECLARED + text).split("▮") as [string, string];
    return askHole(server, { path: join(folder, "main.ts"), before, after });
  };

  const askInJsx = async (text: string) => {
    const [before, after] = (DECLARED + IN_JSX + text).split("▮") as [string, string];
    const { closed } = await askHole(server, { path: join(folder, "main.tsx"), before, after });
    return { closed };
  };

  test("the hard mask refuses no text that compiles, and refuses what begins wrong", async () => {
    const whole = (text: string, each: string): string => DECLARED + text.replace("▮", () => each);
    const all = CLOSED.flatMap(([text, right, wrong]) => [...right, ...wrong].map((each) => whole(text, each)));
    const compile = new Set(taken({ ts: compiler, folder, compilerOptions }, "▮", all));
    for (const [text, right, wrong] of CLOSED) {
      const { closed } = await ask(text);
      const { monitor } = holeMonitor({ closed }).open({ path: "main.ts", prefix: "" });
      const candidates = [...right, ...wrong];
      const taking = candidates.filter((each) => compile.has(whole(text, each)));
      const allowed = candidates.filter((each) => {
        const state = run(monitor, each);
        return state !== undefined && monitor.accepts(state);
      });
      expect({ text, taking, allowed }).toEqual({ text, taking: right, allowed: right });
    }
  });

  test("attributes: the hard mask refuses no text that compiles, and refuses what begins wrong", async () => {
    const options = { ...compilerOptions, jsx: "preserve" };
    const whole = (text: string, each: string): string => DECLARED + IN_JSX + text.replace("▮", () => each);
    const all = CLOSED_IN_JSX.flatMap(([text, right, wrong]) => [...right, ...wrong].map((each) => whole(text, each)));
    const judge = { ts: compiler, folder, compilerOptions: options, ending: ".tsx" } as const;
    const compile = new Set(taken(judge, "▮", all));
    for (const [text, right, wrong] of CLOSED_IN_JSX) {
      const { monitor } = holeMonitor(await askInJsx(text)).open({ path: "main.tsx", prefix: "" });
      const candidates = [...right, ...wrong];
      const taking = candidates.filter((each) => compile.has(whole(text, each)));
      const allowed = candidates.filter((each) => run(monitor, each) !== undefined);
      expect({ text, taking, allowed }).toEqual({ text, taking: right, allowed: right });
    }
  });

  test.each(OPEN_IN_JSX)("%s is open", async (text) => {
    expect((await askInJsx(text)).closed).toBeUndefined();
  });

  test.each(OPEN)("%s is open", async (text) => {
    expect((await ask(text)).closed).toBeUndefined();
  });

  test("names that lead to the type are told beside it, and not where a name is begun", async () => {
    const { closed, reaching, expected } = await ask("const c: Color = ▮;");
    expect([closed?.rule, expected?.text]).toEqual(["strings", "Color"]);
    expect(reaching).toContain("color");
    expect(reaching).not.toContain("point");
    expect((await ask("const c: Color = co▮;")).reaching).toBeUndefined();
  });
});
