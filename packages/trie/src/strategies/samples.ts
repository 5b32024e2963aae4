// Which masks are compared with the plain walk, and by which token: what a user's monitor promises is taken for granted, so one token of
// a mask is tried now and then.

import type { Mask } from "../masks/mask.js";
import type { Trie } from "../tree/trie.js";

/** Something that was remembered: how many masks it was used for. */
export interface Used {
  uses: number;
}

/** For each of its first so many masks a token is tried, then for every so many-th. */
const RENEWED = 16;

export interface Samples {
  /** Whether a token is to be tried for the next mask that `used` is used for. Counts the use. */
  isDue(used: Used): boolean;
  /** Some token of `mask`, another one each time; −1 where the one that came up is not in it. */
  of(mask: Mask): number;
  /** Some token, another one each time. */
  any(): number;
}

export function createSamples(trie: Trie): Samples {
  let dice = 1;
  function roll(): number {
    dice = (Math.imul(dice, 0x2545f491) + 0x3c6ef373) >>> 0;
    return dice >>> 7;
  }
  const any = (): number => roll() % trie.size;
  return {
    isDue: (used) => used.uses++ % (used.uses <= RENEWED ? 1 : RENEWED) === 0,
    any,
    of({ plane, extra }) {
      if (plane === undefined) return extra.length === 0 ? -1 : extra[roll() % extra.length]!;
      const id = any();
      return ((plane.words[id >>> 5]! >>> id) & 1) === 1 ? id : -1;
    },
  };
}
