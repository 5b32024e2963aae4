// Decides tokens one by one, with a monitor's own steps.

import type { Monitor } from "@espalier/monitor";
import { append, type IdList } from "../memory/id-list.js";
import type { Trie } from "../tree/trie.js";

/**
 * Appends those of the text tokens `ids` that can be read from `state`. Adjacent tokens share the steps of their common
 * prefix.
 */
export function appendReadable<State>(
  { vocabulary: { pool, offsets } }: Trie,
  monitor: Monitor<State>,
  state: State,
  ids: Uint32Array,
  into: IdList,
): void {
  const stack: State[] = [state];
  let before = 0;
  // How many bytes of the previous token were read, and whether the next one was rejected.
  let read = 0;
  let dead = false;
  for (let i = 0; i < ids.length; i++) {
    const start = offsets[ids[i]!]!;
    const length = offsets[ids[i]! + 1]! - start;
    const most = Math.min(length, dead ? read + 1 : read);
    let depth = 0;
    while (i > 0 && depth < most && pool[before + depth] === pool[start + depth]) depth++;
    before = start;
    // This token contains the rejected byte too.
    if (depth > read) continue;
    dead = false;
    for (read = depth; read < length && !dead; ) {
      const next = monitor.step(stack[read]!, pool[start + read]!);
      if (next === undefined) dead = true;
      else stack[++read] = next;
    }
    if (!dead) append(into, ids[i]!);
  }
}
