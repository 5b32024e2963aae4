// Finds the tokens after which a text can still be finished within a budget, for monitors that provide abstract states
// (`Factor.sketch`; *sketches* below). A sketch stands for many states, which differ only in details such as the text
// of an unfinished object key. Following every token from the state itself would create a state for each such text, so
// this file walks the trie over sketches instead. If all states that a sketch stands for have the same cost
// (`Factor.costsAlike`), the sketch decides for all tokens that lead to it. It also decides if an upper bound of their
// costs is within the budget (`Factor.mostCost`). The other tokens are followed one by one.
// The cache lists the tokens by the sketch that they lead to, so it does not depend on the budget. Tokens that consist
// of plain characters alone are not walked if it is known where they lead (run-outcomes.ts).

import type { Factor, Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import type { LocalStore } from "../lexer-states/local-store.js";
import { createRunOutcomes } from "../lexer-states/run-outcomes.js";
import { createMask, createPlane, type Mask, type Plane } from "../masks/mask.js";
import { addPart, joinParts, type Parts, PLANE_FROM } from "../masks/mask-parts.js";
import { addSpellings, appendSpelling } from "../masks/spellings.js";
import { append, createIdList, type IdList, taken } from "../memory/id-list.js";
import { createMemo, type MemoPool } from "../memory/memo.js";
import { wholeRunsOf } from "../runs/whole-runs.js";
import type { Trie } from "../tree/trie.js";
import type { Walker } from "../walks/walk.js";
import { createSketchTokens, keysOf, NOT_TOLD } from "./sketch-tokens.js";
import type { TokenCosts } from "./token-cost.js";
import type { TokenStep } from "./witness.js";

/** The steps of a masker over a vocabulary that can spell every byte. */
export interface BudgetSteps<State> {
  readonly walker: Walker<State>;
  readonly costs: TokenCosts<State>;
  /**
   * Returns the state after the longest token of the cheapest completion of `sketch`, an abstract state. Returns
   * `undefined` if the states that it stands for have different completions.
   */
  alongSketch(sketch: State): State | undefined;
  /** Returns that token of a state that is no sketch, and the state after it. */
  along(state: State): TokenStep<State>;
  /** Returns the state after a token; `undefined` if the token is not allowed. */
  push(state: State, id: TokenId): State | undefined;
}

export interface BudgetMasks<State> {
  /**
   * Returns the text tokens that `state` reads and after which at most `tokens` further tokens finish, and the control
   * tokens `controls`.
   */
  maskInTime(state: State, tokens: number, controls: Iterable<TokenId>): Mask;
  /**
   * Returns whether at most `tokens` tokens complete a text from `state`. The answer is consistent with
   * {@link maskInTime}: that mask contains a token exactly if `within` holds for the state after the token, unless it
   * had to leave tokens out (`followLimit`).
   */
  within(state: State, tokens: number): boolean;
  /** Clears the caches, because the states have become invalid. */
  clear(): void;
}

/** The tokens that a sketch reads, grouped by the resulting sketch. */
interface Outcomes<State> {
  readonly sketches: readonly State[];
  /** The tokens that lead to each sketch, including every spelling. */
  readonly parts: readonly (Plane | Uint32Array)[];
  /** The tokens after which the sketch is vague. */
  readonly doubted: Uint32Array;
}

const NO_IDS = new Uint32Array(0);

/** The number of tokens that a mask may try for each token that it may follow. A token that the state does not read usually fails after one or two bytes. */
const TRIED = 16;

/**
 * Creates the functions that find the tokens after which a text can still be finished within a budget.
 *
 * @param store caches what is known about the monitor's lexer states; `undefined` if every token must be walked.
 * @param pool the memory for the cache.
 * @param followLimit how many tokens one mask may follow one by one.
 * @returns `undefined` if the monitor has no abstract states (sketches) or no cost, or if its walker cannot follow
 * them.
 */
export function createBudgetMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  steps: BudgetSteps<State>,
  store: LocalStore | undefined,
  pool: MemoPool,
  followLimit: number,
): BudgetMasks<State> | undefined {
  const { walker, costs } = steps;
  const { groupSketches, visitSketches } = walker;
  const factor = monitor.factor;
  if (groupSketches === undefined || monitor.cost === undefined || factor?.costsAlike === undefined) return undefined;
  const { costsAlike: decides, sketch: sketchOf } = factor as Required<Pick<Factor<State>, "costsAlike" | "sketch">>;
  /** Whether states can be compared; otherwise results are valid for one mask only. */
  const remembers = monitor.key !== undefined || monitor.table !== undefined;
  const keyOf = keysOf(monitor);
  const sketchTokens = createSketchTokens(trie, monitor, decides, steps.alongSketch);
  const outcomes = createMemo<unknown, Outcomes<State>>(pool);
  const runOutcomes = store === undefined ? undefined : createRunOutcomes(trie, store, factor);
  const doubted = createIdList(64);

  function outcomesOf(state: State): Outcomes<State> {
    const sketch = sketchOf(state);
    const key = keyOf(sketch);
    const known = outcomes.get(key);
    if (known !== undefined) return known;
    const runs = runOutcomes?.(sketch);
    const nodes = runs === undefined ? trie : wholeRunsOf(trie).others;
    const { ids, group, states } = groupSketches!(nodes, sketch, doubted);
    addSpellings(trie, doubted, 0);
    const parts = partsByGroup(trie, ids, group, states.length);
    const made = {
      sketches: [...states, ...(runs ?? []).map(({ state }) => state)],
      parts: [...parts, ...(runs ?? []).map(({ part }) => part)],
      doubted: taken(doubted),
    };
    let size = 256 + made.doubted.byteLength;
    for (const part of parts) size += 64 + (part instanceof Uint32Array ? part : part.words).byteLength;
    for (const { bytes } of runs ?? []) size += 64 + bytes;
    if (remembers) outcomes.set(key, made, size);
    return made;
  }

  function within(state: State, tokens: number): boolean {
    if (monitor.searchingWithin !== undefined) return costs.within(state, tokens);
    const verdict = sketchTokens.inTime(sketchOf(state), tokens);
    return verdict === NOT_TOLD ? costs.within(state, tokens) : verdict === 1;
  }

  const idsOf = (part: Plane | Uint32Array): Uint32Array =>
    part instanceof Uint32Array ? part : createMask(trie.size, part, NO_IDS).ids();

  /** The numbers of tokens that the present mask may still follow, and may still try. */
  let mayFollow = 0;
  let mayTry = 0;

  /** Adds those of some tokens that finish in time. Follows each token from the state itself, as long as the mask may. */
  function addEach(kept: Parts, state: State, ids: Uint32Array, tokens: number): void {
    for (let i = 0; i < ids.length && mayFollow > 0 && mayTry > 0; i++, mayTry--) {
      const id = ids[i]!;
      const next = steps.push(state, id);
      if (next === undefined) continue;
      mayFollow--;
      if (within(next, tokens)) append(kept.ids, id);
    }
  }

  /**
   * If the monitor has no key to compare states by, nearly every token seems to lead to another abstract state
   * (sketch). Each sketch is then tested at once, and no sketch is kept.
   */
  function addVisited(kept: Parts, state: State, tokens: number): void {
    visitSketches!(trie, sketchOf(state), doubted, (id, sketch) => {
      const verdict = sketchTokens.inTime(sketch, tokens);
      if (verdict === 1) appendSpelling(trie, kept.ids, id);
      else if (verdict === NOT_TOLD) append(doubted, id);
    });
    addSpellings(trie, doubted, 0);
    addEach(kept, state, taken(doubted), tokens);
  }

  /** Adds the text tokens in time. */
  function addTexts(kept: Parts, state: State, tokens: number): void {
    if (!remembers && visitSketches !== undefined) {
      addVisited(kept, state, tokens);
      return;
    }
    const { sketches, parts, doubted } = outcomesOf(state);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      const verdict = sketchTokens.inTime(sketches[i]!, tokens);
      if (verdict === 1) addPart(kept, part);
      else if (verdict === NOT_TOLD) addEach(kept, state, idsOf(part), tokens);
    }
    addEach(kept, state, doubted, tokens);
  }

  return {
    maskInTime(state, tokens, controls) {
      const kept: Parts = { planes: [], ids: createIdList(64) };
      mayFollow = followLimit;
      mayTry = TRIED * followLimit;
      addTexts(kept, state, tokens);
      for (const id of controls) append(kept.ids, id);
      const mask = joinParts(trie.size, kept.planes, kept.ids);
      if (monitor.searchingWithin === undefined && mayFollow > 0 && mayTry > 0) return mask;
      // Searches from two states may find different completions, and tokens may have been left out, so the mask also
      // gets the token of this state's own completion.
      const own =
        monitor.accepts(state) || monitor.cost!(state) === Number.POSITIVE_INFINITY ? undefined : steps.along(state);
      if (own === undefined || mask.has(own.id) || !costs.within(own.next, tokens)) return mask;
      append(kept.ids, own.id);
      return joinParts(trie.size, kept.planes, kept.ids);
    },
    within,
    clear() {
      sketchTokens.clear();
      outcomes.clear();
    },
  };
}

/**
 * Returns the ids of each group, together with other ids that have the same bytes. `group` contains the group of each
 * id, a number below `count`.
 */
function partsByGroup(
  trie: Trie,
  ids: Uint32Array,
  group: Uint32Array,
  count: number,
): readonly (Plane | Uint32Array)[] {
  const sizes = new Uint32Array(count);
  for (let i = 0; i < group.length; i++) sizes[group[i]!]!++;
  const lists: (IdList | undefined)[] = [];
  const planes: (Uint32Array | undefined)[] = [];
  for (let i = 0; i < count; i++) {
    if (sizes[i]! < PLANE_FROM) lists[i] = createIdList(sizes[i]!);
    else planes[i] = new Uint32Array((trie.size + 31) >>> 5);
  }
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    const words = planes[group[i]!];
    if (words === undefined) append(lists[group[i]!]!, id);
    else words[id >>> 5] = words[id >>> 5]! | (1 << id);
  }
  return Array.from(sizes, (size, i) => {
    const words = planes[i];
    if (words !== undefined) return createPlane(trie.size, words, size + addTwins(trie, words));
    addSpellings(trie, lists[i]!, 0);
    return taken(lists[i]!);
  });
}

/** Adds every other id of the same spelling to a set of ids. Returns how many were added. */
function addTwins({ twins }: Trie, words: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < twins.length; i += 2) {
    const [id, twin] = [twins[i]!, twins[i + 1]!];
    if (((words[id >>> 5]! >>> id) & 1) === 0) continue;
    words[twin >>> 5] = words[twin >>> 5]! | (1 << twin);
    count++;
  }
  return count;
}
