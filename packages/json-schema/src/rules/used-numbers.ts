// Rejects a repeated number in an array of different items: a trie of the numbers that the array has already used. The texts are plain decimals, without an
// exponent (`NumberSets.comparable`), so a number has one shortest text and others with further zeros after the point:
//
//     ──1──▶ ● ──5──▶ rejected (15)
//            ● ──.──▶ point ──0──▶ zeros, rejected (1.0) ──0──▶ the same node
//
// A node is a node of the trie and, if the text so far is a number of the trie with a point or further zeros, that *tail*. Each set of numbers has a trie. A
// set with one more number shares all nodes with the smaller set, except those along the new number. A trie may contain reserved numbers (reserved-texts.ts);
// it tells all of their texts from those of other numbers.

import { createPairTable } from "@espalier/monitor";
import { OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import { builtBySet, type UsedNames } from "./used-names.js";

/** The tries of used numbers with the same reserved numbers. */
export interface NumberFamily {
  /** The node before an item of an array that has used the items of `set`; −1 if the item may be any number. Unknown items are ignored. */
  before(set: number): number;
}

export interface UsedNumbers extends RefusedTexts {
  /** Creates the family with some reserved numbers: plain integers. */
  family(reserved: readonly string[]): NumberFamily;
  /** The memory of all nodes, in bytes. */
  heldBytes(): number;
}

/** A node of a trie. */
interface Branch {
  readonly bytes: ReadonlyMap<number, number>;
  /** Whether a number of the trie ends here, whatever its role. */
  readonly isNumber: boolean;
  readonly refused: boolean;
  /** The number of bytes to the end of the nearest reserved number; Infinity if there is none. */
  readonly reserved: number;
}

interface Node {
  /** The node of the trie; {@link NOWHERE} if only the tail is left. */
  readonly branch: number;
  readonly tail: number;
  /** Whether the number before the tail is a used one. */
  readonly isUsed: boolean;
  /** Whether the text so far has a point. */
  readonly isFraction: boolean;
}

/** What a number that is added to a trie is for. A *watched* number is neither refused nor reserved now, but decides what may follow it. */
type Role = "refused" | "reserved" | "watched";

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

export function usedNumbers(used: UsedNames): UsedNumbers {
  const branches: Branch[] = [
    { bytes: new Map(), isNumber: false, refused: false, reserved: Number.POSITIVE_INFINITY },
  ];
  const empty = 0;
  let byteCount = 0;
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

  /** The trie with one more number. */
  function extended(trie: number, text: string, role: Role): number {
    const path = [trie];
    for (let i = 0; i < text.length; i++) path.push(branches[path[i]!]!.bytes.get(text.charCodeAt(i)) ?? empty);
    let below = NOWHERE;
    for (let depth = text.length; depth >= 0; depth--) {
      const branch = branches[path[depth]!]!;
      const isEnd = depth === text.length;
      const bytes = new Map(branch.bytes);
      if (below >= 0) bytes.set(text.charCodeAt(depth), below);
      const refused = branch.refused || (isEnd && role === "refused");
      const isReserved = !refused && (branch.reserved === 0 || (isEnd && role === "reserved"));
      let reserved = isReserved ? 0 : Number.POSITIVE_INFINITY;
      for (const child of bytes.values()) reserved = Math.min(reserved, 1 + branches[child]!.reserved);
      below = branches.push({ bytes, isNumber: branch.isNumber || isEnd, refused, reserved }) - 1;
      byteCount += bytes.size;
    }
    return below;
  }

  /** The trie with the texts of a used item. */
  function withItem(trie: number, item: string): number {
    if (!/^[-\d]/u.test(item)) return trie;
    const longer = extended(trie, plainDecimal(item), "refused");
    return item === "0" ? extended(longer, "-0", "refused") : longer;
  }

  function family(reserved: readonly string[]): NumberFamily {
    const trieWith = (role: Role): number => reserved.reduce((trie, text) => extended(trie, text, role), empty);
    const trieOf = builtBySet(used, trieWith("reserved"), withItem);

    const first = reserved.length === 0 ? OUTSIDE : node(trieWith("watched"), NO_TAIL, false, false);
    return {
      before(set) {
        if (set === used.none) return first;
        const trie = trieOf(used.known(set));
        return trie === empty ? OUTSIDE : node(trie, NO_TAIL, false, false);
      },
    };
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
    const isNumber = branch?.isNumber === true;
    const numberIsUsed = isUsed || branch?.refused === true;
    if (byte === POINT_BYTE && isNumber) return node(inside, POINT, numberIsUsed, true);
    const isTail = byte === ZERO_BYTE && (tail !== NO_TAIL || (isFraction && isNumber));
    return isTail
      ? node(inside, ZEROS, numberIsUsed, isFraction)
      : node(inside, NO_TAIL, false, isFraction || byte === POINT_BYTE);
  }

  return {
    family,
    next,
    refuses,
    ends: (at) => nodes[at]!.tail === ZEROS || branchOf(at)?.isNumber === true,
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
