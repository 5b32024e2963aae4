// Computes the allowed text tokens of a state that has a lexer state as a part (`Factor`). It tries these methods in
// order: (1) the mask of a state with the same future or of a wider one; (2) a bitset of tokens of plain characters, plus
// a walk over the other tokens; (3) a walk over all tokens. All give the same set.

import type { Monitor, Narrowed } from "@espalier/monitor";
import { canonicalBy } from "../lexer-states/factored-rows.js";
import type { Local, LocalStore } from "../lexer-states/local-store.js";
import { createMask, createPlane, maskWithout, type Plane, planeBytes } from "../masks/mask.js";
import { addPart, type Gathered } from "../masks/mask-parts.js";
import { spellings } from "../masks/spellings.js";
import { createIdList, taken } from "../memory/id-list.js";
import type { MemoPool } from "../memory/memo.js";
import { push } from "../memory/numbers.js";
import { runPlanesOf } from "../runs/run-planes.js";
import type { Trie } from "../tree/trie.js";
import { narrowedPayloads } from "../walks/narrowed-masks.js";
import type { Walker } from "../walks/walk.js";
import { createClassLoopReader } from "./class-loop-masks.js";
import { createGathered, emptied } from "./gathered.js";
import { type Made, madeOf, madeOfParts, ownedBytes, spelt } from "./made.js";
import { maskOfReached } from "./reached-masks.js";
import { createRunMasks } from "./run-masks.js";
import { createSettledMasks } from "./settled-masks.js";

export interface TextMethods<State> {
  /** Computes the tokens of a state. */
  compute(state: State): Made;
}

/**
 * The number of nested boundaries before a token's first byte that are followed; after that, the plain walk is used.
 */
const MAX_NESTING = 16;

const NO_IDS = new Uint32Array(0);

/**
 * The number of unfinished mask computations, and a buffer for each. A monitor may ask a masker of its own while its
 * mask is computed, so computations nest, and all maskers share the buffers.
 */
let nesting = 0;
const scratch: Gathered[] = [];

/**
 * @param store caches what has been computed for the lexer states of the monitor.
 * @param pool the memory for masks that are cached by what they consist of.
 * @param madeFor returns the result for another state, which is cached.
 */
export function createTextMethods<State>(
  trie: Trie,
  monitor: Monitor<State>,
  walker: Walker<State>,
  store: LocalStore,
  pool: MemoPool,
  madeFor: (state: State) => Made,
): TextMethods<State> {
  const factor = monitor.factor!;
  const doubted = createIdList(16);
  const runMasks = createRunMasks(trie, walker, store, factor);
  const readClassLoop = createClassLoopReader(trie, walker, factor, madeFor);
  const settled = createSettledMasks(walker, pool);
  const { key } = settled;
  const canonical = canonicalBy(store, factor);

  function compute(state: State): Made {
    nesting++;
    try {
      return computeHere(state);
    } finally {
      nesting--;
    }
  }

  function computeHere(state: State): Made {
    if (nesting > MAX_NESTING) return plain(state);
    const standing = canonical(state);
    if (standing !== state) return madeFor(standing);
    const narrowed = factor.narrowed?.(state);
    if (narrowed !== undefined) return besideWider(trie, monitor, state, narrowed, madeFor(narrowed.wider));
    const local = factor.local(state);
    if (local === 0) return plain(state);
    if (walker.readsFreely) return freely(state, local);
    const known = store.of(local);
    return known.run > 0 ? besideRuns(state, local, known) : (besideClass(state, local, known) ?? plain(state));
  }

  /** Uses the free local state, which covers the whole vocabulary after its first visit. */
  function freely(state: State, local: number): Made {
    const run = factor.free!.local(state) === local ? store.of(local).run : 0;
    const planes = run > 0 ? runPlanesOf(trie) : undefined;
    const reach = walker.reach(planes?.others ?? trie, state);
    if (reach < 0) return walked(state);
    key.length = 0;
    push(key, Math.min(run, trie.longest));
    push(key, reach);
    return settled.by(() => inParts(planes?.upTo(run), reach));
  }

  function inParts(part: Plane | Uint32Array | undefined, reach: number): Made {
    const gathered = gather();
    addPart(gathered, part);
    walker.addReach(reach, gathered);
    return madeOfParts(trie, gathered);
  }

  function plain(state: State): Made {
    const reach = walker.reach(trie, state);
    if (reach < 0) return walked(state);
    key.length = 0;
    push(key, -1);
    push(key, reach);
    return settled.by(() => inParts(undefined, reach));
  }

  function walked(state: State): Made {
    const mask = maskOfReached(trie, walker.collect(trie, state, doubted));
    return madeOf(mask, spelt(trie, doubted), ownedBytes(trie, mask.plane, undefined));
  }

  function besideRuns(state: State, local: number, known: Local): Made {
    const twin = runMasks.twin(state, local, known);
    if (twin !== undefined) return madeFor(twin);
    key.length = 0;
    if (!runMasks.settle(key, state, local, known)) return runsWalked(state, local, known);
    return settled.by(() => runsWalked(state, local, known));
  }

  /** Handles runs over a set of plain characters that lead back to one local state; `undefined` otherwise. */
  function besideClass(state: State, local: number, known: Local): Made | undefined {
    const loop = store.classLoopOf(local, known);
    if (loop === "none") return undefined;
    const { unsure } = gather();
    const tokens = readClassLoop(state, loop, unsure);
    if (tokens === undefined) return undefined;
    const plane = createPlane(trie.size, tokens.words, tokens.count);
    return madeOf(
      createMask(trie.size, plane, NO_IDS),
      unsure.length === 0 ? NO_IDS : taken(unsure),
      planeBytes(trie.size, plane),
    );
  }

  function runsWalked(state: State, local: number, known: Local): Made {
    const gathered = gather();
    runMasks.add(gathered, state, local, known);
    return madeOfParts(trie, gathered);
  }

  /** Returns an empty buffer for this mask. */
  const gather = (): Gathered => emptied((scratch[nesting] ??= createGathered()));

  return { compute };
}

/** Derives the mask from that of a wider state, without the tokens that only the wider state reads. */
function besideWider<State>(
  trie: Trie,
  monitor: Monitor<State>,
  state: State,
  narrowed: Narrowed<State>,
  wider: Made,
): Made {
  const rootsBy = (byte: number): readonly number[] => (trie.roots[byte]! < 0 ? [] : [trie.roots[byte]!]);
  const removed = createIdList(8);
  const doubted = createIdList(8);
  narrowedPayloads(trie, monitor, state, narrowed, rootsBy, removed, doubted);
  if (removed.length === 0 && doubted.length === 0) return wider;
  const unsure = spelt(trie, doubted);
  const without = Uint32Array.from([...taken(spellings(trie, taken(removed))), ...unsure]);
  const mask = maskWithout(wider.mask, without);
  const owned = ownedBytes(trie, mask.plane, wider.mask.plane);
  const left = wider.unsure.filter((id) => !without.includes(id));
  return madeOf(mask, left.length === 0 ? unsure : Uint32Array.from([...left, ...unsure]), owned);
}
