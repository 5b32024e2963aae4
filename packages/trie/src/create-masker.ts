// Maskers, made by the public functions: of any monitor, and of one that is only walked.

import { ArgumentError, signature } from "@espalier/arguments";
import { type Monitor, monitorKind } from "@espalier/monitor";
import { isWalked } from "./conjunction-masks.js";
import { makeFactoredSteps } from "./factored-steps.js";
import { following } from "./following.js";
import { trieKind } from "./kinds.js";
import { createMaskerBy, type Masker } from "./masker.js";
import {
  type MaskerOptions,
  maskerOptionsKind,
  type PlainMaskerOptions,
  plainMaskerOptionsKind,
} from "./masker-options.js";
import { makePlainSteps } from "./plain-steps.js";
import type { Trie } from "./trie.js";

const checkCreateMasker = signature("createMasker", {
  trie: trieKind,
  monitor: monitorKind,
  options: maskerOptionsKind,
});

/**
 * A masker for the monitor's states over the trie's vocabulary.
 *
 * @throws RangeError when an end of the vocabulary is no control token.
 * @throws ArgumentError when `trie` is no trie (a vocabulary becomes one by `buildTrie`), `monitor` no monitor, or an option is wrong.
 */
export function createMasker<State>(trie: Trie, monitor: Monitor<State>, options: MaskerOptions = {}): Masker<State> {
  checkCreateMasker(trie, monitor, options);
  const make = (): Masker<State> => createMaskerBy(makeFactoredSteps, trie, monitor, options);
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

const checkCreatePlainMasker = signature("createPlainMasker", {
  trie: trieKind,
  monitor: monitorKind,
  options: plainMaskerOptionsKind,
});

/**
 * A masker for a monitor that is only walked: a regular expression, a set of strings, a monitor of yours, or a product of these. Its masks are those of
 * {@link createMasker}. It leaves out the code for grammars and schemas, so a page that has none loads less.
 *
 * @throws RangeError when an end of the vocabulary is no control token.
 * @throws ArgumentError for a monitor that needs `createMasker`: a grammar, a schema, or a combination with one; otherwise as `createMasker`.
 */
export function createPlainMasker<State>(
  trie: Trie,
  monitor: Monitor<State>,
  options: PlainMaskerOptions = {},
): Masker<State> {
  checkCreatePlainMasker(trie, monitor, options);
  if (!isWalked(monitor as Monitor<unknown>))
    throw new ArgumentError(
      "wrong-type",
      "monitor",
      "createPlainMasker takes regular expressions and other monitors that are only walked: pass this one to createMasker.",
    );
  return createMaskerBy(makePlainSteps, trie, monitor, options);
}
