// Walking a flat byte trie with a monitor: which payloads can be reached from a state. Two ways, one meaning: over the
// monitor's own step with a stack of states (this file), or over integer rows with the kernel (row-walk.ts).

import type { Monitor } from "@espalier/monitor";
import { append, createIdList, type IdList, taken } from "./id-list.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes } from "./trie.js";

/** The payloads that a walk reached, each once: a list in the trie's order, or (many, main trie only) a bitset. */
export type Reached =
  | { readonly kind: "list"; readonly ids: Uint32Array }
  | { readonly kind: "bitset"; readonly words: Uint32Array; readonly count: number };

/** The payloads reached together with the state after each: `states[group[i]]` follows `ids[i]`; states are distinct. */
export interface Groups<State> {
  readonly ids: Uint32Array;
  readonly group: Uint32Array;
  readonly states: readonly State[];
}

export interface Walker<State> {
  /** The payloads of `nodes` whose bytes can be read from the sketch of `state`; those of which it is vague go into `unsure`. */
  collect(nodes: Nodes, state: State, unsure: IdList): Reached;
  /** The same, with the states reached. */
  group(nodes: Nodes, state: State): Groups<State>;
}

/** Appends the payloads of the subtree at `node`. */
export function appendSubtree({ words, none }: Nodes, node: number, into: IdList): void {
  const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
  for (let at = node; at < end; at++) if (words[2 * at]! >>> 8 !== none) append(into, words[2 * at]! >>> 8);
}

/** How a walk over sketches differs. */
interface Collected<State> {
  readonly canonical: (state: State) => State;
  readonly vague: ((state: State) => boolean) | undefined;
  readonly unsure: IdList;
}

/** The walker of any monitor: one `step` per node visited, states compared by identity. */
export function stateWalker<State>(monitor: Monitor<State>, canonical: (state: State) => State): Walker<State> {
  const { factor } = monitor;
  const stack: (State | undefined)[] = new Array(MAX_TOKEN_BYTES + 1);
  function walk(
    nodes: Nodes,
    state: State,
    reach: (payload: number, state: State) => void,
    collected?: Collected<State>,
  ): void {
    const { words, none } = nodes;
    stack[0] = state;
    for (let p = 0; p < words.length; ) {
      const w = words[p]!;
      const k = words[p + 1]!;
      const depth = k & DEPTH_MASK;
      const next = monitor.step(stack[depth] as State, w & 255);
      if (next === undefined) {
        p += 2 * (k >>> DEPTH_BITS);
        continue;
      }
      if (collected?.vague?.(next) === true) {
        appendSubtree(nodes, p / 2, collected.unsure);
        p += 2 * (k >>> DEPTH_BITS);
        continue;
      }
      stack[depth + 1] = collected === undefined ? next : collected.canonical(next);
      if (w >>> 8 !== none) reach(w >>> 8, next);
      p += 2;
    }
  }
  return {
    collect(nodes, state, unsure) {
      const ids = createIdList(256);
      const collected = { canonical, vague: factor?.vague, unsure };
      walk(nodes, canonical(state), (payload) => append(ids, payload), collected);
      return { kind: "list", ids: taken(ids) };
    },
    group(nodes, state) {
      const ids = createIdList(256);
      const group = createIdList(256);
      const states: State[] = [];
      const numbers = new Map<State, number>();
      walk(nodes, state, (payload, next) => {
        let number = numbers.get(next);
        if (number === undefined) numbers.set(next, (number = states.push(next) - 1));
        append(ids, payload);
        append(group, number);
      });
      return { ids: taken(ids), group: taken(group), states };
    },
  };
}
