// The source of a lazy language: rules and terminals that are created on first use, so that a description of any size
// costs only what texts visit.

import type { Engine, Regex } from "@espalier/automata";
import type { LazyRules } from "@espalier/earley";
import type { RefusedTexts } from "./refused-texts.js";

/**
 * The source of a lazy language. It must be *clean*: no terminal matches the empty text; every rule can be finished
 * from each of its states; and wherever a lexeme can end and a byte extends it, nothing that may follow the lexeme
 * begins with that byte. So the end of a lexeme is never ambiguous.
 */
export interface LazySource {
  readonly rules: LazyRules;
  /**
   * Returns what terminal `t` matches; called once, when it is first allowed. Terminals are dense from 0, and new ones
   * may appear.
   */
  terminal(t: number): Regex;
  /**
   * Returns the texts that an edge over a tracked terminal takes: those matched by the terminal for which
   * `rules.follow` returns a state. If undefined or absent, all that the terminal matches. Called once for each edge,
   * when a lexeme first begins there. Each distinct expression permanently takes memory of the engine; if an edge
   * refuses only finitely many texts, use `refused` instead.
   */
  allowed?(edge: number): Regex | undefined;
  /**
   * Returns the finitely many texts that an edge refuses although `allowed` contains them: the root of their trie in
   * `refusedTexts`, or −1 if there are none. `rules.follow` must return −1 for exactly these. No automaton is built for
   * them.
   */
  refused?(edge: number): number;
  /** The tries of `refused`. */
  readonly refusedTexts?: RefusedTexts;
  /**
   * Returns the state after an edge over a tracked terminal if nothing is known about the text except that the edge
   * takes it; −1 if there is no such state. From it, exactly the same can be read as after each of those texts, up to
   * the start of an unsure edge.
   */
  followAny?(edge: number): number;
  /**
   * Returns whether the texts that an edge takes are not known exactly, because it comes after a state of `followAny`:
   * the edge may refuse one of them.
   */
  unsure?(edge: number): boolean;
  /**
   * Returns whether the cost of the state before an unsure edge may be that of a path through the edge; it is then only
   * a lower bound. If no unsure edge may be the cheapest, the cost is exact. If absent, every unsure edge may be.
   */
  mayBeCheapest?(edge: number): boolean;
  /**
   * Returns the same source without what texts have added to its rules: the same terminals with the same numbers, and
   * new rules. If absent, what texts create is kept as long as the language.
   */
  again?(): LazySource;
  /** Returns the same source on another engine. If absent, the language stays on its engine. */
  on?(engine: Engine): LazySource;
  /** Returns the name of a terminal for people. */
  terminalName(t: number): string;
  /** Returns the name of a rule for people; absent if rules have no names. */
  nonterminalName?(nonterminal: number): string;
  /** Returns the beginning of a typical text: see `Monitor.typical`. */
  typical?(): Uint8Array;
  /** A partition of the bytes that every terminal respects, including future ones: 256 entries below `classCount`. */
  readonly classOf: Uint8Array;
  readonly classCount: number;
}
