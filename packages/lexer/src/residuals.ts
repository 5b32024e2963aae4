// The interface for what remains to be read of each terminal of a lexer. A residual is an integer. There are two
// implementations: derivatives of an engine (lexer.ts), and sets of states of a nondeterministic automaton
// (nfa-residuals.ts), which is less code.

import type { Regex } from "@espalier/automata";

/** One terminal of a lexer. */
export interface LexerTerminal {
  /** Its name, for messages. */
  readonly name?: string;
  readonly regex: Regex;
  /** Among terminals that match, the highest priority wins; then lazy terminals win over others. */
  readonly priority: number;
  /** Whether the terminal ends at its first match instead of its longest. */
  readonly lazy: boolean;
}

/** Nothing remains: the text cannot be read. */
export const DEAD_RESIDUAL = 0;
/** Only the empty text remains. */
export const EMPTY_RESIDUAL = 1;

/** The residual languages of terminals. Equal integers are equal languages. */
export interface Residuals {
  /** By terminal, whether its pattern matches the empty text. */
  readonly matchesEmpty: readonly boolean[];
  /** By terminal, all its texts but the empty one. */
  readonly initial: readonly number[];
  /** By byte, its class: bytes of one class have the same derivatives. */
  readonly classOf: Uint8Array;
  readonly classCount: number;
  /** One byte of each class. */
  readonly representatives: Uint8Array;
  /** Returns what remains after one more byte. */
  derivative(residual: number, byte: number): number;
  /** Returns whether the empty text remains. */
  nullable(residual: number): boolean;
  /** Returns the length in bytes of the shortest text that remains. */
  distance(residual: number): number;
  /** Returns the memory that belongs to this lexer alone, in bytes. */
  bytes(): number;
}
