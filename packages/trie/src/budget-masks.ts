// Which tokens leave a way to finish within a budget, where states have sketches. Following every token from the state itself would
// make a state for each text that a key can go on with. So the trie is walked over sketches, of which there are few. A sketch decides for
// all tokens that lead to it where its cost is that of every state it stands for (`Factor.costsAlike`). The other tokens are
// followed one by one.

import type { Factor, Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { createIdList, type IdList } from "./id-list.js";
import { appendSpelling } from "./suffixes.js";
import type { TokenCosts } from "./token-cost.js";
import type { Trie } from "./trie.js";
import type { Walker } from "./walk.js";

/** The steps of a masker over a vocabulary that spells every byte. */
export interface BudgetSteps<State> {
  readonly walker: Walker<State>;
  readonly costs: TokenCosts<State>;
  /** The state after the longest token along the cheapest way to finish; `undefined` where a sketch does not tell it. */
  along(state: State): State | undefined;
  /** The state after a token; `undefined` when it is not allowed. */
  push(state: State, id: TokenId): State | undefined;
}

export interface BudgetMasks<State> {
  /** The text tokens that `state` reads and after which at most `tokens` further tokens finish. */
  ids(state: State, tokens: number): IdList;
  /** Forgets everything: the states have lost their meaning. */
  clear(): void;
}

/** How many costs of sketches are remembered; past it all are forgotten. */
const REMEMBERED = 1 << 16;

/** The cost of a sketch that does not decide for its states. */
const NOT_TOLD = -1;

/** @returns `undefined` where the monitor has no sketches, no cost, or no walk over sketches. */
export function createBudgetMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  steps: BudgetSteps<State>,
): BudgetMasks<State> | undefined {
  const { walker, costs } = steps;
  const { groupSketches } = walker;
  const factor = monitor.factor;
  if (groupSketches === undefined || monitor.cost === undefined || factor?.costsAlike === undefined) return undefined;
  const decides = (factor as Required<Pick<Factor<State>, "costsAlike">>).costsAlike;
  const tokensLeft = new Map<State, number>();
  const doubted = createIdList(64);

  /** What is known without following the witness. */
  function knownOf(sketch: State | undefined): number | undefined {
    if (sketch === undefined || !decides(sketch)) return NOT_TOLD;
    if (monitor.accepts(sketch)) return 0;
    return monitor.cost!(sketch) === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : tokensLeft.get(sketch);
  }

  /** How many tokens finish, along the witness in the longest tokens; {@link NOT_TOLD} where a sketch on the way decides nothing. */
  function tokensFrom(sketch: State): number {
    if (tokensLeft.size > REMEMBERED) tokensLeft.clear();
    const path: State[] = [];
    let at: State | undefined = sketch;
    let known = knownOf(at);
    while (at !== undefined && known === undefined) {
      path.push(at);
      at = steps.along(at);
      known = knownOf(at);
    }
    let left = known ?? NOT_TOLD;
    for (let i = path.length - 1; i >= 0; i--) {
      if (left !== NOT_TOLD) left++;
      tokensLeft.set(path[i]!, left);
    }
    return left;
  }

  /** Whether the tokens that lead to `sketch` are in time: 1 yes, 0 no, {@link NOT_TOLD} that each must be followed. */
  function inTime(sketch: State, tokens: number): number {
    if (!decides(sketch)) return NOT_TOLD;
    if (monitor.cost!(sketch) <= tokens) return 1;
    const needed = tokensFrom(sketch);
    return needed === NOT_TOLD ? NOT_TOLD : needed <= tokens ? 1 : 0;
  }

  return {
    ids(state, tokens) {
      const { ids, group, states } = groupSketches(trie, state, doubted);
      const verdicts = Int8Array.from(states, (sketch) => inTime(sketch, tokens));
      const kept = createIdList(ids.length);
      const keepIfInTime = (id: TokenId): void => {
        const next = steps.push(state, id);
        if (next !== undefined && costs.within(next, tokens)) appendSpelling(trie, kept, id);
      };
      for (let i = 0; i < ids.length; i++) {
        const verdict = verdicts[group[i]!]!;
        if (verdict === 1) appendSpelling(trie, kept, ids[i]!);
        else if (verdict === NOT_TOLD) keepIfInTime(ids[i]!);
      }
      for (let i = 0; i < doubted.length; i++) keepIfInTime(doubted.array[i]!);
      return kept;
    },
    clear: () => tokensLeft.clear(),
  };
}
