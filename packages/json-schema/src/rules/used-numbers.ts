// Rejects a repeated number in an array of different items: a trie of the numbers that the array has already used. The texts are plain decimals, without an
// exponent (`NumberSets.comparable`), so a number has one shortest text and others with further zeros after the point:
//
//     ──1──▶ ● ──5──▶ rejected (15)
//            ● ──.──▶ point ──0──▶ zeros, rejected (1.0) ──0──▶ the same node
//
// A node is a node of the trie and, if the text so far is a used number with a point or further zeros, that *tail*. Each set of numbers has a trie. A set with
// one more number shares all nodes with the smaller set, except those along the new number. A trie may contain reserved numbers (reserved-texts.ts).

import { createPairTable } from "@espalier/monitor";
import { OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import type { UsedNames } from "./used-names.js";

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
  readonly refused: boolean;
  /** The number of bytes to the end of the nearest reserved number; Infinity if there is none. */
  readonly reserved: number;
}

/** What a number that is added to a trie is for. A *watched* number is only a path in the trie. */
type Role = "refused" | "reserved" | "watched";

/** What the text so far is, apart from a path in the trie: nothing, a used integer and a point, or a used number and zeros. */
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
  const branches: Branch[] = [{ bytes: new Map(), refused: false, reserved: Number.POSITIVE_INFINITY }];
  const empty = 0;
  let byteCount = 0;
  // By node: its branch, its tail, and whether the text so far has a point.
  const nodes: { readonly branch: number; readonly tail: number; readonly isFraction: boolean }[] = [];
  const ids = createPairTable();

  function node(branch: number, tail: number, isFraction: boolean): number {
    if (branch === NOWHERE && tail === NO_TAIL) return OUTSIDE;
    const kind = 2 * tail + (isFraction ? 1 : 0);
    let id = ids.get(branch + 1, kind);
    if (id < 0) {
      id = nodes.push({ branch, tail, isFraction }) - 1;
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
      below = branches.push({ bytes, refused, reserved }) - 1;
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
    const tries = new Map<number, number>([[used.none, trieWith("reserved")]]);

    function trieOf(set: number): number {
      const pending: number[] = [];
      let at = set;
      while (!tries.has(at)) {
        pending.push(at);
        at = used.before(at);
      }
      let trie = tries.get(at)!;
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        trie = withItem(trie, used.last(next));
        tries.set(next, trie);
      }
      return trie;
    }

    const first = reserved.length === 0 ? OUTSIDE : node(trieWith("watched"), NO_TAIL, false);
    return {
      before(set) {
        if (set === used.none) return first;
        const trie = trieOf(used.known(set));
        return trie === empty ? OUTSIDE : node(trie, NO_TAIL, false);
      },
    };
  }

  const refuses = (at: number): boolean => {
    const { branch, tail } = nodes[at]!;
    return tail === ZEROS || (branch !== NOWHERE && branches[branch]!.refused);
  };

  function next(at: number, byte: number): number {
    const { branch, tail, isFraction } = nodes[at]!;
    const inside = branch === NOWHERE ? NOWHERE : (branches[branch]!.bytes.get(byte) ?? NOWHERE);
    if (byte === POINT_BYTE) return node(inside, refuses(at) ? POINT : NO_TAIL, true);
    const goesOn = byte === ZERO_BYTE && (tail !== NO_TAIL || (isFraction && refuses(at)));
    return node(inside, goesOn ? ZEROS : NO_TAIL, isFraction);
  }

  return {
    family,
    next,
    refuses,
    bytes(at) {
      const { branch } = nodes[at]!;
      const inside = branch === NOWHERE ? [] : [...branches[branch]!.bytes.keys()];
      const tails = [POINT_BYTE, ZERO_BYTE].filter((byte) => !inside.includes(byte) && next(at, byte) !== OUTSIDE);
      return [...inside, ...tails];
    },
    reserved(at) {
      const { branch } = nodes[at]!;
      return branch === NOWHERE ? Number.POSITIVE_INFINITY : branches[branch]!.reserved;
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
