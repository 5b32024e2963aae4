// The cheapest way to finish, in the longest tokens that spell it. A monitor with `cost` always has a symbol that lowers it;
// taking the first such symbol from every state gives one way to the end, the *witness*, which from any state along it is
// that state's own witness. Cut from the left into the longest tokens of the vocabulary it bounds how many tokens finish,
// far below one a byte where long literals are still to come.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import { DEPTH_BITS, type Trie } from "./trie.js";

/** @throws RangeError from the returned function when no symbol lowers the cost: the monitor breaks its contract. */
export function createWitness<State>(
  trie: Trie,
  monitor: Monitor<State>,
  cost: (state: State) => number,
  singles: readonly number[],
): (state: State) => State {
  /** The first symbol that lowers the cost of `state`, and the state after it. */
  function first(state: State): { readonly symbol: number; readonly next: State } {
    const before = cost(state);
    for (const symbol of singles) {
      const next = monitor.step(state, symbol);
      if (next !== undefined && cost(next) < before) return { symbol, next };
    }
    throw new RangeError(`no symbol lowers the cost ${before}: the monitor's cost is wrong`);
  }

  /** The same along the witness that the monitor itself knows. The first byte, or one of its class, is a token. */
  function alongOwn(state: State, witness: ArrayLike<number>): State {
    let at = state;
    let reached: State | undefined;
    for (let i = 0, node = -1; i < witness.length; i++) {
      const symbol = witness[i]!;
      if (i > 0 && symbol >= FIRST_CONTROL) break;
      if (i > 0) node = child(trie, node, symbol);
      else if (symbol < FIRST_CONTROL) node = trie.roots[symbol]!;
      if (i > 0 && node < 0) break;
      const next = monitor.step(at, symbol);
      if (next === undefined) break;
      at = next;
      if (i === 0 || trie.words[2 * node]! >>> 8 !== trie.none) reached = next;
      if (node < 0) break;
    }
    if (reached === undefined)
      throw new RangeError("the witness of a state leads nowhere: the monitor's witness is wrong");
    return reached;
  }

  /** The state after the longest token that begins the witness of `state`, which must not accept. */
  return (state: State): State => {
    const own = monitor.witness?.(state);
    if (own !== undefined) return alongOwn(state, own);
    let { symbol, next } = first(state);
    let reached = next;
    if (symbol >= FIRST_CONTROL) return reached;
    for (let node = trie.roots[symbol]!; ; ) {
      if (trie.words[2 * node]! >>> 8 !== trie.none) reached = next;
      if (monitor.accepts(next)) return reached;
      ({ symbol, next } = first(next));
      node = symbol >= FIRST_CONTROL ? -1 : child(trie, node, symbol);
      if (node < 0) return reached;
    }
  };
}

/** The child of `node` by `byte`, or −1. */
function child({ words }: Trie, node: number, byte: number): number {
  const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
  for (let at = node + 1; at < end; at += words[2 * at + 1]! >>> DEPTH_BITS) {
    if ((words[2 * at]! & 255) === byte) return at;
  }
  return -1;
}
