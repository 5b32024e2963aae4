// The public function that creates maskers that only walk, for pages. It does not load what `createMasker` adds.

import { ArgumentError, signature } from "@espalier/arguments";
import { type Monitor, monitorKind } from "@espalier/monitor";
import { trieKind } from "../kinds.js";
import { hasMasks } from "../strategies/has-masks.js";
import type { Trie } from "../tree/trie.js";
import type { Masker } from "./masker.js";
import { maskerBy } from "./masker-by.js";
import { type PlainMaskerOptions, plainMaskerOptionsKind } from "./masker-options.js";
import { makePlainSteps } from "./plain-steps.js";

const checkCreatePlainMasker = signature("createPlainMasker", {
  trie: trieKind,
  monitor: monitorKind,
  options: plainMaskerOptionsKind,
});

/**
 * Creates a masker that computes every mask by a walk over the tokens and caches it by state. Its masks equal those of
 * `createMasker`. It omits the code that derives masks from the capabilities of a language, so a page loads 23 kB
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
      "createPlainMasker takes neither JSON Schema nor products of a grammar and your own monitor: use createMasker.",
    );
  return maskerBy(makePlainSteps, trie, monitor, options);
}

/**
 * Returns whether walks may take seconds, because each text creates states of its own: in keys, and with a monitor
 * without a table.
 */
export function needsParts({ factor, sketches, conjunction, table }: Monitor<unknown>): boolean {
  if (factor?.sketch !== undefined || sketches !== undefined) return true;
  return conjunction?.parts.some((part) => needsParts(part) || (table === undefined && hasMasks(part))) ?? false;
}
