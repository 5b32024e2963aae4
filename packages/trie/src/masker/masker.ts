// Where a monitor's state becomes a set of tokens. Text tokens are stepped byte by byte, control tokens as one symbol each,
// end tokens are allowed exactly when the state accepts. How the text part is found is injected (steps.ts). A masker remembers by
// state, within bounds; when the monitor's table starts a new generation it forgets.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { createTokenCosts } from "../budget/token-cost.js";
import { createWitness, type TokenStep, UNDECIDED } from "../budget/witness.js";
import { createMask, type Mask, maskBytes } from "../masks/mask.js";
import { joinParts, type Parts } from "../masks/mask-parts.js";
import type { Masked } from "../masks/masked.js";
import { appendSpelling } from "../masks/suffixes.js";
import { append, createIdList, type IdList, taken } from "../memory/id-list.js";
import { createMemo, createMemoPool, type Memo, type MemoPool } from "../memory/memo.js";
import { longestTokens } from "../tree/longest-token.js";
import type { Trie } from "../tree/trie.js";
import { bind } from "./binding.js";
import type { MaskerOptions } from "./masker-options.js";
import type { MakeSteps } from "./steps.js";

/** Turns the states of one monitor into masks over one vocabulary. */
export interface Masker<State> {
  readonly trie: Trie;
  readonly monitor: Monitor<State>;
  /**
   * The tokens allowed in `state`. A text token is allowed when its bytes can be read (tokens that spell nothing never
   * are), a control token when a control symbol of its name can, an end token when the state accepts. Where the vocabulary
   * cannot spell every byte singly, only tokens after which acceptance can still be reached by tokens.
   *
   * @throws LimitError when that takes a search of more than `searchLimit` states (only for vocabularies that cannot spell
   * every byte).
   */
  mask(state: State): Masked;
  /**
   * The tokens of {@link Masker.mask} after which at most `budget − 1` further tokens finish ({@link Masker.tokenCost});
   * end tokens when the state accepts. Where the monitor searches for its costs (`searchingWithin`), the searches of one mask share 2²⁰ steps,
   * and tokens without a completion found by then are left out. Choosing only from these, text of cost ≤ `budget` is finished within `budget` tokens.
   */
  maskWithin(state: State, budget: number): Masked;
  /** Whether `id` is in the mask of `state`. Steps this token only. */
  allows(state: State, id: TokenId): boolean;
  /**
   * The state after token `id`; `undefined` when it is not allowed, and for a token that ends and is not also a control
   * symbol of the monitor: nothing follows it.
   */
  push(state: State, id: TokenId): State | undefined;
  /**
   * An upper bound on the tokens to acceptance that real tokens attain: 0 exactly when the state accepts, and from cost
   * n > 0 some allowed token leads to cost ≤ n − 1. Infinity when there is no way.
   */
  tokenCost(state: State): number;
  /** Whether at most `tokens` tokens finish: `tokenCost(state) ≤ tokens`, found out as cheaply as possible. */
  finishesWithin(state: State, tokens: number): boolean;
  /**
   * A token after which one token less finishes: where `tokenCost(state)` is n > 0, at most n − 1, and where `finishesWithin(state, n)`,
   * within n − 1. `undefined` where the state accepts, or nothing finishes.
   */
  nearer(state: State): TokenId | undefined;
}

const DEFAULT_AHEAD = 8;
/** Bytes of masks that all maskers of a trie remember together by default. */
const MASK_BYTES = 64 << 20;
/** The steps that all searches of one mask may take, where a monitor's costs are searched for. */
const SEARCHED_STEPS = 2 ** 20;

const pools = new WeakMap<Trie, MemoPool>();

/** What the maskers of a trie remember of masks together. */
function poolOf(trie: Trie): MemoPool {
  let pool = pools.get(trie);
  if (pool === undefined) pools.set(trie, (pool = createMemoPool(MASK_BYTES)));
  return pool;
}

/** A masker whose text tokens are found by what `makeSteps` makes. */
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
  const { walker, forget, text, shared, budgetMasks, auditPush } = makeSteps(trie, monitor, own, masks);
  // Masks with control tokens depend on where texts may end, so each masker has its own.
  const complete = shared ? createMemo<State, Masked>(masks) : undefined;
  const searched = createMemo<State, Masked>(masks);
  const along = createWitness(trie, monitor, bound.singles, (symbol) => bound.idsOf[symbol - FIRST_CONTROL]!);
  const alongSketch = (sketch: State): State | undefined => {
    const step = along(sketch);
    return step === UNDECIDED ? undefined : step.next;
  };
  const alongState = (state: State): TokenStep<State> => {
    const step = along(state);
    if (step === UNDECIDED) throw new RangeError("a state that is no sketch has no cost of its own");
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
        for (const { next } of controlSteps(state)) yield next;
      },
      along: (state) => alongState(state).next,
    },
    options.searchLimit ?? 10_000,
  );

  const withinBudget = bound.complete
    ? budgetMasks?.({ walker, costs, along: alongSketch, push: stepToken })
    : undefined;

  let generation = monitor.table?.generation;
  function freshen(): void {
    const now = monitor.table?.generation;
    if (now === generation) return;
    generation = now;
    text.clear();
    complete?.clear();
    searched.clear();
    costs.clear();
    withinBudget?.clear();
    forget();
  }

  /** The ids of each control symbol that can be stepped, and the state after it. */
  function controlSteps(state: State): { readonly ids: readonly TokenId[]; readonly next: State }[] {
    const steps: { readonly ids: readonly TokenId[]; readonly next: State }[] = [];
    bound.idsOf.forEach((ids, k) => {
      const next = ids.length === 0 ? undefined : monitor.step(state, 256 + k);
      if (next !== undefined) steps.push({ ids, next });
    });
    return steps;
  }

  /** The ids of control tokens allowed, each once. */
  function controlIds(state: State, keep: (next: State) => boolean): ReadonlySet<TokenId> {
    const ids = new Set<TokenId>(monitor.accepts(state) ? vocabulary.ends : []);
    for (const step of controlSteps(state)) if (keep(step.next)) for (const id of step.ids) ids.add(id);
    return ids;
  }

  /** By the state after each token: for budgets, and for vocabularies that cannot spell every byte. */
  function filtered(state: State, keep: (next: State) => boolean): Mask {
    const { ids, group, states } = walker.group(trie, state);
    const kept = Uint8Array.from(states, (next) => (keep(next) ? 1 : 0));
    const allowed: IdList = createIdList(ids.length);
    for (let i = 0; i < ids.length; i++) if (kept[group[i]!] === 1) appendSpelling(trie, allowed, ids[i]!);
    for (const id of controlIds(state, keep)) append(allowed, id);
    return joinParts(trie.size, [], allowed);
  }

  /** The tokens after which at most `tokens` further tokens finish. */
  function maskInTime(state: State, tokens: number): Mask {
    const inTime = (next: State): boolean => costs.within(next, tokens);
    if (withinBudget === undefined) return filtered(state, inTime);
    const kept: Parts = { planes: [], ids: createIdList(64) };
    withinBudget.addTo(kept, state, tokens);
    for (const id of controlIds(state, inTime)) append(kept.ids, id);
    const mask = joinParts(trie.size, kept.planes, kept.ids);
    if (monitor.searchingWithin === undefined) return mask;
    // Searches from two states may find different completions, so the mask also gets the token of this state's own.
    const own =
      monitor.accepts(state) || monitor.cost!(state) === Number.POSITIVE_INFINITY ? undefined : alongState(state);
    if (own === undefined || mask.has(own.id) || !inTime(own.next)) return mask;
    append(kept.ids, own.id);
    return joinParts(trie.size, kept.planes, kept.ids);
  }

  /** The text tokens with the control tokens beside them. */
  function withControls(state: State, base: Mask): Mask {
    if (bound.idsOf.length === 0 && !monitor.accepts(state)) return base;
    const controls = controlIds(state, () => true);
    if (controls.size === 0) return base;
    const ids = createIdList(base.extra.length + controls.size);
    ids.array.set(base.extra);
    ids.length = base.extra.length;
    for (const id of controls) append(ids, id);
    return createMask(trie.size, base.plane, taken(ids));
  }

  function maskBySteps(state: State): Masked {
    if (complete !== undefined) return maskOfShared(state, complete);
    const remembered = text.of(state);
    if (remembered.masked !== undefined) {
      text.catchUp();
      return remembered.masked;
    }
    const mask = withControls(state, remembered.text);
    const masked: Masked = { mask, asks: remembered.asks };
    remembered.masked = masked;
    if (remembered.asks.length === 0) text.grown(state, mask === remembered.text ? 0 : maskBytes(mask));
    return masked;
  }

  /** Makes the masks along the beginning of `text`, as far as so many tokens of it. */
  function lookAhead(text: Uint8Array, tokens: number): void {
    let left = tokens;
    let state: State | undefined = monitor.start;
    maskBySteps(state);
    for (const id of longestTokens(trie, text)) {
      if (left-- === 0) return;
      state = stepToken(state, id);
      if (state === undefined) return;
      maskBySteps(state);
    }
  }

  /** The same where the text tokens are shared with monitors whose texts end elsewhere. */
  function maskOfShared(state: State, own: Memo<State, Masked>): Masked {
    const known = own.get(state);
    if (known !== undefined) {
      text.catchUp();
      return known;
    }
    const remembered = text.of(state);
    const mask = withControls(state, remembered.text);
    const masked: Masked = { mask, asks: remembered.asks };
    if (remembered.asks.length === 0) own.set(state, masked, 128 + (mask === remembered.text ? 0 : maskBytes(mask)));
    return masked;
  }

  /** Where the vocabulary cannot spell every byte. */
  function maskBySearch(state: State): Masked {
    const known = searched.get(state);
    if (known !== undefined) return known;
    const asks = monitor.asks?.(state) ?? [];
    const mask = filtered(state, finishable);
    const masked: Masked = { mask, asks };
    if (asks.length === 0) searched.set(state, masked, 128 + maskBytes(mask));
    return masked;
  }

  const finishable = (state: State): boolean => costs.of(state) !== Number.POSITIVE_INFINITY;

  function stepToken(state: State, id: TokenId): State | undefined {
    if (!(id >= 0 && id < vocabulary.size)) return undefined;
    if (vocabulary.kinds[id] === 1) {
      const end = vocabulary.offsets[id + 1]!;
      let at = vocabulary.offsets[id]!;
      if (at === end) return undefined;
      let next: State | undefined = state;
      for (; at < end && next !== undefined; at++) next = monitor.step(next, vocabulary.pool[at]!);
      return next !== undefined && (bound.complete || finishable(next)) ? next : undefined;
    }
    for (const symbol of bound.symbolsOf.get(id) ?? []) {
      const next = monitor.step(state, symbol);
      if (next !== undefined && (bound.complete || finishable(next))) return next;
    }
    return undefined;
  }

  if (ahead > 0 && bound.complete && monitor.typical !== undefined) {
    try {
      lookAhead(monitor.typical(), ahead);
    } catch {
      // Whoever asks for that mask will be told.
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
      const mask = monitor.searchingWithin === undefined ? make() : monitor.searchingWithin(SEARCHED_STEPS, make);
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
      return costs.within(state, tokens);
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
