// The source of a lazy language: rules and terminals that are created on first use, so that a description of any size
// costs only what texts visit.

import type { Engine, Regex } from "@espalier/automata";
import type { LazyRules } from "@espalier/earley";
import type { RefusedTexts } from "./refused-texts.js";

/**
 * The source of a lazy language. It must keep three promises: no terminal matches the empty text; every rule can be
 * finished from each of its states; and if a lexeme can end before a byte that also extends it, nothing that may follow
 * the lexeme begins with that byte. So the end of a lexeme is never ambiguous. For a *tracked* terminal, what follows
 * depends on the text of the lexeme (see `LazyRules`).
 */
export interface LazySource {
  readonly rules: LazyRules;
  /**
   * Returns what terminal `t` matches; called once, when it is first allowed. Terminals are dense from 0, and new ones
   * may appear.
   */
  terminal(t: number): Regex;
  /**
   * Returns the texts that an edge of a rule takes, if its terminal is tracked (what follows depends on the text): the
   * texts for which `rules.follow` returns a state. Absent or `undefined` means all texts of the terminal. Called once
   * for each edge, when a lexeme first begins there. Each distinct expression permanently takes memory of the engine;
   * if an edge refuses only finitely many texts, use `refused` instead.
   */
  allowed?(edge: number): Regex | undefined;
  /**
   * If an edge refuses finitely many texts of `allowed`, returns the root of a trie of these texts in `refusedTexts`.
   * Returns −1 if the edge takes all texts of `allowed`. Of the texts of `allowed`, `rules.follow` must refuse exactly
   * those in the trie. No automaton is built for them.
   */
  refused?(edge: number): number;
  /** The tries of `refused`. */
  readonly refusedTexts?: RefusedTexts;
  /**
   * Returns one state that stands for the states after all texts that an edge over a tracked terminal takes; −1 if
   * there is no such state. It reads what each of these states reads, up to the next edge that depends on the text
   * (`unsure`).
   */
  followAny?(edge: number): number;
  /**
   * Returns whether an edge may refuse one value more than `allowed` and `refused` say. This happens after `followAny`:
   * it returns one state for all texts of a lexeme, and the edge may refuse every text of the value that was read.
   */
  unsure?(edge: number): boolean;
  /**
   * Returns whether an edge whose texts are not exactly known (`unsure`) may be on the cheapest completion of the state
   * before it. If so, the cost of that state is only a lower bound; otherwise it is exact. If the method is absent,
   * every such edge may be.
   */
  mayBeCheapest?(edge: number): boolean;
  /**
   * Returns a fresh copy of the source, without the rules that texts have created. Its terminals are the same and have
   * the same numbers. If the method is absent, everything that texts create is kept as long as the language.
   */
  again?(): LazySource;
  /** Returns the same source on another engine. If absent, the language stays on its engine. */
  on?(engine: Engine): LazySource;
  /** Returns the name of a terminal for people. */
  terminalName(t: number): string;
  /** Returns the name of a rule for people; absent if rules have no names. */
  nonterminalName?(nonterminal: number): string;
  /** Returns the beginning of a typical text: see `Monitor.typical`. */
  typical?(bytes: number): Uint8Array;
  /** A partition of the bytes that every terminal respects, including future ones: 256 entries below `classCount`. */
  readonly classOf: Uint8Array;
  readonly classCount: number;
}
