// Computes the allowed text tokens of a state that has a lexer state as a part (`Factor`). It tries these methods in
// order: (1) the cached mask of the state; (2) the cached mask of a state that differs only in counters which no token
// can exhaust (`horizon`); (3) the table of the lexer state, plus the few tokens that extend beyond the lexeme; (4) a
// bitset of tokens of plain characters, plus a walk over the other tokens; (5) a walk over all tokens. All give the
// same set.

import { createSequenceTable, type Monitor, type Narrowed, type Question } from "@espalier/monitor";
import { canonicalBy } from "../lexer-states/factored-rows.js";
import type { Local, LocalStore } from "../lexer-states/local-store.js";
import { buildLocalTable, type LocalTable } from "../lexer-states/local-table.js";
import { createMask, createPlane, type Mask, maskBytes, maskWithout, type Plane, planeBytes } from "../masks/mask.js";
import { addPart, type Gathered, joinParts } from "../masks/mask-parts.js";
import { createSharedMasks } from "../masks/shared-masks.js";
import { spellings } from "../masks/suffixes.js";
import { appendAll, createIdList, type IdList, taken } from "../memory/id-list.js";
import { createMemo, MEMO_BYTES, type Memo, type MemoPool } from "../memory/memo.js";
import { createNumbers, push } from "../memory/numbers.js";
import { runPlanesOf } from "../runs/run-planes.js";
import type { Trie } from "../tree/trie.js";
import { narrowedPayloads } from "../walks/narrowed-masks.js";
import type { Walker } from "../walks/walk.js";
import { createClassLoopReader } from "./class-loop-masks.js";
import { createGathered, emptied } from "./gathered.js";
import { createPieceReader } from "./local-table-masks.js";
import { maskOfReached } from "./reached-masks.js";
import { appendReadable } from "./readable.js";
import { type Remembered, rememberedOf, type TextMasks } from "./remembered.js";
import { createRunMasks } from "./run-masks.js";

/** What is certain about the mask of a state, or of all states that it represents. */
export interface Certain {
  readonly mask: Mask;
  /** Tokens that only a state itself can decide. */
  readonly unsure: Uint32Array;
}

/** The same, as a cache entry. */
export interface Sketched {
  readonly certain: Certain;
  /** How many masks it was used for; counted by its users. */
  uses: number;
  /** For its users: the entry that is valid for all states it represents. */
  remembered: Remembered | undefined;
}

/** Masks of states that may be sketches. */
export interface SketchMasks<State> extends TextMasks<State> {
  /** Returns the cache entry of a state. */
  known(state: State): Sketched | undefined;
  /** Computes and caches what is certain about its mask. */
  make(state: State): Sketched;
}

/**
 * When to build the table of a lexer state. `auto`: once walks have cost about as much as the table. It is then built
 * at the next cache hit, or at the latest when walks have cost four times as much. `always`: at once. `never`: never.
 * States that can be read independently of the parser (free-walk.ts) need no table; they are read that way only with
 * `auto`.
 */
export type Factoring = "auto" | "always" | "never";

export interface TextLimits {
  /** The memory for the masks. */
  readonly masks: MemoPool;
  readonly factoring: Factoring;
}

/**
 * The number of nested boundaries before a token's first byte that are followed; after that, the plain walk is used.
 */
const MAX_NESTING = 16;
/** The limit on the cost of a table, and the overhead of a walk, both in tokens walked over rows (about 4 ns). */
const TABLE_COST = 65_536;
const WALK_COST = 256;
/** How many times its cost a table may be overdue before it is built during a mask. */
const OVERDUE = 4;
/** How much more a token costs without rows, with the monitor's own step. */
const STEP_FACTOR = 16;

const NO_QUESTIONS: readonly Question[] = [];

/** The result for a state, or for the sketch that represents it. */
interface Made extends Certain {
  /** Replaced by a shared equal mask when it is cached. */
  mask: Mask;
  /** Bytes of planes that belong only to this mask. */
  owned: number;
  /** Whether it is cached for some state: other states then add no memory for it. */
  remembered: boolean;
}

/** A cache entry: the result, and what was derived from it later. */
interface Entry extends Sketched {
  readonly certain: Made;
  readonly asks: readonly Question[];
}

const NO_IDS = new Uint32Array(0);

/**
 * The number of unfinished mask computations, and a buffer for each. A monitor may ask a masker of its own while its
 * mask is computed, so computations nest, and all maskers share the buffers.
 */
let nesting = 0;
const scratch: Gathered[] = [];

const madeOf = (mask: Mask, unsure: Uint32Array, owned: number): Made => ({ mask, unsure, owned, remembered: false });

/**
 * Creates the functions that compute the allowed text tokens of a state.
 *
 * @param monitor must have a `factor`.
 * @param store caches what has been computed for the lexer states of the monitor.
 * @param memoOf creates the cache of masks.
 */
export function createTextMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  walker: Walker<State>,
  store: LocalStore,
  limits: TextLimits,
  memoOf: <Value>(pool: MemoPool) => Memo<State, Value> = createMemo,
): SketchMasks<State> {
  const factor = monitor.factor!;
  const rowless = monitor.table === undefined;
  const masks = memoOf<Entry>(limits.masks);
  const shared = createSharedMasks(limits.masks);
  const doubted = createIdList(16);
  // Lexer states that are worth a table (local-table.ts). A new mask does not wait for a table, because the walk that
  // it needs instead costs less. Tables are built at the next cache hit.
  const due: number[] = [];
  // How much of the work for the current mask a table would have saved, in visited nodes. Cached partial walks
  // (cuts.ts) count almost nothing.
  let spent = 0;
  const runMasks = createRunMasks(trie, walker, store, factor);
  const addPieces = createPieceReader(trie, walker, factor, (state) => entryOf(state).certain);
  const readClassLoop = createClassLoopReader(trie, walker, factor);
  // Caches masks by the list of numbers that `settle` returns: states with equal lists have equal masks. Some of these
  // numbers are ids that become invalid when the walker clears its tables.
  const settled = createSequenceTable();
  const key = createNumbers();
  let settledMade: (Made | undefined)[] = [];
  let settledBytes = 0;
  let settledEpoch = walker.reachEpoch();
  const canonical = canonicalBy(store, factor);

  function build(local: number, known: Local): void {
    const { rows, automaton } = store;
    const table = buildLocalTable(rows, automaton, local, known.run, known.run > 0 ? runPlanesOf(trie) : undefined);
    if (table === undefined) known.table = "refused";
    else store.keep(local, known, table);
  }

  function catchUp(): void {
    const local = due.pop();
    if (local === undefined) return;
    const known = store.of(local);
    if (known.table === "none") build(local, known);
  }

  function of(state: State): Remembered {
    const entry = entryOf(state);
    if (entry.remembered === undefined) {
      const { mask, unsure } = entry.certain;
      const text = unsure.length === 0 ? mask : decided(state, mask, unsure);
      entry.remembered = rememberedOf(text, entry.asks);
    }
    return entry.remembered;
  }

  function entryOf(state: State): Entry {
    const asks = monitor.asks?.(state) ?? NO_QUESTIONS;
    if (asks.length === 0) {
      const known = masks.get(state);
      if (known !== undefined) return known;
    }
    const made = compute(state);
    const entry: Entry = { certain: made, asks, uses: 0, remembered: undefined };
    if (asks.length > 0) return entry;
    masks.set(state, entry, MEMO_BYTES + (made.remembered ? 0 : remember(made)));
    return entry;
  }

  /** Replaces a large mask by an existing equal one, if there is one. Returns how many bytes it adds. */
  function remember(made: Made): number {
    made.remembered = true;
    const { mask, bytes } = shared.share(made.mask, made.owned > 0);
    if (mask !== made.mask) {
      made.mask = mask;
      made.owned = 0;
    }
    return bytes + 16 * made.unsure.length;
  }

  /** Returns the mask with those of the unsure tokens that the state itself can read. */
  function decided(state: State, mask: Mask, unsure: Uint32Array): Mask {
    const ids = createIdList(mask.extra.length + unsure.length);
    appendAll(ids, mask.extra);
    appendReadable(trie, monitor, state, unsure, ids);
    return createMask(trie.size, mask.plane, taken(ids));
  }

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
    if (standing !== state) return entryOf(standing).certain;
    const narrowed = factor.narrowed?.(state);
    if (narrowed !== undefined) return besideWider(state, narrowed);
    const local = factor.local(state);
    if (local === 0) return plain(state);
    if (walker.readsFreely) return freely(state, local);
    const known = store.of(local);
    if (known.table === "none" && (known.spent >= OVERDUE * TABLE_COST || limits.factoring === "always"))
      build(local, known);
    if (typeof known.table === "object") return inPieces(state, known.table);
    spent = 0;
    const made = known.run > 0 ? besideRuns(state, local, known) : (besideClass(state, local, known) ?? plain(state));
    const before = known.spent;
    known.spent += spent * (rowless ? STEP_FACTOR : 1);
    if (known.table === "none" && before < TABLE_COST && known.spent >= TABLE_COST) due.push(local);
    return made;
  }

  /** Returns the node of depth 0 for a byte, as a list. */
  function rootsBy(byte: number): readonly number[] {
    const root = trie.roots[byte]!;
    return root < 0 ? [] : [root];
  }

  /** Derives the mask from that of a wider state, without the tokens that only the wider state reads. */
  function besideWider(state: State, narrowed: Narrowed<State>): Made {
    const wider = entryOf(narrowed.wider).certain;
    const removed = createIdList(8);
    const doubted = createIdList(8);
    narrowedPayloads(trie, monitor, state, narrowed, rootsBy, removed, doubted);
    if (removed.length === 0 && doubted.length === 0) return wider;
    const unsure = spelt(doubted);
    const without = Uint32Array.from([...taken(spellings(trie, taken(removed))), ...unsure]);
    const mask = maskWithout(wider.mask, without);
    const owned = mask.plane === undefined || mask.plane === wider.mask.plane ? 0 : planeBytes(trie.size, mask.plane);
    const left = wider.unsure.filter((id) => !without.includes(id));
    return madeOf(mask, left.length === 0 ? unsure : Uint32Array.from([...left, ...unsure]), owned);
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
    return settledBy(() => inParts(planes?.upTo(run), reach), state, local, undefined);
  }

  function inParts(part: Plane | Uint32Array | undefined, reach: number): Made {
    const gathered = gather();
    addPart(gathered, part);
    walker.addReach(reach, gathered);
    return made(gathered);
  }

  /** Returns the cached result for the numbers in `key`; calls `make` the first time. */
  function settledBy(
    make: (state: State, local: number, known: Local | undefined) => Made,
    state: State,
    local: number,
    known: Local | undefined,
  ): Made {
    if (settledEpoch !== walker.reachEpoch() || settledBytes > limits.masks.limit / 8) {
      settled.clear();
      settledMade = [];
      settledBytes = 0;
      settledEpoch = walker.reachEpoch();
    }
    const number = settled.intern(key.array, key.length);
    const ready = settledMade[number];
    if (ready !== undefined) return ready;
    const before = settledMade;
    const made = make(state, local, known);
    // The computation may have invalidated the reaches in the key, and the results for them.
    if (settledEpoch !== walker.reachEpoch() || settledMade !== before) return made;
    settledMade[number] = made;
    settledBytes += MEMO_BYTES + maskBytes(made.mask) + made.owned;
    return made;
  }

  function plain(state: State): Made {
    const reach = walker.reach(trie, state);
    if (reach < 0) {
      const made = walked(state);
      spent = WALK_COST + made.mask.count;
      return made;
    }
    key.length = 0;
    push(key, -1);
    push(key, reach);
    return settledBy(() => inParts(undefined, reach), state, 0, undefined);
  }

  function walked(state: State): Made {
    const mask = maskOfReached(trie, walker.collect(trie, state, doubted));
    const owned = mask.plane === undefined ? 0 : planeBytes(trie.size, mask.plane);
    return madeOf(mask, spelt(doubted), owned);
  }

  function besideRuns(state: State, local: number, known: Local): Made {
    const twin = runMasks.twin(state, local, known);
    if (twin !== undefined) {
      const its = entryOf(twin).certain;
      spent = 0; // a table of this local state would have saved nothing
      return its;
    }
    key.length = 0;
    if (!runMasks.settle(key, state, local, known)) return runsWalked(state, local, known);
    return settledBy(runsWalked, state, local, known);
  }

  /** Handles runs over a set of plain characters that lead back to one local state; `undefined` otherwise. */
  function besideClass(state: State, local: number, known: Local): Made | undefined {
    const loop = store.classLoopOf(local, known);
    if (loop === "none") return undefined;
    const { unsure } = gather();
    const tokens = readClassLoop(state, loop, unsure);
    if (tokens === undefined) return undefined;
    const plane = createPlane(trie.size, tokens.words, tokens.count);
    const mask = createMask(trie.size, plane, NO_IDS);
    return madeOf(mask, unsure.length === 0 ? NO_IDS : taken(unsure), planeBytes(trie.size, plane));
  }

  function runsWalked(state: State, local: number, known: Local | undefined): Made {
    const gathered = gather();
    runMasks.add(gathered, state, local, known!);
    spent = WALK_COST + gathered.ids.length;
    return made(gathered);
  }

  function spelt(doubted: IdList): Uint32Array {
    return doubted.length === 0 ? NO_IDS : taken(spellings(trie, taken(doubted)));
  }

  function inPieces(state: State, pieces: LocalTable): Made {
    const gathered = gather();
    addPieces(gathered, state, pieces);
    return made(gathered);
  }

  /** Returns an empty buffer for this mask. */
  const gather = (): Gathered => emptied((scratch[nesting] ??= createGathered()));

  function made({ planes, ids, unsure }: Gathered): Made {
    return join(planes, ids, unsure.length === 0 ? NO_IDS : taken(unsure));
  }

  function join(parts: readonly Plane[], ids: IdList, unsure: Uint32Array): Made {
    const mask = joinParts(trie.size, parts, ids);
    const owned = mask.plane !== undefined && mask.plane !== parts[0] ? planeBytes(trie.size, mask.plane) : 0;
    return madeOf(mask, unsure, owned);
  }

  return {
    of,
    known: (state) => masks.get(state),
    make: entryOf,
    grown(state, bytes) {
      const entry = masks.get(state);
      if (bytes > 0 && entry !== undefined) masks.set(state, entry, MEMO_BYTES + maskBytes(entry.certain.mask) + bytes);
    },
    catchUp,
    clear() {
      due.length = 0;
      masks.clear();
      shared.clear();
    },
  };
}
