// The source of a lexed language: kinds of lexemes that can be recognised without a parser, the modes where they occur, a grammar over terminals, and the rules
// for lines and indentation. Plain data; language.ts creates a language from it.

import type { Regex } from "@espalier/automata";
import type { Grammar } from "@espalier/grammar";

/** A kind of lexeme. Among equally long matches, the kind that comes first in the list wins. */
export interface LexemeKind {
  /** The display name; unique. */
  readonly name: string;
  /** Matches UTF-8 bytes; never matches the empty text. */
  readonly regex: Regex;
  /** The lexical modes in which it competes. */
  readonly modes: readonly string[];
  /**
   * The terminals of the grammar that a lexeme of this kind stands for, in order. Blanks and comments stand for no
   * terminal, and most kinds stand for one. A kind such as `1else` in Python stands for several terminals that are
   * written as one lexeme.
   */
  readonly terminals: readonly string[];
  /** How many frames it closes, before it opens one. Default 0. */
  readonly closes?: number;
  /** The mode of the frame that it opens. */
  readonly opens?: string;
  /** Names of kinds that may not begin directly after it. */
  readonly notBefore?: readonly string[];
  /** The text may not end directly after it. */
  readonly unfinished?: true;
  /** It may only stand where the parser could read this terminal next. For example, a comment may only stand where a line may end. */
  readonly onlyBefore?: string;
  /** It is or opens a lexeme that may continue over any text, as quotes and comments do; see the policy of fillMiddle. */
  readonly swallows?: true;
  /**
   * For a word that is a keyword only in some places: the kind to which it belongs in all other places, such as the
   * kind of names. `expected` omits the word in those other places.
   */
  readonly ordinary?: string;
  /** How the inside of such a lexeme appears to the gates of other monitors: `string`, `comment`, …. Default `code`. */
  readonly place?: string;
}

/** A lexical mode: a context with its own kinds of lexemes. */
export interface LexicalMode {
  readonly name: string;
  /** How it appears to the gates of other monitors: `string` for the body of a formatted string. Default `code`. */
  readonly place?: string;
  /** Whether line breaks and indentation have meaning here. Only allowed for the first mode of a source with a layout. */
  readonly lines?: true;
  /** The name of the counter for its frames. Modes with the same name share a counter. */
  readonly counts?: string;
  /** The largest value of the counter with which a frame of this mode may be opened. */
  readonly most?: number;
}

/** The rules for lines and indentation. */
export interface LayoutRules {
  /** The terminals for a line end, for a deeper column, and for each column that a line leaves. */
  readonly newline: string;
  readonly indent: string;
  readonly dedent: string;
  /** A tab advances to the next multiple of this many columns. A second count treats a tab as one column, and both counts must agree. */
  readonly tab: number;
  /** The character that begins a comment up to the end of the line. A line with only a comment is not a logical line. */
  readonly comment?: string;
  /** The effect of a backslash before a line break among the blanks at the start of a line: see `LineRules` in @espalier/lexer. */
  readonly continuation: "first" | "none";
  /** Whether a text may end after a continuation with CR LF at the start of a line. */
  readonly endsBehindReturn?: true;
  /** The largest number of open blocks. */
  readonly deepest: number;
}

/**
 * Texts that replace what cannot be read, so that the rest of a file can be. Earlier texts of each list are preferred. Every text consists of whole lexemes. In
 * languages with a layout, a line end follows statements and headers, and a deeper line follows the header of a block.
 */
export interface Placeholders {
  /** For statements, without their line end: `pass`. */
  readonly statement: readonly string[];
  /** For the opening of a block: `if 1:`. */
  readonly header: readonly string[];
  /** For text between brackets or inside a line: `...`. */
  readonly expression: readonly string[];
}

/** The rules of a grammar as automata, precompiled so that no process has to compile them. */
export interface WrittenRules {
  /** The grammar that they belong to. For another grammar, they are ignored. */
  readonly grammar: Grammar;
  /** The result of `writtenRules` for the source. */
  readonly text: string;
}

/** The source of a lexed language. */
export interface LexedSource {
  /**
   * A rule that names the indent terminal must end with the dedent terminal, and name each once.
   */
  readonly grammar: Grammar;
  /** If absent, or for another grammar, the rules are compiled when the language is created. */
  readonly rules?: WrittenRules;
  readonly kinds: readonly LexemeKind[];
  /** A text begins in the first mode. */
  readonly modes: readonly LexicalMode[];
  readonly layout?: LayoutRules;
  /** Without placeholders, no gap opens in a text that has errors elsewhere. */
  readonly placeholders?: Placeholders;
}
