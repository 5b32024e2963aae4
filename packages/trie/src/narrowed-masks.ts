// The tokens by which a state's mask differs from that of a wider state (`Factor.narrowed`): few, since the two states part only
// along a few texts. The trie is walked along those texts alone, by the monitor's own steps.

import type { Monitor, Narrowed } from "@espalier/monitor";
import { childOf } from "./children.js";
import type { IdList } from "./id-list.js";
import type { Trie } from "./trie.js";
import { appendSubtree } from "./walk.js";

/**
 * Appends to `removed` the payloads that `state` does not read though its wider state might, and to `unsure` those that only a
 * state that was sketched can tell.
 */
export function narrowedTokens<State>(
  trie: Trie,
  monitor: Monitor<State>,
  state: State,
  narrowed: Narrowed<State>,
  removed: IdList,
  unsure: IdList,
): void {
  const factor = monitor.factor!;
  function visit(at: State, { bytes }: Narrowed<State>, childBy: (byte: number) => number): void {
    for (let i = 0; i < bytes.length; i++) {
      const node = childBy(bytes[i]!);
      if (node < 0) continue;
      const next = monitor.step(at, bytes[i]!);
      if (next === undefined) appendSubtree(trie, node, removed);
      else if (factor.vague?.(next) === true) appendSubtree(trie, node, unsure);
      else {
        const further = factor.narrowed?.(next);
        if (further !== undefined) visit(next, further, (byte) => childOf(trie, node, byte));
      }
    }
  }
  visit(state, narrowed, (byte) => trie.roots[byte]!);
}
