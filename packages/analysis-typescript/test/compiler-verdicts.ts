// The compiler as the judge of what may stand in a hole: each candidate is written into a file of its own, and the files are checked as one program.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compiler, SynchronousCompiler } from "@espalier/analysis-typescript";
import type ts from "typescript";
import { isSeven, type Reported, reportedBySeven } from "./seven.js";

/** What a judge compiles with. */
interface Judge {
  readonly ts: Compiler | SynchronousCompiler;
  /** The folder of the project, where the candidates' files are while they are judged. */
  readonly folder: string;
  /** As `tsconfig.json` has them. */
  readonly compilerOptions: object;
  /** Names of further files of the program. */
  readonly files?: readonly string[];
  /** The ending of the candidates' files; `.ts` by default. */
  readonly ending?: ".ts" | ".tsx";
  /** Whether a candidate's file is right, by the errors that the compiler reports; by default, whether it reports none. */
  readonly isRight?: (reported: readonly Reported[]) => boolean;
}

/** The candidates with which `text` is right when they stand at its mark, `▮`. */
export function taken(
  { ts, folder, compilerOptions, files = [], ending = ".ts", isRight = hasNoErrors }: Judge,
  text: string,
  candidates: readonly string[],
): readonly string[] {
  const paths = candidates.map((candidate, at) => {
    const path = join(folder, `judged${at}${ending}`);
    writeFileSync(
      path,
      text.replace("▮", () => candidate),
    );
    return path;
  });
  const more = files.map((name) => join(folder, name));
  const reported = reportedBy(ts, folder, compilerOptions, [...paths, ...more]);
  const right = candidates.filter((_, at) => isRight(reported[at]!));
  for (const path of paths) rmSync(path);
  return right;
}

/** What a compiler reports of each of some files in `folder`, which it checks as one program. */
export function reportedBy(
  ts: Compiler | SynchronousCompiler,
  folder: string,
  compilerOptions: object,
  paths: readonly string[],
): readonly (readonly Reported[])[] {
  if (isSeven(ts)) return reportedBySeven(folder, compilerOptions, paths);
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, folder);
  const program = ts.createProgram(paths, { ...options, noEmit: true });
  return paths.map((path) => {
    const file = program.getSourceFile(path)!;
    const reported = (of: readonly ts.Diagnostic[], isSyntax: boolean): readonly Reported[] =>
      of.map(({ code, start = 0, length = 0 }) => ({ code, start, end: start + length, isSyntax }));
    return [
      ...reported(program.getSyntacticDiagnostics(file), true),
      ...reported(program.getSemanticDiagnostics(file), false),
    ];
  });
}

const hasNoErrors = (reported: readonly Reported[]): boolean => reported.length === 0;
