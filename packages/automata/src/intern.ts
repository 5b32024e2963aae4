// Turns regex data into expressions of an arena.
//
// The literals of a choice become one trie first. Ten thousand keywords then cost only their bytes, and a derivative
// touches one branch. The sorted texts are added one by one; a node is finished as soon as all texts that pass through
// it have been added, the deepest nodes first. Hash-consing shares equal suffixes.
import type { Arena, Expr } from "./arena.js";
import { EMPTY_EXPR, EPSILON_EXPR, MAX_COUNT, push, spend, UNBOUNDED } from "./arena.js";
import { addByteRange, createByteSet } from "./byte-sets.js";
import { bytesOf, concat, orFrom, rawAndFrom, rawNot, repeatOf } from "./construct.js";
import { decided } from "./derive.js";
import { engineLimit } from "./limits.js";
import { EXPRESSION, type Regex } from "./make-regex.js";

/** Cache of interned regexes, by object identity. */
export type Interned = WeakMap<Regex, Expr>;

/**
 * Returns the expression of `regex`. @throws LimitError past a limit; RangeError for malformed bytes, ranges or counts.
 */
export function intern(arena: Arena, interned: Interned, regex: Regex, depth: number): Expr {
  // Literals are not cached: most occur once, and building one is as fast as a lookup.
  if (regex.kind === "literal") return chain(arena, regex.bytes, 0, EPSILON_EXPR);
  const known = interned.get(regex);
  if (known !== undefined) return known;
  if (depth > arena.limits.depth) throw engineLimit("depth", arena.limits.depth, "this regex is nested too deeply");
  const expr = build(arena, interned, regex, depth + 1);
  interned.set(regex, expr);
  return expr;
}

function build(arena: Arena, interned: Interned, regex: Regex, depth: number): Expr {
  spend(arena, 1);
  switch (regex.kind) {
    case "empty":
      return EMPTY_EXPR;
    case "bytes": {
      const set = createByteSet();
      for (const [from, to] of regex.ranges) {
        checkByte(from);
        checkByte(to);
        addByteRange(set, from, to);
      }
      return bytesOf(arena, set);
    }
    case "literal":
      return intern(arena, interned, regex, depth);
    case "sequence": {
      let expr = EPSILON_EXPR;
      for (let i = regex.items.length - 1; i >= 0; i--) {
        const item = regex.items[i]!;
        if (item.kind === "literal") expr = chain(arena, item.bytes, 0, expr);
        else expr = concat(arena, intern(arena, interned, item, depth), expr);
      }
      return expr;
    }
    case "choice": {
      const from = arena.top;
      const literals: (readonly number[])[] = [];
      for (const option of regex.options) {
        if (option.kind === "literal") literals.push(option.bytes);
        else push(arena, intern(arena, interned, option, depth));
      }
      if (literals.length > 0) push(arena, trie(arena, literals));
      return orFrom(arena, from);
    }
    case "and": {
      const from = arena.top;
      for (const operand of regex.operands) {
        // A complement inside an intersection need not be decided separately.
        if (operand.kind === "not") push(arena, rawNot(arena, intern(arena, interned, operand.operand, depth)));
        else push(arena, intern(arena, interned, operand, depth));
      }
      return decided(arena, rawAndFrom(arena, from));
    }
    case "not":
      return decided(arena, rawNot(arena, intern(arena, interned, regex.operand, depth)));
    case "repeat": {
      const { min, max } = regex;
      const counts = Number.isInteger(min) && min >= 0 && max >= min && (Number.isInteger(max) || max === Infinity);
      if (!counts) throw new RangeError(`a repetition needs integers with 0 ≤ min ≤ max, not ${min} and ${max}`);
      if (min > MAX_COUNT || (max > MAX_COUNT && max !== Infinity)) {
        throw new RangeError(`a repetition can count to at most ${MAX_COUNT}, not to ${max === Infinity ? min : max}`);
      }
      return repeatOf(arena, intern(arena, interned, regex.item, depth), min, max === Infinity ? UNBOUNDED : max);
    }
    case "automaton":
    case "deferred":
      return regex[EXPRESSION](arena, (inner) => intern(arena, interned, inner, depth));
  }
}

function checkByte(byte: number): void {
  if (!Number.isInteger(byte) || byte < 0 || byte > 255) throw new RangeError(`${byte} is not a byte`);
}

/** Matches bytes[from ..], then `rest`. */
function chain(arena: Arena, bytes: readonly number[], from: number, rest: Expr): Expr {
  let expr = rest;
  for (let i = bytes.length - 1; i >= from; i--) expr = concat(arena, byteExpr(arena, bytes[i]!), expr);
  return expr;
}

function byteExpr(arena: Arena, byte: number): Expr {
  checkByte(byte);
  if (arena.byteExprs[byte] === 0) {
    const set = createByteSet();
    addByteRange(set, byte, byte);
    arena.byteExprs[byte] = bytesOf(arena, set);
  }
  return arena.byteExprs[byte]!;
}

/** Matches any one of `texts`. */
function trie(arena: Arena, texts: readonly (readonly number[])[]): Expr {
  const sorted = [...texts].sort(compareBytes);
  // A node of the trie is open while later texts may share it. The stack contains the finished branches of all open
  // nodes, those of the deepest node on top. `branches` and `ends` have one entry for each open node, by depth: the
  // number of its branches, and whether a text ends there.
  const branches: number[] = [0];
  const ends: boolean[] = [false];
  let text: readonly number[] = [];
  for (const next of sorted) {
    let shared = 0;
    while (shared < text.length && shared < next.length && text[shared] === next[shared]) shared++;
    closeTo(arena, branches, ends, text, shared);
    text = next;
    while (branches.length <= text.length) {
      branches.push(0);
      ends.push(false);
    }
    ends[text.length] = true;
  }
  closeTo(arena, branches, ends, text, 0);
  return finish(arena, branches[0]!, ends[0]!);
}

/** Finishes the nodes of `text` that are deeper than `depth`; each becomes a branch of its parent. */
function closeTo(arena: Arena, branches: number[], ends: boolean[], text: readonly number[], depth: number): void {
  for (let deepest = branches.length - 1; deepest > depth; deepest--) {
    const node = finish(arena, branches.pop()!, ends.pop()!);
    push(arena, concat(arena, byteExpr(arena, text[deepest - 1]!), node));
    branches[deepest - 1]!++;
  }
}

/** Pops the branches of a node and returns its expression. */
function finish(arena: Arena, branches: number, ends: boolean): Expr {
  const from = arena.top - branches;
  // Most nodes have one branch or none.
  if (branches === 0) return ends ? EPSILON_EXPR : EMPTY_EXPR;
  if (branches === 1 && !ends) return arena.stack[--arena.top]!;
  if (ends) push(arena, EPSILON_EXPR);
  return orFrom(arena, from);
}

function compareBytes(left: readonly number[], right: readonly number[]): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) if (left[i] !== right[i]) return left[i]! - right[i]!;
  return left.length - right.length;
}
