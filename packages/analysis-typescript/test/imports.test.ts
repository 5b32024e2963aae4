// What imports may name, judged by the compiler: it reports no answer, and every name and module that is left out.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Compiler, typescriptAnalysis } from "@espalier/analysis-typescript";
import type { Answer } from "@espalier/monitor";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { taken } from "./compiler-verdicts.js";
import { isSeven, seven, skipWithout } from "./seven.js";

type Texts = Answer<readonly string[]>;

const FILES: Readonly<Record<string, string>> = {
  "api.ts":
    "export const a = 1; export type T = string; export class C {} const hidden = 1; export { hidden as shown, hidden as 'b-c' }; export default a;",
  "plain.ts": "export function f() {}",
  "script.ts": "var global = 1;",
  "lib/index.ts": "export * from '../api'; export * as all from '../api';",
  "lib/deep/one.mts": "export const one = 1;",
  "lib/empty/notes.txt": "",
  "lib/view.tsx": "export const view = 1;",
  "lib/old.js": "module.exports = { old: 1 };",
  "lib/data.json": "{}",
  "lib/types.d.ts": "export interface I {}",
  "ambient.d.ts": "declare module 'declared' { export const d: 1; } declare module 'declared/part';",
  "node_modules/whole/package.json": '{ "name": "whole", "types": "main.d.ts" }',
  "node_modules/whole/main.d.ts":
    "declare function whole(): void; declare namespace whole { const w: 1; } export = whole;",
  "node_modules/whole/sub/x.d.ts": "export const x: 1;",
  "node_modules/strict/package.json":
    '{ "name": "strict", "exports": { ".": "./a.d.ts", "./b": "./b.d.ts", "./c/d": { "types": "./b.d.ts" } } }',
  "node_modules/strict/a.d.ts": "export const s: 1; export {};",
  "node_modules/strict/b.d.ts": "export const b: 1;",
  "node_modules/alone/package.json": '{ "name": "alone", "exports": "./a.d.ts" }',
  "node_modules/alone/a.d.ts": "export const lone: 1;",
  "node_modules/@scope/one/index.d.ts": "export const o: 1;",
  "node_modules/@types/typed/index.d.ts": "export const t: 1;",
  "node_modules/@types/scope__two/index.d.ts": "export const t: 1;",
  "node_modules/@types/globals/index.d.ts": "declare var g: 1;",
  "node_modules/@types/commented/index.d.ts": "// declare module 'commented' {}\ndeclare var c: 1;",
  "node_modules/@types/named/index.d.ts": 'declare module  "named" { export const n: 1; }',
  "node_modules/@types/referring/index.d.ts": '/// <reference path="more/names.d.ts" />',
  "node_modules/@types/referring/more/names.d.ts": "declare module 'referring' { export const r: 1; }",
};

const compilerOptions = {
  strict: true,
  target: "es2022",
  lib: ["es2022"],
  types: [],
  module: "esnext",
  moduleResolution: "bundler",
  jsx: "preserve",
  allowJs: true,
  paths: { "~/*": ["./lib/*"], exact: ["./api.ts"] },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "espalier-imports-"));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts", "lib"] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
  ["7.0", seven],
])("TypeScript %s", (_, ts) => {
  beforeEach((context) => skipWithout(context, ts));
  let ask: (question: "exportsOf" | "modulesFrom", text: string, path?: string) => Texts;
  const judge = (text: string, candidates: readonly string[]) =>
    taken({ ts, folder, compilerOptions, files: ["ambient.d.ts"] }, text, candidates);
  beforeAll(() => {
    const analysis = typescriptAnalysis({ ts, project: folder });
    ask = (question, text, path = "main.ts") => {
      const [marked, after] = text.split("▮") as [string, string];
      const before = marked.replace("◂", "");
      const begin = marked.indexOf("◂");
      const hole = Math.max(0, after.indexOf("▯"));
      const place = { path: join(folder, path), before, after: after.replace("▯", ""), hole };
      return analysis[question]!({ ...place, writtenFrom: begin === -1 ? before.length : begin }) as Texts;
    };
  });
  const textsIn = (answer: Texts): readonly string[] => (answer.kind === "closed" ? answer.value : []);

  const NAMES = ["a", "T", "C", "hidden", "shown", "default as x", "f", "all", "w", "s", "d", "local", "Local", "i"];
  test.each([
    ["import { ▮ } from './api';", ["C", "T", "a", "default", "shown", "type "]],
    ["import { shown as other,\n  /* b */ ▮ } from './api';", ["C", "T", "a", "default", "shown", "type "]],
    ["import type { ▮ } from './api';", ["C", "T", "a", "default", "shown"]],
    ["export { ▮ } from './api';", ["C", "T", "a", "default", "shown", "type "]],
    ["import { ▮ } from './lib';", ["C", "T", "a", "all", "shown", "type "]],
    ["import { ▮ } from 'whole';", ["default", "type ", "w"]],
    ["import { ▮ } from 'strict';", ["default", "s", "type "]],
    ["const local = 1; type Local = 1; import * as i from './api'; export { ▮ };", ["Local", "i", "local", "type "]],
  ])("exportsOf: %s", (text, names) => {
    const answer = ask("exportsOf", text);
    expect(answer).toEqual({ kind: "closed", value: names });
    const written = new Set(names.map((name) => (name === "default" ? "default as x" : name)));
    expect(judge(text, NAMES)).toEqual(NAMES.filter((name) => written.has(name)));
  });

  test("exportsOf: an alias may follow the place", () => {
    expect(textsIn(ask("exportsOf", "import { ▮ as x } from './plain';"))).toEqual(["f", "type "]);
    expect(textsIn(ask("exportsOf", "import { ▮ as x } from './api';"))).toContain("default");
  });

  test.each([
    ["import { ▮", "unknown"],
    ["import { ▮ } from './nowhere';", "unknown"],
    ["import { ▮ } from 'declared/part';", "open"],
    ["import { ▮ } from './lib/old';", "open"],
    ["const a = 1; export { ▮", "open"],
    ["const { ▮ } = a;", "unknown"],
  ])("exportsOf, not closed: %s", (text, kind) => {
    expect(ask("exportsOf", text).kind).toBe(kind);
  });

  // `▯` is the hole, if it begins after the place.
  test.each([
    ["import { ▮\n  sh▯own } from './api';", ["C", "T", "a", "default", "shown", "type "]],
    ["import { a, ▮type ▯ } from './api';", ["C", "T", "a", "default", "shown", "type "]],
    [
      "import { ▮ /* , */ , a, type T, default as x, /* } */ } /**/ from './api';",
      ["C", "T", "a", "default", "shown", "type "],
    ],
    ["import d, { a, ▮ } from './api';", ["C", "T", "a", "default", "shown", "type "]],
    ["const local = 1; export { ▮ /* } */ };\nexport { a } from './api';", ["local", "type "]],
  ])("exportsOf, a name is missing: %s", (text, names) => {
    expect(ask("exportsOf", text)).toEqual({ kind: "closed", value: names });
  });

  test.each([
    // The closing brace is still to be written.
    ["export { shown } from './api';\n\nexport { ▮ from './plain';", "open"],
    ["import { ▮ from './plain';", "unknown"],
    ["import { ▮\n  f } from './plain';", "unknown"],
    ["export { ▮ f } from './plain';", "open"],
    ["const local = 1; export { ▮\nexport const more = 1;", "open"],
    ["const local = 1; export { ▮", "open"],
    ["const local = 1; export { local,▮\n  mo▯", "open"],
    ["const local = 1; export { ▮ } },\n local;", "open"],
    // The braces begin in the hole (`◂`), so the text still to be written may end it and begin another one.
    ["◂import { ▮ } from './plain';", "open"],
    ["import◂ { ▮ } from './plain';", "open"],
    ["import { shown◂ } from './api';\nexport { ▮ } from './plain';", "open"],
    ["const local = 1; ◂export { ▮ };", "open"],
    // The names before the place are those of another module.
    ["const local = 1; export { shown, ▮ };", "open"],
    ["import { shown, ▮, f } from './plain';", "open"],
    ["import { ▮sho▯, f } from './plain';", "open"],
    ["import { ▮ sho▯f } from './plain';", "open"],
    ["export { shown as f, ▮, f } from './plain';", "open"],
  ])("exportsOf, more than a name is missing: %s", (text, kind) => {
    expect(ask("exportsOf", text).kind).toBe(kind);
  });

  const PARTS = [
    ...[
      "api",
      "api.js",
      "api.ts",
      "plain",
      "nothing",
      "lib",
      "lib/index",
      "lib/view",
      "lib/types",
      "lib/old",
      "lib/data.json",
    ],
    ...[
      "lib/deep/one.mjs",
      "lib/deep",
      "lib/deep/none",
      "lib/empty",
      "main",
      "index",
      "one",
      "deep/one.mjs",
      "view.jsx",
    ],
    ...[
      "whole",
      "whole/sub/x",
      "whole/main",
      "strict",
      "strict/b",
      "strict/c/d",
      "strict/a",
      "alone",
      "alone/a",
      "@scope/one",
    ],
    ...[
      "@scope/two",
      "@scope/three",
      "typed",
      "declared",
      "declared/part",
      "exact",
      "~/view",
      "~/none",
      "b",
      "c/d",
      "sub/x",
    ],
    ...["globals", "commented", "named", "referring"],
    ...["./api", "../api", ".", "..", "two", "three", "part"],
  ];
  // TypeScript 7 does not answer (`seven.test.ts`).
  if (!isSeven(ts)) {
    test.each([
      "import * as m from './▮';",
      'import * as m from "▮";',
      "import * as m from './lib/▮';",
      "import * as m from './lib/deep/▮';",
      "import * as m from './lib/../▮';",
      "import * as m from 'strict/▮';",
      "import * as m from 'strict/c/▮';",
      "import * as m from 'whole/▮';",
      "import * as m from '@scope/▮';",
      "import * as m from 'declared/▮';",
      "import * as m from '~/▮';",
    ])("modulesFrom: %s", (text) => {
      const answer = ask("modulesFrom", text);
      expect(answer.kind).toBe("closed");
      const texts = textsIn(answer);
      /** Whether the answers lead to `part`, slash by slash. */
      const isAllowed = (part: string, at = text): boolean => {
        const slash = part.indexOf("/");
        const its = textsIn(ask("modulesFrom", at));
        if (slash === -1) return its.includes(part);
        const head = part.slice(0, slash + 1);
        return its.includes(head) && isAllowed(part.slice(slash + 1), at.replace("▮", `${head}▮`));
      };
      const right = judge(text, PARTS);
      expect(PARTS.filter((part) => isAllowed(part))).toEqual(right);
      const whole = texts.filter((each) => !each.endsWith("/"));
      expect(judge(text, whole)).toEqual(whole);
    });

    test.each([
      ["import m from '▮", "#"],
      ["const m = '▮';", "unknown"],
    ])("modulesFrom, not an import: %s", (text, kind) => {
      if (kind === "unknown") expect(ask("modulesFrom", text).kind).toBe("unknown");
      else expect(textsIn(ask("modulesFrom", text))).toContain("whole");
    });
  }
});
