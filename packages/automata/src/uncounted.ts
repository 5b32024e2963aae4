// Expressions without the upper bounds of their counted loops: `0{0,293}x` becomes `0*x`. Such an expression matches all that the original matches, and
// usually more. So it is empty only if the original is, and its distance is a lower bound. A search for it visits far fewer expressions, because those that
// differ in a count become the same.
import type { Arena, Expr } from "./arena.js";
import { AND, CONCAT, claimBytes, OR, push, REPEAT, spend, UNBOUNDED } from "./arena.js";
import { concat, orFrom, rawAndFrom, repeatOf } from "./construct.js";

/** Loops with a smaller bound are kept: they do not add many expressions. */
const LEAST_BOUND = 16;
/** Bytes of an entry of `arena.uncounted`, roughly. */
const ENTRY = 48;
/** The most parts of a sequence, from its start, whose loops lose their bounds. */
const MOST_PARTS = 4;

/** Returns the raw intersection of the operands of `expr` without upper bounds; `expr` itself if none has such a loop, or if it is no intersection. */
export function uncounted(arena: Arena, expr: Expr): Expr {
  if (arena.kind[expr] !== AND) return expr;
  const known = arena.uncounted.get(expr);
  if (known !== undefined) return known;
  const from = arena.top;
  const a = arena.a[expr]!;
  let changes = false;
  for (let i = a; i < a + arena.b[expr]!; i++) {
    const operand = arena.operands[i]!;
    const free = ofOperand(arena, operand);
    changes ||= free !== operand;
    push(arena, free);
  }
  const free = changes ? rawAndFrom(arena, from) : expr;
  arena.top = from;
  claimBytes(arena, ENTRY);
  arena.uncounted.set(expr, free);
  return free;
}

function ofOperand(arena: Arena, expr: Expr): Expr {
  spend(arena, 1);
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  switch (arena.kind[expr]) {
    case REPEAT: {
      const max = arena.c[expr]!;
      return max === UNBOUNDED || max < LEAST_BOUND ? expr : repeatOf(arena, a, b, UNBOUNDED);
    }
    case CONCAT:
      return ofSequence(arena, expr, MOST_PARTS);
    case OR: {
      const from = arena.top;
      for (let i = a; i < a + b; i++) push(arena, ofOperand(arena, arena.operands[i]!));
      return orFrom(arena, from);
    }
    default:
      return expr;
  }
}

function ofSequence(arena: Arena, expr: Expr, parts: number): Expr {
  if (arena.kind[expr] !== CONCAT) return ofOperand(arena, expr);
  if (parts === 0) return expr;
  const [head, tail] = [arena.a[expr]!, arena.b[expr]!];
  const first = ofOperand(arena, head);
  const rest = ofSequence(arena, tail, parts - 1);
  return first === head && rest === tail ? expr : concat(arena, first, rest);
}
