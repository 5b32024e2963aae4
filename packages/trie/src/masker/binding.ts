// Binds a monitor to a vocabulary. Each control symbol gets the token ids of its name. The binding also records whether
// every symbol is a single token. If so, tokens can finish a text whenever symbols can, and no search is needed. If
// not, some states that symbols can finish are dead with this vocabulary.

import { type ByteClasses, FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { EVERY_BYTE } from "../tree/every-byte.js";
import type { Trie } from "../tree/trie.js";

export interface Binding {
  /** By control index k: the ids of symbol 256 + k. */
  readonly idsOf: readonly (readonly TokenId[])[];
  /** The control symbols that a token id represents. */
  readonly symbolsOf: ReadonlyMap<TokenId, readonly number[]>;
  /** The ids that end a generation. */
  readonly ends: ReadonlySet<TokenId>;
  /** The symbols that are single tokens, one byte for each class, for single steps. */
  readonly singles: readonly number[];
  /** Whether they include every class of bytes and every control symbol. */
  readonly complete: boolean;
}

/** @throws RangeError if an end of the vocabulary is not a control token, or the monitor's table is malformed. */
export function bind<State>(trie: Trie, monitor: Monitor<State>): Binding {
  const { vocabulary } = trie;
  for (const id of vocabulary.ends)
    if (vocabulary.kinds[id] !== 2) throw new RangeError(`end token ${id} is not a control token of the vocabulary`);
  const idsOf = (monitor.controls ?? []).map((name) => vocabulary.controlIds(name));
  const symbolsOf = new Map<TokenId, number[]>();
  idsOf.forEach((ids, k) => {
    for (const id of ids) {
      const symbols = symbolsOf.get(id);
      if (symbols === undefined) symbolsOf.set(id, [FIRST_CONTROL + k]);
      else symbols.push(FIRST_CONTROL + k);
    }
  });
  const bytes = singleBytesOf(trie, monitor.table ?? monitor.classes ?? EVERY_BYTE);
  const controls = idsOf.flatMap((ids, k) => (ids.length > 0 ? [FIRST_CONTROL + k] : []));
  return {
    idsOf,
    symbolsOf,
    ends: new Set(vocabulary.ends),
    singles: controls.length === 0 ? bytes.singles : [...bytes.singles, ...controls],
    complete: bytes.complete && controls.length === idsOf.length,
  };
}

interface SingleBytes {
  readonly classCount: number;
  readonly singles: readonly number[];
  readonly complete: boolean;
}

/** By partition, for each trie: monitors of one kind share a partition. */
const known = new WeakMap<Trie, WeakMap<Uint8Array, SingleBytes>>();

function singleBytesOf(trie: Trie, { classOf, classCount }: ByteClasses): SingleBytes {
  let byClasses = known.get(trie);
  if (byClasses === undefined) known.set(trie, (byClasses = new WeakMap()));
  let found = byClasses.get(classOf);
  if (found?.classCount !== classCount) byClasses.set(classOf, (found = findSingleBytes(trie, classOf, classCount)));
  return found;
}

function findSingleBytes(trie: Trie, classOf: Uint8Array, classCount: number): SingleBytes {
  if (classOf.length !== 256 || classOf.some((c) => c >= classCount))
    throw new RangeError(
      `a table of ${classCount} classes has ${classOf.length} entries, the greatest ${Math.max(...classOf)}`,
    );
  const classes = new Set(classOf);
  const singles: number[] = [];
  for (let byte = 0; byte < 256; byte++) {
    const node = trie.roots[byte]!;
    if (node < 0 || trie.words[2 * node]! >>> 8 === trie.none) continue;
    if (classes.delete(classOf[byte]!)) singles.push(byte);
  }
  return { classCount, singles, complete: classes.size === 0 };
}
