// The steps of a monitor of which nothing is known but its steps (`table`, or `step` alone).

import { createPlainTextMasks } from "../strategies/plain-text-masks.js";
import { createPlainWalker } from "../walks/plain-walker.js";
import { MASK_BYTES } from "./masker.js";
import { arenaOf, type MakeSteps } from "./steps.js";

export const makePlainSteps: MakeSteps = (trie, monitor, options) => {
  const { walker, forget } = createPlainWalker(arenaOf(trie, options), monitor);
  const text = createPlainTextMasks(trie, monitor, walker, options.maskBytes ?? MASK_BYTES);
  return { walker, forget, text, shared: false, budgetMasks: undefined };
};
