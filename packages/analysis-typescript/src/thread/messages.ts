// The messages between a thread and the compiler's thread.

import type { Analysis, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { UnsupportedCompilerError } from "../compiler.js";
import { ProjectError, type ProjectErrorCode } from "../project-error.js";
import type { RefusalOptions } from "../refusals.js";

/** The name of a question of an analysis. */
export type QuestionName = Exclude<keyof Analysis, "epoch">;

/** The locations of a compiler's modules, as `import()` takes them or as absolute paths. */
export type CompilerLocation = string | { readonly sync: string; readonly ast: string };

/** What the compiler's thread is started with. */
export interface ServedProject extends RefusalOptions {
  readonly ts: CompilerLocation;
  readonly project: string;
  readonly watching: number;
}

/** What the compiler's thread is told. */
export type Request =
  | { readonly kind: "ask"; readonly call: number; readonly question: QuestionName; readonly at: ProgramPlace }
  | { readonly kind: "end" };

/** What the compiler's thread tells. Each epoch is that of {@link Analysis.epoch} at this moment. */
export type Reply =
  /** The compiler has read the project. */
  | {
      readonly kind: "opened";
      readonly epoch: string;
      readonly questions: readonly QuestionName[];
      readonly configurationErrors: readonly string[];
    }
  | { readonly kind: "answered"; readonly call: number; readonly epoch: string; readonly answer: Answer<never> }
  /** A question failed; without `call`, the opening. */
  | { readonly kind: "failed"; readonly call?: number; readonly error: PackedError }
  /** A file has changed on disk. */
  | { readonly kind: "changed"; readonly epoch: string }
  | { readonly kind: "ended" };

/** An error as a message has it: a clone would lose its class and its fields. */
export type PackedError =
  | { readonly kind: "project"; readonly code: ProjectErrorCode; readonly message: string }
  | { readonly kind: "compiler"; readonly version: string; readonly why: string }
  | { readonly kind: "other"; readonly message: string };

export function packError(error: unknown): PackedError {
  if (error instanceof ProjectError) return { kind: "project", code: error.code, message: error.message };
  if (error instanceof UnsupportedCompilerError) return { kind: "compiler", version: error.version, why: error.why };
  return { kind: "other", message: error instanceof Error ? error.message : String(error) };
}

export function unpackError(packed: PackedError): Error {
  if (packed.kind === "project") return new ProjectError(packed.code, packed.message);
  if (packed.kind === "compiler") return new UnsupportedCompilerError(packed.version, packed.why);
  return new Error(packed.message);
}
