// The questions that a monitor asks about a program, for any language, and where in a program they arise.

import type { Answer } from "@espalier/monitor";
import type { ExpectedType } from "./expected-type.js";

/** A place in a file: the text of the file before it and after it, as it is now, saved or not. */
export interface ProgramPlace {
  /** The file's path, as the analysis knows its project. */
  readonly path: string;
  readonly before: string;
  /** `""` where the rest of the file is yet to be written: then a declaration that is open at the place may get more members. */
  readonly after: string;
  /** Where in `before` the text begins that is being written; its whole length when absent. */
  readonly writtenFrom?: number;
}

/** How many arguments a signature takes, both ends included; `most` is `Infinity` where any number may follow. */
export interface ArgumentCount {
  readonly least: number;
  readonly most: number;
}

/** Texts that tell what a name is for, by what follows it and blanks. */
export interface Declaring {
  /** One of these must follow a name that is not listed. */
  readonly by: readonly string[];
  /** None of these may; they count before those above, as `==` does before `=`. */
  readonly never: readonly string[];
}

/** The members of a receiver that an assignment may add to. */
export interface DeclarableMembers {
  readonly names: readonly string[];
  /** What declares a name that is not listed. */
  readonly declaring: Declaring;
}

/** An answer, or a promise of one. */
export type Answering<Value> = Answer<Value> | PromiseLike<Answer<Value>>;

/**
 * What an analysis of programs can answer. Each question is optional: a monitor that asks one which is absent abstains. Answers are pure in the
 * place and the {@link Analysis.epoch}.
 */
export interface Analysis {
  /** The names that may follow the member operator that ends `before`; and what declares others, where an assignment there may add members. */
  members?(at: ProgramPlace): Answering<readonly string[] | DeclarableMembers>;
  /** How many arguments the call takes whose opening bracket ends `before`: a range for each signature. */
  signatures?(at: ProgramPlace): Answering<readonly ArgumentCount[]>;
  /**
   * What may follow the keyword `new` and the blank that ends `before`: texts such as `Student`. One that ends in a name must be all of a name; one such as
   * `school.` leaves open what follows it.
   */
  constructibles?(at: ProgramPlace): Answering<readonly string[]>;
  /** What may stand between the keyword `case` with the blank that ends `before` and its colon: texts such as `Color.Red` or `"circle"`. */
  casesLeft?(at: ProgramPlace): Answering<readonly string[]>;
  /** The names and keywords with which an expression may begin at the end of `before`. */
  inScope?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * The names that may stand at the end of `before`, in the braces of an import or export. A text that ends in a blank, such as `type `, is a modifier that may
   * come before a name.
   */
  exportsOf?(at: ProgramPlace): Answering<readonly string[]>;
  /**
   * What may follow in the string that names a module, where `before` ends with its opening quote or with a slash in it: texts up to the end of the string, or up
   * to the next slash, which ends the text then.
   */
  modulesFrom?(at: ProgramPlace): Answering<readonly string[]>;
  /** The contents of the strings that may stand where one is opened by the quote that ends `before`. */
  expectedStrings?(at: ProgramPlace): Answering<readonly string[]>;
  /** The type of the expression that is missing between `before` and `after`; of one that is begun, where `before` ends within a name. Monitors do not ask it. */
  expectedType?(at: ProgramPlace): Answering<ExpectedType>;
  /** Changes whenever an answer about the same place may change: when a file of the project does. */
  epoch(): string;
}

/** The name of a question that monitors ask. */
export type QuestionKind = Exclude<keyof Analysis, "epoch" | "expectedType">;
