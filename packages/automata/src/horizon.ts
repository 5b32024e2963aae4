// Simplifies an expression for texts of bounded length (bounded equivalence).
//
// x{0,4990} and x{0,4989} match the same texts of at most 128 bytes, and so do all repetitions whose count such texts
// cannot reach. This file makes them one expression: a maximum that cannot be reached becomes unbounded, and a minimum
// that cannot be reached becomes the smallest such minimum. It changes only counters before the first fixed byte,
// because those distinguish positions within one long string. It leaves operands of & and ~ unchanged, because there
// even a count that cannot be reached may decide whether the language is empty. One form is an exception: in x & y{0,n},
// the count does not matter if x consists of texts of y and all texts that so many bytes begin have short ends.
import type { Arena, Expr } from "./arena.js";
import { AND, BYTES, CONCAT, claimBytes, EPSILON_EXPR, OR, push, REPEAT, spend, UNBOUNDED } from "./arena.js";
import { concat, isPart, orFrom, repeatOf } from "./construct.js";

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
    case AND:
      return b === 2 ? withoutCount(arena, expr, bytes) : expr;
    default:
      return expr;
  }
}

/** Returns x for x & y{0,n} if n is out of reach and x is within y*; otherwise the whole expression. */
function withoutCount(arena: Arena, expr: Expr, bytes: number): Expr {
  const at = arena.a[expr]!;
  for (const k of [0, 1]) {
    const count = arena.operands[at + k]!;
    if (arena.kind[count] !== REPEAT || arena.b[count] !== 0) continue;
    const other = arena.operands[at + 1 - k]!;
    // So many bytes are at most as many items.
    if (arena.c[count]! >= bytes + bytesBeside(arena, other, arena.a[count]!)) return other;
  }
  return expr;
}

/**
 * Returns {@link farthest} of `expr` if its members are provably sequences of members of `item`; otherwise `Infinity`.
 */
function bytesBeside(arena: Arena, expr: Expr, item: Expr): number {
  const known = arena.beside.get(expr);
  if (known?.item === item) return known.bytes;
  const bytes = consistsOf(arena, expr, item) ? farthest(arena, expr) : Number.POSITIVE_INFINITY;
  claimBytes(arena, ENTRY);
  arena.beside.set(expr, { item, bytes });
  return bytes;
}

/** Bytes of an entry of `arena.beside`, roughly. */
const ENTRY = 96;
/** The most steps of the comparison of an expression with an item. */
const MOST_STEPS = 2048;
/** How many of these steps may be nested. */
const MOST_NESTED = 200;
/** The most parts of a sequence that one item may be spread over: two escapes of a JSON string have twelve bytes. */
const LONGEST_ITEM = 12;

/** Returns whether all members of `root` are provably sequences of members of `item`. */
function consistsOf(arena: Arena, root: Expr, item: Expr): boolean {
  const proven = new Set<Expr>([EPSILON_EXPR, item]);
  let steps = 0;
  let nested = 0;

  /** The same for texts of `begun`, the beginning of a member in so many `parts`, and then `expr`. */
  function goOn(begun: Expr, parts: number, expr: Expr): boolean {
    const whole = begun === EPSILON_EXPR;
    if (whole && proven.has(expr)) return true;
    if (++steps > MOST_STEPS || nested === MOST_NESTED || parts > LONGEST_ITEM) return false;
    nested++;
    const isWithin = compare(begun, parts, expr);
    nested--;
    if (whole && isWithin) proven.add(expr);
    return isWithin;
  }
  const holds = (expr: Expr): boolean => goOn(EPSILON_EXPR, 0, expr);

  function compare(begun: Expr, parts: number, expr: Expr): boolean {
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case OR:
        return everyOption(expr, (option) => goOn(begun, parts, option));
      case REPEAT:
        return begun === EPSILON_EXPR && holds(a);
      case CONCAT: {
        if (begun === EPSILON_EXPR && holds(a)) return holds(b);
        if (arena.kind[a] === OR) return everyOption(a, (option) => goOn(begun, parts, concat(arena, option, b)));
        const longer = concat(arena, begun, a);
        return isPart(arena, longer, item) ? holds(b) : goOn(longer, parts + 1, b);
      }
      default:
        return isPart(arena, concat(arena, begun, expr), item);
    }
  }
  function everyOption(expr: Expr, every: (option: Expr) => boolean): boolean {
    const from = arena.a[expr]!;
    for (let i = from; i < from + arena.b[expr]!; i++) if (!every(arena.operands[i]!)) return false;
    return true;
  }

  arena.patience = MOST_STEPS;
  return holds(root);
}

/**
 * Returns an upper bound on the bytes that are still needed after any text that begins a member of `expr`; `Infinity`
 * if the structure of `expr` does not show one.
 */
function farthest(arena: Arena, root: Expr): number {
  const known = new Map<Expr, number>();
  const at = (expr: Expr): number => {
    let most = known.get(expr);
    if (most === undefined) known.set(expr, (most = of(expr)));
    return most;
  };
  function of(expr: Expr): number {
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case BYTES:
        return 1;
      case CONCAT:
        return Math.max(at(a) + arena.distance[b]!, at(b));
      case REPEAT:
        return at(a) + Math.max(b - 1, 0) * arena.distance[a]!;
      case OR: {
        let most = 0;
        for (let i = a; i < a + b; i++) most = Math.max(most, at(arena.operands[i]!));
        return most;
      }
      default:
        return expr === EPSILON_EXPR ? 0 : Number.POSITIVE_INFINITY;
    }
  }
  return at(root);
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
