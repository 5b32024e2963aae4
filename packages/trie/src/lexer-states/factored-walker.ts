// The walker of a monitor whose states consist of a lexer state and a rest (`Factor`). It has two sets of rows
// (transition tables). To collect a set of tokens, it walks over representatives: many states with the same masks share
// one row. If the caller needs the states that tokens lead to, every state has a row of its own.

import type { Factor, Monitor } from "@espalier/monitor";
import { createIdList, type IdList } from "../memory/id-list.js";
import { EVERY_BYTE } from "../tree/every-byte.js";
import type { Nodes } from "../tree/trie.js";
import type { Arena } from "../walks/arena.js";
import { collectRowsAtEach, createSteadily, type Forgetful } from "../walks/plain-walker.js";
import { collectRows, groupRows } from "../walks/row-walk.js";
import { createRows, DEAD, type Rows, reset } from "../walks/rows.js";
import { appendSubtree, type Reached, stateWalker, type Walker } from "../walks/walk.js";
import { type Canonical, canonicalBy, factoredShapes } from "./factored-rows.js";
import { createFreeWalk } from "./free-walk.js";
import { createStore, type LocalStore, sharedStore } from "./local-store.js";
import { createSplitWalk } from "./split-walk.js";

/** Returns the facts about the monitor's local states: shared on the arena, or separate with a limit of their own. */
export function storeOf<State>(
  arena: Arena,
  { table }: Monitor<State>,
  { automaton }: Factor<State>,
  bytes: number | undefined,
): LocalStore {
  const classes = table ?? EVERY_BYTE;
  return bytes === undefined ? sharedStore(arena, automaton, classes) : createStore(arena, automaton, classes, bytes);
}

/** Maps a state to its value in the rows of sketches: the state that represents it, {@link DEAD}, or {@link VAGUE}. */
function standingIn(factor: Factor<number>, canonical: Canonical<number>): (next: number | undefined) => number {
  return (next) => {
    if (next === undefined) return DEAD;
    return factor.vague?.(next) === true ? VAGUE : canonical(next);
  };
}

/** Creates rows for the states that represent others in masks. */
function sketchRows(arena: Arena, store: LocalStore, monitor: Monitor<number>, canonical: Canonical<number>): Rows {
  const factor = monitor.factor!;
  const { automaton } = store;
  const reached = standingIn(factor, canonical);
  return createRows(arena, {
    shape: factoredShapes(store, factor),
    step: (state, byte) => reached(monitor.step(state, byte)),
    literal(state) {
      const local = factor.inside === undefined ? 0 : factor.local(state);
      const literal = local === 0 ? undefined : automaton.literal?.(local, arena.trie.longest);
      return literal && { bytes: literal.bytes, end: () => reached(factor.inside!(state, literal.end())) };
    },
  });
}

/** Creates rows for sketches, if the resulting states matter; `undefined` if states have no sketches. */
function groupedRows(arena: Arena, store: LocalStore, monitor: Monitor<number>): Rows | undefined {
  const sketch = monitor.factor?.sketch;
  if (sketch === undefined) return undefined;
  const reached = standingIn(monitor.factor!, sketch);
  const shape = factoredShapes(store, monitor.factor!);
  return createRows(arena, { shape, step: (state, byte) => reached(monitor.step(state, byte)) });
}

/** Scratch: the payloads of a reach. */
const reached = createIdList(4096);

/** The event of a vague state. */
const VAGUE = -2;

/**
 * Creates the walker of a monitor whose states split into two parts. If states are integers, it walks over rows (tables
 * of transitions); otherwise, it calls the monitor's own `step`.
 */
export function createFactoredWalker<State>(
  arena: Arena,
  monitor: Monitor<State>,
  store: LocalStore,
): Forgetful<State> {
  const { table } = monitor;
  const canonical = canonicalBy(store, monitor.factor!);
  if (table === undefined) {
    const { sketch, vague } = monitor.factor!;
    return { walker: stateWalker(monitor, { canonical, sketch, vague }), forget: () => undefined };
  }
  const numbered = monitor as unknown as Monitor<number>; // a table guarantees that every state is an integer
  const exact = createRows(arena, {
    step: (state, byte) => numbered.step(state, byte) ?? DEAD,
    shape: factoredShapes(store, numbered.factor!),
  });
  const standing = canonical as unknown as Canonical<number>;
  const rows = sketchRows(arena, store, numbered, standing);
  const sketched = groupedRows(arena, store, numbered);
  const free = store.freeCuts === undefined ? undefined : numbered.factor!.free;
  const freely = free === undefined ? undefined : createFreeWalk(store, free);
  const split =
    freely !== undefined
      ? undefined
      : createSplitWalk(arena.trie, store, numbered.factor!, standing, (state, byte) => numbered.step(state, byte));
  function forget(): void {
    reset(rows);
    reset(exact);
    if (sketched !== undefined) reset(sketched);
    split?.forget();
    freely?.forget();
  }
  /** Returns a reach, or −1 if the monitor began a new generation during the computation. */
  function inOneGeneration(find: () => number): number {
    const before = table!.generation;
    const found = find();
    if (table!.generation === before) return found;
    forget();
    return -1;
  }
  function reach(nodes: Nodes, state: number): number {
    const its = freely ?? split;
    return its === undefined ? -1 : inOneGeneration(() => its.reach(nodes, state));
  }
  function readReach(found: number, unsure: IdList): Reached {
    unsure.length = 0;
    reached.length = 0;
    split!.read(found, reached, unsure);
    return { kind: "list", ids: reached.array.subarray(0, reached.length) };
  }
  const steadily = createSteadily(table, forget);
  const walker: Walker<number> = {
    reach,
    readsFreely: freely !== undefined,
    addReach(found, gathered) {
      if (freely !== undefined) freely.add(found, gathered);
      else split?.add(found, gathered);
    },
    reachEpoch(): number {
      return (freely ?? split)?.epoch() ?? 0;
    },
    collect(nodes, state, unsure) {
      const found = split === undefined ? -1 : reach(nodes, state);
      if (found >= 0) return readReach(found, unsure);
      return steadily(() => {
        unsure.length = 0;
        return collectRows(rows, nodes, standing(state), (node) => appendSubtree(nodes, node, unsure));
      });
    },
    collectAt(nodes, at, state, unsure) {
      const found = split === undefined ? -1 : inOneGeneration(() => split.reachAt(nodes, at, state));
      if (found >= 0) return readReach(found, unsure);
      return steadily(() => {
        unsure.length = 0;
        return collectRowsAtEach(rows, nodes, at, standing(state), (below) => appendSubtree(nodes, below, unsure));
      });
    },
    group: (nodes, state) => steadily(() => groupRows(exact, nodes, state)),
    ...(sketched === undefined
      ? {}
      : {
          groupSketches: (nodes: Nodes, state: number, unsure: IdList) =>
            steadily(() => {
              unsure.length = 0;
              const from = numbered.factor!.sketch!(state);
              return groupRows(sketched, nodes, from, (node) => appendSubtree(nodes, node, unsure));
            }),
        }),
  };
  return { walker: walker as unknown as Walker<State>, forget };
}
