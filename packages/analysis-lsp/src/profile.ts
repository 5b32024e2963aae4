// What is particular about a language server, as data: how it is started, when it is ready, what it is told, and what its answers are worth.

import type { Declaring, ProgramLexer, ProgramPlace } from "@espalier/analysis";

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
  /** The server reports an error of one of these codes for a name that no program has. */
  | {
      readonly by: "diagnostics";
      readonly codes: readonly (string | number)[];
      /** Those of the codes whose messages do not repeat the name: then it counts that the error ends where the name does. */
      readonly unnamed?: readonly (string | number)[];
      /** Whether it publishes them by itself; by default it is asked for them (`textDocument/diagnostic`). */
      readonly published?: true;
      /** How hovering tells the same in less time. */
      readonly hovering?: HoverProof;
    }
  /** A list that is not empty is whole: the language has no members that its types do not tell. */
  | { readonly by: "list" }
  | { readonly by: "nothing"; readonly reason: string };

/** How hovering over an invented name tells what the server knows. Its words are learned from samples: texts that end in an operator. */
export interface HoverProof {
  /** What goes on after the invented name in the same expression. */
  readonly tail: string;
  /** Where in the tail a name stands, over which the server says something else in code that is never reached. */
  readonly reached: number;
  /** Where in the tail an operator ends, after which the server lists members if the invented name is one. */
  readonly beyond: number;
  /** Samples whose receivers may have any member. The sample of a receiver that is known is the text of {@link ServerProfile.probe}. */
  readonly partial: readonly string[];
  /** A sample in code that is never reached. */
  readonly unreached: string;
  /** Samples of receivers about which the server knows next to nothing: a list that equals one of theirs is not whole. */
  readonly lists: readonly string[];
  /** A name that the list of every known receiver has: where a list lacks it, diagnostics are asked for. */
  readonly everywhere?: string;
  /** Whether the tail may not stand at a place, or diagnostics may be turned off there: then these are asked for. */
  readonly unless?: (at: ProgramPlace) => boolean;
}

/** What a server has said about a place. */
export interface Evidence {
  readonly names: readonly string[];
  /** The messages of the errors about an invented name; `undefined` where hovering told enough. */
  readonly messages: readonly string[] | undefined;
  /** What hovering over the last character of the receiver says; `""` for nothing, or where diagnostics told enough. */
  readonly receiver: string;
}

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
  /** Whether what a receiver stands for depends on the name after it: then the list counts that the server gives where there is no name. */
  readonly dependsOnName?: (at: ProgramPlace) => boolean;
  /** Names that may follow any operator, beside those listed. */
  readonly everywhere?: readonly string[];
  /** Names that, where a list has them, allow any other name. */
  readonly dynamicNames?: readonly string[];
  /** A name that many receivers have; where its documentation does not contain this text, any other name is allowed. */
  readonly dynamicUnless?: { readonly name: string; readonly documented: string };
  /** Why more names may be right at a place than the server knows, or what declares them where an assignment does; `undefined` for none. */
  readonly doubt?: (at: ProgramPlace, evidence: Evidence) => string | Declaring | undefined;
}
