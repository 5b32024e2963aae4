// Files that appear, change, move and disappear while a project is open: the answers are those of a project that is opened afterwards.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Compiler,
  type SynchronousCompiler,
  type TypescriptMonitor,
  typescript,
} from "@espalier/analysis-typescript";
import ts from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { seven, skipWithout } from "./seven.js";

/** Texts of files by their paths; `null` deletes a file or a folder. */
type Files = Readonly<Record<string, string | null>>;

function put(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    if (text === null) rmSync(path, { recursive: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}

function configured(options: object = {}): Files {
  const compilerOptions = {
    strict: true,
    target: "es2022",
    lib: ["es2022"],
    types: [],
    module: "nodenext",
    ...options,
  };
  return { "tsconfig.json": JSON.stringify({ compilerOptions }) };
}
const BUNDLED = { module: "esnext", moduleResolution: "bundler" };
const PATHS = { ...BUNDLED, paths: { "@/*": ["./first/*", "./second/*"] } };

const BEFORE = "export declare const it: { before: 1 };";
const LATER = "export declare const it: { later: 1 };";
/** A package at `folder`, with two files of which it exports one. */
const packaged = (folder: string, exports: unknown): Files => ({
  [`${folder}/package.json`]: JSON.stringify({ name: "p", version: "1.0.0", exports }),
});
const TWO_FILES = { "node_modules/p/x.d.ts": BEFORE, "node_modules/p/y.d.ts": LATER };
const TWO_FORMATS = {
  ...packaged("node_modules/p", { import: "./x.mjs", require: "./y.cjs" }),
  "node_modules/p/x.d.mts": LATER,
  "node_modules/p/y.d.cts": BEFORE,
};
const THROUGH = 'export { it } from "./c.js";';
const THROUGH_PACKAGE = 'export { it } from "p";';
const LOCAL = 'import { it } from "./b.js";\n';
const PACKAGE = 'import { it } from "p";\n';

interface Case {
  readonly first: Files;
  readonly next: Files;
  readonly imports: string;
  /** What the receiver has before and after; without it, its type is unknown. */
  readonly was?: string;
  readonly is?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "a module appears": { first: configured(), next: { "b.ts": LATER }, imports: LOCAL, is: "later" },
  "a module of another file appears": {
    first: { ...configured(), "b.ts": THROUGH },
    next: { "c.ts": LATER },
    imports: LOCAL,
    is: "later",
  },
  "a module of another file disappears": {
    first: { ...configured(), "b.ts": THROUGH, "c.ts": BEFORE },
    next: { "c.ts": null },
    imports: LOCAL,
    was: "before",
  },
  "a source appears beside its declarations": {
    first: { ...configured(), "b.d.ts": BEFORE },
    next: { "b.ts": LATER },
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "the same for another file": {
    first: { ...configured(), "b.ts": THROUGH, "c.d.ts": BEFORE },
    next: { "c.ts": LATER },
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "a module gets another extension": {
    first: { ...configured(), "b.ts": THROUGH, "c.ts": BEFORE },
    next: { "c.ts": null, "c.d.ts": LATER },
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "a package exports another file": {
    first: { ...configured(), ...TWO_FILES, ...packaged("node_modules/p", "./x.js") },
    next: packaged("node_modules/p", "./y.js"),
    imports: PACKAGE,
    was: "before",
    is: "later",
  },
  "a package exports another file to another file": {
    first: { ...configured(), ...TWO_FILES, ...packaged("node_modules/p", "./x.js"), "b.ts": THROUGH_PACKAGE },
    next: packaged("node_modules/p", "./y.js"),
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "files become modules of the other format": {
    first: { ...configured(), ...TWO_FORMATS, "package.json": '{ "type": "commonjs" }' },
    next: { "package.json": '{ "type": "module" }' },
    imports: PACKAGE,
    was: "before",
    is: "later",
  },
  "a package.json appears and says the format": {
    first: { ...configured(), ...TWO_FORMATS, "b.ts": THROUGH_PACKAGE },
    next: { "package.json": '{ "type": "module" }' },
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "a package is installed": {
    first: { ...configured(), "b.ts": THROUGH_PACKAGE },
    next: { ...TWO_FILES, ...packaged("node_modules/p", "./y.js") },
    imports: LOCAL,
    is: "later",
  },
  "a nearer package is installed": {
    first: { ...configured(), ...TWO_FILES, ...packaged("node_modules/p", "./x.js"), "sub/b.ts": THROUGH_PACKAGE },
    next: { "sub/node_modules/p/y.d.ts": LATER, ...packaged("sub/node_modules/p", "./y.js") },
    imports: 'import { it } from "./sub/b.js";\n',
    was: "before",
    is: "later",
  },
  "a package is removed": {
    first: { ...configured(), ...TWO_FILES, ...packaged("node_modules/p", "./x.js"), "b.ts": THROUGH_PACKAGE },
    next: { "node_modules/p": null },
    imports: LOCAL,
    was: "before",
  },
  "a file with a global appears": {
    first: configured(),
    next: { "global.d.ts": "declare const it: { later: 1 };" },
    imports: "",
    is: "later",
  },
  "a file with a global appears in a folder": {
    first: { ...configured(), "sub/folder/a.ts": "" },
    next: { "sub/folder/global.d.ts": "declare const it: { later: 1 };" },
    imports: "",
    is: "later",
  },
  "types appear": {
    first: configured({ types: ["g"] }),
    next: { "node_modules/@types/g/index.d.ts": "declare const it: { later: 1 };" },
    imports: "",
    is: "later",
  },
  "a JSON module appears": {
    first: configured({ ...BUNDLED, resolveJsonModule: true }),
    next: { "d.json": '{ "later": 1 }' },
    imports: 'import it from "./d.json";\n',
    is: "later",
  },
  "a file appears where paths look first": {
    first: { ...configured(PATHS), "second/b.ts": BEFORE, "c.ts": 'export * from "@/b";' },
    next: { "first/b.ts": LATER },
    imports: 'import { it } from "./c";\n',
    was: "before",
    is: "later",
  },
  "the text of a module of another file changes": {
    first: { ...configured(), "b.ts": THROUGH, "c.ts": BEFORE },
    next: { "c.ts": `${LATER}\n` },
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "the text of a package changes": {
    first: { ...configured(), ...TWO_FILES, ...packaged("node_modules/p", "./x.js"), "b.ts": THROUGH_PACKAGE },
    next: { "node_modules/p/x.d.ts": `${LATER}\n` },
    imports: LOCAL,
    was: "before",
    is: "later",
  },
  "a file with a global appears in a new folder": {
    first: configured(),
    next: { "sub/folder/global.d.ts": "declare const it: { later: 1 };" },
    imports: "",
    is: "later",
  },
  "an extended configuration changes": {
    first: {
      "base.json": JSON.stringify({ compilerOptions: PATHS }),
      "tsconfig.json": '{ "extends": "./base.json" }',
      ...{ "first/b.ts": BEFORE, "second/b.ts": LATER },
    },
    next: { "base.json": JSON.stringify({ compilerOptions: { ...PATHS, paths: { "@/*": ["./second/*"] } } }) },
    imports: 'import { it } from "@/b";\n',
    was: "before",
    is: "later",
  },
  "an extended configuration includes other files": {
    first: {
      "base.json": '{ "include": ["first"] }',
      "tsconfig.json": '{ "extends": "./base.json" }',
      "second/global.d.ts": "declare const it: { later: 1 };",
    },
    next: { "base.json": '{ "include": ["first", "second"] }' },
    imports: "",
    is: "later",
  },
  "a configuration changes": {
    first: { ...configured(PATHS), "first/b.ts": BEFORE, "second/b.ts": LATER },
    next: configured({ ...PATHS, paths: { "@/*": ["./second/*"] } }),
    imports: 'import { it } from "@/b";\n',
    was: "before",
    is: "later",
  },
};

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "espalier ä#%20-"));
});
afterAll(() => rmSync(root, { recursive: true }));

/** The names after a dot in an unsaved file; `undefined` if they are unknown. */
async function namesIn(
  project: TypescriptMonitor,
  path: string,
  prefix: string,
): Promise<readonly string[] | undefined> {
  const { monitor, answer } = project.open({ path, prefix, suffix: ";\n" });
  const [question] = monitor.asks!(monitor.start);
  const given = await answer(question!, { offset: -question!.ago!, before: new Uint8Array() });
  return given.kind === "closed" ? (given.value as readonly string[]) : undefined;
}

function expectNames(names: readonly string[] | undefined, expected: string | undefined): void {
  if (expected === undefined) expect(names).toBeUndefined();
  else expect(names).toContain(expected);
}

describe.each<[string, Compiler | SynchronousCompiler]>([
  ["5.9", ts],
  ["6.0", ts6 as unknown as typeof ts],
  ["7.0", seven],
])("TypeScript %s", (version, compiler) => {
  beforeEach((context) => skipWithout(context, compiler));
  /** Opens a project with these files, whose disk is checked before each question. */
  function opened(name: string, files: Files): { readonly folder: string; readonly project: TypescriptMonitor } {
    const folder = join(root, `${version} ${name}`);
    put(folder, files);
    return { folder, project: typescript({ ts: compiler, project: folder, watching: 0 }) };
  }

  test.each(Object.entries(CASES))("%s", async (name, { first, next, imports, was, is }) => {
    const { folder, project } = opened(name, first);
    const path = join(folder, "main.ts");
    expectNames(await namesIn(project, path, `${imports}it.`), was);
    put(folder, next);
    expectNames(await namesIn(project, path, `${imports}it.`), is);
    expectNames(await namesIn(project, path, `${imports}const more = 1;\nit.`), is);
    project.dispose();
  });

  test("a link leads elsewhere", async () => {
    const one = { "one/y.d.ts": BEFORE, ...packaged("one", "./y.js") };
    const two = { "two/y.d.ts": LATER, ...packaged("two", "./y.js") };
    const { folder, project } = opened("link", { ...configured(), ...one, ...two, "b.ts": THROUGH_PACKAGE });
    const link = (target: string): void => {
      rmSync(join(folder, "node_modules"), { recursive: true, force: true });
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(join(folder, target), join(folder, "node_modules", "p"), "junction");
    };
    link("one");
    expectNames(await namesIn(project, "main.ts", `${LOCAL}it.`), "before");
    link("two");
    expectNames(await namesIn(project, "main.ts", `${LOCAL}it.`), "later");
    project.dispose();
  });

  test("a file that is written and not saved exists for the others meanwhile", async () => {
    const { project } = opened("unsaved", { ...configured(), "b.ts": THROUGH });
    expectNames(await namesIn(project, "main.ts", `${LOCAL}it.`), undefined);
    expectNames(await namesIn(project, "c.ts", `${LATER}\nimport { it as that } from "./b.js";\nthat.`), "later");
    expectNames(await namesIn(project, "main.ts", `${LOCAL}it .`), undefined);
    project.dispose();
  });

  test("a module that is found before the disk is checked again is found for all files afterwards", async ({
    onTestFinished,
  }) => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"] });
    const folder = join(root, `${version} found`);
    put(folder, { ...configured(), "b.ts": THROUGH });
    const project = typescript({ ts: compiler, project: folder });
    expectNames(await namesIn(project, "main.ts", `${LOCAL}it.`), undefined);
    put(folder, { "c.ts": LATER });
    await namesIn(project, "main.ts", 'import { it } from "./c.js";\nit.');
    vi.setSystemTime(Date.now() + 2_000);
    expectNames(await namesIn(project, "main.ts", `${LOCAL}it.`), "later");
    project.dispose();
  });

  test("files that the compiler did not look for change nothing", async () => {
    const { folder, project } = opened("others", { ...configured(), "b.ts": BEFORE });
    const path = join(folder, "main.ts");
    const { monitor, answer, asked } = project.open({ path, prefix: `${LOCAL}it.`, suffix: ";\n" });
    const [question] = monitor.asks!(monitor.start);
    const ask = () => answer(question!, { offset: -question!.ago!, before: new Uint8Array() });
    await ask();
    await ask();
    put(folder, { "notes.txt": "-", "out/log.txt": "-" });
    await ask();
    expect(asked()[2]).toMatchObject({ answer: "closed", remembered: true });
    project.dispose();
  });
});
