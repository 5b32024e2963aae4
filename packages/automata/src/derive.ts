// Derivatives (Brzozowski 1964), one for each class of bytes that the front of an expression distinguishes.
//
// The classes of an expression come from the byte sets that its first byte may match (Owens, Reppy and Turon 2009,
// §4.2). A number has four such classes instead of 256 bytes. A cached derivative costs four array reads.
import type { Arena, Expr } from "./arena.js";
import {
  AND,
  ANYTHING_EXPR,
  AUTOMATON,
  BYTES,
  CONCAT,
  DEFERRED,
  EMPTY_EXPR,
  EPSILON_EXPR,
  grownInts,
  NOT,
  OR,
  push,
  REPEAT,
  spend,
  UNBOUNDED,
} from "./arena.js";
import { hasByte } from "./byte-sets.js";
import { concat, orFrom, rawAndFrom, rawNot, repeatOf } from "./construct.js";
import { partitionOfSets } from "./partitions.js";
import type { Steps } from "./search.js";
import { decide } from "./search.js";

/** Returns the derivative of `expr` by `byte`; 0 exactly if it is empty. `expr` must be canonical. */
export function derivative(arena: Arena, expr: Expr, byte: number): Expr {
  const row = arena.rowOf[expr]!;
  if (row !== 0) {
    const known = arena.rows[row + 1 + arena.classMaps[arena.rows[row]! + byte]!]!;
    if (known >= 0) return known;
  }
  return derive(arena, expr, byte);
}

function derive(arena: Arena, expr: Expr, byte: number): Expr {
  const { kind } = arena;
  switch (kind[expr]) {
    case BYTES:
      return hasByte(arena, arena.a[expr]!, byte) === 1 ? EPSILON_EXPR : EMPTY_EXPR;
    case CONCAT: {
      const head = arena.a[expr]!;
      if (kind[head] === BYTES) return hasByte(arena, arena.a[head]!, byte) === 1 ? arena.b[expr]! : EMPTY_EXPR;
      break;
    }
    case OR:
    case AND:
    case NOT:
    case REPEAT:
    case AUTOMATON:
    case DEFERRED:
      break;
    default:
      return EMPTY_EXPR;
  }
  rowFor(arena, expr);
  const result = deriveAnew(arena, expr, byte);
  // Read the offset again: the computation may have dropped all rows to free memory.
  const row = arena.rowOf[expr]!;
  if (row !== 0) arena.rows[row + 1 + arena.classMaps[arena.rows[row]! + byte]!] = result;
  return result;
}

function deriveAnew(arena: Arena, expr: Expr, byte: number): Expr {
  spend(arena, 1);
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  switch (arena.kind[expr]) {
    case OR: {
      const from = arena.top;
      spend(arena, b);
      for (let i = a; i < a + b; i++) {
        const next = derivative(arena, arena.operands[i]!, byte);
        if (next === ANYTHING_EXPR) {
          arena.top = from;
          return ANYTHING_EXPR;
        }
        if (next !== EMPTY_EXPR) push(arena, next);
      }
      return orFrom(arena, from);
    }
    case CONCAT: {
      const from = arena.top;
      let rest = expr;
      for (;;) {
        spend(arena, 1);
        const head = arena.a[rest]!;
        const tail = arena.b[rest]!;
        const next = derivative(arena, head, byte);
        if (next !== EMPTY_EXPR) push(arena, concat(arena, next, tail));
        if (arena.nullable[head] === 0) break;
        rest = tail;
        if (arena.kind[rest] !== CONCAT) {
          push(arena, derivative(arena, rest, byte));
          break;
        }
      }
      return orFrom(arena, from);
    }
    case REPEAT: {
      const next = derivative(arena, a, byte);
      if (next === EMPTY_EXPR) return EMPTY_EXPR;
      const max = arena.c[expr]!;
      const rest =
        max === UNBOUNDED && b === 0
          ? expr
          : repeatOf(arena, a, Math.max(b - 1, 0), max === UNBOUNDED ? UNBOUNDED : max - 1);
      return concat(arena, next, rest);
    }
    case AUTOMATON:
      return arena.automata[a]!.step(arena, expr, byte);
    case DEFERRED:
      return derivative(arena, arena.deferred[a]!.force(), byte);
    default:
      return decided(arena, rawStep(arena, expr, byte));
  }
}

/** Returns `raw`, or 0 if its language is empty. @throws LimitError if the limits do not suffice to decide that. */
export function decided(arena: Arena, raw: Expr): Expr {
  if (arena.distance[raw]! < 0) decide(arena, raw, RAW_STEPS);
  return arena.distance[raw] === Number.POSITIVE_INFINITY ? EMPTY_EXPR : raw;
}

/** Returns the raw derivative of an AND or NOT node: it may be empty without being 0. */
function rawStep(arena: Arena, expr: Expr, byte: number): Expr {
  if (arena.kind[expr] === NOT) return rawNot(arena, derivative(arena, arena.a[expr]!, byte));
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  const from = arena.top;
  spend(arena, b);
  for (let i = a; i < a + b; i++) {
    const operand = arena.operands[i]!;
    // A NOT inside an AND need not be decided separately.
    const next = arena.kind[operand] === NOT ? rawStep(arena, operand, byte) : derivative(arena, operand, byte);
    if (next === EMPTY_EXPR) {
      arena.top = from;
      return EMPTY_EXPR;
    }
    push(arena, next);
  }
  return rawAndFrom(arena, from);
}

const RAW_STEPS: Steps = { partition: partitionAt, step: rawStep };

function partitionAt(arena: Arena, expr: Expr): number {
  const row = arena.rowOf[expr]!;
  return row !== 0 ? arena.rows[row]! >> 8 : partitionOf(arena, expr);
}

/**
 * Returns the partition of bytes that the first step from `expr` distinguishes, and creates the row (table of
 * derivatives) of `expr`. `expr` must be canonical.
 */
export function firstPartition(arena: Arena, expr: Expr): number {
  if (hasRow(arena, expr)) rowFor(arena, expr);
  return partitionAt(arena, expr);
}

/**
 * Whether the derivatives of `expr` are cached in a row (table). The derivatives of a byte set, and of a sequence that
 * begins with a byte set, are not cached, because computing them is as fast as reading a cache.
 */
function hasRow(arena: Arena, expr: Expr): boolean {
  switch (arena.kind[expr]) {
    case CONCAT:
      return arena.kind[arena.a[expr]!] !== BYTES;
    case OR:
    case AND:
    case NOT:
    case REPEAT:
    case AUTOMATON:
    case DEFERRED:
      return true;
    default:
      return false;
  }
}

/** Allocates the row of cached derivatives of `expr`. */
function rowFor(arena: Arena, expr: Expr): void {
  if (arena.rowOf[expr] !== 0) return;
  const partition = partitionOf(arena, expr);
  const length = 1 + arena.classCounts[partition]!;
  if (arena.rowTop + length > arena.rows.length) {
    const before = arena.rows;
    const grown = grownInts(arena, before, arena.rowTop + length);
    // Allocating may have dropped all rows.
    if (arena.rows === before) arena.rows = grown;
    else arena.bytes -= grown.byteLength - before.byteLength;
  }
  const row = arena.rowTop;
  arena.rows[row] = partition * 256;
  arena.rows.fill(-1, row + 1, row + length);
  arena.rowTop = row + length;
  arena.rowOf[expr] = row;
}

function partitionOf(arena: Arena, expr: Expr): number {
  const from = arena.top;
  arena.walk++;
  collectSets(arena, expr);
  const partition = partitionOfSets(arena, from);
  arena.top = from;
  return partition;
}

/** Pushes each byte set that the first byte of `expr` may match, once. */
function collectSets(arena: Arena, expr: Expr): void {
  for (;;) {
    if (arena.visited[expr] === arena.walk) return;
    arena.visited[expr] = arena.walk;
    spend(arena, 1);
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case BYTES:
        pushSet(arena, a);
        return;
      case CONCAT:
        if (arena.nullable[a] === 1) {
          collectSets(arena, a);
          expr = b;
        } else {
          expr = a;
        }
        break;
      case REPEAT:
      case NOT:
        expr = a;
        break;
      case OR:
      case AND:
        for (let i = a; i < a + b; i++) collectSets(arena, arena.operands[i]!);
        return;
      case AUTOMATON:
        for (const set of arena.automata[a]!.frontSets(arena, expr)) pushSet(arena, set);
        return;
      case DEFERRED:
        for (const set of arena.deferred[a]!.sets) pushSet(arena, set);
        return;
      default:
        return;
    }
  }
}

function pushSet(arena: Arena, set: number): void {
  if (arena.setVisited[set] === arena.walk) return;
  arena.setVisited[set] = arena.walk;
  push(arena, set);
}
