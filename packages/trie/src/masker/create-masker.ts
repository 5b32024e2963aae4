// Maskers, made by the public functions: by all that a monitor says of its states, and by walks alone.

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
 * A masker for the monitor's states over the trie's vocabulary.
 *
 * @throws RangeError when an end of the vocabulary is no control token.
 * @throws ArgumentError when `trie` is no trie (a vocabulary becomes one by `buildTrie`), `monitor` no monitor, or an option is wrong.
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
 * A masker that finds every mask by a walk over the tokens, and remembers it by state. Its masks are those of {@link createMasker}. It leaves out the code
 * that makes masks from what a language knows of its states, so a page loads 23 kB (gzip) less. The price: each new state costs a walk of
 * its own, a few milliseconds over 128,000 tokens, also where `createMasker` would put the mask together from others (in long lists of
 * words, in gaps). Nor does it try what a monitor of yours promises, as `createMasker` does on some tokens. For regular expressions and other monitors with a table both do the same.
 *
 * @throws RangeError when an end of the vocabulary is no control token.
 * @throws ArgumentError where such walks may take seconds: for a JSON Schema, whose keys are states of their own, and for what steps a grammar or a schema
 * together with a monitor of yours; otherwise as `createMasker`.
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
      "createPlainMasker takes no JSON Schema, and no product of a grammar and a monitor of yours: pass this one to createMasker.",
    );
  return maskerOf(makePlainSteps, trie, monitor, options);
}

/** Whether walks may take seconds, because each text makes states of its own: in keys, and beside a monitor without a table. */
function needsParts({ factor, sketches, conjunction, table }: Monitor<unknown>): boolean {
  if (factor?.sketch !== undefined || sketches !== undefined) return true;
  return conjunction?.parts.some((part) => needsParts(part) || (table === undefined && hasMasks(part))) ?? false;
}

/** A masker that is made again whenever the automaton of the monitor's local states is another. */
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
