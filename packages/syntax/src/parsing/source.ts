// The source of a language: a grammar over named terminals, and what each terminal matches. It is plain data, created
// by `notation` or by hand. `createLanguage` turns it into a language.

import type { Regex } from "@espalier/automata";
import type { Grammar } from "@espalier/grammar";

/**
 * A terminal that matches bytes. A lexeme is never empty. If the pattern matches the empty text, the terminal is
 * optional wherever the grammar uses it.
 */
export interface PatternTerminal {
  readonly kind: "pattern";
  /** Its name in the grammar and in messages: `NUMBER`, `"{"`. */
  readonly name: string;
  readonly regex: Regex;
  /**
   * If several terminals have the longest match, the terminals of the highest priority win; several terminals may win.
   * 0 by default.
   */
  readonly priority?: number;
  /**
   * Whether a lexeme of this terminal is lazy: it ends at the first match instead of the longest match, and it wins
   * over other terminals of the same priority. False by default.
   */
  readonly lazy?: boolean;
}

/** A terminal that matches one control token by name. Text can never spell it. */
export interface ControlTerminal {
  readonly kind: "control";
  readonly name: string;
  /** The name of the control token, for example `<|tool_call|>`. */
  readonly control: string;
}

export type Terminal = PatternTerminal | ControlTerminal;

/** The source of a language. */
export interface SyntaxSource {
  readonly grammar: Grammar;
  /** All terminals that the grammar names, and the skipped ones. Names are unique. */
  readonly terminals: readonly Terminal[];
  /**
   * The names of pattern terminals that may stand before, between and after lexemes and are not visible to the grammar.
   */
  readonly skip: readonly string[];
  /** `maximal`: contextual maximal munch. `none`: scannerless; the text may be split into lexemes in any way (GBNF). */
  readonly munch: "maximal" | "none";
}
