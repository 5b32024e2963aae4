// The one interface of the project: a language that is read one symbol at a time.
//
// Grammars, schemas and users implement it, and the token trie reads it. Steps are pure and synchronous, and states are values. So a decoder
// forks and goes back by keeping a state. regex-automata, outlines-core, prosemirror-model and llguidance's toktrie have the same three
// methods under other names.

import type { DeadEnds } from "./dead-ends.js";
import type { EngineCapabilities } from "./engine/engine-capabilities.js";
import type { Question } from "./question.js";

/**
 * A language over bytes and control symbols.
 *
 * A *symbol* is a byte (0–255) or a control symbol (256 + k, where k is an index of {@link Monitor.controls}). The *residual* of a state is the
 * set of texts that may still follow. A state *accepts* when its residual contains the empty text. `undefined` stands for the *dead* state,
 * which has an empty residual.
 *
 * Only `start`, `step` and `accepts` are required. {@link EngineCapabilities} is for the packages of this project: a monitor of your own needs
 * none of it.
 */
export interface Monitor<State> extends EngineCapabilities<State> {
  /** The state before any symbol. The start of the empty language is a state from which every step is `undefined`. */
  readonly start: State;
  /** The state after `symbol`, or `undefined` when nothing can follow. Pure: equal arguments give equal states. */
  step(state: State, symbol: number): State | undefined;
  /** Whether the text may end here. */
  accepts(state: State): boolean;
  /**
   * The names of the control symbols, for example `<|tool_call|>`: symbol `256 + k` is `controls[k]`. No text spells a control symbol. A token
   * trie binds each name to token ids. Absent means none.
   */
  readonly controls?: readonly string[];

  /**
   * A promise: every live state has a completion, so a mask never leads to a dead end. Absent means no promise. The start of the empty
   * language is exempt.
   */
  readonly trim?: boolean;
  /** Of a product that does not promise `trim`: which part prevents the proof, and why. A decoder goes back from dead ends. */
  deadEnds?(): DeadEnds;
  /**
   * Of a decided product whose decision has limits: how many states it has refused so far although it found neither a completion nor a proof that there is
   * none. All other refusals are proven.
   */
  unproven?(): number;
  /** Whether it refuses `symbol` after `state` for that reason alone. */
  isUnproven?(state: State, symbol: number): boolean;
  /** A promise: nothing follows an accepting state, as after the closing brace of a JSON object. Absent means no promise. */
  readonly prefixFree?: boolean;
  /** States with equal keys have the same residual, so masks are remembered by key. Absent means that only identical states (`===`) are equal. */
  key?(state: State): string | number;
  /**
   * The number of symbols of a completion: 0 exactly when `state` accepts. From a state of cost n > 0, some step leads to a state of cost
   * ≤ n − 1. The least number is best, but any number that keeps these two rules is correct. Infinity when no completion is known.
   */
  cost?(state: State): number;
  /**
   * The symbols of one completion, at most as many as {@link Monitor.cost} says; `undefined` when that is Infinity. Each symbol leads to a lower
   * cost.
   */
  witness?(state: State): ArrayLike<number> | undefined;
  /** The kind of place where the text stands (`code`, `string`, `comment`, …). `gate` reads it. */
  mode?(state: State): string;
  /** All kinds of places that `mode` returns. `gate` refuses others. Absent means unknown. */
  readonly modes?: readonly string[];

  /** The name of this monitor in messages. */
  readonly label?: string;
  /** What may follow, in words for a reader: terminal names, literals, byte ranges. For messages only. */
  expected?(state: State): readonly string[];

  /** Questions that `state` waits for. A mask is not remembered while one is open. */
  asks?(state: State): readonly Question[];
  /**
   * The state after `question` is answered, or `undefined` when the answer leaves nothing that can follow. A question that `state` does not
   * ask changes nothing. Pure, as `step` is.
   */
  supply?(state: State, question: Question, answer: unknown): State | undefined;
}

/** The first control symbol. Smaller symbols are bytes. */
export const FIRST_CONTROL = 256;
