// TypeScript 7 for the tests. Its compiler is a program for one system, which an install may lack.

import { join } from "node:path";
import type { SynchronousCompiler } from "@espalier/analysis-typescript";
import * as ast from "typescript-7/unstable/ast";
import * as sync from "typescript-7/unstable/sync";
import type { TestContext } from "vitest";

/** The modules of its synchronous API. */
export const seven: SynchronousCompiler = { sync, ast };

/** Whether a compiler is TypeScript 7. */
export function isSeven(compiler: unknown): compiler is SynchronousCompiler {
  return compiler === seven;
}

/** An error that the compiler reports. */
export interface Reported {
  readonly code: number;
  readonly start: number;
  readonly end: number;
  /** Whether it is of the syntax, and not of the types. */
  readonly isSyntax: boolean;
}

/** What TypeScript 7 reports of files in `folder`, all of which it checks as one program. */
export function reportedBySeven(
  folder: string,
  compilerOptions: object,
  paths: readonly string[],
): readonly (readonly Reported[])[] {
  const configuration = join(folder, "judged.json");
  const text = JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files: paths });
  const api = new sync.API({ cwd: folder, fs: { readFile: (path) => (path === configuration ? text : undefined) } });
  try {
    const { program } = api.updateSnapshot({ openProjects: [configuration] }).getProject(configuration)!;
    const reported = (of: readonly sync.Diagnostic[], isSyntax: boolean): readonly Reported[] =>
      of.map(({ code, pos, end }) => ({ code, start: pos, end, isSyntax }));
    return paths.map((path) => [
      ...reported(program.getSyntacticDiagnostics(path), true),
      ...reported(program.getSemanticDiagnostics(path), false),
    ]);
  } finally {
    api.close();
  }
}

/** Skips a test of TypeScript 7 where it does not run. */
export function skipWithout(context: TestContext, compiler: unknown = seven): void {
  if (compiler === seven && missing !== undefined) context.skip(missing);
}

const missing = whyMissing();

function whyMissing(): string | undefined {
  try {
    new sync.API().close();
    return undefined;
  } catch (error) {
    return `needs the program of TypeScript 7 for this system, an optional dependency of typescript@7: ${(error as Error).message}`;
  }
}
