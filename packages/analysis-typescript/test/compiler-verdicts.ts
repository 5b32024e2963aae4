// The compiler as the judge of what may stand in a hole: each candidate is written into a file of its own, and the files are checked as one program.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compiler, SynchronousCompiler } from "@espalier/analysis-typescript";
import type ts from "typescript";
import { isSeven, reportedBySeven } from "./seven.js";

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
  /** Whether a candidate's file is right; by default, whether the compiler reports nothing. */
  readonly isRight?: (program: ts.Program, file: ts.SourceFile) => boolean;
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
  const right = candidates.filter(rightIn());
  for (const path of paths) rmSync(path);
  return right;

  function rightIn(): (candidate: string, at: number) => boolean {
    if (isSeven(ts)) {
      if (isRight !== hasNoErrors) throw new RangeError("TypeScript 7 judges by the absence of errors alone");
      const reported = reportedBySeven(folder, compilerOptions, [...paths, ...more]);
      return (_, at) => reported[at]!.length === 0;
    }
    const { options } = ts.parseJsonConfigFileContent({ compilerOptions, files: [] }, ts.sys, folder);
    const program = ts.createProgram([...paths, ...more], { ...options, noEmit: true });
    return (_, at) => isRight(program, program.getSourceFile(paths[at]!)!);
  }
}

function hasNoErrors(program: ts.Program, file: ts.SourceFile): boolean {
  return program.getSyntacticDiagnostics(file).length + program.getSemanticDiagnostics(file).length === 0;
}
