// Which bytes an expression may begin with, told from its shape: no derivative is made.
import type { Arena, Expr } from "./arena.js";
import { AND, AUTOMATON, BYTES, CONCAT, EPSILON_EXPR, NOT, OR, REPEAT, spend } from "./arena.js";
import { automatonFrontSets } from "./automaton-exprs.js";

/** The one byte that every member of `expr` begins with, where that is plain to see: it begins with a set of one byte. Else −1. */
export function soleFirstByte(arena: Arena, expr: Expr): number {
  const head = arena.kind[expr] === CONCAT ? arena.a[expr]! : expr;
  if (arena.kind[head] !== BYTES) return -1;
  const at = 8 * arena.a[head]!;
  let byte = -1;
  for (let word = 0; word < 8; word++) {
    const bits = arena.sets[at + word]!;
    if (bits === 0) continue;
    if (byte >= 0 || (bits & (bits - 1)) !== 0) return -1;
    byte = 32 * word + 31 - Math.clz32(bits);
  }
  return byte;
}

/** Where a run of sole first bytes ends. */
export interface LiteralRun {
  readonly bytes: readonly number[];
  /** What is left after them. */
  readonly rest: Expr;
}

/** The bytes that every member of `expr` begins with, as far as that is plain to see, at most `most`. */
export function literalRun(arena: Arena, expr: Expr, most: number): LiteralRun {
  const bytes: number[] = [];
  let rest = expr;
  while (bytes.length < most) {
    const byte = soleFirstByte(arena, rest);
    if (byte < 0) break;
    spend(arena, 1);
    bytes.push(byte);
    rest = arena.kind[rest] === CONCAT ? arena.b[rest]! : EPSILON_EXPR;
  }
  return { bytes, rest };
}

/** Adds to `into`, eight words, the bytes that a member of `expr` may begin with. Of & and ~ it may add more. */
export function addFirstBytes(arena: Arena, expr: Expr, into: Int32Array): void {
  for (;;) {
    spend(arena, 1);
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case BYTES:
        for (let word = 0; word < 8; word++) into[word] = into[word]! | arena.sets[8 * a + word]!;
        return;
      case CONCAT:
        if (arena.nullable[a] === 1) {
          addFirstBytes(arena, a, into);
          expr = b;
        } else expr = a;
        break;
      case REPEAT:
        expr = a;
        break;
      case OR:
        for (let i = a; i < a + b; i++) addFirstBytes(arena, arena.operands[i]!, into);
        return;
      case AND: {
        let plain = a;
        while (plain < a + b && arena.kind[arena.operands[plain]!] === NOT) plain++;
        if (plain === a + b) {
          into.fill(-1);
          return;
        }
        expr = arena.operands[plain]!;
        break;
      }
      case NOT:
        into.fill(-1);
        return;
      case AUTOMATON:
        for (const set of automatonFrontSets(arena, expr))
          for (let word = 0; word < 8; word++) into[word] = into[word]! | arena.sets[8 * set + word]!;
        return;
      default:
        return;
    }
  }
}
