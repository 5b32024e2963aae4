// States that split into a local part and a rest: for a grammar, the state of the lexer and the set of the parser.

import type { LocalAutomaton } from "./local-automaton.js";

/**
 * Splits each state into a *local* part (for a grammar: the state of the lexer) and a rest (the state of the parser). A *boundary* is the end of a lexeme. The
 * local part alone decides what happens up to a boundary. The rest matters only when a text crosses a boundary.
 *
 * Take a state `s` with `local(s) = l`. It reads bytes b₁…bₙ exactly when one of these holds:
 *
 * - *inside*: stepping `l` by all n bytes gives no 0, and no local state on the way `closes`; or
 * - *crossing* at i (0 ≤ i ≤ n): the local state lᵢ after i bytes has an exit e = `exit(lᵢ)` ≠ 0, and either `closes(lᵢ)`
 *   or i < n and step(lᵢ, bᵢ₊₁) = 0; and `cross(s, e)` is a state that reads bᵢ₊₁…bₙ; or
 * - *undecided*: i < n, `exit(lᵢ)` ≠ 0, step(lᵢ, bᵢ₊₁) ≠ 0 and exit(step(lᵢ, bᵢ₊₁)) = 0, and `commits` is not set. A boundary may lie at i or
 *   not, and `step` of the monitor decides such texts.
 *
 * A local state that `closes` after the last byte counts as crossing (i = n), not as inside. When a step leads from one exit to another, the
 * boundary does not lie at the first (maximal munch). A state may be factored only if every local state other than 0 that it reaches is live
 * together with the rest.
 */
export interface Factor<State> {
  /**
   * The automaton of the local parts. When the monitor drops all its states except the start, it replaces this object, and all local states become invalid. The
   * generation of the table then grows.
   */
  readonly automaton: LocalAutomaton;
  /** The local part as an integer ≥ 1; 0 when this state cannot be split. Then use `step`. */
  local(state: State): number;
  /**
   * The state after a boundary with `exit`, or `undefined` when nothing can follow. `exit` may be that of any local state reachable from `local(state)`: a
   * caller passes the state before the lexeme's remaining bytes, not the state at its end.
   */
  cross(state: State, exit: number): State | undefined;
  /** The state with the same rest and another local part, `local`, which the automaton's `horizon` gave for the local part of `state`. */
  replace?(state: State, local: number): State;
  /**
   * The state after bytes that lead `state` to `local` with no boundary before the last byte: the same state as by `step`. For states with a
   * local part. `undefined` when nothing can follow.
   */
  inside?(state: State, local: number): State | undefined;
  /**
   * The *sketch* of a state: an abstract state. It stands for all states that differ only in something that matters to few tokens, such as the text of a key
   * that may not repeat. It has a local part like any other state. A text may lead the sketch to a *vague* state (see `vague`); then only the state itself
   * decides. All other texts are read from the sketch exactly when they are read from the state. The sketch of a sketch is itself. A state reached from a
   * sketch by `step` or `cross` may have another sketch.
   */
  sketch?(state: State): State;
  /**
   * Takes a sketch (an abstract state, see `sketch`). Returns whether all states that the sketch stands for have the same cost as the sketch. If not, the cost
   * of the sketch is a lower bound of their costs.
   */
  costsAlike?(state: State): boolean;
  /** An upper bound of the costs of all states that a sketch stands for, for sketches whose states have different costs. Absent means Infinity. */
  mostCost?(state: State): number;
  /** A lower bound of the cost of every completion that begins with `symbol`, when `symbol` leads to a vague state. Absent means 0. */
  leastVague?(state: State, symbol: number): number;
  /**
   * The first byte of a completion at the cost of `state`, if the monitor knows it without trying all bytes. The byte leads to a lower cost. `undefined`
   * means that the monitor does not know.
   */
  lowering?(state: State): number | undefined;
  /**
   * A state that reads everything which this one reads, and the bytes after which the two may differ; `undefined` when no such state is known.
   * The mask of this state equals that of the wider state except for tokens that begin with those bytes.
   */
  narrowed?(state: State): Narrowed<State> | undefined;
  /** Whether a state that was reached from a sketch tells nothing, so that only the original state decides. A vague state is never stepped. */
  vague?(state: State): boolean;
  /**
   * Takes a state that was reached from a sketch. Returns whether it is *loose*: it refuses whatever its local part refuses, but for all other texts it decides
   * nothing, and only the original state does.
   */
  loose?(state: State): boolean;
  /** How states are read when the rest does not move the boundaries. */
  readonly free?: FreeReading<State>;
}

/**
 * A wider state for {@link Factor.narrowed}. After a byte outside `bytes`, `state` and `wider` read the same texts. After a byte of `bytes`, `state` and
 * `wider` lead to two states. The `narrowed` of the first says where it differs from the second. If it is `undefined`, both read the same texts, provided that
 * the second is the sketch of the first; otherwise nothing is known about what they read.
 */
export interface Narrowed<State> {
  readonly wider: State;
  readonly bytes: ArrayLike<number>;
}

/**
 * The capability of a factor whose boundaries do not depend on the rest: lexemes end at the same places whatever the parser expects, and the parser only
 * refuses those that it does not allow. A state `s` then has a *free* local state `f`, which allows everything and which many states share. `s` reads b₁…bₙ
 * exactly when one of these holds (compare {@link Factor}; no text is undecided):
 *
 * - *inside*: the text stays inside from `f`, leads to `l`, and `admits(s, demand(l))`; or
 * - *crossing* at i with an exit e on the way from `f`: `cross(s, e)` is a state `t`; if i = n then `admits(t, ANYTHING)`, and otherwise `t`
 *   reads bᵢ₊₁…bₙ in this way.
 */
export interface FreeReading<State> {
  /** The free local state of a state; 0 when it has none and must be read by `Factor`. Every state that `cross` gives has one. */
  local(state: State): number;
  /** Whether a state allows what `demand` stands for. */
  admits(state: State, demand: number): boolean;
  /** The state after a boundary, to be read freely only; `undefined` when the boundary is not allowed. */
  cross(state: State, exit: number): State | undefined;
}

/** The demand that anything may follow, or nothing. */
export const ANYTHING = 0;
