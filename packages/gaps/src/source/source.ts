// What a lexed language is made of: kinds of lexemes that are told apart without a parser, the places where they can stand, a grammar
// over terminals, and how lines and indentation matter. Plain data; see language.ts for what becomes of it.

import type { Regex } from "@espalier/automata";
import type { Grammar } from "@espalier/grammar";

/** One kind of lexeme. Kinds earlier in the list win among equally long matches. */
export interface LexemeKind {
  /** What people call it; unique. */
  readonly name: string;
  /** Over UTF-8 bytes; never matches the empty text. */
  readonly regex: Regex;
  /** The lexical modes where it competes. */
  readonly modes: readonly string[];
  /**
   * Terminals of the grammar that the parser reads for it, in order: none for blanks and comments, usually one, several where they are
   * written as one lexeme (`1else` in Python).
   */
  readonly terminals: readonly string[];
  /** How many frames it closes, before it opens one. 0 when absent. */
  readonly closes?: number;
  /** The mode of the frame that it opens. */
  readonly opens?: string;
  /** Names of kinds that may not begin directly behind it. */
  readonly notBefore?: readonly string[];
  /** The text may not end directly behind it. */
  readonly unfinished?: true;
  /** It may stand only where the parser could read this terminal next: a comment, where a line may end. */
  readonly onlyBefore?: string;
  /** It is or opens what may run on over any text, as quotes and comments do; see the policy of fillMiddle. */
  readonly swallows?: true;
  /**
   * The name of the kind that it is like where it has no meaning of its own: a word that is a keyword in some places and a name in all others. `expected`
   * leaves it out there.
   */
  readonly ordinary?: string;
  /** What the inside of such a lexeme is to a gate of another monitor: `string`, `comment`, …; `code` when absent. */
  readonly place?: string;
}

/** A place with lexemes of its own. */
export interface LexicalMode {
  readonly name: string;
  /** What it is to a gate of another monitor: `string` for the body of a formatted string; `code` when absent. */
  readonly place?: string;
  /** Whether line breaks and indentation matter here. Only the first mode, and only with a layout. */
  readonly lines?: true;
  /** The name of what its frames are counted as: modes of one name share a count. */
  readonly counts?: string;
  /** At most so many frames that are counted like this one may be open once one of this mode has been opened. */
  readonly most?: number;
}

/** How lines and indentation matter. */
export interface LayoutRules {
  /** The terminals that stand for a line's end, for a deeper column, and for each column left. */
  readonly newline: string;
  readonly indent: string;
  readonly dedent: string;
  /** A tab leads to the next multiple of so many columns; a second count takes it for one, and both must agree. */
  readonly tab: number;
  /** The character that begins a comment up to the end of the line, where such lines are no lines. */
  readonly comment?: string;
  /** What a backslash before a line break does among the blanks that begin a line: see `LineRules` in @espalier/lexer. */
  readonly continuation: "first" | "none";
  /** Whether a text may end behind a continuation by CR LF where a line begins. */
  readonly endsBehindReturn?: true;
  /** At most so many blocks may be open. */
  readonly deepest: number;
}

/**
 * Texts that stand for what cannot be read, so that the rest of a file can be; of each list, those earlier are preferred. Every text is of whole
 * lexemes. Languages with a layout end statements and headers with a line; the header of a block is followed by a deeper one.
 */
export interface Placeholders {
  /** For statements, without their line's end: `pass`. */
  readonly statement: readonly string[];
  /** For what opens a block: `if 1:`. */
  readonly header: readonly string[];
  /** For what stands between brackets or in the middle of a line: `...`. */
  readonly expression: readonly string[];
}

/** The rules of a grammar as automata, written once so that no process has to compile them. */
export interface WrittenRules {
  /** The grammar that they are the rules of; with another one they are not used. */
  readonly grammar: Grammar;
  /** What `writtenRules` gives for the source. */
  readonly text: string;
}

/** The source of a lexed language. */
export interface LexedSource {
  /**
   * A rule that names the indent terminal must end with the dedent terminal, and name each once.
   */
  readonly grammar: Grammar;
  /** Absent, or of another grammar, the rules are compiled when the language is made. */
  readonly rules?: WrittenRules;
  readonly kinds: readonly LexemeKind[];
  /** The first is where a text begins. */
  readonly modes: readonly LexicalMode[];
  readonly layout?: LayoutRules;
  /** Without them, no gap opens in a text that has errors elsewhere. */
  readonly placeholders?: Placeholders;
}
