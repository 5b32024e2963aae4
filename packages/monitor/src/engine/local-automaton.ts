// The automaton of the local parts of factored states: for a grammar, its lexer.

/**
 * The automaton of the local parts of the states of a `Factor`. Local states are integers ≥ 1 that are never reused. Two monitors may share
 * one automaton. What was computed for its states (tables of tokens, for example) then serves both.
 */
export interface LocalAutomaton {
  /** The local state after one byte, or 0 when there is none. Bytes of one class of the monitor's `table` give the same state. */
  step(local: number, byte: number): number;
  /** What a boundary here tells the rest of the state, as an id ≥ 1; 0 when no boundary can lie here. */
  exit(local: number): number;
  /** Whether the boundary lies here, whatever follows: nothing longer can match, or the match is lazy. */
  closes(local: number): boolean;

  // Hints, all optional. What they say must be true, but they may say nothing.

  /** The known steps as arrays, for loops in which a call for each step would take most of the time. Always the same object. */
  readonly known?: KnownSteps;
  /** Whether a boundary never lies before a byte that has a step. Then no text is *undecided* (see `Factor`). */
  readonly commits?: boolean;
  /** What the rest of the state must allowed for a text to end in `local`, a free local state (see `FreeReading`): a number ≥ 1. */
  demand?(local: number): number;
  /** The only byte that has a step from here; −1 when there are several, or when this is unknown. */
  sole?(local: number): number;
  /** Adds the bytes that may have a step from here to `into`, eight words: bit `byte & 31` of word `byte >> 5`. */
  firsts?(local: number, into: Int32Array): void;
  /** What is known of the steps from a local state before any is taken. Many states share one object. */
  outline?(local: number): Outline;
  /**
   * Returns bytes that must follow, at most `most`: from each local state on the way, only one byte has a step, and the lexeme cannot end before the last of
   * these bytes. `undefined` when fewer than two such bytes are known.
   */
  literal?(local: number, most: number): Literal | undefined;
  /**
   * The largest number n of characters of a set that can be read from here within the lexeme. Every text of at most n of these characters stays inside the
   * lexeme (and does not end it), and no text of more than n can be read at all. Infinity when every text of these characters stays inside; −1 when no such n
   * is known. Sets are compared by identity.
   */
  run?(local: number, characters: CharacterRanges): number;
  /** The local state after any `count` ≥ 1 characters of a set, when it is the same for all of them; 0 when it is unknown. */
  along?(local: number, characters: CharacterRanges, count: number): number;
  /**
   * A local state from which every character of the set leads back to the same state; 0 when none is known. It is useful only if runs of these characters from
   * `local` eventually reach it.
   */
  loop?(local: number, characters: CharacterRanges): number;
  /**
   * A local state that cannot be distinguished from `local` within `bytes` bytes: both read the same texts of that length, with the same exits on the way. Many
   * states have the same result, for example states that differ only in a counter that so few bytes cannot exhaust.
   */
  horizon?(local: number, bytes: number): number;
}

/**
 * The steps that an automaton has computed so far. The automaton replaces these arrays when they grow: read the fields again after every call that
 * may compute a step.
 *
 * State `l` has the *row* r = `rowOf[l]`. It is 0 when there is no row yet (`LocalAutomaton.sole` makes one), and negative when only one byte has
 * a step. Otherwise byte b leads to `next[r + 1 + classOf[next[r] + b]]`, which is −1 when that step has not been computed.
 */
export interface KnownSteps {
  readonly rowOf: Int32Array;
  readonly next: Int32Array;
  readonly classOf: Uint8Array;
  /** By state, the result of `LocalAutomaton.exit`. */
  readonly exitOf: Int32Array;
  /** By state, 1 when it closes. */
  readonly closing: Uint8Array;
}

/** Bytes that must follow, and the local state after them, which is computed on the first call. */
export interface Literal {
  readonly bytes: ArrayLike<number>;
  end(): number;
}

/** Which bytes may have a step, and which bytes have the same step. */
export interface Outline {
  /** By byte, its class: bytes of one class lead to the same local state. */
  readonly classOf: Uint8Array;
  /** By byte, 0 when there is certainly no step. */
  readonly live: Uint8Array;
}

/** A set of Unicode scalar values, as ascending disjoint ranges with both ends included. Texts encode them in UTF-8. */
export type CharacterRanges = readonly (readonly [from: number, to: number])[];
