// The text tokens allowed in a state, three ways in order: the memo by state; what the local state decides, once its table
// is built, and the few tokens that cross a boundary; the plain walk. All three give the same set.

import type { Monitor } from "@espalier/monitor";
import type { Arena } from "./arena.js";
import { append, appendAll, createIdList, type IdList } from "./id-list.js";
import { buildLocalTable, type LocalTable, localRows, restrictPlane } from "./local-table.js";
import { createMask, createPlane, type Mask, maskBytes, type Plane, planeBytes } from "./mask.js";
import { joinParts } from "./mask-parts.js";
import { createMemo } from "./memo.js";
import { reset } from "./rows.js";
import { createSharedMasks } from "./shared-masks.js";
import { appendSpelling, type Suffixes } from "./suffixes.js";
import type { Trie } from "./trie.js";
import type { Walker } from "./walk.js";

export interface TextMasks<State> {
  of(state: State): Mask;
  /** Builds a table that has become worth building, if there is one: for when a mask was remembered and there is time. */
  catchUp(): void;
  clear(): void;
}

/**
 * When to use what a local state alone decides: once walks have cost about as much as its table (which is built when a
 * remembered mask is next asked for, or at the latest when they have cost four times as much), at once, or never.
 */
export type Factoring = "auto" | "always" | "never";

export interface TextLimits {
  readonly maskBytes: number;
  readonly localBytes: number;
  readonly factoring: Factoring;
}

/** Nested boundaries before a token's first byte that are followed before the plain walk takes over. */
const MAX_NESTING = 16;
/** What a table may cost, and what a walk costs beside its tokens: both in tokens walked over rows (about 4 ns). */
const TABLE_COST = 65_536;
const WALK_COST = 256;
/** How many times its cost a table may be overdue before it is built in the middle of a mask. */
const OVERDUE = 4;
/** How much dearer a token is without rows, by the monitor's own step. */
const STEP_FACTOR = 16;

/** From how many ids of its own on a mask is worth looking for its twin. */
const SHARED_FROM = 512;
/** What remembering a mask for a state costs beside the mask. */
const MEMO_BYTES = 96;

interface Local {
  /** "none": not built yet; "refused": too much crosses. */
  table: LocalTable | "none" | "refused";
  /** What walks have cost so far. */
  spent: number;
}

export function createTextMasks<State>(
  trie: Trie,
  arena: Arena,
  monitor: Monitor<State>,
  walker: Walker<State>,
  limits: TextLimits,
): TextMasks<State> {
  const { factor, table } = monitor;
  const masks = createMemo<State, Mask>(limits.maskBytes);
  const shared = createSharedMasks(limits.maskBytes / 2);
  const locals = createMemo<number, Local>(limits.localBytes);
  const factored = factor !== undefined && limits.factoring !== "never";
  const rows =
    factored && table !== undefined
      ? localRows(arena, factor.automaton, table.classOf, table.classCount)
      : factored
        ? localRows(arena, factor.automaton, identityClasses(), 256)
        : undefined;
  // One scratch list a nesting level: a boundary before the first byte makes `compute` call itself.
  const scratch: IdList[] = [];
  let nesting = 0;
  // Local states whose tables are worth building. A new mask is not made to wait for one: the walk it needs meanwhile costs
  // less. They are built between, when a remembered mask is asked for.
  const due: number[] = [];

  function build(local: number, known: Local): void {
    known.table = buildLocalTable(rows!, factor!.automaton, local) ?? "refused";
    if (known.table !== "refused") locals.set(local, known, 128 + known.table.bytes);
  }

  function catchUp(): void {
    const local = due.pop();
    const known = local === undefined ? undefined : locals.get(local);
    if (known?.table === "none") build(local!, known);
  }

  function of(state: State): Mask {
    const open = (monitor.asks?.(state).length ?? 0) > 0;
    if (!open) {
      const known = masks.get(state);
      if (known !== undefined) return known;
    }
    const made = compute(state);
    if (open) return made.mask;
    const large = made.owned > 0 || made.mask.extra.length >= SHARED_FROM;
    const { mask, bytes } = large
      ? shared.share(made.mask, made.owned > 0)
      : { mask: made.mask, bytes: maskBytes(made.mask) };
    masks.set(state, mask, MEMO_BYTES + bytes);
    return mask;
  }

  function compute(state: State): { readonly mask: Mask; readonly owned: number } {
    const local = factored && nesting < MAX_NESTING ? factor.local(state) : 0;
    if (local === 0) return plain(state);
    let known = locals.get(local);
    if (known === undefined) locals.set(local, (known = { table: "none", spent: 0 }), 128);
    if (known.table === "none" && (known.spent >= OVERDUE * TABLE_COST || limits.factoring === "always"))
      build(local, known);
    if (typeof known.table === "object") return inPieces(state, known.table);
    const made = plain(state);
    const before = known.spent;
    known.spent += (WALK_COST + made.mask.count) * (table === undefined ? STEP_FACTOR : 1);
    if (known.table === "none" && before < TABLE_COST && known.spent >= TABLE_COST) due.push(local);
    return made;
  }

  function plain(state: State): { readonly mask: Mask; readonly owned: number } {
    const reached = walker.collect(trie, state);
    if (reached.kind === "bitset") {
      const plane = createPlane(trie.size, reached.words, reached.count);
      return { mask: createMask(trie.size, plane, new Uint32Array(0)), owned: planeBytes(trie.size, plane) };
    }
    if (trie.next.length === 0 && reached.ids.length < 4096)
      return { mask: createMask(trie.size, undefined, reached.ids), owned: 0 };
    const ids = createIdList(reached.ids.length);
    for (let i = 0; i < reached.ids.length; i++) appendSpelling(trie, ids, reached.ids[i]!);
    return join([], ids);
  }

  function inPieces(state: State, pieces: LocalTable): { readonly mask: Mask; readonly owned: number } {
    const ids = (scratch[nesting] ??= createIdList(1024));
    ids.length = 0;
    const planes: Plane[] = [];
    add(pieces.inside, planes, ids);
    for (const { exit, ending, suffixes } of pieces.crossings) {
      const across = factor!.cross(state, exit);
      if (across === undefined) continue;
      add(ending, planes, ids);
      if (suffixes !== undefined) addSuffixes(suffixes, across, planes, ids);
    }
    if (pieces.undecided !== undefined) addSuffixes(pieces.undecided, state, planes, ids);
    const { start } = pieces;
    if (start !== undefined) {
      const across = factor!.cross(state, start.exit);
      if (across !== undefined) {
        nesting++;
        try {
          const after = of(across);
          if (after.plane !== undefined) add(restrictPlane(trie, start, after.plane), planes, ids);
          const { pool, offsets } = trie.vocabulary;
          for (let i = 0; i < after.extra.length; i++) {
            const id = after.extra[i]!;
            if (start.kill[pool[offsets[id]!]!] === 1) append(ids, id);
          }
        } finally {
          nesting--;
        }
      }
    }
    return join(planes, ids);
  }

  function addSuffixes(suffixes: Suffixes, from: State, planes: Plane[], ids: IdList): void {
    const reached = walker.collect(suffixes.nodes, from);
    if (reached.kind === "bitset") throw new RangeError("a walk of suffixes gives a list");
    const { starts, tokens } = suffixes;
    for (let i = 0; i < reached.ids.length; i++) {
      const suffix = reached.ids[i]!;
      const plane = suffixes.planes[suffix];
      if (plane !== undefined) planes.push(plane);
      else for (let at = starts[suffix]!; at < starts[suffix + 1]!; at++) append(ids, tokens[at]!);
    }
  }

  function add(part: Plane | Uint32Array, planes: Plane[], ids: IdList): void {
    if (part instanceof Uint32Array) appendAll(ids, part);
    else planes.push(part);
  }

  function join(planes: readonly Plane[], ids: IdList): { readonly mask: Mask; readonly owned: number } {
    const mask = joinParts(trie.size, planes, ids);
    const owned = mask.plane !== undefined && mask.plane !== planes[0] ? planeBytes(trie.size, mask.plane) : 0;
    return { mask, owned };
  }

  return {
    of,
    catchUp,
    clear() {
      due.length = 0;
      masks.clear();
      shared.clear();
      locals.clear();
      if (rows !== undefined) reset(rows);
    },
  };
}

function identityClasses(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => byte);
}
