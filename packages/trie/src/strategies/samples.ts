// Chooses which masks are tested, and on which token. Masks rely on the promises of user-written monitors. So now and
// then, the monitor reads one token of a mask byte by byte, and the result is compared with the mask.

import type { Mask } from "../masks/mask.js";
import type { Trie } from "../tree/trie.js";

/** A cached object that counts the masks it was used for. */
export interface Used {
  uses: number;
}

/** A token is tested for each of its first masks, up to this number, and then for every one in this many. */
const RENEWED = 16;

export interface Samples {
  /** Returns whether to test a token for the next use of `used`. Counts the use. */
  isDue(used: Used): boolean;
  /** Returns a token of `mask`, a different one each time; −1 if the selected one is not in it. */
  of(mask: Mask): number;
  /** Returns some token, a different one each time. */
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
