// Creates a mask from the result of a walk over all tokens. It includes all ids that have the same bytes. A large
// result gets its own bitset; a small result is a list.

import { createMask, createPlane, type Mask } from "../masks/mask.js";
import { joinParts, PLANE_FROM } from "../masks/mask-parts.js";
import { spellings } from "../masks/spellings.js";
import type { Trie } from "../tree/trie.js";
import type { Reached } from "../walks/walk.js";

const NO_IDS = new Uint32Array(0);

export function maskOfReached(trie: Trie, reached: Reached): Mask {
  if (reached.kind === "bitset")
    return createMask(trie.size, createPlane(trie.size, reached.words, reached.count), NO_IDS);
  if (trie.next.length === 0 && reached.ids.length < PLANE_FROM)
    return createMask(trie.size, undefined, reached.ids.slice());
  return joinParts(trie.size, [], spellings(trie, reached.ids));
}
