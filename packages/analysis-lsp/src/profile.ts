// What is specific to one language server, as data: how to start it, when it is ready, what to send it, and how far its answers can be trusted.

import type { ArgumentCount, Declaring, ProgramLexer, ProgramPlace } from "@espalier/analysis";

/** When a server has read its project. No questions are sent before that. */
export type Readiness =
  /** After the server has answered `initialize`. */
  | { readonly after: "initialize" }
  /** After a notification whose parameters have these values. */
  | { readonly after: "notification"; readonly method: string; readonly having?: Readonly<Record<string, unknown>> }
  /** After the registration of a method. */
  | { readonly after: "registration"; readonly method: string }
  /** After all reported work has ended, once some has begun. */
  | { readonly after: "progress" };

/** The evidence that a completion list is complete. A list without such evidence constrains nothing. */
export type Exhaustive =
  /** The server reports an error with one of these codes for an invented name. */
  | {
      readonly by: "diagnostics";
      readonly codes: readonly (string | number)[];
      /** The codes whose messages do not repeat the name. Such an error counts if it ends where the name ends. */
      readonly unnamed?: readonly (string | number)[];
      /** Whether the server pushes them. By default, they are requested (`textDocument/diagnostic`). */
      readonly published?: true;
      /** How hovers give the same evidence in less time. */
      readonly hovering?: HoverProof;
    }
  /** A non-empty list is complete: every member in the language follows from its type. */
  | { readonly by: "list" }
  | { readonly by: "nothing"; readonly reason: string };

/** How hovers over an invented name show what the server knows. Their wording is learned from samples, which are texts that end in an operator. */
export interface HoverProof {
  /** The continuation of the expression after the invented name. */
  readonly tail: string;
  /** The offset in the tail of a name whose hover is different in unreachable code. */
  readonly reached: number;
  /** The offset in the tail after an operator. The server lists members there if it takes the invented name for a member. */
  readonly beyond: number;
  /** Samples whose receivers may have any member. The text of {@link ServerProfile.probe} is the sample with a known receiver. */
  readonly partial: readonly string[];
  /** A sample in unreachable code. */
  readonly unreached: string;
  /** Samples of receivers about which the server knows next to nothing. A list that equals one of theirs is not complete. */
  readonly lists: readonly string[];
  /** A name that the list of every known receiver contains. If it is missing from a list, diagnostics are requested. */
  readonly everywhere?: string;
  /** Whether the tail may be invalid at a place, or diagnostics may be turned off there. Diagnostics are then requested. */
  readonly unless?: (at: ProgramPlace) => boolean;
  /** Whether the hover over the receiver is evidence at a place even if there is no doubt. By default, it is everywhere. */
  readonly receiver?: (at: ProgramPlace) => boolean;
  /** Matches the hover over the receiver if the server may know only a part of its type. Diagnostics are then requested. */
  readonly partlyKnown?: RegExp;
  /**
   * Matches the first line of a hover over a receiver that ends in a name, if the line states the whole type. Such a hover can remove a doubt. By default, only
   * diagnostics can.
   */
  readonly namesType?: RegExp;
  /**
   * A place in the same file where the server reports an invented name, unless the file or the project turns reports off. Its text should be quick to check. By
   * default, the reports are requested for the place of the file's first answer.
   */
  readonly reporting?: (at: ProgramPlace) => ProgramPlace;
  /** The parts of the file that can turn reports off. Where they change, the reports are requested again. */
  readonly settingsOf?: (at: ProgramPlace) => string;
}

/** The server's answers about a place. */
export interface Evidence {
  readonly names: readonly string[];
  /**
   * The messages of the errors about an invented name; `undefined` if hovers were sufficient. To confirm a doubt without diagnostics, the first line of the hover
   * over the receiver takes their place.
   */
  readonly messages: readonly string[] | undefined;
  /** The hover over the last character of the receiver; `""` if there is none, or if it was not needed. */
  readonly receiver: string;
}

/** A signature that the server shows for a call. */
export interface ShownSignature {
  readonly label: string;
  /** The text of each parameter. */
  readonly parameters: readonly string[];
}

/** A call, as the server shows it. */
export interface ShownCall {
  /** The end of the text before the opening parenthesis: the name of the callee, with what directly precedes it, such as `receiver.`. */
  readonly callee: string;
  readonly signatures: readonly ShownSignature[];
}

/** How a server tells how many arguments a call takes. */
export interface CallCounts {
  /** The counts that a signature allows; `undefined` if it does not tell. */
  readonly of: (signature: ShownSignature) => readonly ArgumentCount[] | undefined;
  /**
   * The codes of the server's diagnostics about a wrong number of arguments. The package requests these diagnostics (`textDocument/diagnostic`) for calls with
   * too many and too few arguments. A count that no such diagnostic confirms does not constrain the text. Without codes, the signatures alone count.
   */
  readonly confirmedBy?: readonly (string | number)[];
  /**
   * The greatest length of a file, in UTF-16 units, for which diagnostics are requested; by default, there is no limit. The server checks the whole file for
   * diagnostics, and questions about members have to wait meanwhile.
   */
  readonly longest?: number;
  /** Why other functions than those whose signatures the server shows may be called, or `undefined` if none can. */
  readonly doubt?: (at: ProgramPlace, call: ShownCall) => string | undefined;
  /** How hovers give the same evidence in less time, for most calls. */
  readonly hovering?: ResultHovers;
}

/** How hovers show that a server refuses a call: it then knows nothing about the result. */
export interface ResultHovers {
  /** The continuation of the expression after the call: an access to a member that every known result has. */
  readonly tail: string;
  /** The offset in the tail of the member's name. */
  readonly at: number;
  /** Matches the hover over that name if the receiver, or a part of it, is unknown. */
  readonly unknown: RegExp;
}

/** How a server tells which constants of an enumeration the cases of a `switch` leave. */
export interface CaseLists {
  /** A text that no case of an enumeration can be, with a name that nothing declares. */
  readonly refused: (invented: string) => string;
  /** The codes of the error about that text where the value of the `switch` belongs to an enumeration. Without such an error, the list does not constrain. */
  readonly codes: readonly (string | number)[];
  /** What may be written, by the texts of the constants that the server lists; `undefined` if they are not the constants of one enumeration. */
  readonly of: (constants: readonly string[]) => readonly string[] | undefined;
}

/** A language server, and how to use it for a language. */
export interface ServerProfile {
  readonly name: string;
  /** A program in npm's `node_modules/.bin`, in the project's folder or above it, or on the PATH. */
  readonly program: string;
  readonly parameters: readonly string[];
  /** How to install the program; the error for a missing program contains it. */
  readonly howToGet: string;
  /** The language identifier for each file extension. */
  readonly languages: Readonly<Record<string, string>>;
  /** Returns the lexer for a file. Return the same object for files that are read alike: their holes then share compiled code. */
  readonly lexer: (path: string) => ProgramLexer<unknown>;
  readonly initializationOptions?: unknown;
  /** The answers to `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly readiness: Readiness;
  /** The start of a file that ends in an operator. The server is ready when it lists members there. `undefined` for servers that are always ready. */
  readonly probe?: { readonly file: string; readonly text: string };
  readonly exhaustive: Exhaustive;
  /** Without it, the arguments of calls are not counted. */
  readonly calls?: CallCounts;
  /** Without it, the cases of a `switch` are not constrained. */
  readonly cases?: CaseLists;
  /** What `isIncomplete` of a list means: that the list depends on the typed text, or that names were left out. The default is `truncated`. */
  readonly incomplete?: "filtered" | "truncated";
  /** Closes the brackets at a place that the text after it does not close, for servers that ignore code in a bracket that is never closed. */
  readonly closing?: (at: ProgramPlace) => string;
  /** Whether the meaning of a receiver depends on the name after it. The list that counts is then the one without a name. */
  readonly dependsOnName?: (at: ProgramPlace) => boolean;
  /**
   * Another receiver that has all members of the one at a place. It is asked about if the answer is open; if its own answer is closed, the names of both lists
   * may follow.
   */
  readonly wider?: (at: ProgramPlace) => ProgramPlace | undefined;
  /** Names that can follow any operator and may be missing from the list. */
  readonly everywhere?: readonly string[];
  /** Names whose presence in a list means that any other name is allowed. */
  readonly dynamicNames?: readonly string[];
  /** A name that many receivers have. If its documentation does not contain this text, any other name is allowed. */
  readonly dynamicUnless?: { readonly name: string; readonly documented: string };
  /** Why more names may be valid at a place than the server knows, or what declares them if an assignment does; `undefined` if there is no doubt. */
  readonly doubt?: (at: ProgramPlace, evidence: Evidence) => string | Declaring | undefined;
  /** The same, where the text alone says that more names may be valid. The server is not asked then. */
  readonly textDoubt?: (at: ProgramPlace) => string | undefined;
}
