// Creates a masker with as little code as its monitor needs: a page downloads what only some monitors need when it meets
// one of them.

import { signature } from "@espalier/arguments";
import { type Monitor, monitorKind } from "@espalier/monitor";
import { trieKind } from "../kinds.js";
import type { Trie } from "../tree/trie.js";
import { createPlainMasker, needsParts } from "./create-plain-masker.js";
import type { Masker } from "./masker.js";
import { type PlainMaskerOptions, plainMaskerOptionsKind } from "./masker-options.js";

const checkLoadMasker = signature("loadMasker", {
  trie: trieKind,
  monitor: monitorKind,
  options: plainMaskerOptionsKind,
});

/**
 * Creates a masker for pages: `createPlainMasker` where this supports the monitor. For other monitors (schemas of
 * `compileSchema`, products of a grammar and a monitor of yours) it downloads `createMasker`, a file of about 24 kB
 * (gzip), and calls this. Either way the masks are the same.
 *
 * @throws RangeError and ArgumentError, as rejections: as `createMasker`.
 * @throws as a rejection: what `import()` throws (in browsers, a TypeError) if the file cannot be loaded.
 */
export async function loadMasker<State>(
  trie: Trie,
  monitor: Monitor<State>,
  options: PlainMaskerOptions = {},
): Promise<Masker<State>> {
  checkLoadMasker(trie, monitor, options);
  if (!needsParts(monitor as Monitor<unknown>)) return createPlainMasker(trie, monitor, options);
  const { createMasker } = await import("./create-masker.js");
  return createMasker(trie, monitor, options);
}
