// Which bytes an expression may begin with, and by which two may go apart, told from their shapes: no derivative is made.
import type { Arena, Expr } from "./arena.js";
import { AND, AUTOMATON, BYTES, CONCAT, DEFERRED, EPSILON_EXPR, NOT, OR, REPEAT, spend } from "./arena.js";

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

/** Adds to `into`, eight words, the bytes by which the derivatives of two expressions may differ. It may add more. */
export function addBytesApart(arena: Arena, expr: Expr, other: Expr, into: Int32Array): void {
  let one = expr;
  let two = other;
  while (one !== two) {
    spend(arena, 1);
    const a = arena.a[one]!;
    const b = arena.b[one]!;
    if (arena.kind[one] === AND) {
      const plain = solePlain(arena, a, b);
      if (plain < 0) break;
      for (let i = a; i < a + b; i++) {
        const operand = arena.operands[i]!;
        if (operand !== plain) addFirstBytes(arena, arena.a[operand]!, into);
      }
      one = plain;
    } else {
      if (arena.kind[one] !== CONCAT || arena.kind[two] !== CONCAT || b !== arena.b[two]) break;
      const head = arena.a[two]!;
      if (arena.nullable[a] !== arena.nullable[head]) break;
      one = a;
      two = head;
    }
  }
  if (one !== two) into.fill(-1);
}

/** The only operand of an intersection that is no complement; −1 where there is none, or several. */
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
