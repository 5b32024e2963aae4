// The cheapest way to finish, in the longest tokens that spell it. A monitor with `cost` always has a symbol that lowers it;
// taking the first such symbol from every state gives one way to the end, the *witness*, which from any state along it is
// that state's own witness. Cut from the left into the longest tokens of the vocabulary it bounds how many tokens finish,
// far below one a byte where long literals are still to come.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { DEPTH_BITS, type Trie } from "../tree/trie.js";

/** A token, and the state after it. */
export interface TokenStep<State> {
  readonly id: TokenId;
  readonly next: State;
}

/** Where a sketch does not tell what the witness of the states is that it stands for. */
export const UNDECIDED = "undecided";

/**
 * The longest token that begins the witness of a state that does not accept, and the state after it. From a sketch that is the
 * token of every state that the sketch stands for, or {@link UNDECIDED} where their costs are needed (`Factor.costsAlike`).
 *
 * @param singles the symbols that are tokens of their own, one of each class at least.
 * @param controlIds the tokens of a control symbol.
 * @throws RangeError from the returned function when no symbol lowers the cost: the monitor breaks its contract.
 */
export function createWitness<State>(
  trie: Trie,
  monitor: Monitor<State>,
  singles: readonly number[],
  controlIds: (symbol: number) => readonly TokenId[],
): (state: State) => TokenStep<State> | typeof UNDECIDED {
  const classOf = monitor.table?.classOf;
  const { costsAlike, leastVague, vague } = monitor.factor ?? {};

  /** The witness symbol by symbol: the monitor's own, or the first symbol that lowers the cost. */
  function symbolsOf(state: State): (at: State, n: number) => number | undefined | typeof UNDECIDED {
    const own = monitor.witness?.(state);
    return own === undefined ? lowering : (_, n) => own[n];
  }
  function lowering(at: State): number | undefined | typeof UNDECIDED {
    const before = monitor.cost?.(at) ?? 0;
    for (const symbol of singles) {
      const next = monitor.step(at, symbol);
      if (next === undefined) continue;
      if (vague?.(next) === true) {
        // Where every way through it costs more than the cheapest, it does not lower the cost.
        if ((leastVague?.(at, symbol) ?? 0) > before) continue;
        return UNDECIDED;
      }
      // The cost of a sketch is never above that of a state it stands for.
      if ((monitor.cost?.(next) ?? 0) < before) return costsAlike?.(next) === false ? UNDECIDED : symbol;
    }
    return undefined;
  }
  /** A byte of the same class that is a token. */
  function single(byte: number): number {
    return (
      singles.find((other) => other === byte) ?? singles.find((other) => classOf?.[other] === classOf?.[byte]) ?? byte
    );
  }

  return (state: State): TokenStep<State> | typeof UNDECIDED => {
    const symbols = symbolsOf(state);
    const first = symbols(state, 0);
    if (first === UNDECIDED) return UNDECIDED;
    const after = first === undefined ? undefined : monitor.step(state, first);
    if (first === undefined || after === undefined)
      throw new RangeError("no symbol lowers the cost of a state: the monitor's cost is wrong");
    if (first >= FIRST_CONTROL) return { id: controlIds(first)[0]!, next: after };
    const byte = single(first);
    let node = trie.roots[byte]!;
    let reached: TokenStep<State> = { id: trie.words[2 * node]! >>> 8, next: after };
    // The longer tokens begin with the witness's own byte.
    if (byte !== first) node = trie.roots[first]!;
    let at = after;
    for (let n = 1; node >= 0 && !monitor.accepts(at); n++) {
      const symbol = symbols(at, n);
      if (symbol === UNDECIDED) return UNDECIDED;
      if (symbol === undefined || symbol >= FIRST_CONTROL) break;
      node = child(trie, node, symbol);
      const next = node < 0 ? undefined : monitor.step(at, symbol);
      if (next === undefined) break;
      at = next;
      const id = trie.words[2 * node]! >>> 8;
      if (id !== trie.none) reached = { id, next };
    }
    return reached;
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
