// The one interface of the project: a language, seen one symbol at a time.
//
// Grammar code produces it, the token trie consumes it, and everything in between combines it. Stepping is pure and
// synchronous, states are values, so fork and rollback are free. The same three methods are found in regex-automata,
// outlines-core, prosemirror-model and llguidance's toktrie, each under its own names.

import type { Ruling } from "./survivors.js";

/**
 * A language over bytes and control symbols.
 *
 * A *symbol* is a byte (0–255) or a control symbol (256 + k, where k indexes {@link Monitor.controls}). A state denotes
 * its *residual*: the set of what may still follow. It is *dead* (spelt `undefined`) when nothing may follow,
 * *accepting* when the residual contains the empty text.
 */
export interface Monitor<State> {
  /** The state before any symbol. A monitor of the empty language has a start whose every step is `undefined`. */
  readonly start: State;
  /** The state after `symbol`; `undefined` when nothing can follow. Pure: the same arguments give the same state. */
  step(state: State, symbol: number): State | undefined;
  /** May the text end here? */
  accepts(state: State): boolean;

  /**
   * Names of the control symbols this monitor knows: symbol `256 + k` is `controls[k]`, for example `<|tool_call|>`.
   * Text can never spell a control symbol; a token trie binds it by name to token ids. Absent means none.
   */
  readonly controls?: readonly string[];
  /**
   * The guarantee that every live state has a completion: what a mask leaves can be finished. Grammars and regexes are
   * trim; a product in general is not. Absent means not promised. The one exception is the start of the empty language,
   * which is a state though nothing may follow: such a monitor may promise the rest.
   */
  readonly trim?: boolean;
  /**
   * The guarantee that no text of the language begins another: nothing follows an accepting state, so that whatever comes after a
   * text of it begins at once. Texts that end with a marker are such a language, JSON objects are another. Absent means not promised.
   */
  readonly prefixFree?: boolean;

  // Capabilities: each optional, each stated in symbols and integers only, never in tokens.

  /**
   * A monitor with the same states and the same steps, which may differ in where texts begin, where they may end and what that costs: what has been
   * worked out for the steps of one then serves the other. Its `table`, `factor` and `asks` are those of this one.
   */
  readonly stepsOf?: Monitor<State>;

  /**
   * What makes states equal: states of one key denote the same residual. A walker then remembers by key what it has found out about a
   * state. Absent means that only `===` makes states equal.
   */
  key?(state: State): string | number;
  /** Bytes that the monitor does not tell apart: two bytes of one class lead to equal states from every state. `table` says this too. */
  readonly classes?: ByteClasses;
  /** The parts of an intersection: a mask of the whole is then made from masks of the parts. */
  readonly conjunction?: Conjunction<State>;
  /** Numbered states that stand for states that have no numbers: a mask of a state is then made from that of its sketch. */
  readonly sketches?: Sketches<State>;
  /**
   * Decides the intersection with a finite automaton, whose states are integers and do not change their meaning. Made once for each
   * automaton: it remembers what it finds. `undefined` for automata of which it decides nothing.
   */
  intersection?(automaton: Monitor<number>): Intersection<State> | undefined;

  /** Integer states over byte classes: lets a walker keep its own dense transition table. */
  readonly table?: Table;
  /** What a part of the state alone decides, and what crosses a boundary: lets masks be computed in pieces. */
  readonly factor?: Factor<State>;
  /**
   * The least number of symbols from `state` to an accepting state: 0 exactly when it accepts, and from a state of
   * cost n > 0 some step leads to a state of cost ≤ n − 1. Where the exact least is out of reach a monitor may return
   * the length of a completion it knows, under the same two rules.
   */
  cost?(state: State): number;
  /**
   * A number that {@link Monitor.cost} does not exceed, found without the search that the least may take; Infinity where none is
   * known so cheaply. A budget above it needs no search.
   */
  costAtMost?(state: State): number;
  /**
   * Runs `work` and limits all searches that {@link Monitor.cost} makes during it to `steps` steps together. A search that reaches the limit
   * reports a cost of Infinity, and the monitor does not remember that cost. Only monitors that search for their costs have this.
   */
  searchingWithin?<Result>(steps: number, work: () => Result): Result;
  /**
   * The symbols of one completion, as many as {@link Monitor.cost} says; `undefined` where that is Infinity. After its first
   * symbol the rest is the witness of the state reached. Whoever wants one need not search for symbols that lower the cost.
   */
  witness?(state: State): ArrayLike<number> | undefined;
  /**
   * How a typical text begins, as far as that is known without a search; each beginning of it begins some text. What is asked for
   * along it will probably be asked for first, so whoever has time before may make it ready. A hint: nothing but time depends on it.
   */
  typical?(): Uint8Array;
  /** The kind of place this is (`code`, `string`, `comment`, …): what a gate of another monitor reads. */
  mode?(state: State): string;
  /** What messages call this monitor. */
  readonly label?: string;
  /** The monitors of which this one is made, and where each stands, as far as they read the same symbols. For messages only. */
  constituents?(state: State): readonly Constituent[];
  /** What may follow, in words a person reads: terminal names, literals, byte ranges. For messages only. */
  expected?(state: State): readonly string[];
  /** Questions whose answers this state waits for. A mask made while one is open is not remembered. */
  asks?(state: State): readonly Question[];
  /**
   * The state once `question` has been answered; `undefined` when nothing can follow by that answer. A question that the state does not
   * ask changes nothing. Pure, as `step` is.
   */
  supply?(state: State, question: Question, answer: unknown): State | undefined;
  /** Where answers rule the text. A product then removes what its other part would refuse later. */
  readonly ruling?: Ruling<State>;
}

/**
 * Something a state needs to know before it can be exact. Until it is answered it constrains nothing: an answer only shrinks what may follow.
 *
 * Without `ago`, two questions with one key have one answer. With it, the answer also depends on the text before the place where the question
 * arose: two questions of one state with one key and one `ago` have one answer, and so have two of one key at the same place of the same text.
 */
export interface Question {
  readonly key: string;
  /** How many bytes ago the question arose: 0 where the text ends with what raised it. */
  readonly ago?: number;
  /**
   * What becomes of a token that goes on past the place where the question arose. `"ask"`: it is answered before the token is taken.
   * `"split"`: no such token is taken. `"defer"`, and where absent: the token is taken, and taken back if the answer refuses it.
   */
  readonly inside?: InsideToken;
  /** Whether everything that the answer rules has been written already: then it can refuse the text, and else changes nothing. */
  readonly over?: boolean;
}

/** What becomes of tokens that go on past a question, see {@link Question.inside}. */
export type InsideToken = "ask" | "split" | "defer";

/** A partition of the bytes into classes. */
export interface ByteClasses {
  /** The class of each byte: 256 entries, each below `classCount`. */
  readonly classOf: Uint8Array;
  /** How many classes there are (1–256). */
  readonly classCount: number;
}

/**
 * The capability of an intersection. A text of bytes can be read from a state exactly when every part can read it from its own
 * state. The parts need not know of each other, and what each of them declares (`factor`, `key`, `classes`) stays usable.
 */
export interface Conjunction<State> {
  readonly parts: readonly Monitor<unknown>[];
  /** The state of part number `part` when the whole is in `state`. */
  stateOf(state: State, part: number): unknown;
  /**
   * Whether a part other than the first certainly reads every text of such bytes from `state`, a state of its own. A hint: nothing but
   * time depends on it.
   */
  quiet?(state: unknown, byte: number): boolean;
}

/** A part of a combination, and where it stands. */
export interface Constituent {
  /** The number of the part in the combination. */
  readonly index: number;
  readonly monitor: Monitor<unknown>;
  readonly state: unknown;
}

/** What a text still takes while a finite automaton reads along. */
export interface Intersection<State> {
  /**
   * The number of symbols of a text that both read from their states to an end, as few as are known; Infinity where there is no such text.
   * 0 where both accept; otherwise some symbol leads both to states of a cost that is less.
   */
  cost(state: State, other: number): number;
  /** Whether that is finite, for intersections that find it out with less work. */
  live?(state: State, other: number): boolean;
  /** Whether a cost of Infinity proves that there is no such text, wherever one can get; else it may only be out of reach. */
  readonly exact: boolean;
  /** Whether every text that both read from their starts has a completion: then nothing has to be dropped. */
  readonly clear: boolean;
}

/**
 * The capability of states of any kind that have numbered *sketches*. One sketch stands for all states that differ only in what seldom
 * matters. A text that leads from the sketch to no vague state (`Factor.vague`) is read from the sketch exactly when it is read from the
 * state. Where it leads to a vague state, only the state itself can tell.
 */
export interface Sketches<State> {
  /** Steps the sketches. Where it does not accept, no state of the sketch does. */
  readonly monitor: Omit<Monitor<number>, "start"> & Required<Pick<Monitor<number>, "table" | "factor">>;
  /** Whether they rest on a `key` of a user's: then a token of a mask is tried now and then. */
  readonly keyed: boolean;
  /**
   * The sketch of a state. Steps from it may show that it is no sketch of the state, and then this call gives another one: whoever has
   * worked something out asks again, and starts again with a new sketch. `table.generation` may grow with this call, and only
   * with it: sketches given out before are then not to be stepped any more.
   */
  of(state: State): number;
}

/**
 * The capability of integer states. Every state is an integer in [0, 2³¹), and two bytes of one class lead to the same
 * state from every state. An id is never given to another state, not even in a later generation: a state that was dropped throws
 * `StaleStateError`.
 */
export interface Table extends ByteClasses {
  /** Grows when earlier ids lost their meaning; whoever remembers by id must then forget. */
  readonly generation: number;
}

/**
 * The automaton of the local parts of a {@link Factor}'s states. Local states are integers ≥ 1, never reused. Two monitors may
 * have one automaton in common: what is worked out for its states (tables of tokens, for example) then serves both.
 */
export interface LocalAutomaton {
  /** The local state after one byte; 0 when none. Bytes of one class of the monitor's `table` behave alike. */
  step(local: number, byte: number): number;
  /** A non-zero id of what a boundary taken here would hand on; 0 when no boundary can lie here. */
  exit(local: number): number;
  /** Whether the boundary is taken here at once, whatever follows (nothing longer can match, or the match is lazy). */
  closes(local: number): boolean;

  // Hints, each optional: what they say must be so, but they need not say anything.

  /** What is known of the steps as arrays, for loops in which a call for each step would be most of the work. Always the same object. */
  readonly known?: KnownSteps;
  /** Whether a boundary never lies where a step leads on: nothing is ever *undecided* (see {@link Factor}). */
  readonly commits?: boolean;
  /** What has to be welcome for a text to end inside `local`, a free local state (see {@link FreeReading}): a number ≥ 1. */
  demand?(local: number): number;
  /** The only byte that has a step from here; −1 where there are several, or nobody knows. */
  sole?(local: number): number;
  /** Adds to `into`, eight words, the bytes that may have a step from here: bit `byte & 31` of word `byte >> 5`. */
  firsts?(local: number, into: Int32Array): void;
  /** Adds to `into`, eight words as of `firsts`, the bytes that may lead to different local states from `local` and from `other`. */
  apart?(local: number, other: number, into: Int32Array): void;
  /** What is known of the steps from a local state without taking them. The same object for as many states as can be. */
  outline?(local: number): Outline;
  /**
   * Bytes that have to come next, at most `most` of them: from `local` on each is the only one that has a step, and no boundary lies
   * before the last, nor does a local state before the last close. Undefined where there are not two.
   */
  literal?(local: number, most: number): Literal | undefined;
  /**
   * How many characters of a set can be read from here: an n such that every text of at most n of them stays inside (is read
   * without a boundary and without closing at its end), and no longer one can be read at all, inside or across a boundary;
   * Infinity when all of them stay inside; −1 when no such n is known. Sets are told apart by identity.
   */
  run?(local: number, characters: CharacterRanges): number;
  /** An n, Infinity included, such that every text of at most n characters of a set stays inside; 0 where none is known. */
  leastRun?(local: number, characters: CharacterRanges): number;
  /** The local state after any `count` characters of a set, at least one, where that is the same for all of them; 0 where it is not known. */
  along?(local: number, characters: CharacterRanges, count: number): number;
  /**
   * A local state that every character of a set leads back to itself, and that runs of them from `local` lead to sooner or later; 0
   * where none is known. The first part must be so; the second is what makes it useful.
   */
  loop?(local: number, characters: CharacterRanges): number;
  /**
   * A local state from which the same texts of at most `bytes` bytes stay inside as from `local`, with the same exits on the way:
   * the same one for as many states as can be told cheaply. Counters that so few bytes cannot exhaust are no difference.
   */
  horizon?(local: number, bytes: number): number;
}

/**
 * The steps of an automaton that have been worked out so far. Arrays are replaced when they grow, so they are read afresh behind every
 * call that may make something.
 *
 * State `l` has a *row* r = `rowOf[l]`: 0 where it has none yet (`LocalAutomaton.sole` makes one), negative where only one byte goes on;
 * else byte b leads to `next[r + 1 + classOf[next[r] + b]]`, −1 where that has not been worked out.
 */
export interface KnownSteps {
  readonly rowOf: Int32Array;
  readonly next: Int32Array;
  readonly classOf: Uint8Array;
  /** By state, what `LocalAutomaton.exit` gives. */
  readonly exitOf: Int32Array;
  /** By state: 1 where it closes. */
  readonly closing: Uint8Array;
}

/** Bytes that have to come, and the local state after them, made when it is asked for. */
export interface Literal {
  readonly bytes: ArrayLike<number>;
  end(): number;
}

/** Which bytes may have a step, and which have the same. */
export interface Outline {
  /** By byte: bytes of one class lead to the same local state. */
  readonly classOf: Uint8Array;
  /** By byte: 0 where there is certainly no step. */
  readonly live: Uint8Array;
}

/** A set of Unicode scalar values: ascending disjoint ranges, both ends included. Texts spell them in UTF-8. */
export type CharacterRanges = readonly (readonly [from: number, to: number])[];

/**
 * The capability of a state that splits in two: a *local* part (for a grammar, the lexer state), which alone decides
 * what happens until a boundary, and the rest (the parser's set), needed only where a boundary is crossed.
 *
 * For a state `s` with `local(s) = l`, reading bytes b₁…bₙ from `s` succeeds exactly when one of these holds:
 *
 * - *inside*: stepping `l` by all n bytes stays non-zero and no local state on the way `closes`; or
 * - *crossing* at i (0 ≤ i ≤ n): the local state lᵢ after i bytes has an exit e = `exit(lᵢ)` ≠ 0, and either `closes(lᵢ)`
 *   or i < n and step(lᵢ, bᵢ₊₁) = 0; `cross(s, e)` is a state and it can read bᵢ₊₁…bₙ; or
 * - *undecided*: i < n, `exit(lᵢ)` ≠ 0, step(lᵢ, bᵢ₊₁) ≠ 0 and exit(step(lᵢ, bᵢ₊₁)) = 0, and the automaton does not
 *   `commits`. A boundary may or may not lie at i; the monitor's own `step` decides such texts.
 *
 * A local state that `closes` after the last byte counts as crossing (i = n), not as inside. Where the local step from an
 * exit leads to another exit, the boundary does not lie there (maximal munch). A state is factored only if every non-zero
 * local state it can reach is live together with it.
 */
export interface Factor<State> {
  /**
   * What the local parts are states of. It becomes another object when the monitor has dropped all its states but the start, and with them
   * every local state; the table's generation then grows.
   */
  readonly automaton: LocalAutomaton;
  /** The local part as an integer ≥ 1; 0 when this state cannot be split (then use `step`). */
  local(state: State): number;
  /**
   * The state after `state`'s local part has been left by `exit`; `undefined` when nothing can follow. `exit` may be that of
   * any local state reachable from `local(state)`, not only of the present one: a token is crossed from where it began.
   */
  cross(state: State, exit: number): State | undefined;
  /** The state that differs from `state` in its local part only: `local` is what the automaton's `horizon` gave for it. */
  replace?(state: State, local: number): State;
  /**
   * The state after bytes that lead `state` to the local state `local` with no boundary before the last: what stepping them gives.
   * For states with a local part; `undefined` when nothing can follow.
   */
  inside?(state: State, local: number): State | undefined;
  /**
   * The state's sketch, itself a state with a local part: one sketch stands for all states that differ in what next to no token
   * can tell, as in the text of a key that may not come again. A text that leads from the sketch to no vague state is read from
   * it exactly when it is read from the state. Where it leads to a vague one, only the state itself knows. The sketch of a sketch
   * is itself; what follows a sketch by `step` or `cross` may be a state to sketch again.
   */
  sketch?(state: State): State;
  /**
   * Whether the cost of a sketch, or of a state that is its own sketch, is the cost of every state that it stands for. The cost of a
   * sketch that says no is at most that of every such state: the states themselves must be asked.
   */
  costsAlike?(state: State): boolean;
  /** A lower bound of the cost of every way from a state that begins with `symbol`, where that leads to a vague state. Absent, 0. */
  leastVague?(state: State, symbol: number): number;
  /**
   * A state that reads all that this one reads, and the bytes by which the two may differ; `undefined` where no such state is
   * known. Whoever has the mask of the wider state has that of this one, but for the few tokens that begin with those bytes.
   */
  narrowed?(state: State): Narrowed<State> | undefined;
  /** Whether a state that was reached from a sketch says nothing but that the state itself must be asked. It is never stepped. */
  vague?(state: State): boolean;
  /**
   * Whether a state that was reached from a sketch reads less than its local part: what its local part refuses it refuses, but of
   * what that reads only the state itself, which was sketched, knows.
   */
  loose?(state: State): boolean;
  /** How states are read where what is welcome does not change the boundaries. */
  readonly free?: FreeReading<State>;
}

/**
 * A state beside a wider one, `wider`, which reads at least as much: a text that `state` reads, `wider` reads. After a byte that is not in
 * `bytes` both read the same. After a byte of `bytes`, the state reached says by its own `Factor.narrowed` where it differs from
 * the state that `wider` reaches; where that is `undefined`, both read the same.
 */
export interface Narrowed<State> {
  readonly wider: State;
  readonly bytes: ArrayLike<number>;
}

/**
 * The capability of a factor whose boundaries lie where they lie, whatever the rest of the state welcomes; what is not welcome is
 * refused, no more. A state `s` then has a *free* local state `f`, which few states have not in common: it welcomes everything. Reading
 * b₁…bₙ from `s` succeeds exactly when one of these holds (compare {@link Factor}; there is no undecided text):
 *
 * - *inside*: it stays inside `f`, to `l`, and `admits(s, demand(l))`; or
 * - *crossing* at i with an exit e of `f`'s way: `cross(s, e)` is a state `t`; where i = n, `admits(t, ANYTHING)`, and else bᵢ₊₁…bₙ can be
 *   read from `t` in this way.
 */
export interface FreeReading<State> {
  /** The free local state of a state; 0 where it has none, and has to be read otherwise. Those that `cross` gives all have one. */
  local(state: State): number;
  /** Whether a state welcomes what `demand` asks for. */
  admits(state: State, demand: number): boolean;
  /** The state behind a boundary, to be read freely and not otherwise; `undefined` where the boundary is not welcome. */
  cross(state: State, exit: number): State | undefined;
}

/** The demand that anything can follow, or nothing need. */
export const ANYTHING = 0;

/** The number of the first control symbol: symbols below are bytes. */
export const FIRST_CONTROL = 256;
