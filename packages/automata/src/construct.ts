// Smart constructors. They simplify expressions so that each expression has few derivatives (similarity: Brzozowski
// 1964, §5; Owens, Reppy and Turon 2009, §4.1).
//
// They apply the usual laws (∅, ε, associativity, commutativity, idempotence) and these:
//
//   h·s | h·t = h·(s|t)        [a]·t | [b]·t = [ab]·t          shared prefixes and bytes: UTF-8 and keyword sets stay small
//   x·t | y·t = (x|y)·t                                        shared rests: states of nested counters stay small
//   x{k,l}·t | x{m,n}·t = x{min,max}·t   if the ranges touch      ambiguous counters collapse
//   x{k,l}·x{m,n} = x{k+m,l+n}           (x{k,l}){m,n} = x{km,ln} if the ranges leave no gap
//   x* | s = x*                          if s is provably within x*
//   x ∩ ¬y* = ∅                          if x is provably within y*
//
// Every operand must be *canonical*: it is 0 exactly if its language is empty. OR, CONCAT and REPEAT of canonical
// operands are canonical. AND and NOT may have an empty language without being 0; such nodes are called raw, and
// search.ts decides whether they are empty.
//
// The file is long because the constructors call each other.
import { burn } from "@espalier/monitor";
import type { Arena, Expr } from "./arena.js";
import {
  AND,
  ANY_BYTE_EXPR,
  ANYTHING_EXPR,
  BYTES,
  CONCAT,
  EMPTY_EXPR,
  EPSILON_EXPR,
  internNode,
  internOperands,
  MAX_COUNT,
  NOT,
  OR,
  push,
  REPEAT,
  spend,
  UNBOUNDED,
} from "./arena.js";
import type { ByteSet } from "./byte-sets.js";
import { addByteRange, createByteSet, internByteSet, intersectSets, isSubset, uniteSets } from "./byte-sets.js";

/** Creates the four predefined expressions. Call it once on a new arena. */
export function seed(arena: Arena): void {
  arena.kind[0] = 0;
  arena.kind[1] = 1;
  arena.distance[0] = Number.POSITIVE_INFINITY;
  arena.nullable[1] = 1;
  arena.depth[0] = arena.depth[1] = 1;
  arena.count = ANY_BYTE_EXPR;
  const all = createByteSet();
  addByteRange(all, 0, 255);
  bytesOf(arena, all);
  internNode(arena, REPEAT, ANY_BYTE_EXPR, 0, UNBOUNDED);
}

/** Matches one byte of `set`. */
export function bytesOf(arena: Arena, set: ByteSet): Expr {
  let any = 0;
  for (let word = 0; word < 8; word++) any |= set[word]!;
  return any === 0 ? EMPTY_EXPR : internNode(arena, BYTES, internByteSet(arena, set), 0, 0);
}

/**
 * `head`, then `tail`. Short heads are re-associated to the right. Long heads are kept as they are, so that a
 * derivative costs O(1).
 */
export function concat(arena: Arena, head: Expr, tail: Expr): Expr {
  for (;;) {
    if (head === EMPTY_EXPR || tail === EMPTY_EXPR) return EMPTY_EXPR;
    if (head === EPSILON_EXPR) return tail;
    if (tail === EPSILON_EXPR) return head;
    if (tail === ANYTHING_EXPR && arena.nullable[head] === 1) return ANYTHING_EXPR;
    if (head === ANYTHING_EXPR && arena.nullable[tail] === 1) return ANYTHING_EXPR;
    if (arena.kind[head] === CONCAT) {
      let last = head;
      for (let length = 0; length < LONGEST_SPINE && arena.kind[last] === CONCAT; length++) last = arena.b[last]!;
      if (arena.kind[last] !== CONCAT) {
        return concat(arena, arena.a[head]!, concat(arena, arena.b[head]!, tail));
      }
    }
    // A head and its repetition after it become one repetition, which may merge with what follows in turn.
    const base = baseOf(arena, head);
    const next = arena.kind[tail] === CONCAT ? arena.a[tail]! : tail;
    const isAgain = base === baseOf(arena, next) && (base !== head || base !== next);
    const min = isAgain ? minOf(arena, head) + minOf(arena, next) : 0;
    const max = isAgain ? addCounts(maxOf(arena, head), maxOf(arena, next)) : undefined;
    if (max === undefined || min > MAX_COUNT) return internNode(arena, CONCAT, head, tail, 0);
    head = repeatOf(arena, base, min, max);
    tail = arena.kind[tail] === CONCAT ? arena.b[tail]! : EPSILON_EXPR;
  }
}

/** A head with more parts than this is not re-associated. */
const LONGEST_SPINE = 8;

/** `item` between `min` and `max` times; `max` may be UNBOUNDED. */
export function repeatOf(arena: Arena, item: Expr, min: number, max: number): Expr {
  if (item === EMPTY_EXPR) return min === 0 ? EPSILON_EXPR : EMPTY_EXPR;
  if (item === EPSILON_EXPR || max === 0) return EPSILON_EXPR;
  if (min === 1 && max === 1) return item;
  const base = baseOf(arena, item);
  if (base !== item) {
    const low = minOf(arena, item);
    const high = maxOf(arena, item);
    if (min === max || high === UNBOUNDED ? min === max || min > 0 || low <= 1 : low <= min * (high - low) + 1) {
      const lowest = low * min;
      const highest = high === UNBOUNDED || max === UNBOUNDED ? UNBOUNDED : high * max;
      if (lowest <= MAX_COUNT && (highest === UNBOUNDED || highest <= MAX_COUNT)) {
        return repeatOf(arena, base, lowest, highest);
      }
    }
  }
  if (arena.nullable[item] === 1) {
    min = 0;
    if (arena.kind[item] === OR && arena.operands[arena.a[item]!] === EPSILON_EXPR) {
      const from = arena.top;
      const count = arena.b[item]!;
      for (let i = 1; i < count; i++) push(arena, arena.operands[arena.a[item]! + i]!);
      item = orFrom(arena, from);
      return repeatOf(arena, item, 0, max);
    }
  }
  if (min === 0 && max === 1) return or(arena, EPSILON_EXPR, item);
  return internNode(arena, REPEAT, item, min, max);
}

/** The union of two expressions. */
function or(arena: Arena, left: Expr, right: Expr): Expr {
  if (left === right || right === EMPTY_EXPR) return left;
  if (left === EMPTY_EXPR) return right;
  const from = arena.top;
  push(arena, left);
  push(arena, right);
  return orFrom(arena, from);
}

/** The union of the operands stack[from .. top), which are popped. */
export function orFrom(arena: Arena, from: number): Expr {
  const result = union(arena, from);
  arena.top = from;
  return result;
}

function union(arena: Arena, from: number): Expr {
  // stack[placed .. end) holds the operands processed so far; no two of them combine. stack[i .. total) are still to be
  // processed.
  const placed = flatten(arena, from);
  if (placed < 0) return ANYTHING_EXPR;
  let epsilon = false;
  const total = arena.top;
  const index = total - placed > SMALL ? createIndex() : undefined;
  if (index !== undefined) burn("regex", INDEXING * (total - placed));
  let end = placed;
  for (let i = placed; i < total; i++) {
    let expr = arena.stack[i]!;
    spend(arena, 1);
    for (;;) {
      if (expr === EPSILON_EXPR) {
        epsilon = true;
        break;
      }
      const partner = findPartner(arena, placed, end, expr, index);
      if (partner < 0) {
        if (index !== undefined) enter(arena, index, expr, end);
        arena.stack[end++] = expr;
        break;
      }
      const other = arena.stack[partner]!;
      if (other === expr) break;
      // `combine` accesses only the stack above `total`.
      const combined = combine(arena, other, expr);
      if (combined === ANYTHING_EXPR) return ANYTHING_EXPR;
      arena.stack[partner] = EMPTY_EXPR;
      if (index === undefined) {
        arena.stack[partner] = arena.stack[--end]!;
      }
      if (arena.kind[combined] === OR) {
        // The result is itself a union: flatten it and start again with all remaining operands.
        const again = arena.top;
        if (epsilon) push(arena, EPSILON_EXPR);
        for (let k = placed; k < end; k++) push(arena, arena.stack[k]!);
        for (let k = i + 1; k < total; k++) push(arena, arena.stack[k]!);
        push(arena, combined);
        return orFrom(arena, again);
      }
      expr = combined;
    }
  }
  let kept = placed;
  for (let i = placed; i < end; i++) if (arena.stack[i] !== EMPTY_EXPR) arena.stack[kept++] = arena.stack[i]!;
  kept = absorb(arena, placed, kept);
  if (epsilon) {
    let nullable = false;
    for (let i = placed; i < kept; i++) nullable ||= arena.nullable[arena.stack[i]!] === 1;
    for (let i = placed; i < kept && !nullable; i++) {
      const expr = arena.stack[i]!;
      if (arena.kind[expr] === REPEAT && arena.b[expr] === 1) {
        arena.stack[i] = repeatOf(arena, arena.a[expr]!, 0, arena.c[expr]!);
        nullable = true;
      }
    }
    if (!nullable) arena.stack[kept++] = EPSILON_EXPR;
  }
  if (kept === placed) return EMPTY_EXPR;
  if (kept === placed + 1) return arena.stack[placed]!;
  arena.top = kept;
  sortStack(arena, placed);
  return internOperands(arena, OR, placed);
}

const SMALL = 16;
/** Units of fuel for an operand that is entered in an index, beside the one for each operand. */
const INDEXING = 2;

/**
 * Copies the operands of stack[from .. top) to the top of the stack, flattening nested ORs and merging all byte sets
 * into one. Returns the offset of the copy, or −1 if an operand matches every text.
 */
function flatten(arena: Arena, from: number): number {
  const end = arena.top;
  const start = end;
  let set = -1;
  for (let i = from; i < end; i++) {
    const expr = arena.stack[i]!;
    if (expr === EMPTY_EXPR) continue;
    if (expr === ANYTHING_EXPR) return -1;
    if (arena.kind[expr] === BYTES) {
      set = set < 0 ? arena.a[expr]! : uniteSets(arena, set, arena.a[expr]!);
    } else if (arena.kind[expr] === OR) {
      const offset = arena.a[expr]!;
      const count = arena.b[expr]!;
      for (let k = 0; k < count; k++) {
        const operand = arena.operands[offset + k]!;
        if (arena.kind[operand] === BYTES) {
          set = set < 0 ? arena.a[operand]! : uniteSets(arena, set, arena.a[operand]!);
        } else push(arena, operand);
      }
    } else push(arena, expr);
  }
  if (set >= 0) push(arena, internNode(arena, BYTES, set, 0, 0));
  if (arena.top - start > 1) {
    sortStack(arena, start);
    let kept = start + 1;
    for (let i = kept; i < arena.top; i++) {
      if (arena.stack[i] !== arena.stack[kept - 1]) arena.stack[kept++] = arena.stack[i]!;
    }
    arena.top = kept;
  }
  return start;
}

function sortStack(arena: Arena, from: number): void {
  const { stack, top } = arena;
  if (top - from > 24) {
    stack.subarray(from, top).sort();
    return;
  }
  for (let i = from + 1; i < top; i++) {
    const expr = stack[i]!;
    let hole = i;
    while (hole > from && stack[hole - 1]! > expr) {
      stack[hole] = stack[hole - 1]!;
      hole--;
    }
    stack[hole] = expr;
  }
}

/** Finds, among many processed operands, one that may combine with a new one. */
interface PlaceIndex {
  readonly byHead: Map<number, number>;
  readonly byTail: Map<number, number>;
  readonly byBase: Map<number, number>;
}

function createIndex(): PlaceIndex {
  return { byHead: new Map(), byTail: new Map(), byBase: new Map() };
}

function enter(arena: Arena, index: PlaceIndex, expr: Expr, place: number): void {
  const head = headOf(arena, expr);
  const tail = tailOf(arena, expr);
  index.byHead.set(head, place);
  index.byTail.set(tailKey(arena, head, tail), place);
  index.byBase.set(baseOf(arena, head) * 0x4000000 + tail, place);
}

/** Distinguishes a tail after a byte set from the same tail after another head. */
function tailKey(arena: Arena, head: Expr, tail: Expr): number {
  return arena.kind[head] === BYTES ? tail : -1 - tail;
}

function findPartner(arena: Arena, from: number, end: number, expr: Expr, index: PlaceIndex | undefined): number {
  if (index === undefined) {
    for (let place = from; place < end; place++) if (combines(arena, arena.stack[place]!, expr)) return place;
    return -1;
  }
  const head = headOf(arena, expr);
  const tail = tailOf(arena, expr);
  for (const place of [
    index.byHead.get(head),
    index.byTail.get(tailKey(arena, head, tail)),
    index.byBase.get(baseOf(arena, head) * 0x4000000 + tail),
  ]) {
    if (place !== undefined && arena.stack[place] !== EMPTY_EXPR && combines(arena, arena.stack[place]!, expr)) {
      return place;
    }
  }
  return -1;
}

function combines(arena: Arena, left: Expr, right: Expr): boolean {
  if (left === right) return true;
  const leftHead = headOf(arena, left);
  const rightHead = headOf(arena, right);
  const leftTail = tailOf(arena, left);
  const rightTail = tailOf(arena, right);
  if (leftHead === rightHead) return arena.nesting < DEEPEST_MERGE;
  if (leftTail === right) return startsWithNone(arena, leftHead);
  if (rightTail === left) return startsWithNone(arena, rightHead);
  if (leftTail !== rightTail) return false;
  if (arena.kind[leftHead] === BYTES && arena.kind[rightHead] === BYTES) return true;
  if (mergesHeads(arena, leftHead, rightHead, leftTail)) return arena.nesting < DEEPEST_MERGE;
  if (baseOf(arena, leftHead) !== baseOf(arena, rightHead)) return false;
  return (
    minOf(arena, rightHead) <= addOne(maxOf(arena, leftHead)) &&
    minOf(arena, leftHead) <= addOne(maxOf(arena, rightHead))
  );
}

/**
 * Whether x·t | y·t becomes (x|y)·t. A sequence that begins with a byte set stays as it is: its derivative needs no
 * table.
 */
function mergesHeads(arena: Arena, left: Expr, right: Expr, tail: Expr): boolean {
  return tail !== EPSILON_EXPR && arena.kind[left] !== BYTES && arena.kind[right] !== BYTES;
}

/** The maximum nesting at which alternatives with a common head or tail are merged. */
const DEEPEST_MERGE = 48;

/** Whether `head` is a counted x{0,n} or x{1,n}. Such a head can absorb t in x{m,n}·t | t = x{0,n}·t. */
function startsWithNone(arena: Arena, head: Expr): boolean {
  return arena.kind[head] === REPEAT && arena.b[head]! <= 1;
}

/** The union of two heads, or of two tails. */
function nestedOr(arena: Arena, left: Expr, right: Expr): Expr {
  arena.nesting++;
  const result = or(arena, left, right);
  arena.nesting--;
  return result;
}

/** The union of two operands for which `combines` returned true. */
function combine(arena: Arena, left: Expr, right: Expr): Expr {
  const leftHead = headOf(arena, left);
  const rightHead = headOf(arena, right);
  const leftTail = tailOf(arena, left);
  const rightTail = tailOf(arena, right);
  if (leftHead === rightHead) return concat(arena, leftHead, nestedOr(arena, leftTail, rightTail));
  if (leftTail === right || rightTail === left) {
    const head = leftTail === right ? leftHead : rightHead;
    const tail = leftTail === right ? right : left;
    return concat(arena, repeatOf(arena, arena.a[head]!, 0, arena.c[head]!), tail);
  }
  if (arena.kind[leftHead] === BYTES && arena.kind[rightHead] === BYTES) {
    const set = uniteSets(arena, arena.a[leftHead]!, arena.a[rightHead]!);
    return concat(arena, internNode(arena, BYTES, set, 0, 0), leftTail);
  }
  if (mergesHeads(arena, leftHead, rightHead, leftTail))
    return concat(arena, nestedOr(arena, leftHead, rightHead), leftTail);
  const min = Math.min(minOf(arena, leftHead), minOf(arena, rightHead));
  const max = Math.max(maxOf(arena, leftHead), maxOf(arena, rightHead));
  return concat(arena, repeatOf(arena, baseOf(arena, leftHead), min, max), leftTail);
}

/** Drops the operands of [from .. end) that are provably within an x* among them. Returns the new end. */
function absorb(arena: Arena, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const loop = arena.stack[i]!;
    if (arena.kind[loop] !== REPEAT || arena.b[loop] !== 0 || arena.c[loop] !== UNBOUNDED) continue;
    const item = arena.a[loop]!;
    let kept = from;
    for (let k = from; k < end; k++) {
      const expr = arena.stack[k]!;
      arena.patience = 24;
      if (expr === loop || !within(arena, expr, item)) arena.stack[kept++] = expr;
    }
    if (kept < end) return absorb(arena, from, kept);
  }
  return end;
}

/** Whether `expr` is provably within `item`*. `false` can also mean that the check ran out of steps. */
function within(arena: Arena, expr: Expr, item: Expr): boolean {
  if (arena.patience-- <= 0) return false;
  if (expr === item || expr === EPSILON_EXPR) return true;
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  switch (arena.kind[expr]) {
    case BYTES:
      return isPart(arena, expr, item);
    case CONCAT:
      if (hasOperand(arena, item, expr)) return true;
      return (within(arena, a, item) && within(arena, b, item)) || isPart(arena, expr, item);
    case REPEAT:
      return within(arena, a, item);
    case OR:
      for (let i = a; i < a + b; i++) if (!within(arena, arena.operands[i]!, item)) return false;
      return true;
    case AND:
      for (let i = a; i < a + b; i++) if (within(arena, arena.operands[i]!, item)) return true;
      return false;
    default:
      return false;
  }
}

/**
 * Whether `expr` is provably included in `other`, by comparing byte sets and options part by part. `false` can also
 * mean that the check ran out of steps.
 */
export function isPart(arena: Arena, expr: Expr, other: Expr): boolean {
  for (;;) {
    if (expr === other) return true;
    if (arena.patience-- <= 0) return false;
    const kind = arena.kind[expr];
    if (kind === OR) {
      const a = arena.a[expr]!;
      for (let i = a; i < a + arena.b[expr]!; i++) if (!isPart(arena, arena.operands[i]!, other)) return false;
      return true;
    }
    if (arena.kind[other] === OR) {
      const a = arena.a[other]!;
      for (let i = a; i < a + arena.b[other]!; i++) if (isPart(arena, expr, arena.operands[i]!)) return true;
      return false;
    }
    if (kind === BYTES) return arena.kind[other] === BYTES && isSubset(arena, arena.a[expr]!, arena.a[other]!);
    if (kind !== CONCAT || arena.kind[other] !== CONCAT) return false;
    if (!isPart(arena, arena.a[expr]!, arena.a[other]!)) return false;
    expr = arena.b[expr]!;
    other = arena.b[other]!;
  }
}

function hasOperand(arena: Arena, expr: Expr, operand: Expr): boolean {
  if (arena.kind[expr] !== OR) return false;
  const a = arena.a[expr]!;
  for (let i = a; i < a + arena.b[expr]!; i++) if (arena.operands[i] === operand) return true;
  return false;
}

/** The raw complement of `operand`: it may be empty without being 0. */
export function rawNot(arena: Arena, operand: Expr): Expr {
  if (operand === EMPTY_EXPR) return ANYTHING_EXPR;
  if (operand === ANYTHING_EXPR) return EMPTY_EXPR;
  if (arena.kind[operand] === NOT) return arena.a[operand]!;
  return internNode(arena, NOT, operand, 0, 0);
}

/** The raw intersection of the operands stack[from .. top), which are popped. The operands may be raw too. */
export function rawAndFrom(arena: Arena, from: number): Expr {
  const result = intersection(arena, from);
  arena.top = from;
  return result;
}

function intersection(arena: Arena, from: number): Expr {
  // First flatten all operands, then move those that remain to the front.
  const end = arena.top;
  for (let i = from; i < end; i++) {
    const expr = arena.stack[i]!;
    if (arena.kind[expr] !== AND) push(arena, expr);
    else for (let k = 0; k < arena.b[expr]!; k++) push(arena, arena.operands[arena.a[expr]! + k]!);
  }
  const all = arena.top;
  let set = -1;
  let excluded: Expr = EMPTY_EXPR;
  let placed = end;
  for (let i = end; i < all; i++) {
    const expr = arena.stack[i]!;
    spend(arena, 1);
    if (expr === EMPTY_EXPR) return EMPTY_EXPR;
    if (expr === ANYTHING_EXPR) continue;
    if (arena.kind[expr] === BYTES) {
      const both = set < 0 ? arena.a[expr]! : intersectSets(arena, set, arena.a[expr]!);
      if (both === undefined) return EMPTY_EXPR;
      set = both;
    } else if (arena.kind[expr] === NOT) {
      excluded = or(arena, excluded, arena.a[expr]!);
      if (excluded === ANYTHING_EXPR) return EMPTY_EXPR;
    } else arena.stack[placed++] = expr;
  }
  arena.top = placed;
  if (set >= 0) push(arena, internNode(arena, BYTES, set, 0, 0));
  sortStack(arena, end);
  let kept = end;
  for (let i = end; i < arena.top; i++) {
    const expr = arena.stack[i]!;
    if (expr === excluded) return EMPTY_EXPR;
    if (kept > end && arena.stack[kept - 1] === expr) continue;
    arena.stack[kept++] = expr;
  }
  arena.top = kept;
  if (excludesPart(arena, excluded, end, kept)) return EMPTY_EXPR;
  if (kept > end && arena.stack[end] === EPSILON_EXPR) {
    for (let i = end; i < kept; i++) if (arena.nullable[arena.stack[i]!] === 0) return EMPTY_EXPR;
    return arena.nullable[excluded] === 1 ? EMPTY_EXPR : EPSILON_EXPR;
  }
  if (excluded !== EMPTY_EXPR) push(arena, rawNot(arena, excluded));
  if (arena.top === end) return ANYTHING_EXPR;
  if (arena.top === end + 1) return arena.stack[end]!;
  sortStack(arena, end);
  return internOperands(arena, AND, end);
}

/**
 * Whether an intersection with ¬`excluded` is provably empty: `excluded` is a repetition x*, or a union with such an
 * option, and x* contains an operand in stack[from .. end).
 */
function excludesPart(arena: Arena, excluded: Expr, from: number, end: number): boolean {
  if (arena.kind[excluded] === OR) {
    const a = arena.a[excluded]!;
    for (let i = a; i < a + arena.b[excluded]!; i++) {
      if (excludesPart(arena, arena.operands[i]!, from, end)) return true;
    }
    return false;
  }
  if (arena.kind[excluded] !== REPEAT || arena.b[excluded] !== 0 || arena.c[excluded] !== UNBOUNDED) return false;
  for (let i = from; i < end; i++) {
    arena.patience = 2048;
    if (within(arena, arena.stack[i]!, arena.a[excluded]!)) return true;
  }
  return false;
}

/** The head of a CONCAT; otherwise the whole expression. */
function headOf(arena: Arena, expr: Expr): Expr {
  return arena.kind[expr] === CONCAT ? arena.a[expr]! : expr;
}

function tailOf(arena: Arena, expr: Expr): Expr {
  return arena.kind[expr] === CONCAT ? arena.b[expr]! : EPSILON_EXPR;
}

/**
 * Views every expression as a counted repeat and returns the item: x for x{m,n}, x for ε|x (0 to 1 times), and x itself
 * for any other x (once).
 */
export function baseOf(arena: Arena, expr: Expr): Expr {
  if (arena.kind[expr] === REPEAT) return arena.a[expr]!;
  return isOptional(arena, expr) ? arena.operands[arena.a[expr]! + 1]! : expr;
}

export function minOf(arena: Arena, expr: Expr): number {
  if (arena.kind[expr] === REPEAT) return arena.b[expr]!;
  return isOptional(arena, expr) ? 0 : 1;
}

export function maxOf(arena: Arena, expr: Expr): number {
  return arena.kind[expr] === REPEAT ? arena.c[expr]! : 1;
}

function isOptional(arena: Arena, expr: Expr): boolean {
  return arena.kind[expr] === OR && arena.b[expr] === 2 && arena.operands[arena.a[expr]!] === EPSILON_EXPR;
}

function addCounts(left: number, right: number): number | undefined {
  if (left === UNBOUNDED || right === UNBOUNDED) return UNBOUNDED;
  return left + right <= MAX_COUNT ? left + right : undefined;
}

function addOne(count: number): number {
  return count === UNBOUNDED ? UNBOUNDED : count + 1;
}
