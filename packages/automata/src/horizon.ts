// Simplifies an expression for texts of bounded length (bounded equivalence).
//
// x{0,4990} and x{0,4989} match the same texts of at most 128 bytes, and so do all repetitions whose count such texts
// cannot reach. This file makes them one expression: a maximum that cannot be reached becomes unbounded, and a minimum
// that cannot be reached becomes the smallest such minimum. It changes only counters before the first fixed byte,
// because those distinguish positions within one long string. It leaves operands of & and ~ unchanged, because there
// even a count that cannot be reached may decide whether the language is empty.
import type { Arena, Expr } from "./arena.js";
import { BYTES, CONCAT, EPSILON_EXPR, OR, push, REPEAT, spend, UNBOUNDED } from "./arena.js";
import { concat, orFrom, repeatOf } from "./construct.js";

/** How many parts of a sequence are examined. */
const LONGEST_SPINE = 8;

/** Returns an expression that has the same members and the same prefixes of members of at most `bytes` bytes. */
export function horizon(arena: Arena, expr: Expr, bytes: number): Expr {
  spend(arena, 1);
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  switch (arena.kind[expr]) {
    case REPEAT:
      return widened(arena, expr, bytes);
    case CONCAT:
      return sequence(arena, expr, bytes);
    case OR: {
      const from = arena.top;
      let changed = false;
      for (let i = a; i < a + b; i++) {
        const operand = arena.operands[i]!;
        const wide = horizon(arena, operand, bytes);
        changed ||= wide !== operand;
        push(arena, wide);
      }
      if (changed) return orFrom(arena, from);
      arena.top = from;
      return expr;
    }
    default:
      return expr;
  }
}

function sequence(arena: Arena, expr: Expr, bytes: number): Expr {
  const from = arena.top;
  let changed = false;
  let rest = expr;
  let reach = bytes;
  for (let length = 0; length < LONGEST_SPINE && arena.kind[rest] === CONCAT && reach >= 0; length++) {
    const head = arena.a[rest]!;
    if (arena.kind[head] === BYTES) break;
    const wide = horizon(arena, head, reach);
    changed ||= wide !== head;
    push(arena, wide);
    reach -= arena.distance[head]!;
    rest = arena.b[rest]!;
  }
  if (arena.kind[rest] !== CONCAT && arena.kind[rest] !== BYTES && reach >= 0) {
    const wide = horizon(arena, rest, reach);
    changed ||= wide !== rest;
    rest = wide;
  }
  if (changed) for (let i = arena.top - 1; i >= from; i--) rest = concat(arena, arena.stack[i]!, rest);
  arena.top = from;
  return changed ? rest : expr;
}

/** Normalises the counters of a repeat that are out of reach. If the item can be empty, the repeat is unchanged. */
function widened(arena: Arena, expr: Expr, bytes: number): Expr {
  const item = arena.a[expr]!;
  const least = arena.distance[item]!;
  if (item === EPSILON_EXPR || !(least >= 1) || least === Number.POSITIVE_INFINITY) return expr;
  const whole = Math.floor(bytes / least); // at most this many items end within the bytes; one more may begin
  const min = Math.min(arena.b[expr]!, whole + 1);
  const max = arena.c[expr]! > whole ? UNBOUNDED : arena.c[expr]!;
  return min === arena.b[expr] && max === arena.c[expr] ? expr : repeatOf(arena, item, min, max);
}
