// Rejects a repeated number in an array of different items: a trie of the numbers that the array has already used. The texts are plain decimals, without an
// exponent (`NumberSets.comparable`), so a number has one shortest text and others with further zeros after the point:
//
//     ──1──▶ ● ──5──▶ rejected (15)
//            ● ──.──▶ point ──0──▶ zeros, rejected (1.0) ──0──▶ the same node
//
// A node is a node of the trie and, if the text so far is a number of the trie with a point or further zeros, that *tail*. A trie may contain reserved numbers
// (reserved-texts.ts): plain integers. It tells all of their texts from those of other numbers.

import { createPairTable } from "@espalier/monitor";
import { OUTSIDE } from "@espalier/syntax";
import type { UsedNames } from "./used-names.js";
import { type Branch, type Branches, familyOf, NO_BRANCHES, type UsedTexts } from "./used-tries.js";

interface Node {
  /** The node of the trie; {@link NOWHERE} if only the tail is left. */
  readonly branch: number;
  readonly tail: number;
  /** Whether the number before the tail is a used one. */
  readonly isUsed: boolean;
  /** Whether the text so far has a point. */
  readonly isFraction: boolean;
}

/** What the text so far is, apart from a path in the trie: nothing, an integer of the trie and a point, or a number of the trie and zeros. */
const NO_TAIL = 0;
const POINT = 1;
const ZEROS = 2;

/** Approximate size in bytes of a branch without its bytes, of one of these, and of a node. */
const BRANCH_BYTES = 160;
const BYTE_BYTES = 24;
const NODE_BYTES = 80;

const POINT_BYTE = 0x2e;
const ZERO_BYTE = 0x30;
/** The branch outside the trie. */
const NOWHERE = -1;

export function usedNumbers(used: UsedNames): UsedTexts {
  const branches: Branch[] = [NO_BRANCHES];
  let byteCount = 0;
  const tries: Branches = {
    empty: 0,
    at: (branch) => branches[branch]!,
    add(branch) {
      byteCount += branch.bytes.size;
      return branches.push(branch) - 1;
    },
  };
  const nodes: Node[] = [];
  const ids = createPairTable();

  function node(branch: number, tail: number, isUsed: boolean, isFraction: boolean): number {
    if (branch === NOWHERE && tail === NO_TAIL) return OUTSIDE;
    const kind = 4 * tail + (isUsed ? 2 : 0) + (isFraction ? 1 : 0);
    let id = ids.get(branch + 1, kind);
    if (id < 0) {
      id = nodes.push({ branch, tail, isUsed, isFraction }) - 1;
      ids.set(branch + 1, kind, id);
    }
    return id;
  }

  const branchOf = (at: number): Branch | undefined => branches[nodes[at]!.branch];

  const refuses = (at: number): boolean => {
    const { tail, isUsed } = nodes[at]!;
    return (tail === ZEROS && isUsed) || branchOf(at)?.refused === true;
  };

  function next(at: number, byte: number): number {
    const { tail, isUsed, isFraction } = nodes[at]!;
    const branch = branchOf(at);
    const inside = branch?.bytes.get(byte) ?? NOWHERE;
    const isNumber = branch?.isEnd === true;
    const numberIsUsed = isUsed || branch?.refused === true;
    if (byte === POINT_BYTE && isNumber) return node(inside, POINT, numberIsUsed, true);
    const isTail = byte === ZERO_BYTE && (tail !== NO_TAIL || (isFraction && isNumber));
    return isTail
      ? node(inside, ZEROS, numberIsUsed, isFraction)
      : node(inside, NO_TAIL, false, isFraction || byte === POINT_BYTE);
  }

  return {
    family: (reserved) => familyOf(tries, used, reserved, textsOf, (trie) => node(trie, NO_TAIL, false, false)),
    next,
    refuses,
    ends: (at) => nodes[at]!.tail === ZEROS || branchOf(at)?.isEnd === true,
    bytes(at) {
      const inside = [...(branchOf(at)?.bytes.keys() ?? [])];
      const tails = [POINT_BYTE, ZERO_BYTE].filter((byte) => !inside.includes(byte) && next(at, byte) !== OUTSIDE);
      return [...inside, ...tails];
    },
    reserved(at) {
      return branchOf(at)?.reserved ?? Number.POSITIVE_INFINITY;
    },
    heldBytes: () => BRANCH_BYTES * branches.length + BYTE_BYTES * byteCount + NODE_BYTES * nodes.length,
  };
}

/** The shortest texts of a used item; none if it is no number. */
function textsOf(item: string): readonly string[] {
  if (!/^[-\d]/u.test(item)) return [];
  return item === "0" ? ["0", "-0"] : [plainDecimal(item)];
}

/** Writes a number without an exponent, given the text that JavaScript writes. */
function plainDecimal(text: string): string {
  const [, sign, whole, fraction = "", exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/u.exec(text)!;
  if (exponent === undefined) return text;
  const digits = whole! + fraction;
  const point = whole!.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
