// What a language is made of: a grammar over named terminals, and what each terminal matches. Plain data; produced by
// `notation` and by hand, turned into a running language by `createLanguage`.

import type { Regex } from "@espalier/automata";
import type { Grammar } from "@espalier/grammar";

/** A terminal that matches bytes. A lexeme is never empty: a pattern that matches the empty text is optional there. */
export interface PatternTerminal {
  readonly kind: "pattern";
  /** As the grammar names it; also what messages show: `NUMBER`, `"{"`. */
  readonly name: string;
  readonly regex: Regex;
  /** Among the longest matches the terminals of the highest priority win; all of those, when several. Default 0. */
  readonly priority?: number;
  /** A lazy lexeme ends at its first match instead of its longest; terminals of its priority that are not lazy lose it. Default false. */
  readonly lazy?: boolean;
}

/** A terminal that matches one control token by name, which text can never spell. */
export interface ControlTerminal {
  readonly kind: "control";
  readonly name: string;
  /** The control token's name, for example `<|tool_call|>`. */
  readonly control: string;
}

export type Terminal = PatternTerminal | ControlTerminal;

/** The source of a language. */
export interface SyntaxSource {
  readonly grammar: Grammar;
  /** Every terminal that the grammar names, and those that are skipped. Names are unique. */
  readonly terminals: readonly Terminal[];
  /** Names of pattern terminals that may stand before, between and after lexemes, and are not shown to the grammar. */
  readonly skip: readonly string[];
  /** `maximal`: contextual maximal munch. `none`: scannerless; any split of the text into lexemes counts (GBNF). */
  readonly munch: "maximal" | "none";
}
