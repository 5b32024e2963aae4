// Token healing ("token healing", Lundberg 2023). The prompt ends one token early, and the first generated tokens must
// spell the removed bytes before the text begins. The reason is that a tokenizer would rarely have split the text at
// the cursor.
//
//   bytes left out   m a            before the text: how many bytes are still to be spelt
//   tokens           max            2 ──"m"──▶ 1 ──"a"──▶ the monitor's start      2 ──"max"──▶ the monitor after "x"
//
// The monitor reads only what follows those bytes. Its states and their masks are unchanged, so the masker answers from
// its cache.

import { LimitError, type Monitor } from "@espalier/monitor";
import type { Mask, Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";

/**
 * A place before the text: the number of given bytes that are still to be spelt. There is one object for each number.
 */
export interface BeforeText {
  readonly bytesLeft: number;
}

/** A masker for places before the text and for the states of another masker. */
export interface HealingMasker<State> extends Masker<State | BeforeText> {
  readonly start: State | BeforeText;
  /** Returns whether `state` is a place before the text. */
  isBefore(state: State | BeforeText): boolean;
}

/**
 * Returns `masker` with `bytes` to be spelt before its monitor's `from`. The first mask costs one pass over the
 * vocabulary.
 */
export function healingMasker<State>(masker: Masker<State>, from: State, bytes: Uint8Array): HealingMasker<State> {
  type Any = State | BeforeText;
  const { monitor: inner, trie } = masker;
  const { vocabulary } = trie;
  const places: readonly BeforeText[] = Array.from({ length: bytes.length + 1 }, (_, bytesLeft) => ({ bytesLeft }));
  const before = new Set<Any>(places);
  const isBefore = (state: Any): state is BeforeText => before.has(state);
  const at = (bytesLeft: number): Any => (bytesLeft === 0 ? from : places[bytesLeft]!);

  function step(state: Any, symbol: number): Any | undefined {
    if (!isBefore(state)) return inner.step(state, symbol);
    return bytes[bytes.length - state.bytesLeft] === symbol ? at(state.bytesLeft - 1) : undefined;
  }

  /** By number of bytes left: the tokens that spell them, extend them, or begin them; computed on demand. */
  const beginning: (readonly TokenId[] | undefined)[] = [];
  function tokensAt({ bytesLeft }: BeforeText): readonly TokenId[] {
    beginning[bytesLeft] ??= startingWith(bytes.subarray(bytes.length - bytesLeft));
    return beginning[bytesLeft];
  }
  function startingWith(given: Uint8Array): readonly TokenId[] {
    const { pool, offsets, kinds } = vocabulary;
    const ids: TokenId[] = [];
    for (let id = 0; id < kinds.length; id++) {
      const first = offsets[id]!;
      const length = Math.min(offsets[id + 1]! - first, given.length);
      let same = 0;
      while (same < length && pool[first + same] === given[same]) same++;
      if (kinds[id] === 1 && length > 0 && same === length) ids.push(id);
    }
    return ids;
  }

  /** By number of bytes left: the least number of tokens that spell exactly these bytes. */
  const fewest: number[] = [0];
  function tokensToSpell(bytesLeft: number): number {
    const known = fewest[bytesLeft];
    if (known !== undefined) return known;
    let least = Number.POSITIVE_INFINITY;
    for (const id of tokensAt(places[bytesLeft]!)) {
      const length = vocabulary.bytes(id)!.length;
      if (length <= bytesLeft) least = Math.min(least, 1 + tokensToSpell(bytesLeft - length));
    }
    fewest[bytesLeft] = least;
    return least;
  }

  /** Returns the first token of a shortest spelling of the bytes left. */
  function shortestWay(state: BeforeText): TokenId | undefined {
    const rest = tokensToSpell(state.bytesLeft) - 1;
    return tokensAt(state).find((id) => {
      const length = vocabulary.bytes(id)!.length;
      return length <= state.bytesLeft && tokensToSpell(state.bytesLeft - length) === rest;
    });
  }

  function push(state: Any, id: TokenId): Any | undefined {
    if (!isBefore(state)) return masker.push(state, id);
    const spelt = vocabulary.bytes(id);
    if (spelt === undefined || spelt.length === 0) return undefined;
    let next: Any | undefined = state;
    for (let i = 0; i < spelt.length && next !== undefined; i++) next = step(next, spelt[i]!);
    return next !== undefined && mayFinish(next) ? next : undefined;
  }

  /** Whether a search for an end has exceeded its limit. No further search is made then. */
  let isUndecided = false;
  /** Whether an end can be reached, or the search for one has exceeded its limit. */
  function mayFinish(state: Any): boolean {
    if (isUndecided) return !isBefore(state) || Number.isFinite(tokensToSpell(state.bytesLeft));
    try {
      return Number.isFinite(tokenCost(state));
    } catch (error) {
      if (!(error instanceof LimitError && error.limit === "searchLimit")) throw error;
      isUndecided = true;
      return mayFinish(state);
    }
  }

  function tokenCost(state: Any): number {
    return isBefore(state) ? tokensToSpell(state.bytesLeft) + masker.tokenCost(from) : masker.tokenCost(state);
  }

  function finishesWithin(state: Any, tokens: number): boolean {
    if (!isBefore(state)) return masker.finishesWithin(state, tokens);
    return masker.finishesWithin(from, tokens - tokensToSpell(state.bytesLeft));
  }

  function maskOf(state: BeforeText, keeps: (next: Any) => boolean): Mask {
    const ids = tokensAt(state).filter((id) => {
      const next = push(state, id);
      return next !== undefined && keeps(next);
    });
    return smallMask(trie.size, ids);
  }

  const { controls, trim } = inner;
  const placeOf = (state: Any): State => (isBefore(state) ? from : state);
  const monitor: Monitor<Any> = {
    ...(controls === undefined ? {} : { controls }),
    ...(trim === undefined ? {} : { trim }),
    start: at(bytes.length),
    step,
    accepts: (state) => !isBefore(state) && inner.accepts(state),
    ...(inner.cost && { cost: (state) => (isBefore(state) ? state.bytesLeft : 0) + inner.cost!(placeOf(state)) }),
    ...(inner.costAtMost && {
      costAtMost: (state) => (isBefore(state) ? state.bytesLeft : 0) + inner.costAtMost!(placeOf(state)),
    }),
    ...(inner.witness && {
      witness: (state) => {
        const rest = inner.witness!(placeOf(state));
        if (!isBefore(state) || rest === undefined) return rest;
        return [...bytes.subarray(bytes.length - state.bytesLeft), ...Array.from(rest)];
      },
    }),
    ...(inner.expected && { expected: (state) => inner.expected!(placeOf(state)) }),
    ...(inner.mode && { mode: (state) => inner.mode!(placeOf(state)) }),
    ...(inner.asks && { asks: (state) => (isBefore(state) ? [] : inner.asks!(state)) }),
    ...(inner.supply && {
      supply: (state, question, answer) => (isBefore(state) ? state : inner.supply!(state, question, answer)),
    }),
  };

  return {
    trie,
    monitor,
    start: monitor.start,
    isBefore,
    mask: (state) => (isBefore(state) ? { mask: maskOf(state, () => true), asks: [] } : masker.mask(state)),
    maskWithin: (state, budget) =>
      isBefore(state)
        ? { mask: maskOf(state, (next) => finishesWithin(next, budget - 1)), asks: [] }
        : masker.maskWithin(state, budget),
    allows: (state, id) => (isBefore(state) ? push(state, id) !== undefined : masker.allows(state, id)),
    push,
    tokenCost,
    finishesWithin,
    nearer: (state) => (isBefore(state) ? shortestWay(state) : masker.nearer(state)),
  };
}

/** Creates a mask from ascending ids. */
function smallMask(size: number, ascending: readonly TokenId[]): Mask {
  const ids = Uint32Array.from(ascending);
  const members = new Set(ascending);
  const mask: Mask = {
    size,
    count: ids.length,
    form: "allow",
    plane: undefined,
    extra: ids,
    has: (id) => members.has(id),
    ids: () => ids,
    copyInto(words) {
      words.fill(0);
      for (const id of ids) words[id >>> 5]! |= 1 << id;
    },
    toBitset() {
      const words = new Uint32Array((size + 31) >>> 5);
      mask.copyInto(words);
      return words;
    },
  };
  return mask;
}
