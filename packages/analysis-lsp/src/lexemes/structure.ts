// The lexical structure of a programming language as data: what a lexer needs to tell code from strings and comments, and to find member operators.

/** One form of string literal. */
export interface StringForm {
  /** Words that directly precede the quote, in lower case; `""` for none. */
  readonly prefixes: readonly string[];
  readonly quotes: readonly string[];
  /** What protects a quote: a backslash, nothing, or the same quote once more. `backslash` when absent. */
  readonly escapes?: "backslash" | "none" | "doubled";
  /**
   * What the closing text repeats of the opening one: further quotes, as many as there are; the `#`s between the prefix and the quote; or the text between the
   * quote and a round bracket, as in `R"end(…)end"`.
   */
  readonly fence?: "quotes" | "hashes" | "word";
  /** Whether it holds a single character: a quote before a name that no quote directly follows is no string then, as in `'a` of Rust. */
  readonly character?: boolean;
  /** Whether the string may contain line breaks. Otherwise a line break ends it. */
  readonly multiline?: boolean;
  /** Whether `{…}` holds code, `{{` is a brace, and a colon in the braces begins a format. */
  readonly fields?: boolean;
  /** Whether `\N{…}` names a character, so that its braces hold no code. */
  readonly namedCharacters?: boolean;
}

/** A comment that goes on to its closing text. */
export interface BlockComment {
  readonly open: string;
  readonly close: string;
  /** Whether such comments may stand within it. */
  readonly nested?: boolean;
}

/** Lines for another reader than the language itself, such as a preprocessor. */
export interface Directives {
  /** What such a line begins with, as `#`. */
  readonly open: string;
  /** The directives whose lines hold code; the lines of others are read as comments. */
  readonly code: readonly string[];
}

/** The lexical structure of a language. All texts are ASCII. */
export interface LexicalStructure {
  readonly lineComments: readonly string[];
  readonly blockComments?: readonly BlockComment[];
  readonly directives?: Directives;
  /** Whether a backslash before a line break joins the next line to a comment or a directive. */
  readonly joinsLines?: boolean;
  readonly strings: readonly StringForm[];
  /** The operators that a member's name follows, such as `.` and `->`. */
  readonly memberOperators: readonly string[];
  /** Operators that begin like a member operator and are none, such as `...`. */
  readonly otherOperators?: readonly string[];
  /** Characters other than letters, digits and `_` that names may have. */
  readonly nameCharacters?: string;
  /** Keywords after which no operator can follow, so that a dot is no member operator. */
  readonly keywords: readonly string[];
  /** Operators that come after an operand and leave one, such as `?` in Rust. */
  readonly postfixes?: readonly string[];
  /** Whether a number takes a dot that no digit follows, as `1.` does. */
  readonly numbersEndInDot: boolean;
  /** Characters that may stand between digits, besides `_`. */
  readonly digitSeparators?: string;
  /** Characters that end a statement outside of brackets of the kinds `(` and `[`. A line break that follows a backslash ends none. */
  readonly statementEnds: string;
  /** Words that begin a statement in which dots separate the parts of a path, such as `import`. */
  readonly pathStatements?: readonly string[];
  /** Words that may stand before one of those, such as `lazy`. */
  readonly pathOpeners?: readonly string[];
}
