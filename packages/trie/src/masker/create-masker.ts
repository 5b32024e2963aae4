// The public functions that create maskers: one uses all capabilities of a monitor, the other only walks.

import { ArgumentError, signature } from "@espalier/arguments";
import { type Monitor, monitorKind } from "@espalier/monitor";
import { trieKind } from "../kinds.js";
import { following } from "../lexer-states/following.js";
import { hasMasks } from "../strategies/conjunction-masks.js";
import type { Trie } from "../tree/trie.js";
import { makeFactoredSteps } from "./factored-steps.js";
import { createMaskerBy, type Masker } from "./masker.js";
import {
  type MaskerOptions,
  maskerOptionsKind,
  type PlainMaskerOptions,
  plainMaskerOptionsKind,
} from "./masker-options.js";
import { makePlainSteps } from "./plain-steps.js";
import type { MakeSteps } from "./steps.js";

const checkCreateMasker = signature("createMasker", {
  trie: trieKind,
  monitor: monitorKind,
  options: maskerOptionsKind,
});

/**
 * Creates a masker for the monitor's states over the trie's vocabulary.
 *
 * @throws RangeError if an end of the vocabulary is not a control token.
 * @throws ArgumentError if `trie` is not a trie (`buildTrie` creates one from a vocabulary), `monitor` is not a
 * monitor, or an option is invalid.
 */
export function createMasker<State>(trie: Trie, monitor: Monitor<State>, options: MaskerOptions = {}): Masker<State> {
  checkCreateMasker(trie, monitor, options);
  return maskerOf(makeFactoredSteps, trie, monitor, options);
}

const checkCreatePlainMasker = signature("createPlainMasker", {
  trie: trieKind,
  monitor: monitorKind,
  options: plainMaskerOptionsKind,
});

/**
 * Creates a masker that computes every mask by a walk over the tokens and caches it by state. Its masks equal those of
 * {@link createMasker}. It omits the code that derives masks from the capabilities of a language, so a page loads 23 kB
 * (gzip) less. In return, each new state costs a walk of a few milliseconds over 128,000 tokens, even where
 * `createMasker` would combine the mask from others (in long lists of words, in gaps). It also does not test the
 * promises of user-written monitors, as `createMasker` does on some tokens. For regular expressions and other monitors
 * with a table, both maskers do the same.
 *
 * @throws RangeError if an end of the vocabulary is not a control token.
 * @throws ArgumentError if such walks may take seconds: for a JSON Schema, because each text of a key has a state of
 * its own, and for a combination of a grammar or schema with a user-written monitor; otherwise as `createMasker`.
 */
export function createPlainMasker<State>(
  trie: Trie,
  monitor: Monitor<State>,
  options: PlainMaskerOptions = {},
): Masker<State> {
  checkCreatePlainMasker(trie, monitor, options);
  if (needsParts(monitor as Monitor<unknown>))
    throw new ArgumentError(
      "wrong-type",
      "monitor",
      "createPlainMasker supports neither JSON Schema nor products of a grammar and your own monitor: pass this one to createMasker.",
    );
  return maskerOf(makePlainSteps, trie, monitor, options);
}

/**
 * Returns whether walks may take seconds, because each text creates states of its own: in keys, and with a monitor
 * without a table.
 */
function needsParts({ factor, sketches, conjunction, table }: Monitor<unknown>): boolean {
  if (factor?.sketch !== undefined || sketches !== undefined) return true;
  return conjunction?.parts.some((part) => needsParts(part) || (table === undefined && hasMasks(part))) ?? false;
}

/** Creates a masker that is replaced whenever the automaton of the monitor's local states changes. */
function maskerOf<State>(
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
