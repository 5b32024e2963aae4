// The memory of an engine: hash-consed expressions in typed arrays.
//
//   expression e   kind[e] nullable[e] depth[e] distance[e]      a[e]      b[e]      c[e]
//     EMPTY = 0      matches nothing
//     EPSILON = 1    the empty text
//     BYTES          one byte of a set                           set id
//     CONCAT         head, then tail                             head      tail
//     REPEAT         item, min to max times                      item      min       max (UNBOUNDED: no end)
//     NOT            every text the operand does not match       operand
//     OR, AND        two or more operands, ascending             offset    count     in operands[]
//     AUTOMATON      the language of an automaton state          automaton state
//     DEFERRED       a regex that is not built yet               deferred
//
//   distance[e]    length in bytes of the shortest member; Infinity: empty language; −1: not decided yet (raw AND and NOT nodes only)
//   rowOf[e]       0, or an offset r into rows[]: rows[r] = where the byte classes of e begin in classMaps,
//                  rows[r + 1 + class] = cached derivative, −1: not computed
//
// Structurally equal expressions have the same id. An id is not reused until the engine is cleared. Byte sets and
// partitions are interned in the same way (byte-sets.ts, partitions.ts). `stack` is a scratch stack for operand lists.
//
// The file is long because the layout and the functions that add, grow and describe nodes stay side by side.
import { burn, createSequenceTable, type SequenceTable } from "@espalier/monitor";
import type { ByteAutomaton } from "./automaton.js";
import type { EngineLimits } from "./limits.js";
import { engineLimit } from "./limits.js";
import type { Partition } from "./partition.js";
import { createPartition } from "./partition.js";

/**
 * The id of an expression in one engine: 0 is the empty language, 1 is the empty text. Other values have no meaning
 * outside the engine.
 */
export type Expr = number;

/** An automaton that an arena has loaded. */
export interface LoadedAutomaton {
  readonly automaton: ByteAutomaton;
  /** Length in bytes of the shortest text from each state to acceptance; `Infinity` if there is none. */
  readonly distance: Float64Array;
  /** For each byte class, the id of its byte set. */
  readonly sets: readonly number[];
  /** For each state that was asked about, the byte sets that a step from it distinguishes. */
  readonly fronts: Map<number, readonly number[]>;
  /** The derivative of an AUTOMATON expression of this automaton. */
  readonly step: (arena: Arena, expr: Expr, byte: number) => Expr;
  /** The byte sets that one step from such an expression distinguishes. */
  readonly frontSets: (arena: Arena, expr: Expr) => readonly number[];
}

/** The expression that matches nothing. */
export const EMPTY_EXPR: Expr = 0;

/** The expression that matches the empty text only. */
export const EPSILON_EXPR: Expr = 1;

/** Any one byte. */
export const ANY_BYTE_EXPR: Expr = 2;

/** The expression that matches every text. */
export const ANYTHING_EXPR: Expr = 3;

const EMPTY = 0;
const EPSILON = 1;
export const BYTES = 2;
export const CONCAT = 3;
export const REPEAT = 4;
export const NOT = 5;
export const OR = 6;
export const AND = 7;
export const AUTOMATON = 8;
export const DEFERRED = 9;

/** The `max` of an unbounded repeat. */
export const UNBOUNDED = 0x7fffffff;

/** The largest finite repeat count. Repeats are not merged if the result would exceed it. */
export const MAX_COUNT = 0x3fffffff;

/** A regex that the arena has not built yet. */
export interface Deferred {
  /** Length in bytes of the shortest member; at least 1. */
  readonly least: number;
  readonly classOf: Uint8Array;
  /** The ids of the byte sets that the regex may distinguish, one for each class. */
  readonly sets: readonly number[];
  /** Builds the expression on the first call and returns it. */
  force(): Expr;
}

/** All tables of an engine. Only modules of this package access it. */
export interface Arena {
  readonly limits: EngineLimits;
  generation: number;
  /** Whether the byte limit has ever been reached. */
  full: boolean;
  /** Units of work left in the current call. */
  fuel: number;
  /** Bytes held by the typed arrays below. */
  bytes: number;
  /** How many merging constructors are active on the call stack. */
  nesting: number;
  /** Steps left in the current inclusion check. */
  patience: number;

  count: number;
  kind: Uint8Array;
  nullable: Uint8Array;
  depth: Uint16Array;
  a: Int32Array;
  b: Int32Array;
  c: Int32Array;
  hash: Int32Array;
  distance: Float64Array;
  rowOf: Int32Array;
  /** visited[e] = number of the last walk that visited e. */
  visited: Int32Array;
  walk: number;
  operands: Int32Array;
  operandTop: number;
  /** Open-addressing hash table of expression ids; 0 = free. The length is a power of two, at most half used. */
  slots: Int32Array;

  rows: Int32Array;
  rowTop: number;

  /** Set s: bits of byte b at sets[8 s + (b >> 5)]. */
  sets: Int32Array;
  setCount: number;
  setVisited: Int32Array;
  setSlots: Map<number, number[]>;
  /** The expression of each single byte; 0 until it is needed. */
  readonly byteExprs: Int32Array;

  /** Partition p: the class of byte b at classMaps[256 p + b], a byte of class k at classBytes[256 p + k]. */
  classMaps: Uint8Array;
  classBytes: Uint8Array;
  classCounts: Int32Array;
  partitionCount: number;
  /**
   * Open-addressing hash table of partition ids plus one; 0 = free. The length is a power of two, at most half used.
   */
  partitionSlots: Int32Array;
  partitionHashes: Int32Array;
  /** Ascending lists of byte sets, and for each list the partition it induces; −1: not computed. */
  readonly setLists: SequenceTable;
  readonly partitionOfList: number[];
  /** Scratch partition for refinement. */
  readonly refining: Partition;

  readonly automata: LoadedAutomaton[];
  readonly automatonIds: Map<ByteAutomaton, number>;
  readonly deferred: Deferred[];
  /** Intersections whose search was long, and the same without upper bounds of loops (uncounted.ts). */
  readonly uncounted: Map<Expr, Expr>;
  /** Expressions beside a count of `item` in an intersection, and the bytes that their texts may need (horizon.ts). */
  readonly beside: Map<Expr, { readonly item: Expr; readonly bytes: number }>;

  stack: Int32Array;
  top: number;
}

/** Creates an arena with the four predefined expressions. */
export function createArena(limits: EngineLimits): Arena {
  const arena: Arena = {
    limits,
    generation: 0,
    full: false,
    fuel: limits.fuel,
    bytes: 0,
    nesting: 0,
    patience: 0,
    count: 0,
    kind: new Uint8Array(1024),
    nullable: new Uint8Array(1024),
    depth: new Uint16Array(1024),
    a: new Int32Array(1024),
    b: new Int32Array(1024),
    c: new Int32Array(1024),
    hash: new Int32Array(1024),
    distance: new Float64Array(1024),
    rowOf: new Int32Array(1024),
    visited: new Int32Array(1024),
    walk: 0,
    operands: new Int32Array(1024),
    operandTop: 0,
    slots: new Int32Array(4096),
    rows: new Int32Array(4096),
    rowTop: 1,
    sets: new Int32Array(8 * 128),
    setCount: 0,
    setVisited: new Int32Array(128),
    setSlots: new Map(),
    byteExprs: new Int32Array(256),
    classMaps: new Uint8Array(256 * 128),
    classBytes: new Uint8Array(256 * 128),
    classCounts: new Int32Array(128),
    partitionCount: 0,
    partitionSlots: new Int32Array(256),
    partitionHashes: new Int32Array(128),
    setLists: createSequenceTable(),
    partitionOfList: [],
    refining: createPartition(),
    automata: [],
    automatonIds: new Map(),
    deferred: [],
    uncounted: new Map(),
    beside: new Map(),
    stack: new Int32Array(1024),
    top: 0,
  };
  arena.bytes = heldBytes(arena);
  return arena;
}

function heldBytes(arena: Arena): number {
  let total = 0;
  for (const value of Object.values(arena)) if (ArrayBuffer.isView(value)) total += value.byteLength;
  return total;
}

/** Spends `units` of the current call's fuel. @throws LimitError when none is left. */
export function spend(arena: Arena, units: number): void {
  burn("regex", units);
  arena.fuel -= units;
  if (arena.fuel < 0) throw engineLimit("fuel", arena.limits.fuel, "this expression needs too much work");
}

/** Starts a call: refills the fuel and empties the scratch stack. */
export function beginCall(arena: Arena): void {
  arena.fuel = arena.limits.fuel;
  arena.top = 0;
  arena.nesting = 0;
}

/**
 * Reserves `more` bytes. If the limit is reached, drops all cached derivatives first. @throws LimitError if that does
 * not free enough.
 */
export function claimBytes(arena: Arena, more: number): void {
  if (arena.bytes + more <= arena.limits.bytes) {
    arena.bytes += more;
    return;
  }
  arena.full = true;
  if (arena.rows.byteLength > arena.limits.bytes / 8) {
    arena.bytes -= arena.rows.byteLength - 4096 * 4;
    arena.rows = new Int32Array(4096);
    arena.rowTop = 1;
    arena.rowOf.fill(0);
    if (arena.bytes + more <= arena.limits.bytes) {
      arena.bytes += more;
      return;
    }
  }
  throw engineLimit("bytes", arena.limits.bytes, "this engine is full");
}

/** Returns a copy of `array` with at least twice its length, and at least `needed`. */
export function grownInts(arena: Arena, array: Int32Array, needed: number): Int32Array<ArrayBuffer> {
  let length = array.length * 2;
  while (length < needed) length *= 2;
  claimBytes(arena, (length - array.length) * 4);
  const grown = new Int32Array(length);
  grown.set(array);
  return grown;
}

/** Returns a copy of `array` with twice its length. */
export function grownBytes(arena: Arena, array: Uint8Array): Uint8Array<ArrayBuffer> {
  claimBytes(arena, array.length);
  const grown = new Uint8Array(array.length * 2);
  grown.set(array);
  return grown;
}

/** Pushes an operand onto the scratch stack. */
export function push(arena: Arena, expr: Expr): void {
  if (arena.top === arena.stack.length) arena.stack = grownInts(arena, arena.stack, arena.top + 1);
  arena.stack[arena.top++] = expr;
}

/** Returns the node (kind, a, b, c); creates it on first use. */
export function internNode(arena: Arena, kind: number, a: number, b: number, c: number): Expr {
  const hash = mix(mix(mix(kind, a), b), c);
  const mask = arena.slots.length - 1;
  let slot = hash & mask;
  for (let found = arena.slots[slot]!; found !== 0; found = arena.slots[(slot = (slot + 1) & mask)]!) {
    if (
      arena.hash[found] === hash &&
      arena.kind[found] === kind &&
      arena.a[found] === a &&
      arena.b[found] === b &&
      arena.c[found] === c
    ) {
      return found;
    }
  }
  return addNode(arena, kind, a, b, c, hash);
}

/**
 * Returns the OR or AND of stack[from .. top). The operands must be ascending, distinct and at least two. The stack is
 * left unchanged.
 */
export function internOperands(arena: Arena, kind: number, from: number): Expr {
  const count = arena.top - from;
  const { stack } = arena;
  let hash = mix(kind, count);
  for (let i = from; i < arena.top; i++) hash = mix(hash, stack[i]!);
  const mask = arena.slots.length - 1;
  let slot = hash & mask;
  for (let found = arena.slots[slot]!; found !== 0; found = arena.slots[(slot = (slot + 1) & mask)]!) {
    if (arena.hash[found] !== hash || arena.kind[found] !== kind || arena.b[found] !== count) continue;
    const offset = arena.a[found]!;
    let same = 0;
    while (same < count && arena.operands[offset + same] === stack[from + same]) same++;
    if (same === count) return found;
  }
  const offset = arena.operandTop;
  if (offset + count > arena.operands.length) arena.operands = grownInts(arena, arena.operands, offset + count);
  for (let i = 0; i < count; i++) arena.operands[offset + i] = stack[from + i]!;
  arena.operandTop = offset + count;
  return addNode(arena, kind, offset, count, 0, hash);
}

function addNode(arena: Arena, kind: number, a: number, b: number, c: number, hash: number): Expr {
  spend(arena, 1);
  const expr = arena.count;
  if (expr === arena.kind.length) growNodes(arena);
  if (expr * 2 >= arena.slots.length) rehash(arena);
  arena.a[expr] = a;
  arena.b[expr] = b;
  arena.c[expr] = c;
  arena.kind[expr] = kind;
  arena.hash[expr] = hash;
  describeNode(arena, expr);
  arena.count = expr + 1;
  const mask = arena.slots.length - 1;
  let slot = hash & mask;
  while (arena.slots[slot] !== 0) slot = (slot + 1) & mask;
  arena.slots[slot] = expr;
  return expr;
}

function growNodes(arena: Arena): void {
  const length = arena.kind.length;
  claimBytes(arena, length * (1 + 1 + 2 + 8 + 6 * 4));
  const bytes = (old: Uint8Array): Uint8Array<ArrayBuffer> => {
    const grown = new Uint8Array(length * 2);
    grown.set(old);
    return grown;
  };
  const ints = (old: Int32Array): Int32Array<ArrayBuffer> => {
    const grown = new Int32Array(length * 2);
    grown.set(old);
    return grown;
  };
  arena.kind = bytes(arena.kind);
  arena.nullable = bytes(arena.nullable);
  const depth = new Uint16Array(length * 2);
  depth.set(arena.depth);
  arena.depth = depth;
  const distance = new Float64Array(length * 2);
  distance.set(arena.distance);
  arena.distance = distance;
  arena.a = ints(arena.a);
  arena.b = ints(arena.b);
  arena.c = ints(arena.c);
  arena.hash = ints(arena.hash);
  arena.rowOf = ints(arena.rowOf);
  arena.visited = ints(arena.visited);
}

function rehash(arena: Arena): void {
  claimBytes(arena, arena.slots.byteLength);
  const slots = new Int32Array(arena.slots.length * 2);
  const mask = slots.length - 1;
  for (let expr = ANY_BYTE_EXPR; expr < arena.count; expr++) {
    let slot = arena.hash[expr]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = expr;
  }
  arena.slots = slots;
}

/**
 * Computes nullable, distance and depth of a node from its children. The depth bounds the recursion of its derivative.
 */
function describeNode(arena: Arena, expr: Expr): void {
  const { nullable, distance, depth } = arena;
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  let deep = 1;
  switch (arena.kind[expr]) {
    case EMPTY:
      nullable[expr] = 0;
      distance[expr] = Number.POSITIVE_INFINITY;
      break;
    case EPSILON:
      nullable[expr] = 1;
      distance[expr] = 0;
      break;
    case BYTES:
      nullable[expr] = 0;
      distance[expr] = 1;
      break;
    case CONCAT:
      nullable[expr] = nullable[a]! & nullable[b]!;
      distance[expr] = distance[a]! + distance[b]!;
      deep = depth[a]! + 1;
      if (nullable[a] === 1) deep = Math.max(deep, depth[b]! + (arena.kind[b] === CONCAT ? 0 : 1));
      break;
    case REPEAT:
      nullable[expr] = b === 0 ? 1 : 0;
      distance[expr] = b === 0 ? 0 : b * distance[a]!;
      deep = depth[a]! + 1;
      break;
    case NOT:
      nullable[expr] = 1 - nullable[a]!;
      distance[expr] = nullable[expr] === 1 ? 0 : -1;
      deep = depth[a]! + 1;
      break;
    case OR: {
      let some = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let i = a; i < a + b; i++) {
        const operand = arena.operands[i]!;
        some |= nullable[operand]!;
        least = Math.min(least, distance[operand]!);
        deep = Math.max(deep, depth[operand]! + 1);
      }
      nullable[expr] = some;
      distance[expr] = least;
      break;
    }
    case AUTOMATON: {
      const { automaton, distance: left } = arena.automata[a]!;
      nullable[expr] = automaton.accepting[b]!;
      distance[expr] = left[b]!;
      break;
    }
    case DEFERRED:
      nullable[expr] = 0;
      distance[expr] = arena.deferred[a]!.least;
      break;
    default: {
      let all = 1;
      for (let i = a; i < a + b; i++) {
        const operand = arena.operands[i]!;
        all &= nullable[operand]!;
        deep = Math.max(deep, depth[operand]! + 1);
      }
      nullable[expr] = all;
      distance[expr] = all === 1 ? 0 : -1;
    }
  }
  if (deep > arena.limits.depth) {
    throw engineLimit("depth", arena.limits.depth, "this expression is nested too deeply");
  }
  depth[expr] = deep;
}

function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return h ^ (h >>> 13);
}
