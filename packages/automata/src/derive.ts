// Derivatives (Brzozowski 1964), one per class of bytes that an expression tells apart at its front.
//
// The classes of one expression come from the byte sets a first byte can meet (Owens, Reppy and Turon 2009, §4.2), so a
// number has four of them, not 256. A known derivative is four array reads.
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

/** What may follow `byte`: 0 exactly when nothing can. `expr` must be canonical. */
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
  // Rows may have been dropped meanwhile to make room.
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

/** `raw`, or 0 when its language is empty. @throws LimitError when that cannot be decided within the limits. */
export function decided(arena: Arena, raw: Expr): Expr {
  if (arena.distance[raw]! < 0) decide(arena, raw, RAW_STEPS);
  return arena.distance[raw] === Number.POSITIVE_INFINITY ? EMPTY_EXPR : raw;
}

/** The derivative of an AND or NOT node, raw: it may be empty without being 0. */
function rawStep(arena: Arena, expr: Expr, byte: number): Expr {
  if (arena.kind[expr] === NOT) return rawNot(arena, derivative(arena, arena.a[expr]!, byte));
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  const from = arena.top;
  spend(arena, b);
  for (let i = a; i < a + b; i++) {
    const operand = arena.operands[i]!;
    // A NOT inside an AND need not be decided for itself.
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

/** The partition of the bytes that the first step from `expr` can tell apart; for canonical expressions, whose row it prepares. */
export function firstPartition(arena: Arena, expr: Expr): number {
  if (hasRow(arena, expr)) rowFor(arena, expr);
  return partitionAt(arena, expr);
}

/** Whether derivatives are remembered: those of one byte set, and of what begins with one, are as quickly made. */
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

/** Gives `expr` a row to remember derivatives in. */
function rowFor(arena: Arena, expr: Expr): void {
  if (arena.rowOf[expr] !== 0) return;
  const partition = partitionOf(arena, expr);
  const length = 1 + arena.classCounts[partition]!;
  if (arena.rowTop + length > arena.rows.length) {
    const before = arena.rows;
    const grown = grownInts(arena, before, arena.rowTop + length);
    // Making room may have dropped every row.
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

/** Pushes the byte sets that a first byte of `expr` may meet, each once. */
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
