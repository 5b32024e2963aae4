// The bits of masks along a text: run in Node and in a page, where both must give the same.

import type { Masker } from "@espalier/trie";

/** The words of the mask before each token of a text, and of that after the last. */
export function masksAlong(masker: Masker<number>, ids: readonly number[]): number[][] {
  let state: number | undefined = masker.monitor.start;
  const masks: number[][] = [];
  for (const id of [...ids, undefined]) {
    if (state === undefined) throw new Error("The language refuses the text.");
    masks.push([...masker.mask(state).mask.toBitset()]);
    if (id !== undefined) state = masker.push(state, id);
  }
  return masks;
}
