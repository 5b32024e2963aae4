// What is particular about a language server, as data: how it is started, when it is ready, what it is told, and what its answers are worth.

import type { ProgramLexer, ProgramPlace } from "@espalier/analysis";

/** When a server has read its project: answers before that are not asked for. */
export type Readiness =
  /** As soon as it has answered `initialize`. */
  | { readonly after: "initialize" }
  /** With a notification whose parameters have these values. */
  | { readonly after: "notification"; readonly method: string; readonly having?: Readonly<Record<string, unknown>> }
  /** With the registration of a method. */
  | { readonly after: "registration"; readonly method: string }
  /** With the end of all work whose progress it reports, once some has begun. */
  | { readonly after: "progress" };

/** Why a list of completions is known to have every name that is right; a list that is not known to constrains nothing. */
export type Exhaustive =
  /** The server reports an error of one of these codes for a name that no program has. Needs pull diagnostics. */
  | { readonly by: "diagnostics"; readonly codes: readonly (string | number)[] }
  /** A list that is not empty is whole: the language has no members that its types do not tell. */
  | { readonly by: "list" }
  | { readonly by: "nothing"; readonly reason: string };

/** A language server, and the language that it is used for. */
export interface ServerProfile {
  readonly name: string;
  /** A program of npm's `node_modules/.bin`, in the project's folder or above, or on the PATH. */
  readonly program: string;
  readonly parameters: readonly string[];
  /** How to get the program, for the error that says it is missing. */
  readonly howToGet: string;
  /** The language identifier for each extension of the files that it is asked about. */
  readonly languages: Readonly<Record<string, string>>;
  readonly lexer: (path: string) => ProgramLexer<never>;
  readonly initializationOptions?: unknown;
  /** What `workspace/configuration` is answered, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly readiness: Readiness;
  /** The beginning of a file whose last operator has members: the server is ready when it lists some. `undefined` for servers that always do. */
  readonly probe?: { readonly file: string; readonly text: string };
  readonly exhaustive: Exhaustive;
  /** What `isIncomplete` of a list means: that it depends on what has been typed, or that names were left out. `truncated` when absent. */
  readonly incomplete?: "filtered" | "truncated";
  /** What closes the brackets that are open at a place, for servers that say nothing about code in a bracket that is never closed. */
  readonly closing?: (at: ProgramPlace) => string;
  /** Names that, where a list has them, allow any other name. */
  readonly dynamicNames?: readonly string[];
  /** Why more names may be right at a place than the server knows, given its messages about an invented name there; `undefined` for none. */
  readonly doubt?: (at: ProgramPlace, messages: readonly string[]) => string | undefined;
}
