// A project whose only file declares names, and questions to it about a file that is being written. Opened once for all tests of a file with one compiler.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProgramPlace } from "@espalier/analysis";
import {
  type Compiler,
  type ProjectOptions,
  type TypescriptAnalysis,
  typescriptAnalysis,
} from "@espalier/analysis-typescript";
import ts5 from "typescript";
import ts6 from "typescript-6";
import { afterAll, beforeAll } from "vitest";

export const compilers: readonly (readonly [version: string, ts: Compiler])[] = [
  ["5.9", ts5],
  ["6.0", ts6 as unknown as Compiler],
];

export interface Told {
  readonly kind: string;
  readonly value?: readonly unknown[];
  readonly reason?: string;
}

type Question = "members" | "signatures" | "casesLeft" | "constructibles";

export interface DeclaredProject {
  /** Asks about the place between two texts. The hole began with `written`: with all of `before` unless told otherwise. */
  ask(question: Question, at: Pick<ProgramPlace, "before" | "after" | "hole"> & { readonly written?: string }): Told;
}

/** Call this where tests are described. */
export function declaredProject(
  ts: ProjectOptions["ts"],
  declared: string,
  lib: readonly string[] = ["es2022"],
): DeclaredProject {
  const compilerOptions = { strict: true, target: "es2022", lib, types: [], module: "esnext" };
  let folder: string;
  let analysis: TypescriptAnalysis | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "espalier-declared-"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["declared.d.ts"] }));
    writeFileSync(join(folder, "declared.d.ts"), declared);
  });
  afterAll(() => {
    analysis?.dispose();
    rmSync(folder, { recursive: true });
  });
  return {
    ask(question, { written, ...its }) {
      const writtenFrom = its.before.length - (written ?? its.before).length;
      analysis ??= typescriptAnalysis({ ts, project: folder });
      return analysis[question]!({ path: join(folder, "main.ts"), writtenFrom, ...its }) as Told;
    },
  };
}
