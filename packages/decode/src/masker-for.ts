// Caches tries and maskers across generations, because what a masker has cached helps the next text of the same
// monitor. The cache holds them weakly: they are freed with the vocabulary or the monitor.

import { signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { monitorKind } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker, type Trie } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import { vocabularyKind } from "@espalier/vocabulary";

const tries = new WeakMap<Vocabulary, Trie>();
const maskers = new WeakMap<Trie, WeakMap<object, unknown>>();

const checkMaskerFor = signature("maskerFor", { vocabulary: vocabularyKind, monitor: monitorKind });

/** Returns the masker of a monitor over a vocabulary; the same one each time. */
export function maskerFor<State>(vocabulary: Vocabulary, monitor: Monitor<State>): Masker<State> {
  checkMaskerFor(vocabulary, monitor);
  const trie = tries.get(vocabulary) ?? buildTrie(vocabulary);
  tries.set(vocabulary, trie);
  const known = maskers.get(trie) ?? new WeakMap<object, unknown>();
  maskers.set(trie, known);
  const masker = (known.get(monitor) as Masker<State> | undefined) ?? createMasker(trie, monitor);
  known.set(monitor, masker);
  return masker;
}
