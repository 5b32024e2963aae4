// What a monitor over a program needs to know of the lexemes of its language.

/**
 * The lexemes of a language, read one byte at a time; `TypescriptLexer` of @espalier/typescript is one. States are values, and equal where
 * their keys are.
 */
export interface ProgramLexer<State>
  extends Partial<ArgumentLexer<State>>,
    Partial<KeywordLexer<State>>,
    Partial<ImportLexer<State>>,
    Partial<OperandLexer<State>> {
  readonly start: State;
  /** The state after a byte; never undefined for bytes. */
  step(state: State, byte: number): State | undefined;
  key(state: State): string | number;
  /** What the last byte belongs to; `word` for names and keywords, `code` for other code between literals. */
  kind(state: State): string;
  /** Whether the name of a member must come: its operator has been read, and blanks or comments since. */
  expectsMember(state: State): boolean;
  /** The same where something other than a name may come instead, as a bracket after `?.`. */
  expectsMemberOrOther(state: State): boolean;
  /** Whether the last byte is inside a character of several bytes. */
  isInsideCharacter(state: State): boolean;
}

/** What is needed to count the arguments of calls; a monitor whose lexer lacks it does not ask for signatures. */
export interface ArgumentLexer<State> {
  /**
   * Whether the byte between two states opens the arguments of a call. Where only an analysis can tell, as for the declaration of a method, it says yes,
   * and the answer is not `closed`.
   */
  opensArguments(before: State, after: State): boolean;
  /** How many brackets are open, those of strings with substitutions among them. */
  depth(state: State): number;
  /** Whether commas do not tell arguments from here on, as after `...`; asked directly inside the brackets of a call. */
  losesCount(state: State): boolean;
}

/** What is needed to tell keywords that a choice follows; a monitor whose lexer lacks it asks for neither constructibles nor cases. */
export interface KeywordLexer<State> {
  /** The keyword `new` or `case` that a blank between two states ends, and that an operand must follow; `undefined` where there is none. */
  keywordBeforeOperand(before: State, after: State): string | undefined;
}

/** What is needed to tell where expressions begin; a monitor whose lexer lacks it does not ask for the names in scope. */
export interface OperandLexer<State> {
  /**
   * Whether an expression must begin, with blanks and comments since what stood before; never where a statement may begin, or the parameters of a function that
   * only what follows tells from an expression, unless a single name and an arrow are the whole of them.
   */
  expectsOperand(state: State): boolean;
}

/** What is needed to tell the names and modules of imports; a monitor whose lexer lacks it asks for neither exports nor modules. */
export interface ImportLexer<State> {
  /** Whether the name of an import or export must come in its braces, or their end: the brace or a comma has been read, and blanks or comments since. */
  expectsImportedName(state: State): boolean;
  /** Whether the last byte is in the string that names a module; its opening quote is, its closing quote is not. */
  isInModuleName(state: State): boolean;
}
