// The central interface of the project: a language that is read one symbol at a time.
//
// Grammars implement it, the token trie uses it, and combinators build new monitors from others. Stepping is pure and
// synchronous, and states are values, so fork and rollback are free. regex-automata, outlines-core, prosemirror-model
// and llguidance's toktrie have the same three methods under other names.

import type { Ruling } from "./survivors.js";

/**
 * A language over bytes and control symbols.
 *
 * A *symbol* is a byte (0–255) or a control symbol (256 + k, where k indexes {@link Monitor.controls}). A state denotes
 * its *residual*: the set of texts that may still follow. A state is *accepting* if its residual contains the empty
 * text. If nothing may follow, the state is *dead*, represented by `undefined`.
 */
export interface Monitor<State> {
  /** The state before any symbol. In a monitor of the empty language, every step from the start is `undefined`. */
  readonly start: State;
  /** Returns the state after `symbol`; `undefined` if nothing can follow. Pure: equal arguments give equal states. */
  step(state: State, symbol: number): State | undefined;
  /** Returns whether the text may end here. */
  accepts(state: State): boolean;

  /**
   * The names of this monitor's control symbols: symbol `256 + k` is `controls[k]`, for example `<|tool_call|>`. Text
   * can never spell a control symbol; a token trie maps it by name to token ids. If absent, there are none.
   */
  readonly controls?: readonly string[];
  /**
   * If true, every live state has a completion, so the text can be finished after every token in a mask. Grammars and
   * regexes are trim; a product in general is not. If absent, this is not guaranteed. The one exception is the start of
   * the empty language: a monitor may be trim although nothing can follow its start.
   */
  readonly trim?: boolean;
  /**
   * If true, no text of the language is a proper prefix of another: nothing follows an accepting state, so whatever
   * comes after a text begins at once. Texts that end with a marker are prefix-free, and so are JSON objects. If
   * absent, this is not guaranteed.
   */
  readonly prefixFree?: boolean;

  // Capabilities. All are optional, and refer to symbols and integers, never to tokens.

  /**
   * A monitor with the same states and steps, which may differ in its start, its accepting states and its costs. What
   * is computed for the steps of one can be used for the other. Its `table`, `factor` and `asks` equal those of this
   * monitor.
   */
  readonly stepsOf?: Monitor<State>;

  /**
   * Returns a key. States with equal keys have equal residuals, so a walker can cache results by key. If absent, states
   * are compared with `===`.
   */
  key?(state: State): string | number;
  /**
   * Classes of bytes that the monitor does not distinguish: two bytes of one class lead to equal states from every
   * state. A `table` contains classes too.
   */
  readonly classes?: ByteClasses;
  /** The parts of an intersection. A mask of the whole can then be computed from masks of the parts. */
  readonly conjunction?: Conjunction<State>;
  /**
   * Numbered states that represent states without numbers. A mask of a state can then be computed from that of its
   * sketch.
   */
  readonly sketches?: Sketches<State>;
  /**
   * Returns the intersection with a finite automaton, whose states must be integers with a fixed meaning. Call it once
   * for each automaton, because the result caches what it computes. Returns `undefined` for automata that it cannot
   * decide.
   */
  intersection?(automaton: Monitor<number>): Intersection<State> | undefined;

  /** Integer states over byte classes. A walker can then keep a dense transition table of its own. */
  readonly table?: Table;
  /** Splits states into a local part and the rest, so that masks can be computed in pieces. */
  readonly factor?: Factor<State>;
  /**
   * Returns the least number of symbols from `state` to an accepting state. The cost is 0 exactly if the state accepts;
   * from a state of cost n > 0, some step leads to a state of cost ≤ n − 1. If the least number is too expensive to
   * compute, a monitor may return the length of a completion that it knows, under the same two rules.
   */
  cost?(state: State): number;
  /**
   * Returns an upper bound on {@link Monitor.cost} that needs no search; Infinity if there is none. A budget above it
   * needs no search.
   */
  costAtMost?(state: State): number;
  /**
   * Runs `work` and limits all searches that {@link Monitor.cost} makes during it to `steps` steps together. A search
   * that reaches the limit reports a cost of Infinity, and the monitor does not cache that cost. Only monitors that
   * search for their costs have this method.
   */
  searchingWithin?<Result>(steps: number, work: () => Result): Result;
  /**
   * Returns the symbols of one completion, as many as {@link Monitor.cost} says; `undefined` if the cost is Infinity.
   * After its first symbol, the rest is the witness of the next state. It saves the caller a search for symbols that
   * lower the cost.
   */
  witness?(state: State): ArrayLike<number> | undefined;
  /**
   * Returns the beginning of a typical text, as far as it is known without a search. Each prefix of it is a prefix of
   * some text. Masks along it will probably be needed first, so they can be computed in advance. This is only a hint
   * that affects speed.
   */
  typical?(): Uint8Array;
  /** Returns the kind of the place (`code`, `string`, `comment`, …), for gates of other monitors. */
  mode?(state: State): string;
  /** The name of this monitor in messages. */
  readonly label?: string;
  /**
   * Returns the monitors that form this one, with their states, as far as they read the same symbols. For messages
   * only.
   */
  constituents?(state: State): readonly Constituent[];
  /** Describes what may follow: terminal names, literals, byte ranges. For messages only. */
  expected?(state: State): readonly string[];
  /** Returns the open questions of this state. A mask that is computed while one is open is not cached. */
  asks?(state: State): readonly Question[];
  /**
   * Returns the state after `question` has been answered; `undefined` if nothing can follow according to the answer. A
   * question that the state does not ask changes nothing. Pure, like `step`.
   */
  supply?(state: State, question: Question, answer: unknown): State | undefined;
  /**
   * Where answers constrain the text. With it, a product removes allowed texts that its other part would reject later.
   */
  readonly ruling?: Ruling<State>;
}

/**
 * A question that a state needs answered to be exact. Until then it constrains nothing: an answer only reduces what may
 * follow.
 *
 * Without `ago`, two questions with the same key have the same answer. With `ago`, the answer also depends on the text
 * before the place where the question arose. Two questions then have the same answer if they have the same key and
 * arose at the same place of the same text; for one state, that means the same `ago`.
 */
export interface Question {
  readonly key: string;
  /** How many bytes ago the question arose: 0 directly after the byte that raised it. */
  readonly ago?: number;
  /**
   * What happens to a token that extends past the place where the question arose. `"ask"`: the question is answered
   * before the token is chosen. `"split"`: no such token is allowed. `"defer"` (the default): the token is chosen, and
   * taken back if the answer rejects it.
   */
  readonly inside?: InsideToken;
  /** Whether everything that the answer affects has already been written. The answer can then only reject the text. */
  readonly over?: boolean;
}

/** What happens to tokens that extend past a question; see {@link Question.inside}. */
export type InsideToken = "ask" | "split" | "defer";

/** A partition of the bytes into classes. */
export interface ByteClasses {
  /** The class of each byte: 256 entries, each below `classCount`. */
  readonly classOf: Uint8Array;
  /** The number of classes (1–256). */
  readonly classCount: number;
}

/**
 * The capability of an intersection. A text of bytes can be read from a state exactly if every part can read it from
 * its own state. The parts are independent, and their own capabilities (`factor`, `key`, `classes`) stay usable.
 */
export interface Conjunction<State> {
  readonly parts: readonly Monitor<unknown>[];
  /** Returns the state of part number `part` when the whole is in `state`. */
  stateOf(state: State, part: number): unknown;
  /**
   * Returns whether a part other than the first certainly reads every text that consists of such bytes from `state`, a
   * state of that part. A hint that affects only speed.
   */
  quiet?(state: unknown, byte: number): boolean;
}

/** A part of a combination, and its state. */
export interface Constituent {
  /** The index of the part in the combination. */
  readonly index: number;
  readonly monitor: Monitor<unknown>;
  readonly state: unknown;
}

/** The intersection of a language with a finite automaton. */
export interface Intersection<State> {
  /**
   * Returns the number of symbols of a text that both read from their states to an accepting state, as small as known;
   * Infinity if there is no such text. The cost is 0 if both accept; otherwise some symbol leads both to states of a
   * lower cost.
   */
  cost(state: State, other: number): number;
  /** Returns whether the cost is finite; for intersections that can tell this with less work. */
  live?(state: State, other: number): boolean;
  /**
   * Whether a cost of Infinity proves that there is no such text, in every reachable pair. Otherwise the search may
   * only have failed.
   */
  readonly exact: boolean;
  /** Whether every text that both read from their starts has a completion, so that nothing has to be dropped. */
  readonly clear: boolean;
}

/**
 * The capability of states of any kind that have numbered *sketches*. A sketch represents all states that differ only
 * in ways that seldom matter. If a text leads from the sketch to no vague state (`Factor.vague`), it can be read from
 * the sketch exactly if it can be read from the state. If it leads to a vague state, only the state itself can decide.
 */
export interface Sketches<State> {
  /** The monitor of the sketches. If a sketch does not accept, neither does any state that it represents. */
  readonly monitor: Omit<Monitor<number>, "start"> & Required<Pick<Monitor<number>, "table" | "factor">>;
  /** Whether the sketches depend on a user's `key`. If so, masks occasionally test a token on the state itself. */
  readonly keyed: boolean;
  /**
   * Returns the sketch of a state. Steps from the sketch may reveal that it does not represent the state. This call
   * then returns another sketch, so a caller that has computed something calls it again, and starts over if the sketch
   * has changed. Only this call can increase `table.generation`; after that, earlier sketches must not be stepped any
   * more.
   */
  of(state: State): number;
}

/**
 * The capability of integer states. Every state is an integer in [0, 2³¹), and two bytes of one class lead to the same
 * state from every state. An id is never reused for another state, not even in a later generation: a dropped state
 * throws `StaleStateError`.
 */
export interface Table extends ByteClasses {
  /** Increases whenever earlier ids become invalid. Caches by id must then be cleared. */
  readonly generation: number;
}

/**
 * The automaton of the local parts of a {@link Factor}'s states. Local states are integers ≥ 1 and are never reused.
 * Two monitors may share one automaton; what is computed for its states, for example tables of tokens, then serves
 * both.
 */
export interface LocalAutomaton {
  /**
   * Returns the local state after one byte; 0 if there is none. Bytes of one class of the monitor's `table` behave the
   * same.
   */
  step(local: number, byte: number): number;
  /** Returns a non-zero id of what a boundary here passes on; 0 if no boundary is possible here. */
  exit(local: number): number;
  /**
   * Returns whether a boundary is taken here regardless of what follows (nothing longer can match, or the match is
   * lazy).
   */
  closes(local: number): boolean;

  // Hints. All are optional. What they say must be true, but they need not be complete.

  /** The known steps as arrays, for loops that cannot afford a call for each step. Always the same object. */
  readonly known?: KnownSteps;
  /** Whether a boundary never lies where a step is possible. Nothing is then *undecided* (see {@link Factor}). */
  readonly commits?: boolean;
  /**
   * Returns what must be welcome for a text to end inside `local`, a free local state (see {@link FreeReading}): a
   * number ≥ 1.
   */
  demand?(local: number): number;
  /** Returns the only byte that has a step from here; −1 if there are several, or if it is unknown. */
  sole?(local: number): number;
  /** Adds to `into`, eight words, the bytes that may have a step from here: bit `byte & 31` of word `byte >> 5`. */
  firsts?(local: number, into: Int32Array): void;
  /**
   * Adds to `into`, in the same format, the bytes that may lead to different local states from `local` and from
   * `other`.
   */
  apart?(local: number, other: number, into: Int32Array): void;
  /**
   * Returns what is known about the steps from a local state without taking them. As many states as possible share one
   * object.
   */
  outline?(local: number): Outline;
  /**
   * Returns bytes that must come next, at most `most`. From `local` on, each is the only byte with a step; no boundary
   * lies before the last, and no local state before the last closes. Returns undefined if there are fewer than two.
   */
  literal?(local: number, most: number): Literal | undefined;
  /**
   * Returns how many characters of a set can be read from here: an n such that every text of at most n characters stays
   * inside (no boundary, and the last state does not close), and no longer text can be read at all, inside or across a
   * boundary. Infinity if all such texts stay inside; −1 if no such n is known. Sets are compared by identity.
   */
  run?(local: number, characters: CharacterRanges): number;
  /**
   * Returns an n, possibly Infinity, such that every text of at most n characters of a set stays inside; 0 if none is
   * known.
   */
  leastRun?(local: number, characters: CharacterRanges): number;
  /**
   * Returns the local state after any `count` ≥ 1 characters of a set if it is the same for all of them; 0 if unknown.
   */
  along?(local: number, characters: CharacterRanges, count: number): number;
  /**
   * Returns a local state that every character of a set leads back to itself, and that runs of them from `local`
   * eventually reach; 0 if none is known. The first property is required; the second makes it useful.
   */
  loop?(local: number, characters: CharacterRanges): number;
  /**
   * Returns a local state from which the same texts of at most `bytes` bytes stay inside as from `local`, with the same
   * exits on the way. As many states as can be recognised cheaply share one result. For example, counters that so few
   * bytes cannot exhaust are ignored.
   */
  horizon?(local: number, bytes: number): number;
}

/**
 * The steps of an automaton that have been computed so far. The arrays are replaced when they grow, so read them again
 * after every call that may compute something.
 *
 * State `l` has a *row* r = `rowOf[l]`. r is 0 if there is no row yet (`LocalAutomaton.sole` creates one), and negative
 * if only one byte has a step. Otherwise byte b leads to `next[r + 1 + classOf[next[r] + b]]`, −1 if not computed.
 */
export interface KnownSteps {
  readonly rowOf: Int32Array;
  readonly next: Int32Array;
  readonly classOf: Uint8Array;
  /** By state, the result of `LocalAutomaton.exit`. */
  readonly exitOf: Int32Array;
  /** By state, 1 if it closes. */
  readonly closing: Uint8Array;
}

/** Bytes that must come next, and the local state after them, computed on demand. */
export interface Literal {
  readonly bytes: ArrayLike<number>;
  end(): number;
}

/** Which bytes may have a step, and which bytes have the same step. */
export interface Outline {
  /** By byte; bytes of one class lead to the same local state. */
  readonly classOf: Uint8Array;
  /** By byte; 0 if there is certainly no step. */
  readonly live: Uint8Array;
}

/** A set of Unicode scalar values: ascending disjoint ranges, both ends included. Texts contain them in UTF-8. */
export type CharacterRanges = readonly (readonly [from: number, to: number])[];

/**
 * The capability of a state that splits into two parts. The *local* part (for a grammar, the lexer state) alone decides
 * what happens until a boundary. The rest (for a grammar, the parser's set) is needed only when a boundary is crossed.
 *
 * For a state `s` with `local(s) = l`, reading bytes b₁…bₙ from `s` succeeds exactly if one of these holds:
 *
 * - *inside*: stepping `l` by all n bytes stays non-zero and no local state on the way `closes`; or
 * - *crossing* at i (0 ≤ i ≤ n): the local state lᵢ after i bytes has an exit e = `exit(lᵢ)` ≠ 0, and either
 *   `closes(lᵢ)` or i < n and step(lᵢ, bᵢ₊₁) = 0; `cross(s, e)` is a state and it can read bᵢ₊₁…bₙ; or
 * - *undecided*: i < n, `exit(lᵢ)` ≠ 0, step(lᵢ, bᵢ₊₁) ≠ 0 and exit(step(lᵢ, bᵢ₊₁)) = 0, and the automaton does not
 *   `commits`. A boundary may or may not lie at i; the monitor's own `step` decides such texts.
 *
 * A local state that `closes` after the last byte counts as crossing (i = n), not as inside. If the local step from an
 * exit leads to another exit, the boundary does not lie at the first (maximal munch). A state may have a local part
 * only if every non-zero local state that it can reach is live together with it.
 */
export interface Factor<State> {
  /**
   * The automaton of the local parts. It is replaced when the monitor drops all its states but the start, and all local
   * states with them; the table's generation then increases.
   */
  readonly automaton: LocalAutomaton;
  /** Returns the local part as an integer ≥ 1; 0 if this state cannot be split (use `step` then). */
  local(state: State): number;
  /**
   * Returns the state after `state`'s local part has been left by `exit`; `undefined` if nothing can follow. `exit` may
   * be that of any local state reachable from `local(state)`, because a walk along a token calls `cross` with the state
   * where the token began.
   */
  cross(state: State, exit: number): State | undefined;
  /**
   * Returns the state that differs from `state` only in its local part, which is `local`, a result of the automaton's
   * `horizon`.
   */
  replace?(state: State, local: number): State;
  /**
   * Returns the state after bytes that lead `state` to the local state `local` without a boundary before the last byte;
   * the same state that stepping gives. For states with a local part; `undefined` if nothing can follow.
   */
  inside?(state: State, local: number): State | undefined;
  /**
   * Returns the state's sketch, itself a state with a local part. A sketch represents all states that differ in ways
   * that almost no token distinguishes, for example in the text of a key that must not repeat. If a text leads from the
   * sketch to no vague state, it can be read from the sketch exactly if it can be read from the state. If it leads to a
   * vague state, only the state itself can decide. The sketch of a sketch is itself. The state after a sketch by `step`
   * or `cross` may have a sketch again.
   */
  sketch?(state: State): State;
  /**
   * Returns whether the cost of a sketch, or of a state that is its own sketch, is the cost of every state that it
   * represents. If false, the cost of the sketch is a lower bound for those states, and they must be asked themselves.
   */
  costsAlike?(state: State): boolean;
  /**
   * Returns a lower bound on the cost of every path from a state that begins with `symbol`, if that leads to a vague
   * state. Absent means 0.
   */
  leastVague?(state: State, symbol: number): number;
  /**
   * Returns a state that reads everything that this one reads, with the bytes by which the two may differ; `undefined`
   * if none is known. The mask of this state is that of the wider state, except for the few tokens that begin with
   * those bytes.
   */
  narrowed?(state: State): Narrowed<State> | undefined;
  /**
   * Returns whether a state that was reached from a sketch is vague: it only says that the state itself must be asked.
   * It must not be stepped.
   */
  vague?(state: State): boolean;
  /**
   * Returns whether the local part of a state that was reached from a sketch over-approximates it: a rejection by the
   * local part is final, but the concrete state that was sketched must confirm an acceptance.
   */
  loose?(state: State): boolean;
  /** How to read states whose boundaries do not depend on what is welcome. */
  readonly free?: FreeReading<State>;
}

/**
 * A state next to a wider one, `wider`, which reads everything that `state` reads. After a byte that is not in `bytes`,
 * both read the same. After a byte of `bytes`, the next state's own `Factor.narrowed` says where it differs from the
 * state that `wider` reaches; if it is `undefined`, both read the same.
 */
export interface Narrowed<State> {
  readonly wider: State;
  readonly bytes: ArrayLike<number>;
}

/**
 * The capability of a factor whose boundaries do not depend on the rest of the state. The rest only decides which
 * lexemes are welcome; others are rejected. A state `s` then has a *free* local state `f` that welcomes everything, and
 * nearly all states share one. Reading b₁…bₙ from `s` succeeds exactly if one of these holds (compare {@link Factor};
 * no text is undecided):
 *
 * - *inside*: it stays inside `f`, up to `l`, and `admits(s, demand(l))`; or
 * - *crossing* at i with an exit e on the way from `f`: `cross(s, e)` is a state `t`; if i = n, `admits(t, ANYTHING)`;
 *   otherwise bᵢ₊₁…bₙ can be read from `t` in the same way.
 */
export interface FreeReading<State> {
  /**
   * Returns the free local state of a state; 0 if it has none and must be read otherwise. All states that `cross`
   * returns have one.
   */
  local(state: State): number;
  /** Returns whether a state welcomes what `demand` requires. */
  admits(state: State, demand: number): boolean;
  /**
   * Returns the state after a boundary, which must be read with the free reading; `undefined` if the boundary is not
   * welcome.
   */
  cross(state: State, exit: number): State | undefined;
}

/** The demand that is always satisfied: anything can follow, or nothing need follow. */
export const ANYTHING = 0;

/** The number of the first control symbol. Smaller symbols are bytes. */
export const FIRST_CONTROL = 256;
