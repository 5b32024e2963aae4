// Questions about versions of one file, answered by a checker that is kept: the answers are those of new programs, and where other files depend on the file,
// or its text changes more than its own declarations, a new program answers. With TypeScript 5.9 and 6.

import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const FILES: Readonly<Record<string, string>> = {
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      target: "es2022",
      noLib: true,
      module: "esnext",
      moduleResolution: "bundler",
      types: [],
    },
  }),
  // A library of few lines, so that a program is made in no time.
  "library.d.ts": `
    interface Object {} interface Function {} interface CallableFunction extends Function {} interface NewableFunction extends Function {}
    interface IArguments {} interface RegExp {} interface Boolean {} interface Number { toFixed(digits?: number): string }
    interface String { readonly length: number; trim(): string }
    interface Array<T> { length: number; map<U>(change: (each: T) => U): U[]; [index: number]: T }
    interface Promise<T> { then<U>(next: (value: T) => U): Promise<U> }`,
  "jar.ts": "export class Jar { label = ''; private secret = 1; size(unit: string, round?: boolean) { return 1; } }\n",
  "unused.ts": "export const unused = { lonely: 1 };\n",
  "globals.d.ts": "declare const build: { version: string };\n",
  "shelf.ts": [
    'import { Jar } from "./jar";',
    "interface Row { jars: Jar[]; next?: Row }",
    "class Board { private nails = 1; width = 2; fits(jar: Jar, row: Row) { return jar.label; } }",
    "export function stack(row: Row, board: Board) {",
    "  const first: Jar | undefined = row.jars[0];",
    "  if (first === undefined || row.next === undefined) return board.width;",
    "  const text = first.label;",
    "  const boards = [new Board()].map((each) => ({ each, text }));",
    "  board.fits(first, row.next);",
    "  return build.version.length + boards[0]!.each.fits(first, row).length + text.trim().length;",
    "}",
    "",
  ].join("\n"),
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-kept-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

type Place = readonly [path: string, before: string, after: string];

/** All places after a dot or an opening bracket of a text, with the text up to there, and what may follow. */
function placesOf(path: string, text: string): readonly Place[] {
  return [...text.matchAll(/\.(?=\w)|\w\(/g)].flatMap(({ index, 0: match }) => {
    const at = index + match.length;
    const before = text.slice(0, at);
    return [text.slice(at), text.slice(at).replace(/^\w+/, ""), text.slice(at).replace(/^.*/, ";"), ""].map(
      (after): Place => [path, before, after],
    );
  });
}

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
])("TypeScript %s", (_version, ts) => {
  /** An analysis that keeps its checker, one that makes a program for each question, and how often the first did without. */
  function analyses(watching = 3_600_000) {
    let kept = 0;
    const counting = {
      ...ts,
      bindSourceFile(...args: readonly unknown[]) {
        kept++;
        return (ts as unknown as { bindSourceFile(...args: readonly unknown[]): unknown }).bindSourceFile(...args);
      },
    } as Compiler;
    const without = { ...ts, bindSourceFile: undefined } as Compiler;
    return {
      keeping: typescriptAnalysis({ ts: counting, project: folder, watching }),
      renewing: typescriptAnalysis({ ts: without, project: folder, watching }),
      kept: () => kept,
    };
  }

  /** Asks both about places in order. Their answers must agree; returns how many the kept checker gave. */
  async function compared(places: readonly Place[]): Promise<number> {
    const { keeping, renewing, kept } = analyses();
    for (const [path, before, after] of places) {
      const question = before.endsWith(".") ? ("members" as const) : ("signatures" as const);
      const place = { path, before, after };
      expect([place, await keeping[question]!(place)]).toEqual([place, await renewing[question]!(place)]);
    }
    return kept();
  }

  test("every place of a file has the same answer, and all but the first need no program", async () => {
    const places = placesOf("shelf.ts", FILES["shelf.ts"]!);
    expect(places.length).toBeGreaterThan(60);
    expect(await compared(places)).toBe(places.length - 1);
  });

  test("so it is for a new file, and for one that is written from nothing", async () => {
    const places = placesOf("new.ts", FILES["shelf.ts"]!).slice(0, 30);
    expect(await compared(places)).toBe(places.length - 1);
  });

  test.each([
    ["imports in a circle", "jar.ts", 'import type { stack } from "./shelf";\nexport let stacked: typeof stack;\n'],
    [
      "a file that augments the module",
      "more.ts",
      'declare module "./shelf" { interface Row { added: 1 } }\nexport {};\n',
    ],
    ["a global that names the file", "more.d.ts", 'declare const shelf: typeof import("./shelf");\n'],
  ])("%s: a new program", async (_what, path, more) => {
    writeFileSync(join(folder, path), (FILES[path] ?? "") + more);
    const places = placesOf("shelf.ts", FILES["shelf.ts"]!);
    expect(await compared(places.slice(0, 8))).toBe(0);
  });

  test.each([
    ["a further import", 'import { unused } from "./unused";\nunused.'],
    ["the type of a further import", 'let unused: (typeof import("./unused"))["unused"];\nunused.'],
    ["an import as it is called", 'const { unused } = await import("./unused");\nunused.'],
    ["a global", "declare global { interface String { ours: 1 } }\n''."],
    ["a member of a module", 'declare module "./jar" { interface Jar { ours: 1 } }\nnew Jar().'],
    ["no module", "x."],
  ])("%s in the text: a new program", async (what, added) => {
    const text = what === "no module" ? "interface String { ours: 1 }\n''.length;\n" : `${FILES["shelf.ts"]}${added}`;
    const { keeping, renewing, kept } = analyses();
    const first = { path: "shelf.ts", before: `${FILES["shelf.ts"]}''.`, after: "" };
    expect(await keeping.members!(first)).toEqual(await renewing.members!(first));
    const second = {
      path: "shelf.ts",
      before: what === "no module" ? text.slice(0, text.indexOf(".") + 1) : text,
      after: "",
    };
    const answer = await keeping.members!(second);
    expect(answer).toEqual(await renewing.members!(second));
    expect(answer.kind).toBe("closed");
    expect(kept()).toBe(0);
  });

  test("a comment at the start that the compiler obeys: a new program", async () => {
    const place = (head: string) => ({ path: "shelf.ts", before: `${head}${FILES["shelf.ts"]}''.`, after: "" });
    const { keeping, kept } = analyses();
    await keeping.members!(place(""));
    await keeping.members!(place("// @ts-check\n"));
    expect(kept()).toBe(0);
    await keeping.members!(place("// @ts-check\n"));
    expect(kept()).toBe(1);
  });

  test("another file's text is not kept, and a file on disk that changes is seen", async () => {
    const { keeping } = analyses(0);
    const jar = { path: "jar.ts", before: "export class Jar { added = 1; }\nnew Jar().", after: "" };
    expect(await keeping.members!(jar)).toMatchObject({ kind: "closed" });
    const shelf = { path: "shelf.ts", before: `${FILES["shelf.ts"]}new Jar().`, after: "" };
    const names = async (): Promise<readonly string[]> => {
      const answer = await keeping.members!(shelf);
      return answer.kind === "closed" ? (answer.value as readonly string[]) : [];
    };
    for (let time = 0; time < 2; time++) {
      expect(await names()).toContain("label");
      expect(await names()).not.toContain("added");
    }
    writeFileSync(join(folder, "jar.ts"), "export class Jar { renamed = ''; }\n");
    utimesSync(join(folder, "jar.ts"), 1, 1);
    expect(await names()).toContain("renamed");
    expect(await names()).not.toContain("label");
  });

  test("after a text that is nested too deeply, the next answers are right", async () => {
    const { keeping, renewing } = analyses();
    const place = { path: "shelf.ts", before: `${FILES["shelf.ts"]}''.`, after: "" };
    await keeping.members!(place);
    const deep = await keeping.members!({ ...place, before: `${FILES["shelf.ts"]}${"(".repeat(20_000)}''.` });
    expect(deep.kind).toBe("unknown");
    expect(await keeping.members!(place)).toEqual(await renewing.members!(place));
    expect(await keeping.members!(place)).toEqual(await renewing.members!(place));
  });
});
