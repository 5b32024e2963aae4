// The lexical structure of a programming language as data: what a lexer needs to tell code from strings and comments, and to find member operators.

/** One form of string literal. */
export interface StringForm {
  /** Words that directly precede the quote, in lower case; `""` for none. */
  readonly prefixes: readonly string[];
  readonly quotes: readonly string[];
  /** What a backslash does: it protects the next character, or it is a character like any other. `backslash` when absent. */
  readonly escapes?: "backslash" | "none";
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
}

/** The lexical structure of a language. All texts are ASCII. */
export interface LexicalStructure {
  readonly lineComments: readonly string[];
  readonly blockComments?: readonly BlockComment[];
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
