// The lexical structure of a programming language as data: what a lexer needs to separate code from strings and comments, and to find member operators.

/** One form of string literal. */
export interface StringForm {
  /** The words that can directly precede the quote, in lower case; `""` means no word. */
  readonly prefixes: readonly string[];
  readonly quotes: readonly string[];
  /** How a quote is escaped: by a backslash, not at all, or by doubling it. The default is `backslash`. */
  readonly escapes?: "backslash" | "none" | "doubled";
  /**
   * The part of a literal's opening text that its closing text must repeat: the number of quotes; the `#`s between the prefix and the quote; or the text
   * between the quote and a parenthesis, as in `R"end(…)end"`.
   */
  readonly fence?: "quotes" | "hashes" | "word";
  /**
   * Whether the literal holds a single character. A quote before a name that is not directly followed by another quote then does not begin a string, as in
   * Rust's `'a`.
   */
  readonly character?: boolean;
  /** Whether the string can contain line breaks. Otherwise a line break ends it. */
  readonly multiline?: boolean;
  /** Whether `{…}` contains code. `{{` then stands for a brace, and a colon inside the braces begins a format. */
  readonly fields?: boolean;
  /** Whether `\N{…}` names a character, so that its braces do not contain code. */
  readonly namedCharacters?: boolean;
}

/** A comment that extends to its closing text. */
export interface BlockComment {
  readonly open: string;
  readonly close: string;
  /** Whether such comments nest. */
  readonly nested?: boolean;
}

/** Lines that the language's compiler does not read itself, such as those of a preprocessor. */
export interface Directives {
  /** The text that begins such a line, such as `#`. */
  readonly open: string;
  /** The directives whose lines contain code. Other directive lines are read as comments. */
  readonly code: readonly string[];
}

/**
 * Lexemes after which a comma directly inside the parentheses of a call need not separate arguments: for example `<` before type arguments, `*` before a list
 * of arguments in Python, `lambda` before parameters.
 */
export interface Uncounted {
  readonly words?: readonly string[];
  /** Operators with this effect wherever they stand. */
  readonly anywhere?: readonly string[];
  /** Operators with this effect unless an operand precedes them. */
  readonly prefixes?: readonly string[];
}

/** The lexical structure of a language. All texts are ASCII. */
export interface LexicalStructure {
  readonly lineComments: readonly string[];
  readonly blockComments?: readonly BlockComment[];
  readonly directives?: Directives;
  /** Whether a backslash before a line break continues a comment or a directive on the next line. */
  readonly joinsLines?: boolean;
  readonly strings: readonly StringForm[];
  /** The operators before a member's name, such as `.` and `->`. */
  readonly memberOperators: readonly string[];
  /**
   * Whether only a name can follow a member operator, apart from blanks and comments. By default, anything can, as in Go's `x.(T)`.
   */
  readonly onlyNamesAreMembers?: boolean;
  /** Operators that begin like a member operator but are not one, such as `...`. */
  readonly otherOperators?: readonly string[];
  /** Characters that names can contain besides letters, digits and `_`. */
  readonly nameCharacters?: string;
  /** Keywords that an operator cannot follow, so that a dot after them is not a member operator. */
  readonly keywords: readonly string[];
  /** Operators that follow an operand and leave an operand, such as `?` in Rust. */
  readonly postfixes?: readonly string[];
  readonly uncounted?: Uncounted;
  /**
   * The characters with which the text after the constant of a `case` can begin, such as the colon. Without them, the cases of a `switch` are not asked for.
   */
  readonly caseEnds?: string;
  /** Whether a number can end in a dot, such as `1.`; or whether it does so unless a name follows the dot directly, as in `1.max`. */
  readonly numbersEndInDot: boolean | "unless-name";
  /** Characters that can separate digits, besides `_`. */
  readonly digitSeparators?: string;
  /** Characters that end a statement outside of `(` and `[`. A line break after a backslash does not end a statement. */
  readonly statementEnds: string;
  /** Words that begin a statement in which dots separate the parts of a path, such as `import`. */
  readonly pathStatements?: readonly string[];
  /** Words that can precede such a word, such as `lazy`. */
  readonly pathOpeners?: readonly string[];
}
