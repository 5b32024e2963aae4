// Tries of the texts that an object or an array has already used: what the tries of keys (used-keys.ts) and those of numbers (used-numbers.ts) have in common.
//
// Each set of texts (used-names.ts) has a trie. A set with one more text shares all nodes with the smaller set, except those along the new text.
//
// A family of tries also contains *reserved* texts: those that a completion uses if it needs further names or items. A reserved text is not rejected unless it
// is used. Every node stores the distance to the nearest reserved text below it.

import { OUTSIDE, type RefusedTexts } from "@espalier/syntax";
import { wideUtf8 } from "./key-escapes.js";
import type { UsedNames } from "./used-names.js";

/** The tries of used texts with the same reserved texts. */
export interface UsedFamily {
  /**
   * The node before a text of an object or array that has used the texts of `set`; −1 if the text may be any. Unknown texts of the set are ignored. The first
   * text may be any, but if some are reserved, it is followed in the trie, since the trie decides what a later text may be.
   */
  before(set: number): number;
}

export interface UsedTexts extends RefusedTexts {
  /** Creates the family with some reserved texts. `textsOf` returns the texts of the family that a member of a set rules out; by default the member itself. */
  family(reserved: readonly string[], textsOf?: TextsOf): UsedFamily;
  /** The memory of all nodes, in bytes. */
  heldBytes(): number;
}

type TextsOf = (member: string, region: number) => readonly string[];

/** A node of a trie, after some bytes. */
export interface Branch {
  readonly bytes: ReadonlyMap<number, number>;
  /** Whether a text of the trie ends here, whatever its role. */
  readonly isEnd: boolean;
  readonly refused: boolean;
  /** The number of bytes to the end of the nearest reserved text; Infinity if there is none. */
  readonly reserved: number;
}

export const NO_BRANCHES: Branch = {
  bytes: new Map(),
  isEnd: false,
  refused: false,
  reserved: Number.POSITIVE_INFINITY,
};

/** The nodes of tries, by number. */
export interface Branches {
  /** The trie without texts. */
  readonly empty: number;
  at(node: number): Branch;
  add(branch: Branch): number;
}

/** What a text that is added to a trie is for. A *watched* text is neither refused nor reserved now, but decides what may follow it. */
type Role = "refused" | "reserved" | "watched";

/** The trie with one more text. */
function extended({ empty, at, add }: Branches, trie: number, text: string, role: Role): number {
  const added = wideUtf8(text);
  const path = [trie];
  for (const byte of added) path.push(at(path.at(-1)!).bytes.get(byte) ?? empty);
  let below = -1;
  for (let depth = added.length; depth >= 0; depth--) {
    const branch = at(path[depth]!);
    const endsHere = depth === added.length;
    const bytes = new Map(branch.bytes);
    if (below >= 0) bytes.set(added[depth]!, below);
    const refused = branch.refused || (endsHere && role === "refused");
    const isReserved = !refused && (branch.reserved === 0 || (endsHere && role === "reserved"));
    let reserved = isReserved ? 0 : Number.POSITIVE_INFINITY;
    for (const child of bytes.values()) reserved = Math.min(reserved, 1 + at(child).reserved);
    below = add({ bytes, isEnd: branch.isEnd || endsHere, refused, reserved });
  }
  return below;
}

/** Creates the family of {@link UsedTexts.family}. `before` returns the node before the texts of a trie. */
export function familyOf(
  branches: Branches,
  used: UsedNames,
  reserved: readonly string[],
  textsOf: TextsOf,
  before: (trie: number) => number,
): UsedFamily {
  const { empty } = branches;
  const withAll = (trie: number, texts: readonly string[], role: Role): number =>
    texts.reduce((longer, text) => extended(branches, longer, text, role), trie);
  const trieOf = used.builtBySet(withAll(empty, reserved, "reserved"), (trie, member, region) =>
    withAll(trie, textsOf(member, region), "refused"),
  );
  const first = reserved.length === 0 ? OUTSIDE : before(withAll(empty, reserved, "watched"));
  return {
    before(set) {
      if (set === used.none) return first;
      const trie = trieOf(used.known(set));
      return trie === empty ? OUTSIDE : before(trie);
    },
  };
}
