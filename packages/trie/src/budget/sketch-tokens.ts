// How many tokens complete a text from a sketch, which is an abstract state that stands for many states. The answer is
// valid for all of them if they have the same cost (`Factor.costsAlike`), or if an upper bound of their costs decides
// (`Factor.mostCost`).

import type { Monitor } from "@espalier/monitor";
import { countTokens } from "../tree/longest-token.js";
import type { Trie } from "../tree/trie.js";

/** The number of cached costs of sketches; the cache is then cleared. */
const REMEMBERED = 1 << 16;

/** The answer for a sketch that does not decide for its states. */
export const NOT_TOLD = -1;

export interface SketchTokens<State> {
  /**
   * Returns whether at most `tokens` tokens complete a text from `sketch`, an abstract state: 1 yes, 0 no, {@link
   * NOT_TOLD} if the answer differs among the states that it stands for.
   */
  inTime(sketch: State, tokens: number): number;
  /** Clears the cache, because the states have become invalid. */
  clear(): void;
}

/** Returns the function from a state to a value that is equal for equal states. */
export function keysOf<State>(monitor: Monitor<State>): (state: State) => unknown {
  return (state) => (monitor.key === undefined ? state : monitor.key(state));
}

/**
 * Creates the function that counts the tokens which complete a text from a sketch.
 *
 * @param decides returns whether all states that a sketch (an abstract state) stands for have the same cost.
 * @param alongSketch returns the state after the longest token of the cheapest completion; `undefined` if that differs
 * among the states that the sketch stands for.
 */
export function createSketchTokens<State>(
  trie: Trie,
  monitor: Monitor<State>,
  decides: (sketch: State) => boolean,
  alongSketch: (sketch: State) => State | undefined,
): SketchTokens<State> {
  const keyOf = keysOf(monitor);
  const mostCost = monitor.factor?.mostCost;
  const tokensLeft = new Map<unknown, number>();
  /** Numbers of tokens that do not suffice, for sketches whose witness was spelt no further. */
  const insufficient = new Map<unknown, number>();
  const tokensInText = new WeakMap<ArrayLike<number>, number>();

  /** Returns what is known without following the witness. */
  function knownOf(sketch: State | undefined): number | undefined {
    if (sketch === undefined || !decides(sketch)) return NOT_TOLD;
    if (monitor.accepts(sketch)) return 0;
    return monitor.cost!(sketch) === Number.POSITIVE_INFINITY
      ? Number.POSITIVE_INFINITY
      : tokensLeft.get(keyOf(sketch));
  }

  /**
   * Returns how many tokens spell the witness (the cheapest completion) of `sketch`, an abstract state, if each token
   * is the longest that fits; Infinity if these are more than `most`. Returns {@link NOT_TOLD} if, within so many
   * tokens, the states that an abstract state stands for have different witnesses.
   */
  function tokensFrom(sketch: State, most: number): number {
    const known = knownOf(sketch);
    if (known !== undefined) return known;
    return monitor.searchingWithin === undefined ? tokensAlong(sketch, most) : tokensIn(monitor.witness!(sketch)!);
  }

  /** Handles a completion found by a search. It leads to no vague sketch, so its text decides. */
  function tokensIn(witness: ArrayLike<number>): number {
    let tokens = tokensInText.get(witness);
    if (tokens === undefined) tokensInText.set(witness, (tokens = countTokens(trie, witness)));
    return tokens;
  }

  function tokensAlong(sketch: State, most: number): number {
    if (tokensLeft.size + insufficient.size > REMEMBERED) clear();
    const path: State[] = [];
    let at: State | undefined = sketch;
    let known = knownOf(at);
    while (at !== undefined && known === undefined) {
      const tokens = most - path.length;
      if (tokens <= 0 || (insufficient.get(keyOf(at)) ?? 0) >= tokens) {
        for (let i = 0; i < path.length; i++) insufficient.set(keyOf(path[i]!), most - i);
        return Number.POSITIVE_INFINITY;
      }
      path.push(at);
      at = alongSketch(at);
      known = knownOf(at);
    }
    let left = known ?? NOT_TOLD;
    for (let i = path.length - 1; i >= 0; i--) {
      if (left !== NOT_TOLD) left++;
      tokensLeft.set(keyOf(path[i]!), left);
    }
    return left;
  }

  function inTime(sketch: State, tokens: number): number {
    if (!decides(sketch)) return (mostCost?.(sketch) ?? Number.POSITIVE_INFINITY) <= tokens ? 1 : NOT_TOLD;
    if (monitor.cost!(sketch) <= tokens) return 1;
    const needed = tokensFrom(sketch, tokens);
    return needed === NOT_TOLD ? NOT_TOLD : needed <= tokens ? 1 : 0;
  }

  function clear(): void {
    tokensLeft.clear();
    insufficient.clear();
  }

  return { inTime, clear };
}
