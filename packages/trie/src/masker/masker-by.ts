// Maskers that are replaced when the automaton of their monitor is.

import type { Monitor } from "@espalier/monitor";
import { following } from "../lexer-states/following.js";
import type { Trie } from "../tree/trie.js";
import { createMaskerBy, type Masker } from "./masker.js";
import type { MaskerOptions } from "./masker-options.js";
import type { MakeSteps } from "./steps.js";

/** Creates a masker that is replaced whenever the automaton of the monitor's local states changes. */
export function maskerBy<State>(
  makeSteps: MakeSteps,
  trie: Trie,
  monitor: Monitor<State>,
  options: MaskerOptions,
): Masker<State> {
  const make = (): Masker<State> => createMaskerBy(makeSteps, trie, monitor, options);
  if (monitor.factor === undefined) return make();
  const ask = following(monitor, make);
  return {
    trie,
    monitor,
    mask: (state) => ask((masker) => masker.mask(state)),
    maskWithin: (state, budget) => ask((masker) => masker.maskWithin(state, budget)),
    allows: (state, id) => ask((masker) => masker.allows(state, id)),
    push: (state, id) => ask((masker) => masker.push(state, id)),
    tokenCost: (state) => ask((masker) => masker.tokenCost(state)),
    finishesWithin: (state, tokens) => ask((masker) => masker.finishesWithin(state, tokens)),
    nearer: (state) => ask((masker) => masker.nearer(state)),
  };
}
