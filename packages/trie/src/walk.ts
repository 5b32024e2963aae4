// Walking a flat byte trie with a monitor: which payloads can be reached from a state. Two ways, one meaning: over the
// monitor's own step with a stack of states (this file), or over integer rows with the kernel (row-walk.ts).

import type { Monitor } from "@espalier/monitor";
import { append, createIdList, taken } from "./id-list.js";
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
  /** The payloads of `nodes` whose bytes can be read from `state`. */
  collect(nodes: Nodes, state: State): Reached;
  /** The same, with the states reached. */
  group(nodes: Nodes, state: State): Groups<State>;
}

/** The walker of any monitor: one `step` per node visited, states compared by identity. */
export function stateWalker<State>(monitor: Monitor<State>): Walker<State> {
  const stack: (State | undefined)[] = new Array(MAX_TOKEN_BYTES + 1);
  function walk(nodes: Nodes, state: State, reach: (payload: number, state: State) => void): void {
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
      stack[depth + 1] = next;
      if (w >>> 8 !== none) reach(w >>> 8, next);
      p += 2;
    }
  }
  return {
    collect(nodes, state) {
      const ids = createIdList(256);
      walk(nodes, state, (payload) => append(ids, payload));
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
