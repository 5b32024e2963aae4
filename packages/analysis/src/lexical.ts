// What a monitor over a program needs to know about the lexemes of the language.

/**
 * Reads the lexemes of a language byte by byte; for example `TypescriptLexer` of @espalier/typescript. States are
 * values; equal keys mean equal states.
 */
export interface ProgramLexer<State>
  extends Partial<ArgumentLexer<State>>,
    Partial<KeywordLexer<State>>,
    Partial<SwitchLexer<State>>,
    Partial<ImportLexer<State>>,
    Partial<ObjectLexer<State>>,
    Partial<OperandLexer<State>> {
  readonly start: State;
  /** Returns the state after a byte; never undefined for bytes. */
  step(state: State, byte: number): State | undefined;
  key(state: State): string | number;
  /**
   * Returns the kind of the lexeme that contains the last byte: `word` for names and keywords, `code` for other code
   * between literals.
   */
  kind(state: State): string;
  /** Returns whether a member name must come next: its operator has been read, followed only by blanks and comments. */
  expectsMember(state: State): boolean;
  /** Returns whether the byte between `state` and `after` may come instead, for example a bracket after `?.`. */
  expectsMemberOrOther(state: State, after: State): boolean;
  /** Returns whether the last byte is inside a multi-byte character. */
  isInsideCharacter(state: State): boolean;
}

/** Counts the arguments of calls. Without it, a monitor does not ask for signatures. */
export interface ArgumentLexer<State> {
  /**
   * Returns whether the byte between two states opens the arguments of a call. If only an analysis can decide, as for
   * the declaration of a method, returns true; the analysis then does not return a `closed` answer.
   */
  opensArguments(before: State, after: State): boolean;
  /** Returns how many brackets are open, including those of strings with substitutions. */
  depth(state: State): number;
  /**
   * Returns whether commas no longer separate arguments from here on, for example after `...`. Called directly inside
   * the brackets of a call.
   */
  losesCount(state: State): boolean;
  /**
   * Returns whether the byte can close brackets that opened the arguments of a call, or an object: whether `depth` may become less than it was directly
   * inside them. Other bytes never do. If it is absent, every byte may. Masks inside such brackets are then slow.
   */
  mayClose?(byte: number): boolean;
}

/** Finds object literals. Without it, a monitor does not ask for their keys. */
export interface ObjectLexer<State> extends Pick<ArgumentLexer<State>, "depth" | "losesCount" | "mayClose"> {
  /**
   * Returns whether the byte between two states is the brace that opens an object literal. If only an analysis can
   * decide, as for a pattern, returns true; the analysis then does not return a `closed` answer.
   */
  opensObject(before: State, after: State): boolean;
}

/** Finds keywords that a choice follows. Without it, a monitor asks for neither constructibles nor cases. */
export interface KeywordLexer<State> {
  /**
   * Returns the keyword `new` or `case` if a blank between the two states ends it and an operand must follow; else
   * `undefined`.
   */
  keywordBeforeOperand(before: State, after: State): string | undefined;
  /** The ASCII characters with which the text after a case can begin; a colon by default. */
  readonly caseEnds?: string;
}

/** Finds the clauses of switches. Without it, a monitor does not ask for missing cases. */
export interface SwitchLexer<State> extends Pick<ArgumentLexer<State>, "depth" | "mayClose"> {
  /**
   * Returns what the byte between two states is: the brace that opens the clauses of a `switch`, the colon that ends a `case`, or the
   * colon of a `default`; else `undefined`. `depth` is the same directly after each of them.
   */
  switchPart(before: State, after: State): "open" | "case" | "default" | undefined;
}

/**
 * Finds where expressions begin. Without it, a monitor does not ask for the names in scope. After a complete character
 * of a word, ASCII letters, digits and underscores must continue that word.
 */
export interface OperandLexer<State> {
  /**
   * Returns whether an expression must begin; blanks and comments may have been read. False where a statement may
   * begin. False also where the parameters of a function may stand, if only the following text distinguishes them from
   * an expression; the exception is a single name before an arrow.
   */
  expectsOperand(state: State): boolean;
}

/** Finds the names and modules of imports. Without it, a monitor asks for neither exports nor modules. */
export interface ImportLexer<State> {
  /**
   * Returns whether the name of an import or export, or the end of its braces, must come next: the brace or a comma has
   * been read, followed only by blanks and comments.
   */
  expectsImportedName(state: State): boolean;
  /**
   * Returns whether the last byte is in the string that names a module. The opening quote counts as inside, the closing
   * quote does not.
   */
  isInModuleName(state: State): boolean;
}

const COMMA = 0x2c;
const withinOf = new WeakMap<object, Uint8Array>();

/**
 * Returns the bytes that neither close brackets nor separate what stands in them, as 256 zeros and ones; `undefined` if the lexer does not say which bytes close
 * brackets. The same object for the same lexer.
 */
export function bytesWithin(lexer: Pick<ArgumentLexer<never>, "mayClose">): Uint8Array | undefined {
  const { mayClose } = lexer;
  if (mayClose === undefined) return undefined;
  let within = withinOf.get(lexer);
  if (within === undefined) {
    within = Uint8Array.from({ length: 256 }, (_, byte) => (byte === COMMA || mayClose(byte) ? 0 : 1));
    withinOf.set(lexer, within);
  }
  return within;
}
