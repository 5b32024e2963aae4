// What a lazy language is made of: rules and terminals that are made when they are first asked for, so that a description of
// any size costs only what texts meet of it.

import type { Engine, Regex } from "@espalier/automata";
import type { LazyRules } from "@espalier/earley";
import type { RefusedTexts } from "./refused-texts.js";

/**
 * The source of a lazy language. Its maker promises that it is *clean*: no terminal matches the empty text, every rule can be
 * finished from each of its states, and wherever a lexeme can end and a byte extends it, nothing that may follow the lexeme
 * begins with that byte. So where lexemes end is never in doubt.
 */
export interface LazySource {
  readonly rules: LazyRules;
  /** What terminal `t` matches; asked once, when it is first allowed. Terminals are dense from 0 and may grow in number. */
  terminal(t: number): Regex;
  /**
   * The texts that an edge over a tracked terminal takes: those for which `rules.follow` gives a state, among those that the
   * terminal matches. All that it matches, when undefined or absent. Asked once for each edge, when a lexeme first begins there.
   * Each different expression takes memory of the engine for good: where an edge refuses finitely many texts, say so by `refused`.
   */
  allowed?(edge: number): Regex | undefined;
  /**
   * The finitely many texts that an edge refuses of what `allowed` gives: the root of their trie in `refusedTexts`, or −1 where
   * there are none. `rules.follow` gives −1 for exactly these. No automaton is built for them.
   */
  refused?(edge: number): number;
  /** What the roots of `refused` are nodes of. */
  readonly refusedTexts?: RefusedTexts;
  /**
   * The state behind an edge over a tracked terminal when all that is known of the text is that the edge takes it; −1 where that
   * does not do. What can be read from it is what can be read behind each of those texts, up to where an unsure edge begins.
   */
  followAny?(edge: number): number;
  /** Whether the texts that an edge takes are not quite known, because it lies behind a state of `followAny`: one of them it may not. */
  unsure?(edge: number): boolean;
  /**
   * Whether the cost of the state before an unsure edge may be that through the edge: then it is only a lower bound. Where no unsure edge
   * may be the cheapest, the cost is exact. Absent, every unsure edge may be.
   */
  mayBeCheapest?(edge: number): boolean;
  /**
   * The same source without what texts have made of its rules: the same terminals under the same numbers, and rules made anew. Where it is
   * absent, what texts make is kept for as long as the language.
   */
  again?(): LazySource;
  /** The same source anew, with what it works out worked out on another engine. Where it is absent, the language stays on its engine. */
  on?(engine: Engine): LazySource;
  /** What people call it. */
  terminalName(t: number): string;
  /** What people call a rule; absent when rules have no names. */
  nonterminalName?(nonterminal: number): string;
  /** How a typical text begins: see `Monitor.typical`. */
  typical?(): Uint8Array;
  /** A partition of the bytes that every terminal respects, present or future: 256 entries below `classCount`. */
  readonly classOf: Uint8Array;
  readonly classCount: number;
}
