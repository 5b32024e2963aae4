// Walks a flat byte trie with a monitor to find which payloads (token ids or suffix numbers) can be reached from a
// state. There are two equivalent implementations: with the monitor's own step and a stack of states (this file), or
// over integer rows with the kernel (row-walk.ts).

import type { Monitor } from "@espalier/monitor";
import type { Gathered } from "../masks/mask-parts.js";
import { append, createIdList, type IdList, taken } from "../memory/id-list.js";
import { DEPTH_BITS, DEPTH_MASK, MAX_TOKEN_BYTES, type Nodes } from "../tree/trie.js";

/**
 * The payloads (token ids or suffix numbers) that a walk reached, each once: a list in the order of the trie or, if
 * there are many (main trie only), a bitset. The list may be a view that is valid until the next call of the walker.
 */
export type Reached =
  | { readonly kind: "list"; readonly ids: Uint32Array }
  | { readonly kind: "bitset"; readonly words: Uint32Array; readonly count: number };

/** The payloads reached, with the state after each: `states[group[i]]` follows `ids[i]`; states are distinct. */
export interface Groups<State> {
  readonly ids: Uint32Array;
  readonly group: Uint32Array;
  readonly states: readonly State[];
}

export interface Walker<State> {
  /**
   * Returns the payloads (token ids or suffix numbers) of `nodes` whose bytes can be read from the sketch (abstract
   * state) of `state`. Sets `unsure` to those that the sketch cannot decide.
   */
  collect(nodes: Nodes, state: State, unsure: IdList): Reached;
  /**
   * Like `collect`, but reads only the nodes `at` and everything below them, from `state` on. The nodes must be
   * ascending, and no node may be below another node.
   */
  collectAt(nodes: Nodes, at: Int32Array, state: State, unsure: IdList): Reached;
  /** The same, with the states reached. */
  group(nodes: Nodes, state: State): Groups<State>;
  /**
   * Like `group`, but walks from the sketch of `state` (an abstract state that stands for many). Groups the payloads by
   * the sketches that they lead to. Sets `unsure` to the payloads that the sketch cannot decide. Absent if states have
   * no sketches.
   */
  readonly groupSketches?: (nodes: Nodes, state: State, unsure: IdList) => Groups<State>;
  /**
   * Like `groupSketches`, for sketches that cannot be compared: visits each payload with the sketch that it leads to.
   */
  readonly visitSketches?: (nodes: Nodes, state: State, unsure: IdList, visit: Visit<State>) => void;
  /**
   * Returns an id for the result of {@link Walker.collect}: equal ids mean equal results (split-walk.ts, free-walk.ts).
   * Returns −1 if this state has no such id.
   */
  reach(nodes: Nodes, state: State): number;
  /** Whether states have free readings (free-walk.ts). */
  readonly readsFreely: boolean;
  /** Adds the tokens of a reach of a trie of tokens. */
  addReach(reach: number, into: Gathered): void;
  /** Increases whenever ids of reaches become invalid. */
  reachEpoch(): number;
}

/** Appends the payloads of the subtree at `node`. */
export function appendSubtree({ words, none }: Nodes, node: number, into: IdList): void {
  const end = node + (words[2 * node + 1]! >>> DEPTH_BITS);
  for (let at = node; at < end; at++) if (words[2 * at]! >>> 8 !== none) append(into, words[2 * at]! >>> 8);
}

/** How a walk over sketches differs. */
export interface Sketching<State> {
  /** Returns the state that represents a state in masks. */
  readonly canonical: (state: State) => State;
  /** Returns the sketch of a state, if states have sketches. */
  readonly sketch: ((state: State) => State) | undefined;
  readonly vague: ((state: State) => boolean) | undefined;
}

/** Called with a payload and the state that it leads to. */
type Visit<State> = (payload: number, state: State) => void;

interface Collected<State> extends Pick<Sketching<State>, "canonical" | "vague"> {
  readonly unsure: IdList;
}

const EXACT: Sketching<never> = { canonical: (state) => state, sketch: undefined, vague: undefined };

/**
 * Creates the walker of any monitor: it calls `step` once for each visited node. It compares states by their `key`, or
 * by identity if there is none.
 */
export function stateWalker<State>(
  monitor: Monitor<State>,
  { canonical, sketch, vague }: Sketching<State> = EXACT as unknown as Sketching<State>,
): Walker<State> {
  const stack: (State | undefined)[] = new Array(MAX_TOKEN_BYTES + 1);
  function walk(
    { words, none }: Nodes,
    from: number,
    to: number,
    state: State,
    reach: Visit<State>,
    collected?: Collected<State>,
  ): void {
    if (from < to) stack[words[2 * from + 1]! & DEPTH_MASK] = state;
    for (let p = 2 * from; p < 2 * to; ) {
      const w = words[p]!;
      const k = words[p + 1]!;
      const depth = k & DEPTH_MASK;
      const next = monitor.step(stack[depth]!, w & 255);
      if (next === undefined) {
        p += 2 * (k >>> DEPTH_BITS);
        continue;
      }
      if (collected?.vague?.(next) === true) {
        appendSubtree({ words, none }, p / 2, collected.unsure);
        p += 2 * (k >>> DEPTH_BITS);
        continue;
      }
      const standing = collected === undefined ? next : collected.canonical(next);
      stack[depth + 1] = standing;
      if (w >>> 8 !== none) reach(w >>> 8, standing);
      p += 2;
    }
  }
  function collector(
    state: State,
    unsure: IdList,
  ): { readonly ids: IdList; read(nodes: Nodes, from: number, to: number): void } {
    const ids = createIdList(256);
    unsure.length = 0;
    const collected = { canonical, vague, unsure };
    const from = canonical(state);
    return {
      ids,
      read: (nodes, first, end) => walk(nodes, first, end, from, (payload) => append(ids, payload), collected),
    };
  }
  function grouped(nodes: Nodes, from: State, collected?: Collected<State>): Groups<State> {
    const ids = createIdList(256);
    const group = createIdList(256);
    const states: State[] = [];
    const numbers = new Map<unknown, number>();
    function reach(payload: number, next: State): void {
      const key = monitor.key === undefined ? next : monitor.key(next);
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = states.push(next) - 1));
      append(ids, payload);
      append(group, number);
    }
    walk(nodes, 0, nodes.words.length / 2, from, reach, collected);
    return { ids: taken(ids), group: taken(group), states };
  }
  return {
    reach: () => -1,
    readsFreely: false,
    addReach: () => undefined,
    reachEpoch: () => 0,
    collect(nodes, state, unsure) {
      const { ids, read } = collector(state, unsure);
      read(nodes, 0, nodes.words.length / 2);
      return { kind: "list", ids: taken(ids) };
    },
    collectAt(nodes, at, state, unsure) {
      const { ids, read } = collector(state, unsure);
      for (let i = 0; i < at.length; i++) read(nodes, at[i]!, at[i]! + (nodes.words[2 * at[i]! + 1]! >>> DEPTH_BITS));
      return { kind: "list", ids: taken(ids) };
    },
    group: (nodes, state) => grouped(nodes, state),
    ...(sketch !== undefined && {
      groupSketches(nodes: Nodes, state: State, unsure: IdList): Groups<State> {
        unsure.length = 0;
        return grouped(nodes, sketch(state), { canonical: sketch, vague, unsure });
      },
      visitSketches(nodes: Nodes, state: State, unsure: IdList, visit: Visit<State>): void {
        unsure.length = 0;
        walk(nodes, 0, nodes.words.length / 2, sketch(state), visit, { canonical: sketch, vague, unsure });
      },
    }),
  };
}
