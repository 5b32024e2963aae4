// `--monitor`: monitors over the program that a file belongs to, with the compiler that the project itself has.

import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type ProjectOptions, type TypescriptMonitor, typescript } from "@espalier/analysis-typescript";
import { usage } from "./failure.js";

/** The monitor of the project around `file`, or of the one named. */
export async function typescriptMonitor(file: string, project: string | undefined): Promise<TypescriptMonitor> {
  const folder = path.resolve(project ?? path.dirname(file));
  return typescript({ ts: await compilerOf(folder), project: folder });
}

/** The project's own compiler; the one beside this package where it has none. */
async function compilerOf(folder: string): Promise<ProjectOptions["ts"]> {
  for (const from of [path.join(folder, "tsconfig.json"), import.meta.url]) {
    try {
      const found = createRequire(from).resolve("typescript");
      const { default: ts } = (await import(pathToFileURL(found).href)) as { default: ProjectOptions["ts"] };
      return ts;
    } catch {}
  }
  throw usage("--monitor typescript needs the package typescript: npm install typescript");
}
