// Budget masks of monitors that search for their completions and whose states cannot be compared: objects without a key,
// as those of a product with a monitor of the user. Nearly every token leads to a state of its own. So this file tests
// each state during the walk and keeps none of them. Many states share one completion, and its tokens are counted once.

import type { Monitor } from "@espalier/monitor";
import { joinParts, type Parts } from "../masks/mask-parts.js";
import { appendSpelling } from "../masks/spellings.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import { countTokens } from "../tree/longest-token.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Trie } from "../tree/trie.js";
import type { BudgetMasks } from "./budget-masks.js";

/** Returns `undefined` for monitors of other kinds. The vocabulary must spell every byte. */
export function createVisitedMasks<State>(trie: Trie, monitor: Monitor<State>): BudgetMasks<State> | undefined {
  const { searchingWithin, key, table, factor } = monitor;
  if (searchingWithin === undefined || monitor.witness === undefined) return undefined;
  if (key !== undefined || table !== undefined || factor?.sketch !== undefined) return undefined;
  let tokensInText = new WeakMap<ArrayLike<number>, number>();

  function tokensIn(witness: ArrayLike<number>): number {
    let tokens = tokensInText.get(witness);
    if (tokens === undefined) tokensInText.set(witness, (tokens = countTokens(trie, witness)));
    return tokens;
  }

  function within(state: State, tokens: number): boolean {
    if (tokens < 1) return tokens >= 0 && monitor.accepts(state);
    const witness = monitor.witness!(state);
    return witness !== undefined && (witness.length <= tokens || tokensIn(witness) <= tokens);
  }

  /** By depth in the trie: the state after the bytes so far. */
  const stack: State[] = new Array(MAX_TOKEN_BYTES + 1);

  /** Appends the text tokens after which at most `tokens` tokens finish. */
  function addTexts({ words, none }: Trie, from: State, tokens: number, into: IdList): void {
    stack[0] = from;
    for (let p = 0; p < words.length; ) {
      const k = words[p + 1]!;
      const depth = k & DEPTH_MASK;
      const next = monitor.step(stack[depth]!, words[p]! & 255);
      if (next === undefined) {
        p += 2 * (k >>> DEPTH_BITS);
        continue;
      }
      stack[depth + 1] = next;
      const id = words[p]! >>> 8;
      if (id !== none && within(next, tokens)) appendSpelling(trie, into, id);
      p += 2;
    }
  }

  return {
    maskInTime(state, tokens, controls) {
      const kept: Parts = { planes: [], ids: createIdList(64) };
      addTexts(trie, state, tokens, kept.ids);
      for (const id of controls) append(kept.ids, id);
      return joinParts(trie.size, kept.planes, kept.ids);
    },
    within,
    clear() {
      tokensInText = new WeakMap();
    },
  };
}
