// The five applications, in a project of as many files as are asked for: the others have types and functions of their own, some of which return lists,
// records and tuples such as the applications have.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProgramPlace } from "@espalier/analysis";

/** An application in the project. */
export interface Application {
  readonly name: string;
  readonly folder: string;
  readonly place: ProgramPlace;
  readonly filling: string;
  readonly needed: readonly string[];
  /** What a filling needs before the hole's file: a hole is no place for an import. */
  readonly imports: string;
  /** Where a filling ends that a model does not end. */
  readonly ends?: RegExp;
}

const SOURCES = new URL("../../packages/analysis-typescript/test/applications/", import.meta.url);

/** Writes the project; the configuration stands in `folder`. */
export async function writeProject(files: number): Promise<{ folder: string; applications: readonly Application[] }> {
  const { APPLICATIONS } = (await import(new URL("application.ts", SOURCES).href)) as {
    readonly APPLICATIONS: readonly Omit<Application, "imports">[];
  };
  const folder = mkdtempSync(join(tmpdir(), "espalier-typed-holes-"));
  const compilerOptions = { strict: true, target: "es2023", module: "nodenext", lib: ["es2023"], types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const applications = APPLICATIONS.map((application) => {
    const own = join(folder, application.name);
    cpSync(application.folder, own, { recursive: true });
    const place = { ...application.place, path: join(own, "update.ts") };
    return { ...application, folder: own, place, imports: importsOf(application) };
  });
  mkdirSync(join(folder, "other"));
  for (let file = 3 * APPLICATIONS.length; file < files; file++)
    writeFileSync(join(folder, "other", `m${file}.ts`), otherModule(file));
  return { folder, applications };
}

function importsOf({ needed, filling }: Pick<Application, "needed" | "filling">): string {
  const used = [...new Set(filling.match(/[A-Za-z_$][\w$]*/g))].filter(
    (name) => needed.includes(name) || EXTRA.has(name),
  );
  return used.length === 0 ? "" : `import { ${used.join(", ")} } from "./prelude.js";\n`;
}

/** Functions that the fillings use, and that make no part of a model. */
const EXTRA = new Set(["sameNeed", "isOn", "blank"]);

/** A module with a record, a union and a tuple, eleven functions over them, and an import of the module before it. */
function otherModule(file: number): string {
  const [R, U, T] = [`Record${file}`, `Union${file}`, `Pair${file}`];
  const lines = [
    `export interface ${R} { readonly id: number; readonly title${file}: string; readonly tags: readonly string[]; readonly part?: ${R} }`,
    `export type ${U} = { readonly kind: "one${file}"; readonly at: number } | { readonly kind: "two${file}"; readonly of: ${R} };`,
    `export type ${T} = readonly [${R}, ${U}, number];`,
    `export const first${file}: ${R} = { id: ${file}, title${file}: "", tags: [] };`,
  ];
  for (let k = 0; k < 10; k++)
    lines.push(
      `export function make${file}x${k}(of: ${R}, by = ${k}) { return ${
        [
          "{ ...of, id: by }",
          "[of.id, by]",
          "of.tags.concat(String(by))",
          `[of, { kind: "one${file}", at: by }, by] as ${T}`,
          "of.tags.length + by",
        ][k % 5]
      }; }`,
    );
  return `${lines.join("\n")}\n`;
}

/** The characters of all that a prelude declares, as the compiler writes its declarations, and the comments left out. */
export function exhaustiveCharacters(ts: typeof import("typescript"), { folder }: Application): number {
  const text = readFileSync(join(folder, "prelude.ts"), "utf8");
  const compilerOptions = { removeComments: true, strict: true };
  return ts.transpileDeclaration(text, { compilerOptions, fileName: "prelude.ts" }).outputText.length;
}
