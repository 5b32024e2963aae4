// Converts the states of a monitor to sets of tokens. Text tokens are stepped byte by byte, control tokens as one
// symbol each. End tokens are allowed exactly if the state accepts. The computation of the text tokens is injected
// (steps.ts). A masker caches results by state, within limits, and clears them when the monitor's table begins a new
// generation.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import type { BudgetMasks } from "../budget/budget-masks.js";
import { createTokenCosts } from "../budget/token-cost.js";
import { createWitness, type TokenStep, UNDECIDED } from "../budget/witness.js";
import { type Mask, maskBytes } from "../masks/mask.js";
import { joinParts } from "../masks/mask-parts.js";
import type { Masked } from "../masks/masked.js";
import { appendSpelling } from "../masks/spellings.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import { createMemo, createMemoPool, type MemoPool } from "../memory/memo.js";
import { longestTokens } from "../tree/longest-token.js";
import type { Trie } from "../tree/trie.js";
import { bind } from "./binding.js";
import type { MaskerOptions } from "./masker-options.js";
import type { MakeSteps } from "./steps.js";
import { createTokenSteps } from "./token-steps.js";

/** Converts the states of one monitor to masks over one vocabulary. */
export interface Masker<State> {
  readonly trie: Trie;
  readonly monitor: Monitor<State>;
  /**
   * Returns the tokens allowed in `state`. A text token is allowed if its bytes can be read; tokens without bytes are
   * never allowed. A control token is allowed if the monitor reads a control symbol of its name; an end token is
   * allowed if the state accepts. If some byte is not a token by itself, the mask contains only tokens after which
   * further tokens can complete the text.
   *
   * @throws LimitError if the search for such completions visits more than `searchLimit` states. Only a vocabulary in
   * which some byte is not a token by itself requires this search.
   */
  mask(state: State): Masked;
  /**
   * Returns the tokens of {@link Masker.mask} after which at most `budget − 1` further tokens finish
   * ({@link Masker.tokenCost}); end tokens if the state accepts. If the monitor searches for its costs
   * (`searchingWithin`), the searches for the tokens of one mask share 2²⁰ steps. The mask excludes tokens for which no
   * completion has been found by then; the completion of `state` itself has a search of its own. If the abstract states
   * of a monitor do not decide, up to `followLimit` tokens are followed one by one, and further ones are left out,
   * except that of the state's own completion. Choosing only from these masks finishes a text of cost ≤ `budget` within
   * `budget` tokens.
   */
  maskWithin(state: State, budget: number): Masked;
  /** Returns whether `id` is in the mask of `state`. Steps only this token. */
  allows(state: State, id: TokenId): boolean;
  /**
   * Returns the state after token `id`. Returns `undefined` if the token is not allowed, or if it ends the text. (An
   * end token that is also a control symbol of the monitor does not end the text.)
   */
  push(state: State, id: TokenId): State | undefined;
  /**
   * Returns a number of tokens that suffices to reach acceptance, though fewer may suffice as well: 0 exactly if the
   * state accepts; Infinity if acceptance cannot be reached. From cost n > 0, some allowed token leads to cost ≤ n − 1.
   */
  tokenCost(state: State): number;
  /** Returns whether at most `tokens` tokens finish: `tokenCost(state) ≤ tokens`, computed as cheaply as possible. */
  finishesWithin(state: State, tokens: number): boolean;
  /**
   * Returns a token that leads nearer to acceptance. If `tokenCost(state)` is n > 0, the token leads to cost at most n
   * − 1. If `finishesWithin(state, n)`, then n − 1 tokens suffice after it. Returns `undefined` if the state accepts,
   * or if acceptance cannot be reached.
   */
  nearer(state: State): TokenId | undefined;
}

/** `ahead`: the tokens along the beginning of a typical text whose masks a new masker computes. */
const DEFAULT_AHEAD = 12;
/** Bytes of a typical text for each of these tokens: few tokens of a text are longer. */
const TYPICAL_TOKEN = 16;
/** `maskBytes`: bytes of masks that all maskers of a trie cache together. */
const DEFAULT_MASK_BYTES = 64 << 20;
/** `searchLimit`: the states that one search for a way to finish may visit. Each takes a walk of the trie. */
const DEFAULT_SEARCH_LIMIT = 10_000;
/** The steps that all searches for one mask may take, if a monitor searches for its costs. */
const MOST_SEARCHED_STEPS = 2 ** 20;

const pools = new WeakMap<Trie, MemoPool>();

/** The shared mask cache of the maskers of a trie. */
function poolOf(trie: Trie): MemoPool {
  let pool = pools.get(trie);
  if (pool === undefined) pools.set(trie, (pool = createMemoPool(DEFAULT_MASK_BYTES)));
  return pool;
}

/** Creates a masker whose text tokens are computed by the result of `makeSteps`. */
export function createMaskerBy<State>(
  makeSteps: MakeSteps,
  trie: Trie,
  monitor: Monitor<State>,
  options: MaskerOptions,
): Masker<State> {
  const { vocabulary } = trie;
  const bound = bind(trie, monitor);
  const { ahead = DEFAULT_AHEAD, ...own } = options;
  const masks = options.maskBytes === undefined ? poolOf(trie) : createMemoPool(options.maskBytes);
  const { walker, forget, text, budgetMasks, auditPush, readBytes } = makeSteps(trie, monitor, own, masks);
  const searched = createMemo<State, Masked>(masks);
  const finishable = (state: State): boolean => bound.complete || costs.of(state) !== Number.POSITIVE_INFINITY;
  const tokenSteps = createTokenSteps(trie, monitor, bound, finishable, readBytes);
  const { push: stepToken, controls, controlIds, withControls } = tokenSteps;
  const along = createWitness(trie, monitor, bound.singles, (symbol) => bound.idsOf[symbol - FIRST_CONTROL]!);
  const alongSketch = (sketch: State): State | undefined => {
    const step = along(sketch);
    return step === UNDECIDED ? undefined : step.next;
  };
  const alongState = (state: State): TokenStep<State> => {
    const step = along(state);
    if (step === UNDECIDED) throw new RangeError("only an abstract state has its own cost");
    return step;
  };
  const costs = createTokenCosts(
    monitor,
    {
      complete: bound.complete,
      *singles(state) {
        for (const symbol of bound.singles) {
          const next = monitor.step(state, symbol);
          if (next !== undefined) yield next;
        }
      },
      *reach(state) {
        yield* walker.group(trie, state).states;
        for (const { next } of controls(state)) yield next;
      },
      along: (state) => alongState(state).next,
    },
    options.searchLimit ?? DEFAULT_SEARCH_LIMIT,
  );

  // Created at the first budget, because most texts have none.
  let withinBudget: readonly [BudgetMasks<State> | undefined] | undefined;
  const budgetSteps = { walker, costs, alongSketch, along: alongState, push: stepToken };
  const budgeted = (): BudgetMasks<State> | undefined =>
    (withinBudget ??= [bound.complete ? budgetMasks?.(budgetSteps) : undefined])[0];

  let generation = monitor.table?.generation;
  function freshen(): void {
    const now = monitor.table?.generation;
    if (now === generation) return;
    generation = now;
    text.clear();
    searched.clear();
    costs.clear();
    withinBudget?.[0]?.clear();
    forget();
  }

  /** Filters tokens by the state after them: for budgets, and for vocabularies that cannot spell every byte. */
  function filtered(state: State, keep: (next: State) => boolean): Mask {
    const { ids, group, states } = walker.group(trie, state);
    const kept = Uint8Array.from(states, (next) => (keep(next) ? 1 : 0));
    const allowed: IdList = createIdList(ids.length);
    for (let i = 0; i < ids.length; i++) if (kept[group[i]!] === 1) appendSpelling(trie, allowed, ids[i]!);
    for (const id of controlIds(state, keep)) append(allowed, id);
    return joinParts(trie.size, [], allowed);
  }

  /** Returns the tokens after which at most `tokens` further tokens finish. */
  function maskInTime(state: State, tokens: number): Mask {
    const inTime = (next: State): boolean => costs.within(next, tokens);
    return budgeted()?.maskInTime(state, tokens, controlIds(state, inTime)) ?? filtered(state, inTime);
  }

  function maskBySteps(state: State): Masked {
    const remembered = text.of(state);
    if (remembered.masked !== undefined) return remembered.masked;
    const mask = withControls(state, remembered.text);
    const masked: Masked = { mask, asks: remembered.asks };
    remembered.masked = masked;
    if (remembered.asks.length === 0 && mask !== remembered.text) text.grown(state, maskBytes(mask));
    return masked;
  }

  /** For a vocabulary that cannot spell every byte. */
  function maskBySearch(state: State): Masked {
    const known = searched.get(state);
    if (known !== undefined) return known;
    const asks = monitor.asks?.(state) ?? [];
    const mask = filtered(state, finishable);
    const masked: Masked = { mask, asks };
    if (asks.length === 0) searched.set(state, masked, 128 + maskBytes(mask));
    return masked;
  }

  if (ahead > 0 && bound.complete && monitor.typical !== undefined) {
    try {
      lookAhead(trie, monitor, monitor.typical(TYPICAL_TOKEN * ahead), ahead, maskBySteps, stepToken);
    } catch {
      // The call that needs that mask will throw the error.
    }
  }

  return {
    trie,
    monitor,
    mask(state) {
      freshen();
      return bound.complete ? maskBySteps(state) : maskBySearch(state);
    },
    maskWithin(state, budget) {
      freshen();
      const make = (): Mask => maskInTime(state, budget - 1);
      // The state's own completion is searched for outside the common limit, so that its first token stays.
      if (monitor.searchingWithin !== undefined) monitor.cost!(state);
      const mask = monitor.searchingWithin === undefined ? make() : monitor.searchingWithin(MOST_SEARCHED_STEPS, make);
      return { mask, asks: monitor.asks?.(state) ?? [] };
    },
    allows(state, id) {
      freshen();
      return (bound.ends.has(id) && monitor.accepts(state)) || stepToken(state, id) !== undefined;
    },
    push(state, id) {
      freshen();
      if (vocabulary.kinds[id] === 1) auditPush?.(state, id);
      return stepToken(state, id);
    },
    tokenCost(state) {
      freshen();
      return costs.of(state);
    },
    finishesWithin(state, tokens) {
      freshen();
      return (budgeted() ?? costs).within(state, tokens);
    },
    nearer(state) {
      freshen();
      if (monitor.accepts(state)) return undefined;
      if (bound.complete && monitor.cost !== undefined)
        return monitor.cost(state) === Number.POSITIVE_INFINITY ? undefined : alongState(state).id;
      const cost = costs.of(state);
      if (cost === Number.POSITIVE_INFINITY) return undefined;
      return filtered(state, (next) => costs.of(next) <= cost - 1).ids()[0];
    },
  };
}

/** Computes the masks along the beginning of `text`, for its first `tokens` tokens. */
function lookAhead<State>(
  trie: Trie,
  monitor: Monitor<State>,
  text: Uint8Array,
  tokens: number,
  mask: (state: State) => Masked,
  push: (state: State, id: TokenId) => State | undefined,
): void {
  let left = tokens;
  let state: State | undefined = monitor.start;
  mask(state);
  for (const id of longestTokens(trie, text)) {
    if (left-- === 0) return;
    state = push(state, id);
    if (state === undefined) return;
    mask(state);
  }
}
