// Finds the states that tokens of plain characters alone (whole-runs.ts) lead to. Inside a string, nearly all of these
// tokens lead to the same state. Together they form one shared bitset, so a walk that groups tokens by the state they
// lead to can skip them.

import type { Factor } from "@espalier/monitor";
import { createPlane, type Plane } from "../masks/mask.js";
import { planeOf } from "../masks/mask-parts.js";
import { addSpellings } from "../masks/spellings.js";
import { append, createIdList, type IdList, taken } from "../memory/id-list.js";
import { runPlanesOf } from "../runs/run-planes.js";
import { wholeRunsOf } from "../runs/whole-runs.js";
import { DEPTH_BITS, type Trie } from "../tree/trie.js";
import type { LocalStore } from "./local-store.js";

/** Tokens that lead to the same state. */
export interface Outcome<State> {
  readonly state: State;
  /** Including every spelling. */
  readonly part: Plane | Uint32Array;
  /** The memory of this part alone in bytes; 0 if it is shared. */
  readonly bytes: number;
}

/** Groups the whole runs that a sketch reads by resulting state. `undefined` if only a walk can find the states. */
export type RunOutcomes<State> = (sketch: State) => readonly Outcome<State>[] | undefined;

/** If more tokens than this do not lead to the loop, a walk is used instead. */
const MOST_STRAYS = 4096;

/** The runs that do not lead to the same loop as the others. */
interface Strays {
  /** Grouped by the local state that they lead to. */
  readonly byLocal: ReadonlyMap<number, Uint32Array>;
  /** The other runs. */
  readonly rest: Plane | Uint32Array;
}

export function createRunOutcomes<State>(trie: Trie, store: LocalStore, factor: Factor<State>): RunOutcomes<State> {
  const { inside, sketch: sketchOf } = factor;
  const { automaton } = store;

  function after(state: State, local: number): State | undefined {
    const next = inside!(state, local);
    return next === undefined || factor.vague?.(next) === true ? undefined : sketchOf!(next);
  }

  /** Runs lead to one local state for each number of characters. */
  function along(state: State, locals: (count: number) => number, most: number): Outcome<State>[] | undefined {
    const runs = wholeRunsOf(trie);
    const outcomes: Outcome<State>[] = [];
    for (let count = 1; count <= Math.min(most, runs.longest); count++) {
      const local = locals(count);
      const steady = count < most && locals(count + 1) === local;
      const part = steady ? runs.from(count) : runs.exactly(count);
      if (part !== undefined) {
        const next = after(state, local);
        if (next === undefined) return undefined;
        outcomes.push({ state: next, part, bytes: 0 });
      }
      if (steady) break;
    }
    return outcomes;
  }

  /** All runs can be read, and nearly all lead to a loop. */
  function toLoop(state: State, local: number, loop: number): Outcome<State>[] | undefined {
    const looping = after(state, loop);
    const strays = looping === undefined ? undefined : straysOf(local, loop);
    if (strays === undefined) return undefined;
    const { rest, byLocal } = strays;
    const outcomes: Outcome<State>[] = [{ state: looping!, part: rest, bytes: byLocal.size === 0 ? 0 : bytesOf(rest) }];
    for (const [other, ids] of byLocal) {
      const next = after(state, other);
      if (next === undefined) return undefined;
      outcomes.push({ state: next, part: ids, bytes: bytesOf(ids) });
    }
    return outcomes;
  }

  /** Follows both states at once and turns back where they have met. `undefined` if there are too many strays. */
  function straysOf(local: number, loop: number): Strays | undefined {
    const { marks, from } = wholeRunsOf(trie);
    const all = from(1);
    if (all === undefined) return undefined;
    const { words } = trie;
    const lists = new Map<number, IdList>();
    let count = 0;

    function compare(first: number, end: number, before: number, twin: number): void {
      for (let p = first; p < end && count <= MOST_STRAYS; p += words[2 * p + 1]! >>> DEPTH_BITS) {
        if (marks[p] === 0) continue;
        const next = automaton.step(before, words[2 * p]! & 255);
        const its = automaton.step(twin, words[2 * p]! & 255);
        if (next === its) continue;
        if (marks[p] === 3) {
          let list = lists.get(next);
          if (list === undefined) lists.set(next, (list = createIdList(8)));
          append(list, words[2 * p]! >>> 8);
          count++;
        }
        compare(p + 1, p + (words[2 * p + 1]! >>> DEPTH_BITS), next, its);
      }
    }

    compare(0, words.length / 2, local, loop);
    if (count > MOST_STRAYS) return undefined;
    const byLocal = new Map<number, Uint32Array>();
    for (const [its, list] of lists) {
      addSpellings(trie, list, 0);
      byLocal.set(its, taken(list));
    }
    return { byLocal, rest: byLocal.size === 0 ? all : without(trie, all, byLocal.values()) };
  }

  return (state) => {
    const local = inside === undefined || factor.loose?.(state) === true ? 0 : factor.local(state);
    if (local === 0) return undefined;
    const known = store.of(local);
    if (known.run < 1) return undefined;
    const runs = store.runsOf(local, known, runPlanesOf(trie));
    switch (runs.kind) {
      case "loop":
        return along(state, () => local, known.run);
      case "along":
        return along(state, (count) => store.along(local, count), known.run);
      case "twin":
      case "exceptions":
        return toLoop(state, local, runs.loop);
      default:
        return undefined;
    }
  };
}

const bytesOf = (part: Plane | Uint32Array): number => (part instanceof Uint32Array ? part : part.words).byteLength;

function without({ size }: Trie, part: Plane | Uint32Array, removed: Iterable<Uint32Array>): Plane {
  const plane = part instanceof Uint32Array ? planeOf(size, part) : part;
  const words = plane.words.slice();
  let { count } = plane;
  for (const ids of removed) {
    for (const id of ids) words[id >>> 5] = words[id >>> 5]! & ~(1 << id);
    count -= ids.length;
  }
  return createPlane(size, words, count);
}
