// A cache of everything that a trie has computed for the states of one lexer. All monitors with the same lexer share
// it, so what was computed for the strings of one JSON Schema serves the next schema too. It lives as long as the
// lexer, within limits.

import type { LocalAutomaton } from "@espalier/monitor";
import { createMemo, createMemoPool, createTables, type Memo, type MemoPool, type Tables } from "../memory/memo.js";
import { type ClassLoop, createClassLoops } from "../runs/class-loops.js";
import { PLAIN_CHARACTERS } from "../runs/plain-reader.js";
import type { RunPlanes } from "../runs/run-planes.js";
import type { Arena } from "../walks/arena.js";
import { type Classes, createLocalShapes } from "../walks/outlines.js";
import type { Shape } from "../walks/rows.js";
import { type Cuts, createCuts } from "./cuts.js";
import { createFreeCuts, type FreeCuts } from "./free-cuts.js";
import { findExceptions, type LoopExceptions } from "./loop-exceptions.js";

export interface Local {
  /** How many plain characters can be read: see `LocalAutomaton.run`. */
  readonly run: number;
  /** How runs continue; computed on demand. */
  runs: Runs | undefined;
  /** The loop over a set of plain characters that it leads to, if any; computed on demand. */
  classLoop: ClassLoop | "none" | undefined;
}

/**
 * Where repeated plain characters (those that a JSON string contains unescaped) lead from a lexer state. `loop`: back
 * to the state itself. `twin`: to another state that loops and reads the same tokens. `exceptions`: to a state that
 * loops and reads the same tokens except for a few. `along`: to a state that depends only on the number of characters;
 * `locals` lists these states as far as they are computed. `all over`: to various states.
 */
export type Runs =
  | { readonly kind: "loop" }
  | { readonly kind: "twin"; readonly loop: number }
  | { readonly kind: "along"; readonly locals: number[]; readonly last: number }
  | { readonly kind: "exceptions"; readonly loop: number; readonly exceptions: LoopExceptions }
  | { readonly kind: "all over" };

export interface LocalStore {
  readonly automaton: LocalAutomaton;
  readonly classes: Classes;
  readonly shape: (local: number) => Shape;
  /** How local states read parts of tries. */
  readonly cuts: Cuts;
  /** How free local states do, if there are any. */
  readonly freeCuts: FreeCuts | undefined;
  /** Both of them. */
  readonly tables: Tables;
  /** The memory for everything that is cached for local states. */
  readonly pool: MemoPool;
  /** Returns a local state with the same masks: itself, unless it has counters that no token can exhaust. */
  horizon(local: number): number;
  /** Returns what is known about a local state. */
  of(local: number): Local;
  /** Returns the local state after `count` plain characters, if they are known to lead to one state. */
  along(local: number, count: number): number;
  /** Returns how runs continue from a local state that can read runs. */
  runsOf(local: number, known: Local, planes: RunPlanes): Runs;
  /** Returns its loop over a set of plain characters, if it leads to one. */
  classLoopOf(local: number, known: Local): ClassLoop | "none";
}

interface Shared {
  readonly classes: Classes;
  readonly store: LocalStore;
}

const stores = new WeakMap<Arena, WeakMap<LocalAutomaton, Shared[]>>();

/** Returns the store that everything on `arena` shares for `automaton` and one partition of the bytes. */
export function sharedStore(arena: Arena, automaton: LocalAutomaton, classes: Classes): LocalStore {
  let byAutomaton = stores.get(arena);
  if (byAutomaton === undefined) stores.set(arena, (byAutomaton = new WeakMap()));
  let list = byAutomaton.get(automaton);
  if (list === undefined) byAutomaton.set(automaton, (list = []));
  const found = list.find((shared) => sameClasses(shared.classes, classes));
  if (found !== undefined) return found.store;
  const store = createStore(arena, automaton, classes, poolOf(arena));
  list.push({ classes, store });
  return store;
}

/** `localBytes`: bytes of what is cached for local states, over all automata of a trie. */
const DEFAULT_LOCAL_BYTES = 64 << 20;

const pools = new WeakMap<Arena, MemoPool>();

function poolOf(arena: Arena): MemoPool {
  let pool = pools.get(arena);
  if (pool === undefined) pools.set(arena, (pool = createMemoPool(DEFAULT_LOCAL_BYTES)));
  return pool;
}

/** @param bound the maximum size of what is cached for local states: its own in bytes, or a pool. */
export function createStore(
  arena: Arena,
  automaton: LocalAutomaton,
  classes: Classes,
  bound: number | MemoPool,
): LocalStore {
  const pool = typeof bound === "number" ? createMemoPool(bound) : bound;
  const shape = createLocalShapes(automaton, classes);
  const locals: Memo<number, Local> = createMemo(pool);
  const { longest } = arena.trie;
  const classLoops = createClassLoops(automaton, arena.trie, pool);
  // By the low bits of a local state: the state last asked for, and its horizon. Few texts need more at a time.
  let horizons: Int32Array | undefined;
  const cuts = createCuts(automaton);
  const freeCuts = automaton.demand === undefined ? undefined : createFreeCuts(arena.trie, automaton);

  function findRuns(local: number, run: number, planes: RunPlanes): Runs {
    const first = automaton.along?.(local, PLAIN_CHARACTERS, 1) ?? 0;
    if (first === local) return { kind: "loop" };
    if (first !== 0) {
      const count = Math.min(run, planes.rests.length);
      return { kind: "along", locals: [local, first], last: automaton.along!(local, PLAIN_CHARACTERS, count) };
    }
    const loop = run === Number.POSITIVE_INFINITY ? (automaton.loop?.(local, PLAIN_CHARACTERS) ?? 0) : 0;
    if (loop === 0) return { kind: "all over" };
    const exceptions = findExceptions(automaton, arena.trie, planes, local, loop);
    if (exceptions.places.length === 0 && !exceptions.atOnce) return { kind: "twin", loop };
    return { kind: "exceptions", loop, exceptions };
  }

  return {
    automaton,
    classes,
    shape,
    cuts,
    freeCuts,
    tables: createTables(
      pool,
      () => cuts.bytes() + (freeCuts?.bytes() ?? 0),
      () => {
        cuts.clear();
        freeCuts?.clear();
      },
    ),
    pool,
    horizon(local) {
      if (automaton.horizon === undefined) return local;
      horizons ??= new Int32Array(2 * KEPT_HORIZONS);
      const at = 2 * (local & (KEPT_HORIZONS - 1));
      if (horizons[at] !== local) {
        horizons[at + 1] = automaton.horizon(local, longest);
        horizons[at] = local;
      }
      return horizons[at + 1]!;
    },
    of(local) {
      let known = locals.get(local);
      if (known === undefined) {
        const run = automaton.run?.(local, PLAIN_CHARACTERS) ?? -1;
        known = { run, runs: undefined, classLoop: undefined };
        locals.set(local, known, ENTRY_BYTES);
      }
      return known;
    },
    along: (local, count) => automaton.along!(local, PLAIN_CHARACTERS, count),
    runsOf: (local, known, planes) => (known.runs ??= findRuns(local, known.run, planes)),
    classLoopOf(local, known) {
      if (known.classLoop === undefined) {
        known.classLoop = classLoops.of(local) ?? "none";
        if (known.classLoop !== "none") locals.set(local, known, ENTRY_BYTES + bytesOfLoop(known.classLoop));
      }
      return known.classLoop;
    },
  };
}

const ENTRY_BYTES = 256;

/** Loops are kept for all local states of a trie. */
const bytesOfLoop = (its: ClassLoop): number =>
  its.kind === "loop" ? 0 : its.elsewhere.byteLength + its.exceptions.byteLength;

/** The number of cached horizons; a power of two. */
const KEPT_HORIZONS = 2048;

function sameClasses(a: Classes, b: Classes): boolean {
  if (a.classOf === b.classOf) return true;
  return a.classCount === b.classCount && a.classOf.every((its, byte) => its === b.classOf[byte]);
}
