// Computes the allowed tokens of a state that can read runs of plain characters, such as the inside of a string. Tokens
// that consist of plain characters alone are allowed together, as a shared bitset. Other tokens may begin with plain
// characters; only the part after these is read, from the state to which they lead. Several methods do this, depending
// on what is known about that state (local-store.ts). All give the same set.

import type { Factor } from "@espalier/monitor";
import type { Local, LocalStore, Runs } from "../lexer-states/local-store.js";
import { addPart, type Gathered } from "../masks/mask-parts.js";
import { appendSpelling } from "../masks/spellings.js";
import { append, createIdList, type IdList } from "../memory/id-list.js";
import { type Numbers, push } from "../memory/numbers.js";
import { type RunPlanes, runPlanesOf } from "../runs/run-planes.js";
import { tokenMarksOf } from "../tree/token-marks.js";
import type { Nodes, Trie } from "../tree/trie.js";
import type { Reached, Walker } from "../walks/walk.js";
import { addSuffixes, type Left } from "./gathered.js";

export interface RunMasks<State> {
  /** Adds to `gathered` the tokens allowed in `state`, whose local part is `local`. */
  add(gathered: Gathered, state: State, local: number, known: Local): void;
  /**
   * Appends numbers to `key` as a cache key: equal numbers mean that {@link RunMasks.add} adds equal tokens. Returns
   * false if no such numbers are known.
   */
  settle(key: Numbers, state: State, local: number, known: Local): boolean;
  /** Returns a state with the same tokens that many states share; `undefined` if none is known. */
  twin(state: State, local: number, known: Local): State | undefined;
}

export function createRunMasks<State>(
  trie: Trie,
  walker: Walker<State>,
  store: LocalStore,
  factor: Factor<State>,
): RunMasks<State> {
  const { inside } = factor;
  const doubted = createIdList(16);
  const elsewhere = tokenMarksOf(trie);

  function addTokens(gathered: Gathered, nodes: Nodes, state: State, left?: Left): void {
    if (nodes.words.length > 0) addReached(gathered, walker.collect(nodes, state, doubted), left);
  }

  function addReached({ ids, unsure }: Gathered, reached: Reached, left: Left): void {
    if (reached.kind === "bitset") throw new RangeError("a walk of a small trie gives a list");
    for (let i = 0; i < reached.ids.length; i++) addSpelling(reached.ids[i]!, ids, left);
    for (let i = 0; i < doubted.length; i++) addSpelling(doubted.array[i]!, unsure, left);
  }

  function addSpelling(id: number, into: IdList, left: Left): void {
    if (left?.(id) === true) return;
    if (trie.next.length === 0) append(into, id);
    else appendSpelling(trie, into, id);
  }

  function addAlong(
    gathered: Gathered,
    planes: RunPlanes,
    state: State,
    { locals, last }: Extract<Runs, { kind: "along" }>,
    run: number,
  ): void {
    // While characters are counted, the same bytes may come at each count; at the end, also what follows them.
    const early = store.shape(locals[1]!);
    const late = store.shape(last);
    const mayCome = (byte: number): boolean =>
      early.entries[early.map[byte]!] !== 0 || late.entries[late.map[byte]!] !== 0;
    for (let count = 0; count < planes.rests.length && count <= run; count++) {
      const rests = planes.rests[count];
      if (rests === undefined || (count > 0 && !rests.firstBytes.some(mayCome))) continue;
      locals[count] ??= store.along(locals[0]!, count);
      const after = count === 0 ? state : inside!(state, locals[count]!);
      if (after !== undefined) addSuffixes(gathered, walker, rests, after, undefined);
    }
  }

  function addBesideLoop(
    gathered: Gathered,
    planes: RunPlanes,
    state: State,
    { loop, exceptions: { places, tokens } }: Extract<Runs, { kind: "exceptions" }>,
  ): void {
    let left: Left;
    if (tokens.length > 0) {
      elsewhere.clear();
      for (let i = 0; i < tokens.length; i++) elsewhere.mark(tokens[i]!);
      left = elsewhere.has;
    }
    addTokens(gathered, planes.broken, state, left);
    if (planes.rests[0] !== undefined) addSuffixes(gathered, walker, planes.rests[0], state, left);
    const looping = inside!(state, loop);
    if (looping !== undefined) addSuffixes(gathered, walker, planes.laterRests, looping, left);
    for (let i = 0; i < places.length; i += 2) {
      const before = inside!(state, places[i + 1]!);
      if (before !== undefined)
        addReached(gathered, walker.collectAt(planes.others, places.subarray(i, i + 1), before, doubted), undefined);
    }
  }

  /** Appends the id of the result of {@link Walker.collect}; returns false if it has none. */
  function settleReach(key: Numbers, nodes: Nodes, state: State): boolean {
    const reach = nodes.words.length === 0 ? EMPTY_REACH : walker.reach(nodes, state);
    push(key, reach);
    return reach !== -1;
  }

  function runsOf(local: number, known: Local, planes: RunPlanes): Runs {
    return inside === undefined ? ALL_OVER : store.runsOf(local, known, planes);
  }

  function settle(key: Numbers, state: State, local: number, known: Local): boolean {
    const planes = runPlanesOf(trie);
    const runs = runsOf(local, known, planes);
    push(key, Math.min(known.run, trie.longest));
    switch (runs.kind) {
      case "all over":
      case "twin":
        return settleReach(key, planes.others, state);
      case "loop": {
        const first = settleReach(key, planes.broken, state);
        // The second may invalidate the first.
        const epoch = walker.reachEpoch();
        return first && settleReach(key, planes.allRests.nodes, state) && epoch === walker.reachEpoch();
      }
      default:
        return false;
    }
  }

  function add(gathered: Gathered, state: State, local: number, known: Local): void {
    const planes = runPlanesOf(trie);
    addPart(gathered, planes.upTo(known.run));
    const runs = runsOf(local, known, planes);
    switch (runs.kind) {
      case "all over":
      case "twin":
        addTokens(gathered, planes.others, state);
        return;
      case "loop":
        addTokens(gathered, planes.broken, state);
        addSuffixes(gathered, walker, planes.allRests, state, undefined);
        return;
      case "along":
        addTokens(gathered, planes.broken, state);
        addAlong(gathered, planes, state, runs, known.run);
        return;
      case "exceptions":
        addBesideLoop(gathered, planes, state, runs);
    }
  }

  /** A vague state decides nothing. */
  function twin(state: State, local: number, known: Local): State | undefined {
    const runs = runsOf(local, known, runPlanesOf(trie));
    const its = runs.kind === "twin" ? inside!(state, runs.loop) : undefined;
    return its === undefined || factor.vague?.(its) === true ? undefined : its;
  }

  return { add, settle, twin };
}

const ALL_OVER: Runs = { kind: "all over" };
/** In place of the reach of an empty trie. */
const EMPTY_REACH = -2;
