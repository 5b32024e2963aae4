// Maskers that are replaced when the automaton of their monitor is.

import type { Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { following } from "../lexer-states/following.js";
import type { Masked } from "../masks/masked.js";
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
  type Its = Masker<State>;
  // Functions that are made once: every token asks some of them.
  const mask = (masker: Its, state: State): Masked => masker.mask(state);
  const maskWithin = (masker: Its, state: State, budget: number): Masked => masker.maskWithin(state, budget);
  const allows = (masker: Its, state: State, id: TokenId): boolean => masker.allows(state, id);
  const push = (masker: Its, state: State, id: TokenId): State | undefined => masker.push(state, id);
  return {
    trie,
    monitor,
    mask: (state) => ask(mask, state),
    maskWithin: (state, budget) => ask(maskWithin, state, budget),
    allows: (state, id) => ask(allows, state, id),
    push: (state, id) => ask(push, state, id),
    tokenCost: (state) => ask((masker) => masker.tokenCost(state)),
    finishesWithin: (state, tokens) => ask((masker) => masker.finishesWithin(state, tokens)),
    nearer: (state) => ask((masker) => masker.nearer(state)),
  };
}
