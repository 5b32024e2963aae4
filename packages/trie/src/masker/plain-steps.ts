// The steps of a monitor without capabilities other than `table`, or with `step` alone.

import { createPlainTextMasks } from "../strategies/plain-text-masks.js";
import { createPlainWalker } from "../walks/plain-walker.js";
import { arenaOf, type MakeSteps } from "./steps.js";

export const makePlainSteps: MakeSteps = (trie, monitor, options, masks) => {
  const { walker, forget } = createPlainWalker(arenaOf(trie, options), monitor);
  const text = createPlainTextMasks(trie, monitor, walker, masks);
  return { walker, forget, text, budgetMasks: undefined, auditPush: undefined, readBytes: undefined };
};
