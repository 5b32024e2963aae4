// Approximates the first bytes of an expression from its structure alone, without computing derivatives.
import type { Arena, Expr } from "./arena.js";
import { AND, AUTOMATON, BYTES, CONCAT, DEFERRED, EPSILON_EXPR, NOT, OR, REPEAT, spend } from "./arena.js";

/**
 * If `expr` begins with a fixed byte, returns it; otherwise −1. The function looks only at the first part of the
 * expression, so it may return −1 although all members begin with the same byte.
 */
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

/** A literal prefix of an expression. */
export interface LiteralRun {
  readonly bytes: readonly number[];
  /** The expression after that prefix. */
  readonly rest: Expr;
}

/** Returns at most `most` bytes with which every member of `expr` begins. The actual common prefix may be longer. */
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

/**
 * Adds to `into` (256 bits in eight words) the bytes with which a member of `expr` may begin. If `expr` contains an
 * intersection or a complement, the result may be too large.
 */
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
        for (const set of arena.automata[arena.a[expr]!]!.frontSets(arena, expr))
          for (let word = 0; word < 8; word++) into[word] = into[word]! | arena.sets[8 * set + word]!;
        return;
      case DEFERRED:
        expr = arena.deferred[a]!.force();
        break;
      default:
        return;
    }
  }
}

/** Returns the only operand of an intersection that is not a complement; −1 if there is none or more than one. */
export function solePlain(arena: Arena, from: number, count: number): Expr {
  let plain: Expr = -1;
  for (let i = from; i < from + count; i++) {
    const operand = arena.operands[i]!;
    if (arena.kind[operand] === NOT) continue;
    if (plain >= 0) return -1;
    plain = operand;
  }
  return plain;
}
