// The questions that a monitor asks about a program in any language.

import type { Answer } from "@espalier/monitor";
import type { ExpectedType } from "./expected-type.js";

/** A position in a file, given by the current text before and after it, saved or not. */
export interface ProgramPlace {
  /** The file's path in the project. */
  readonly path: string;
  readonly before: string;
  /**
   * `""` if the rest of the file is not written yet; a declaration that is open at the position may then get more
   * members.
   */
  readonly after: string;
  /** The offset in `before` where the newly written text begins; by default its whole length. */
  readonly writtenFrom?: number;
  /**
   * The offset in `after` of the hole, where text is still to be written; 0 by default. It is greater if the question arose before the hole: `after` then begins with
   * the text between the position and the hole, such as the first letters of a name.
   */
  readonly hole?: number;
}

/** How many arguments a signature takes, both ends included; `most` is `Infinity` if there is no maximum. */
export interface ArgumentCount {
  readonly least: number;
  readonly most: number;
}

/** Texts that show, after a name and blanks, whether the name is declared there. */
export interface Declaring {
  /** One of these must follow a name that is not listed. */
  readonly by: readonly string[];
  /** None of these may follow. They are tested before those above; for example `==` before `=`. */
  readonly never: readonly string[];
}

/** The members of a receiver to which an assignment may add new ones. */
export interface DeclarableMembers {
  readonly names: readonly string[];
  /** What declares a name that is not listed. */
  readonly declaring: Declaring;
}

/** A type that an object literal may have: the keys that it may contain, and those of them that it must contain. */
export interface ObjectKeys {
  readonly allowed: readonly string[];
  readonly required: readonly string[];
}

/** An error or warning in a file. */
export interface ProgramDiagnostic {
  readonly message: string;
  /** The analysis's own name or number of the kind of error. */
  readonly code?: string | number;
  readonly severity: "error" | "warning";
  /** A half-open range of the file, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** An answer, or a promise of one. */
export type Answering<Value> = Answer<Value> | PromiseLike<Answer<Value>>;

/**
 * Answers questions about programs. Every method is optional; without it, a monitor does not constrain the places that
 * the method is about. Answers must depend only on the position and the {@link Analysis.epoch}.
 */
export interface Analysis {
  /**
   * Returns the names that may follow the member operator at the end of `before`. After a name that ends with a dot,
   * the program must go on with that dot. If an assignment may add members there, also returns what declares them.
   */
  members?(at: ProgramPlace): Answering<readonly string[] | DeclarableMembers>;
  /** Returns how many arguments the call accepts whose opening bracket ends `before`: one range for each signature. */
  signatures?(at: ProgramPlace): Answering<readonly ArgumentCount[]>;
  /**
   * Returns what may follow the keyword `new` and the blank at the end of `before`: texts such as `Student`. A text
   * that ends with a name must be followed by something else than a name character; one such as `school.` may be
   * followed by anything.
   */
  constructibles?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * For a `before` that ends with the keyword `case` and a blank: returns what may stand before the colon, as texts
   * such as `Color.Red` or `"circle"`.
   */
  casesLeft?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * For a `before` that ends with the opening brace of a `switch`, or with the colon after one of its cases: returns the values that no
   * case of it names, if there is no default. The `switch` must not be closed before another case or a default. Monitors ask this only
   * if they are told to, because a `switch` need not have all cases.
   */
  casesMissing?(at: ProgramPlace): Answering<readonly string[]>;
  /** Returns the names and keywords with which an expression may begin at the end of `before`. */
  inScope?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * Returns the names that may stand at the end of `before`, in the braces of an import or export. A text that ends
   * with a blank, such as `type `, is a modifier that may precede a name.
   */
  exportsOf?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * Returns how the module name in a string may continue; `before` ends with the opening quote of the string or with a
   * slash in it. Each text reaches to the end of the string, or to the next slash, which it includes.
   */
  modulesFrom?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * Returns the types that an object literal may have, if `before` ends with its opening brace. One of these types must
   * allow each key, and the object must have all required keys of one of them.
   */
  objectKeys?(at: ProgramPlace): Answering<readonly ObjectKeys[]>;
  /** Returns the contents of the strings that are allowed where the quote at the end of `before` opens one. */
  expectedStrings?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * Returns the type of the missing expression between `before` and `after`. If `before` ends inside a name, the
   * expression has already begun. Monitors do not ask this.
   */
  expectedType?(at: ProgramPlace): Answering<ExpectedType>;
  /**
   * Returns the errors and warnings that the file has if its content is `before` and `after`. Monitors do not ask this:
   * later text may mend an error, so it is no reason to refuse a token.
   */
  diagnostics?(at: ProgramPlace): Answering<readonly ProgramDiagnostic[]>;
  /** Changes whenever an answer for the same position may change, because a file of the project changed. */
  epoch(): string;
}

/** The name of a question that monitors ask. */
export type QuestionKind = Exclude<keyof Analysis, "epoch" | "expectedType" | "diagnostics">;
