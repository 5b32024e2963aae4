// Walks the trie over rows, the transition tables of states that are integers. The *kernel* is the inner loop, in
// WebAssembly. It runs until it meets an entry that is not computed yet (or an event) and returns its position. This
// file computes the entry with one call of the automaton's `step`, and lets the kernel continue there. The result is
// first collected in a list. When the list is full, it is copied into a bitset, and the walk continues with the bitset.

import { BITSET, LIST, LIST_END, LIST_FULL, STACK } from "../memory/heap.js";
import { append, createIdList, type IdList, reserve, taken } from "../memory/id-list.js";
import { DEPTH_BITS, DEPTH_MASK, type Nodes } from "../tree/trie.js";
import { forget, hasRoom, place } from "./arena.js";
import {
  DEAD,
  enter,
  entryAt,
  LITERAL,
  MISSING,
  ROW_BYTES,
  type Rows,
  rowFor,
  type StepsLiteral,
  stateAt,
} from "./rows.js";
import type { Groups, Reached } from "./walk.js";

/** The entry for a byte that has led to a state once, with no nodes below. */
const SEEN = LITERAL + 1;

/**
 * Called for an event with the node (whose subtree is skipped), the event's code, and the state before the node's byte.
 */
export type OnEvent = (node: number, code: number, state: number) => void;

interface Cursor {
  readonly rows: Rows;
  readonly nodes: Nodes;
  readonly event: OnEvent | undefined;
  base: number;
  end: number;
  /** The position of the kernel in bytes. */
  p: number;
  /** The first bytes to try, and how many are left; `undefined` for all bytes. */
  readonly few: Uint8Array | undefined;
  fewLeft: number;
  /**
   * Where to continue after the current subtree, as pairs of nodes: the next one, and the end of the enclosing subtree.
   */
  readonly resume: number[];
  /** Whether payloads are set in the bitset; otherwise they go to the list. */
  inBits: boolean;
  /** Whether only the payloads matter, and not the states after them. */
  readonly collecting: boolean;
}

/** Returns the payloads of `nodes` that can be reached from `state`. Subtrees after an event are not entered. */
export function collectRows(rows: Rows, nodes: Nodes, state: number, event?: OnEvent): Reached {
  return collectFrom(begin(rows, nodes, state, event, true));
}

/** The same for one node and everything below it; the byte of the node is read from `state`. */
export function collectRowsAt(rows: Rows, nodes: Nodes, node: number, state: number, event?: OnEvent): Reached {
  const cursor = begin(rows, nodes, state, event, true);
  const { words } = rows.arena.heap;
  const k = nodes.words[2 * node + 1]!;
  // Rows of the earlier states are not needed, so any row can stand for them.
  for (let d = 0; d <= (k & DEPTH_MASK); d++) words[(STACK >> 2) + d] = words[STACK >> 2]!;
  cursor.fewLeft = 0;
  cursor.p = cursor.base + 8 * node;
  cursor.end = cursor.p + ((k >>> DEPTH_BITS) << 3);
  return collectFrom(cursor);
}

function collectFrom(cursor: Cursor): Reached {
  const { rows, nodes } = cursor;
  const { arena } = rows;
  const { heap } = arena;
  const whole = nodes === arena.trie;
  let spilled: IdList | undefined;
  for (;;) {
    cursor.p = heap.list(cursor.p, cursor.end, nodes.none, LIST_FULL);
    if (cursor.p >= cursor.end) {
      if (advance(cursor)) continue;
      break;
    }
    if (heap.words[LIST_END >> 2]! < LIST_FULL) {
      resolve(cursor);
      continue;
    }
    if (whole) return finishInBits(cursor);
    spilled ??= createIdList(2 * (LIST_FULL - LIST));
    pour(heap.words, spilled);
  }
  if (spilled !== undefined) {
    pour(heap.words, spilled);
    return { kind: "list", ids: taken(spilled) };
  }
  const { words } = heap;
  const count = (words[LIST_END >> 2]! - LIST) >> 3;
  const ids = new Uint32Array(count);
  for (let i = 0, at = LIST >> 2; i < count; i++, at += 2) ids[i] = words[at]!;
  return { kind: "list", ids };
}

function finishInBits(cursor: Cursor): Reached {
  const { heap, trie } = cursor.rows.arena;
  const length = (trie.size + 31) >> 5;
  heap.words.fill(0, BITSET >> 2, (BITSET >> 2) + length + 1);
  cursor.inBits = true;
  const listed = heap.words[LIST_END >> 2]! >> 2;
  for (let at = LIST >> 2; at < listed; at += 2) {
    const id = heap.words[at]!;
    const word = (BITSET >> 2) + (id >>> 5);
    heap.words[word] = heap.words[word]! | (1 << id);
  }
  for (;;) {
    cursor.p = heap.bits(cursor.p, cursor.end, BITSET);
    if (cursor.p < cursor.end) resolve(cursor);
    else if (!advance(cursor)) break;
  }
  // Nodes without a token have set the bit after the last.
  const last = (BITSET >> 2) + (trie.size >>> 5);
  heap.words[last] = heap.words[last]! & ~(1 << trie.size);
  const { words } = heap;
  for (let i = 0; i < trie.twins.length; i += 2) {
    const id = trie.twins[i]!;
    const twin = trie.twins[i + 1]!;
    if ((words[(BITSET >> 2) + (id >>> 5)]! >>> id) & 1)
      words[(BITSET >> 2) + (twin >>> 5)] = words[(BITSET >> 2) + (twin >>> 5)]! | (1 << twin);
  }
  const count = heap.count(BITSET, BITSET + 4 * length);
  return { kind: "bitset", words: new Uint32Array(words.buffer.slice(BITSET, BITSET + 4 * length)), count };
}

/** Returns the payloads reached with the state after each. Subtrees after an event are not entered. */
export function groupRows(rows: Rows, nodes: Nodes, state: number, event?: OnEvent): Groups<number> {
  const cursor = begin(rows, nodes, state, event, false);
  const { heap } = rows.arena;
  const ids = createIdList(256);
  const group = createIdList(256);
  const states: number[] = [];
  const numbers = new Map<number, number>();
  function drain(): void {
    const { words } = heap;
    const end = words[LIST_END >> 2]! >> 2;
    reserve(ids, (end - (LIST >> 2)) >> 1);
    reserve(group, (end - (LIST >> 2)) >> 1);
    const [idsTo, groupTo] = [ids.array, group.array];
    let count = ids.length;
    let lastRow = -1;
    let number = -1;
    for (let at = LIST >> 2; at < end; at += 2) {
      const row = words[at + 1]!;
      if (row !== lastRow) {
        lastRow = row;
        const reached = stateAt(rows, row);
        const known = numbers.get(reached);
        if (known === undefined) numbers.set(reached, (number = states.push(reached) - 1));
        else number = known;
      }
      idsTo[count] = words[at]!;
      groupTo[count++] = number;
    }
    ids.length = group.length = count;
    words[LIST_END >> 2] = LIST;
  }
  for (;;) {
    cursor.p = heap.list(cursor.p, cursor.end, nodes.none, LIST_FULL);
    if (cursor.p >= cursor.end) {
      if (advance(cursor)) continue;
      break;
    }
    const full = heap.words[LIST_END >> 2]! >= LIST_FULL;
    if (full || !hasRoom(rows.arena, ROW_BYTES)) drain(); // before the rows in the list are dropped
    if (!full) resolve(cursor);
  }
  drain();
  return { ids: ids.array.subarray(0, ids.length), group: group.array.subarray(0, group.length), states };
}

function pour(words: Int32Array, into: IdList): void {
  const end = words[LIST_END >> 2]! >> 2;
  reserve(into, (end - (LIST >> 2)) >> 1);
  for (let at = LIST >> 2; at < end; at += 2) append(into, words[at]!);
  words[LIST_END >> 2] = LIST;
}

function begin(rows: Rows, nodes: Nodes, state: number, event: OnEvent | undefined, collecting: boolean): Cursor {
  const { arena } = rows;
  if (!hasRoom(arena, nodes.words.byteLength + ROW_BYTES)) forget(arena);
  const base = place(arena, nodes);
  enter(rows);
  const row = rowFor(rows, state);
  const { words } = arena.heap;
  words[STACK >> 2] = row;
  words[LIST_END >> 2] = LIST;
  const few = nodes.roots === undefined ? undefined : rows.steps.shape(state).few;
  const end = base + nodes.words.byteLength;
  if (few === undefined)
    return { rows, nodes, event, base, end, p: base, few, fewLeft: 0, resume: [], inBits: false, collecting };
  return {
    rows,
    nodes,
    event,
    base,
    end: base,
    p: base,
    few,
    fewLeft: few.length,
    resume: [],
    inBits: false,
    collecting,
  };
}

/**
 * Moves the cursor past a subtree. If the walk is inside a literal, it continues after the literal. If only a few first
 * bytes are possible, it continues with the next of them. Returns false at the end of the walk.
 */
function advance(cursor: Cursor): boolean {
  const { few, base, resume } = cursor;
  if (resume.length > 0) {
    cursor.end = base + 8 * resume.pop()!;
    cursor.p = base + 8 * resume.pop()!;
    return true;
  }
  const { roots, words } = cursor.nodes;
  while (cursor.fewLeft > 0) {
    const root = roots![few![few!.length - cursor.fewLeft--]!]!;
    if (root < 0) continue;
    cursor.p = base + 8 * root;
    cursor.end = cursor.p + 8 * (words[2 * root + 1]! >>> DEPTH_BITS);
    return true;
  }
  return false;
}

/** Fills in the entry at which the kernel stopped, or reports the event and skips its subtree. */
function resolve(cursor: Cursor): void {
  const { rows } = cursor;
  const { heap } = rows.arena;
  let { words } = heap;
  const node = cursor.p >> 2;
  const byte = words[node]! & 255;
  const k = words[node + 1]!;
  const depth = k & DEPTH_MASK;
  const row = words[(STACK >> 2) + depth]!;
  const state = stateAt(rows, row);
  const at = entryAt(rows, row, byte);
  let entry = words[at]!;
  const seen = entry === SEEN;
  if (seen) words[at] = entry = MISSING;
  if (entry === MISSING && learnLiteral(rows, state, byte)) words[at] = entry = LITERAL;
  if (entry === LITERAL) {
    readLiteral(cursor, rows.literals.get(state)!, row, depth);
    return;
  }
  if (entry === MISSING) {
    const next = rows.steps.step(state, byte);
    if (next >= 0) {
      if (cursor.collecting && !seen && k >>> DEPTH_BITS === 1 && !rows.rowOf.has(next)) {
        // The node has no children, so the row of its state may never be needed. It is created at the second visit
        // only; it then saves further calls of `step`.
        words[at] = SEEN;
        reach(cursor, (cursor.p - cursor.base) >> 3);
        cursor.p += 8;
        return;
      }
      if (!hasRoom(rows.arena, ROW_BYTES)) startOver(cursor, depth);
      const made = rowFor(rows, next);
      words = heap.words; // the heap may have grown, and rows may have moved
      words[entryAt(rows, words[(STACK >> 2) + depth]!, byte)] = made;
      return;
    }
    entry = next === DEAD ? 0 : next;
    words[at] = entry;
    if (entry === 0) return;
  }
  cursor.event?.((cursor.p - cursor.base) >> 3, entry, state);
  cursor.p += (k >>> DEPTH_BITS) << 3;
}

/** Returns whether a state must continue with a literal that begins with `byte`; caches the literal. */
function learnLiteral({ steps, literals }: Rows, state: number, byte: number): boolean {
  const literal = steps.literal?.(state);
  if (literal?.bytes[0] !== byte) return false;
  literals.set(state, literal);
  return true;
}

/** Reads a literal from the node at the cursor, which has its first byte, without rows for the states on the way. */
function readLiteral(cursor: Cursor, literal: StepsLiteral, row: number, depth: number): void {
  const { nodes, rows } = cursor;
  const { words } = nodes;
  const { bytes } = literal;
  const first = (cursor.p - cursor.base) >> 3;
  const end = first + (words[2 * first + 1]! >>> DEPTH_BITS);
  let node = first;
  let read = 1;
  for (; read < bytes.length; read++) {
    reach(cursor, node);
    node = child(words, node, bytes[read]!);
    if (node < 0) break;
  }
  cursor.p = cursor.base + 8 * end;
  if (node < 0) return;
  const after = literal.end();
  if (after < 0) {
    if (after !== DEAD) cursor.event?.(node, after, stateAt(rows, row));
    return;
  }
  reach(cursor, node);
  const inner = node + (words[2 * node + 1]! >>> DEPTH_BITS);
  if (inner === node + 1) return;
  // The states on the way have no rows: if rows are dropped meanwhile, any row can stand for them.
  const stack = rows.arena.heap.words;
  for (let d = 1; d < bytes.length; d++) stack[(STACK >> 2) + depth + d] = row;
  if (!hasRoom(rows.arena, ROW_BYTES)) startOver(cursor, depth + bytes.length - 1);
  const made = rowFor(rows, after);
  rows.arena.heap.words[(STACK >> 2) + depth + bytes.length] = made;
  cursor.resume.push(end, (cursor.end - cursor.base) >> 3);
  cursor.p = cursor.base + 8 * (node + 1);
  cursor.end = cursor.base + 8 * inner;
}

/** Handles a node whose payload is reached. */
function reach({ nodes, rows, inBits }: Cursor, node: number): void {
  const payload = nodes.words[2 * node]! >>> 8;
  if (payload === nodes.none) return;
  const { words } = rows.arena.heap;
  if (inBits) {
    const word = (BITSET >> 2) + (payload >>> 5);
    words[word] = words[word]! | (1 << payload);
    return;
  }
  // The list has room for a literal beyond the limit at which it counts as full.
  const at = words[LIST_END >> 2]! >> 2;
  words[at] = payload;
  words[LIST_END >> 2] = (at + 2) << 2;
}

/** Returns the child of `node` by `byte`, or −1. */
function child(words: Int32Array, node: number, byte: number): number {
  const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
  for (let at = node + 1; at < end; at += words[2 * at + 1]! >>> DEPTH_BITS) {
    const its = words[2 * at]! & 255;
    if (its >= byte) return its === byte ? at : -1;
  }
  return -1;
}

/** Drops all rows during a walk, and recreates those of the path to the cursor. */
function startOver(cursor: Cursor, depth: number): void {
  const { rows, nodes } = cursor;
  const { heap } = rows.arena;
  const path: number[] = [];
  for (let d = 0; d <= depth; d++) path.push(stateAt(rows, heap.words[(STACK >> 2) + d]!));
  forget(rows.arena);
  const base = place(rows.arena, nodes);
  enter(rows);
  for (let d = 0; d <= depth; d++) {
    const row = rowFor(rows, path[d]!);
    heap.words[(STACK >> 2) + d] = row;
  }
  cursor.p += base - cursor.base;
  cursor.end += base - cursor.base;
  cursor.base = base;
}
