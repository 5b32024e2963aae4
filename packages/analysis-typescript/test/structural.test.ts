// What functions of other modules return is not worked out everywhere where they do not say it. No header is lost by that: those of random projects are those that
// are found when every function says what it returns.

import { type HoleType, typescriptHoles } from "@espalier/analysis-typescript";
import { askHole, type HoleServer } from "@espalier/typed-holes";
import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";

const MODULES = 5;
const HOLE = `interface Point { x: number; y: number }
type Color = "red" | "green";
type Shape = { kind: "circle"; size: number } | { kind: "square"; side: Point };
`;
const WANTED = ["Point", "Color", "Shape", "[Point, Color]", "Point[]", "{ at: Point }", "(a: number) => Shape"];

/** What a function returns, and its type: the value may be of an imported function. */
const VALUES: readonly (readonly [value: string, type: string])[] = [
  ["{ x: 1, y: 2 }", "{ x: number; y: number }"],
  ["{ x: 1, y: 2, z: 3 }", "{ x: number; y: number; z: number }"],
  ["{ x: 1 }", "{ x: number }"],
  ['"red" as const', '"red"'],
  ['"blue" as const', '"blue"'],
  ['{ kind: "circle" as const, size: 1 }', '{ kind: "circle"; size: number }'],
  ['{ kind: "square" as const, side: { "x": 1, y: 2 } }', '{ kind: "square"; side: { "x": number; y: number } }'],
  ['[{ x: 1, y: 2 }, "green"] as const', 'readonly [{ readonly x: 1; readonly y: 2 }, "green"]'],
  ["[{ x: 1, y: 2 }]", "{ x: number; y: number }[]"],
  ["{ at: { x: 1, y: 2 } }", "{ at: { x: number; y: number } }"],
  ["1", "number"],
  ['"red"', "string"],
];

/** A function of a module: a value of its own, or what an earlier module's function makes. */
type Part = { readonly value: number; readonly from: number; readonly isArrow: boolean };
const part: fc.Arbitrary<Part> = fc.record({
  value: fc.nat(VALUES.length - 1),
  from: fc.integer({ min: -2, max: MODULES - 1 }),
  isArrow: fc.boolean(),
});

/** The modules' texts; `says` whether functions say what they return. */
function projectOf(modules: readonly (readonly Part[])[], says: boolean): readonly string[] {
  const types: string[][] = [];
  return modules.map((parts, at) => {
    const imports = new Set<string>();
    types.push([]);
    const texts = parts.map(({ value, from, isArrow }, k) => {
      const its = types[from]?.length ? k % types[from].length : undefined;
      const isImported = from >= 0 && from < at && its !== undefined;
      if (isImported) imports.add(`import * as m${from} from "./m${from}";`);
      const [own, type] = isImported ? [`m${from}.f${from}x${its}()`, types[from]![its]!] : VALUES[value]!;
      types[at]!.push(type);
      const result = says ? `: ${type}` : "";
      return isArrow
        ? `export const f${at}x${k} = ()${result} => (${own});`
        : `export function f${at}x${k}()${result} { return ${own}; }`;
    });
    return [...imports, ...texts, "export {};"].join("\n");
  });
}

/** A project in memory whose files can be replaced. */
function memory(): { readonly server: HoleServer<HoleType>; write(texts: readonly string[]): void } {
  const files = new Map<string, string>();
  const compilerOptions = {
    strict: true,
    target: "es2015",
    lib: ["es5"],
    types: [],
    module: "esnext",
    moduleResolution: "bundler",
  };
  files.set(
    "/p/tsconfig.json",
    JSON.stringify({ compilerOptions, files: Array.from({ length: MODULES }, (_, at) => `m${at}.ts`) }),
  );
  let clock = 0;
  const write = (texts: readonly string[]): void => {
    clock++;
    for (const [at, text] of texts.entries()) files.set(`/p/m${at}.ts`, text);
  };
  write(Array.from({ length: MODULES }, () => "export {};"));
  const system: ts.System = {
    ...ts.sys,
    fileExists: (path) => files.has(path) || (!path.startsWith("/p/") && ts.sys.fileExists(path)),
    readFile: (path) => files.get(path) ?? (path.startsWith("/p/") ? undefined : ts.sys.readFile(path)),
    getModifiedTime: (path) => (files.has(path) ? new Date(1_000_000 * clock) : ts.sys.getModifiedTime!(path)),
    directoryExists: (path) => path === "/p" || ts.sys.directoryExists(path),
    resolvePath: (path) => path,
    realpath: (path) => path,
  };
  return { server: typescriptHoles({ ts, project: "/p", system, watching: 0 }), write };
}

test("functions that do not say what they return are found as those that do", async () => {
  const { server, write } = memory();
  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(part, { maxLength: 3 }), { minLength: MODULES, maxLength: MODULES }),
      fc.constantFrom(...WANTED),
      async (modules, wanted) => {
        const names: string[][] = [];
        for (const says of [true, false]) {
          write(projectOf(modules, says));
          const before = `export {};\n${HOLE}const of: ${wanted} = `;
          const { headers } = await askHole(server, { path: "/p/main.ts", before, after: ";\n" }, { headers: 50 });
          names.push(headers.headers.map(({ name }) => name));
        }
        found += names[0]!.length;
        expect(names[1]).toEqual(names[0]);
      },
    ),
    { numRuns: samples(60) },
  );
  expect(found).toBeGreaterThan(samples(60) / 2);
});
