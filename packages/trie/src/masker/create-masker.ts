// The public function that creates maskers that use all capabilities of a monitor.

import { signature } from "@espalier/arguments";
import { type Monitor, monitorKind } from "@espalier/monitor";
import { trieKind } from "../kinds.js";
import type { Trie } from "../tree/trie.js";
import { makeFactoredSteps } from "./factored-steps.js";
import type { Masker } from "./masker.js";
import { maskerBy } from "./masker-by.js";
import { type MaskerOptions, maskerOptionsKind } from "./masker-options.js";

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
  return maskerBy(makeFactoredSteps, trie, monitor, options);
}
