// Bounds on how many characters of a set an expression can read, computed from its structure alone.
//
// Inside a JSON string, nearly every token is a run of plain characters, and only the length of the run decides whether
// it is allowed. These functions bound that length from below and above in a few steps, without computing derivatives.
// For example, if x matches exactly one character of the set, x{m,n}·t reads up to n characters and then those that t
// reads. This extends the containment test of sliced token masks (the "slicer" of llguidance) to |, & and ~.
import type { Arena, Expr } from "./arena.js";
import { AND, BYTES, CONCAT, claimBytes, EPSILON_EXPR, NOT, OR, REPEAT, spend, UNBOUNDED } from "./arena.js";
import { MAP_ENTRY } from "./byte-sets.js";
import { characters } from "./characters.js";
import type { CodePointRanges } from "./code-points.js";
import { baseOf, concat, maxOf, minOf, repeatOf } from "./construct.js";
import { derivative } from "./derive.js";
import { solePlain } from "./first-bytes.js";
import type { Regex } from "./make-regex.js";

/** Cached facts about one set of characters in one engine. */
export interface RunTable {
  /** Matches one character of the set. */
  readonly character: Expr;
  /** By byte: 1 if it occurs in the encoding of a character of the set. */
  readonly occurs: Uint8Array;
  readonly least: Map<Expr, number>;
  readonly most: Map<Expr, number>;
  /**
   * By expression: whether it matches each single character of the set and, of all texts that begin with such a
   * character, only these.
   */
  readonly covers: Map<Expr, boolean>;
}

/** Creates the table of a set of characters. `intern` is that of the engine. */
export function createRunTable(arena: Arena, ranges: CodePointRanges, intern: (regex: Regex) => Expr): RunTable {
  const character = intern(characters(ranges));
  const occurs = new Uint8Array(256);
  const pending = [character];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    for (let byte = 0; byte < 256; byte++) {
      const next = derivative(arena, expr, byte);
      if (next === 0) continue;
      occurs[byte] = 1;
      if (next !== EPSILON_EXPR && !pending.includes(next)) pending.push(next);
    }
  }
  return { character, occurs, least: new Map(), most: new Map(), covers: new Map() };
}

/**
 * Returns a number n, possibly Infinity: every text of at most n characters from the table's set (`table.character`) is
 * a proper prefix of a member of `expr`.
 */
export function leastRun(arena: Arena, table: RunTable, expr: Expr): number {
  const known = table.least.get(expr);
  if (known !== undefined) return known;
  claimBytes(arena, MAP_ENTRY);
  const least = leastOf(arena, table, expr);
  table.least.set(expr, least);
  return least;
}

function leastOf(arena: Arena, table: RunTable, expr: Expr): number {
  let sum = 0;
  for (let rest = expr; ; ) {
    spend(arena, 1);
    const a = arena.a[rest]!;
    const b = arena.b[rest]!;
    switch (arena.kind[rest]) {
      case CONCAT: {
        const through = throughOf(arena, table, a);
        if (through === Number.POSITIVE_INFINITY) return through;
        if (through >= 0) {
          sum += through;
          rest = b;
          break;
        }
        const head = leastOf(arena, table, a);
        return sum + (arena.nullable[a] === 1 ? Math.max(head, leastOf(arena, table, b)) : head);
      }
      case REPEAT: {
        if (!covers(arena, table, a)) return sum;
        const max = arena.c[rest]!;
        // After the last item, the run is a whole member, no longer a proper prefix.
        return max === UNBOUNDED ? Number.POSITIVE_INFINITY : sum + max - 1;
      }
      case OR: {
        let most = 0;
        for (let i = a; i < a + b; i++) most = Math.max(most, leastOf(arena, table, arena.operands[i]!));
        return sum + most;
      }
      case AND:
        return sum + leastOfBoth(arena, table, rest);
      case NOT:
        return longest(arena, table, a, 0) === Number.POSITIVE_INFINITY ? sum : Number.POSITIVE_INFINITY;
      default:
        return sum;
    }
  }
}

/**
 * Returns an n such that every text of exactly n characters of the set is a member of `expr`, and every shorter text of
 * such characters is a prefix of a member. Returns −1 if the structure of `expr` shows no such n.
 */
function throughOf(arena: Arena, table: RunTable, expr: Expr): number {
  if (covers(arena, table, baseOf(arena, expr))) return counted(maxOf(arena, expr));
  if (arena.kind[expr] !== AND) return -1;
  let through = -1;
  for (let i = 0; i < arena.b[expr]!; i++) {
    const operand = arena.operands[arena.a[expr]! + i]!;
    if (arena.kind[operand] === NOT) continue;
    if (through >= 0) return -1;
    through = throughOf(arena, table, operand);
    if (through < 0) return -1;
  }
  return through > excludedOf(arena, table, expr) ? through : -1;
}

function counted(max: number): number {
  return max === UNBOUNDED ? Number.POSITIVE_INFINITY : max;
}

/** An upper bound, in bytes, on the runs that the complemented operands of an intersection read. */
function excludedOf(arena: Arena, table: RunTable, expr: Expr): number {
  let excluded = -1;
  for (let i = 0; i < arena.b[expr]!; i++) {
    const operand = arena.operands[arena.a[expr]! + i]!;
    if (arena.kind[operand] === NOT) excluded = Math.max(excluded, longest(arena, table, arena.a[operand]!, 0));
  }
  return excluded;
}

/**
 * For x & ~y: if x reads longer runs than y does, every run that x reads can be extended until y no longer reads it.
 */
function leastOfBoth(arena: Arena, table: RunTable, expr: Expr): number {
  let least = -1;
  for (let i = 0; i < arena.b[expr]!; i++) {
    const operand = arena.operands[arena.a[expr]! + i]!;
    if (arena.kind[operand] === NOT) continue;
    if (least >= 0) return 0;
    least = leastOf(arena, table, operand);
  }
  return least > excludedOf(arena, table, expr) ? least : 0;
}

/**
 * Returns an n: every member of `expr` begins with at most n characters of the set and then continues with something
 * else. So `expr` rejects every text of more than n of these characters, and matches no prefix of it. Returns Infinity
 * if the structure of `expr` shows no such n.
 */
export function mostRun(arena: Arena, table: RunTable, expr: Expr): number {
  const known = table.most.get(expr);
  if (known !== undefined) return known;
  claimBytes(arena, MAP_ENTRY);
  const most = mostOf(arena, table, expr);
  table.most.set(expr, most);
  return most;
}

function mostOf(arena: Arena, table: RunTable, expr: Expr): number {
  let sum = 0;
  for (let rest = expr; ; ) {
    spend(arena, 1);
    if (arena.nullable[rest] === 1) return Number.POSITIVE_INFINITY;
    if (!begins(arena, table, rest)) return sum;
    const a = arena.a[rest]!;
    const b = arena.b[rest]!;
    switch (arena.kind[rest]) {
      case CONCAT:
        sum += insideOf(arena, table, a);
        if (sum === Number.POSITIVE_INFINITY) return sum;
        rest = b;
        break;
      case OR: {
        let most = 0;
        for (let i = a; i < a + b; i++) most = Math.max(most, mostOf(arena, table, arena.operands[i]!));
        return sum + most;
      }
      case AND: {
        let most = Number.POSITIVE_INFINITY;
        for (let i = a; i < a + b; i++) {
          const operand = arena.operands[i]!;
          if (arena.kind[operand] !== NOT) most = Math.min(most, mostOf(arena, table, operand));
        }
        return sum + most;
      }
      default:
        return Number.POSITIVE_INFINITY;
    }
  }
}

/**
 * Returns an upper bound on the length, in characters, of members of `expr` that consist of characters of the set;
 * Infinity if the structure of `expr` shows no bound.
 */
function insideOf(arena: Arena, table: RunTable, expr: Expr): number {
  if (covers(arena, table, baseOf(arena, expr))) return counted(maxOf(arena, expr));
  if (arena.kind[expr] !== AND) return Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < arena.b[expr]!; i++) {
    least = Math.min(least, insideOf(arena, table, arena.operands[arena.a[expr]! + i]!));
  }
  return least;
}

/**
 * Returns the residual of `expr` after `count` ≥ 1 characters of the set, if the structure of `expr` shows that all
 * such characters lead to the same residual; otherwise −1.
 */
export function alongRun(arena: Arena, table: RunTable, expr: Expr, count: number): Expr {
  const head = arena.kind[expr] === CONCAT ? arena.a[expr]! : expr;
  const tail = arena.kind[expr] === CONCAT ? arena.b[expr]! : EPSILON_EXPR;
  if (arena.kind[expr] === OR && !covers(arena, table, expr)) {
    const only = onlyBeginning(arena, table, expr);
    return only < 0 ? -1 : alongRun(arena, table, only, count);
  }
  const base = baseOf(arena, head);
  const max = maxOf(arena, head);
  if (!covers(arena, table, base) || max < count || begins(arena, table, tail)) return -1;
  const min = Math.max(0, minOf(arena, head) - count);
  return concat(arena, repeatOf(arena, base, min, max === UNBOUNDED ? UNBOUNDED : max - count), tail);
}

/** The only operand of a union that may begin with a character of the set; −1 if there is none or more than one. */
function onlyBeginning(arena: Arena, table: RunTable, expr: Expr): Expr {
  let only: Expr = -1;
  for (let i = 0; i < arena.b[expr]!; i++) {
    const operand = arena.operands[arena.a[expr]! + i]!;
    if (!begins(arena, table, operand)) continue;
    if (only >= 0) return -1;
    only = operand;
  }
  return only;
}

/**
 * Returns a *loop*: an expression that is its own derivative by every character of the set. A long enough run of such
 * characters leads from `expr` to the loop. (In x & ~y, a run is long enough only if y matches no text that begins with
 * it.) Returns −1 if the structure of `expr` shows no loop.
 */
export function loopOf(arena: Arena, table: RunTable, expr: Expr): Expr {
  const a = arena.a[expr]!;
  const b = arena.b[expr]!;
  switch (arena.kind[expr]) {
    case CONCAT: {
      const head = loopOf(arena, table, a);
      return head < 0 || begins(arena, table, b) ? -1 : concat(arena, head, b);
    }
    case REPEAT:
      return arena.c[expr] === UNBOUNDED && covers(arena, table, a) ? repeatOf(arena, a, 0, UNBOUNDED) : -1;
    case AND: {
      const plain = solePlain(arena, a, b);
      return plain < 0 ? -1 : loopOf(arena, table, plain);
    }
    case OR: {
      let only: Expr = -1;
      for (let i = a; i < a + b; i++) {
        const loop = loopOf(arena, table, arena.operands[i]!);
        if (loop >= 0 && only >= 0 && loop !== only) return -1;
        if (loop >= 0) only = loop;
      }
      return only;
    }
    default:
      return -1;
  }
}

/** Whether a member may begin with a byte of the set's characters. May be wrongly true for & and ~. */
function begins(arena: Arena, table: RunTable, start: Expr): boolean {
  for (let expr = start; ; ) {
    spend(arena, 1);
    const a = arena.a[expr]!;
    const b = arena.b[expr]!;
    switch (arena.kind[expr]) {
      case BYTES:
        return meets(arena, table, a);
      case CONCAT:
        if (arena.nullable[a] === 0) {
          expr = a;
          break;
        }
        if (begins(arena, table, a)) return true;
        expr = b;
        break;
      case REPEAT:
        expr = a;
        break;
      case OR:
        for (let i = a; i < a + b; i++) if (begins(arena, table, arena.operands[i]!)) return true;
        return false;
      case AND:
        for (let i = a; i < a + b; i++) if (!begins(arena, table, arena.operands[i]!)) return false;
        return true;
      default:
        return expr !== EPSILON_EXPR;
    }
  }
}

function meets(arena: Arena, table: RunTable, set: number): boolean {
  for (let word = 0; word < 8; word++) {
    for (let bits = arena.sets[set * 8 + word]!; bits !== 0; bits &= bits - 1) {
      if (table.occurs[word * 32 + 31 - Math.clz32(bits & -bits)] === 1) return true;
    }
  }
  return false;
}

/** Maximum nesting of alternatives that {@link longest} examines. */
const DEEPEST = 500;

/** An upper bound on the length in bytes of texts over the set's bytes that are prefixes of members of `expr`. */
function longest(arena: Arena, table: RunTable, expr: Expr, depth: number): number {
  if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let rest = expr; ; ) {
    spend(arena, 1);
    const a = arena.a[rest]!;
    const b = arena.b[rest]!;
    switch (arena.kind[rest]) {
      case BYTES:
        return sum + (meets(arena, table, a) ? 1 : 0);
      case CONCAT: {
        const head = longest(arena, table, a, depth + 1);
        if (head === Number.POSITIVE_INFINITY || (head === 0 && arena.nullable[a] === 0)) return sum + head;
        sum += head;
        rest = b;
        break;
      }
      case REPEAT: {
        const item = longest(arena, table, a, depth + 1);
        const max = arena.c[rest]!;
        return item === 0 ? sum : max === UNBOUNDED ? Number.POSITIVE_INFINITY : sum + item * max;
      }
      case OR:
      case AND: {
        const either = arena.kind[rest] === OR;
        let bound = either ? 0 : Number.POSITIVE_INFINITY;
        for (let i = a; i < a + b; i++) {
          const operand = longest(arena, table, arena.operands[i]!, depth + 1);
          bound = either ? Math.max(bound, operand) : Math.min(bound, operand);
        }
        return sum + bound;
      }
      default:
        return rest === EPSILON_EXPR ? sum : Number.POSITIVE_INFINITY;
    }
  }
}

/**
 * Whether `expr` reads exactly one character of the set at a time. This holds under three conditions: every character
 * of the set is a member; a member that begins with such a character consists of it alone; and no member is an
 * incomplete character. The result may be false for an intersection that meets them, and the bounds are then wider.
 */
function covers(arena: Arena, table: RunTable, expr: Expr): boolean {
  let known = table.covers.get(expr);
  if (known === undefined) {
    claimBytes(arena, MAP_ENTRY);
    table.covers.set(expr, (known = coversAnew(arena, table, expr)));
  }
  return known;
}

function coversAnew(arena: Arena, table: RunTable, expr: Expr): boolean {
  // A repetition of characters, or a complement, reads more than one character. In an intersection with complements, the
  // other operand decides. A byte set cannot match every character unless the characters themselves form a byte set.
  const plain = arena.kind[expr] === AND ? solePlain(arena, arena.a[expr]!, arena.b[expr]!) : expr;
  const kind = plain < 0 ? AND : arena.kind[plain];
  if (kind === NOT || (kind === REPEAT && arena.c[plain] !== 1)) return false;
  if (kind === BYTES && arena.kind[table.character] !== BYTES) return false;
  const pairs: [Expr, Expr][] = [[table.character, expr]];
  const seen = new Set([table.character * 0x100000000 + expr]);
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [rest, left] = pair;
    if (left !== expr && arena.nullable[left] === 1) return false;
    for (let byte = 0; byte < 256; byte++) {
      if (table.occurs[byte] === 0) continue;
      const nextRest = derivative(arena, rest, byte);
      if (nextRest === 0) continue;
      const nextLeft = derivative(arena, left, byte);
      // Both have the same rest, so both read the same characters from here on.
      if (nextLeft === nextRest) continue;
      if (nextRest === EPSILON_EXPR || nextLeft === 0) return false;
      const key = nextRest * 0x100000000 + nextLeft;
      if (seen.has(key)) continue;
      seen.add(key);
      pairs.push([nextRest, nextLeft]);
    }
  }
  return true;
}
