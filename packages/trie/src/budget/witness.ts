// The cheapest completion of a text, spelt in the longest tokens. A monitor with `cost` always has a symbol that lowers
// it. Taking the first such symbol from every state gives one completion, the *witness*. Every state along the witness
// has the rest of it as its own witness. The file splits the witness from the left into the longest tokens of the
// vocabulary; their number is an upper bound on the tokens that finish the text. If long literals are still to come,
// this bound is far below one token for each byte.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId } from "@espalier/vocabulary";
import { DEPTH_BITS, type Trie } from "../tree/trie.js";

/** A token, and the state after it. */
export interface TokenStep<State> {
  readonly id: TokenId;
  readonly next: State;
}

/** The result if a sketch does not determine the witness of the states that it represents. */
export const UNDECIDED = "undecided";

/**
 * Returns a function from a non-accepting state to the longest token that begins its witness, and the state after that
 * token. The monitor must have a cost. For a sketch (an abstract state), the result holds for every state that the
 * sketch stands for; it is {@link UNDECIDED} if these have different costs (`Factor.costsAlike`).
 *
 * @param singles the symbols that are single tokens; at least one symbol of each byte class of the monitor.
 * @param controlIds returns the tokens of a control symbol.
 * @throws RangeError from the returned function if no symbol lowers the cost, which violates the contract of the
 * monitor.
 */
export function createWitness<State>(
  trie: Trie,
  monitor: Monitor<State>,
  singles: readonly number[],
  controlIds: (symbol: number) => readonly TokenId[],
): (state: State) => TokenStep<State> | typeof UNDECIDED {
  const classOf = monitor.table?.classOf;
  const { costsAlike, leastVague, vague, lowering: lowers } = monitor.factor ?? {};
  const continuing = continuingBytes(monitor);

  /** Returns the witness symbol by symbol: that of the monitor, or the first symbol that lowers the cost. */
  function symbolsOf(state: State): (at: State, n: number) => number | undefined | typeof UNDECIDED {
    const own = monitor.witness?.(state);
    return own === undefined ? lowering : (_, n) => own[n];
  }
  function lowering(at: State): number | undefined | typeof UNDECIDED {
    const known = lowers?.(at);
    const before = monitor.cost!(at);
    const bytes = continuing(at);
    for (const symbol of known === undefined ? singles : [known]) {
      // Most symbols are dead within a literal, and a step takes longer than this.
      if (bytes !== undefined && symbol < FIRST_CONTROL && ((bytes[symbol >>> 5]! >>> symbol) & 1) === 0) continue;
      const next = monitor.step(at, symbol);
      if (next === undefined) continue;
      if (vague?.(next) === true) {
        // If every path through it costs more than the cheapest one, it does not lower the cost.
        if ((leastVague?.(at, symbol) ?? 0) > before) continue;
        return UNDECIDED;
      }
      // The cost of a sketch is never above that of a state it represents.
      if (monitor.cost!(next) < before) return costsAlike?.(next) === false ? UNDECIDED : symbol;
    }
    return undefined;
  }
  /** Returns a byte of the same class that is a token. */
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
    if (first === undefined || after === undefined) throw new RangeError("no symbol lowers the cost");
    if (first >= FIRST_CONTROL) return { id: controlIds(first)[0]!, next: after };
    const byte = single(first);
    let node = trie.roots[byte]!;
    let reached: TokenStep<State> = { id: trie.words[2 * node]! >>> 8, next: after };
    // Longer tokens begin with the byte of the witness itself.
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

/**
 * Returns a function from a state to the bytes that may follow it, as a set of 256 bits that the next call overwrites.
 * The function returns `undefined` if the lexer state alone does not determine these bytes.
 */
function continuingBytes<State>({ factor }: Monitor<State>): (state: State) => Int32Array | undefined {
  const bytes = new Int32Array(8);
  return (state) => {
    const { automaton } = factor ?? {};
    const local = factor?.local(state) ?? 0;
    // Where a boundary can lie, what follows the lexeme may begin with any byte.
    if (local === 0 || automaton?.firsts === undefined || automaton.exit(local) !== 0) return undefined;
    bytes.fill(0);
    automaton.firsts(local, bytes);
    return bytes;
  };
}

/** Returns the child of `node` by `byte`, or −1. */
function child({ words }: Trie, node: number, byte: number): number {
  const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
  for (let at = node + 1; at < end; at += words[2 * at + 1]! >>> DEPTH_BITS) {
    if ((words[2 * at]! & 255) === byte) return at;
  }
  return -1;
}
