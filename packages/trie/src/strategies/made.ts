// The result of a method for the allowed text tokens of a state (text-methods.ts).

import { type Mask, type Plane, planeBytes } from "../masks/mask.js";
import { type Gathered, joinParts } from "../masks/mask-parts.js";
import { spellings } from "../masks/spellings.js";
import { type IdList, taken } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";

/** What is certain about the mask of a state, or of all states that it represents. */
export interface Certain {
  readonly mask: Mask;
  /** Tokens that only a state itself can decide. */
  readonly unsure: Uint32Array;
}

/** The result for a state, or for the sketch that represents it. */
export interface Made extends Certain {
  /** Replaced by a shared equal mask when it is cached. */
  mask: Mask;
  /** Bytes of planes that belong only to this mask. */
  owned: number;
  /** Whether it is cached for some state: other states then add no memory for it. */
  remembered: boolean;
}

const NO_IDS = new Uint32Array(0);

export const madeOf = (mask: Mask, unsure: Uint32Array, owned: number): Made => ({
  mask,
  unsure,
  owned,
  remembered: false,
});

/** Returns the result for a mask under construction. */
export function madeOfParts(trie: Trie, { planes, ids, unsure }: Gathered): Made {
  const mask = joinParts(trie.size, planes, ids);
  return madeOf(mask, unsure.length === 0 ? NO_IDS : taken(unsure), ownedBytes(trie, mask.plane, planes[0]));
}

/** Returns the bytes of a bitset that belongs only to its mask; 0 if it is `shared`. */
export function ownedBytes(trie: Trie, plane: Plane | undefined, shared: Plane | undefined): number {
  return plane === undefined || plane === shared ? 0 : planeBytes(trie.size, plane);
}

/** Returns the tokens with the payloads `doubted`. */
export function spelt(trie: Trie, doubted: IdList): Uint32Array {
  return doubted.length === 0 ? NO_IDS : taken(spellings(trie, taken(doubted)));
}
