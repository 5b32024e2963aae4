// Computes the intersection of a gap with a finite automaton that restricts the text in some states. A typestate, for
// example, demands a method name after the dot of a call, and does not accept while a file is open. The result is the
// number of symbols that complete a pair of a gap state and an automaton state.
//
// A state of the automaton is *free* if it reads nearly everything (free-states.ts). The search has two parts.
//
// 1. *Home* is a line start outside of all blocks. One search covers all free states in which the automaton can be at
//    home. For each, it finds a text from home to the suffix that the automaton accepts. If a file is open, this text
//    contains the call that closes it.
// 2. A pair is *safe* if its automaton state is free and the parser can finish all open rules there (unhindered.ts). A
// safe pair leads home, so it has a completion. From any other pair, a search byte by byte looks for a safe pair or for
// the end of the middle. This search is short, because the automaton soon returns to a free state.

import { DEAD_SET, type SetId } from "@espalier/earley";
import { burn, type Intersection } from "@espalier/monitor";
import { createFiniteReader } from "@espalier/syntax";
import type { Goal } from "../language/goal.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import { DEAD_STATE, type LexedState } from "../language/machine.js";
import { createWitnesses } from "../language/witness.js";
import { createRest } from "../lexing/rest.js";
import { rememberedBy } from "../source/remembered.js";
import { type AcceptedTexts, createAcceptedTexts } from "./accepted-text.js";
import { DEAD, type FreeStates } from "./free-states.js";
import { createStatePairs, type StatePairs } from "./state-pairs.js";
import type { WayAround } from "./unhindered.js";

/** The largest number of pairs that one search for a free pair visits. */
const MOST_PAIRS = 50_000;
/** The number of states that one search from an accepting pair visits. */
const MOST_VISITS = 100;
/** The largest number of states of the automaton at home: one search for each. */
const MOST_LINES = 256;
/** After this many accepting pairs without a known completion, or pairs that were followed in vain, searches for texts from home become short. */
const [MOST_FAILURES, MOST_FAILED_VISITS] = [2, 1_000];
/** Costs of sets from here on mean that a set cannot be finished. */
const UNFINISHABLE = 2 ** 31 - 1;
const [TAB, LINE_FEED, SPACE] = [9, 10, 32];

/** A gap that uses the language's own steps, and whose suffix can be reached from home. */
export interface HinderedGap {
  readonly language: LexedLanguage;
  readonly goals: readonly [Goal, ...Goal[]];
  /** Texts that lead to the suffix from home. */
  connecting(): Iterable<ArrayLike<number>>;
}

/** Returns the intersection, or what prevents its decision, in a sentence. */
export function createHinderedIntersection(gap: HinderedGap, way: WayAround): Intersection<LexedState> | string {
  const { core } = gap.language;
  const { states } = way;
  if (way.lines.size > MOST_LINES)
    return `The other part may be in more than ${MOST_LINES} states where a line begins.`;
  const finish = createFinish(gap.language, way);
  const { bytes } = createFiniteReader(states.live, core.compiled.lexer.classOf, []);
  const plain = states.plainOf(core.compiled.lexer.representatives);
  const pairs = createStatePairs(gap.language.machine, states.live, plain);
  const isFree = (pair: number): boolean =>
    states.isFree(states.numberOf(pairs.right(pair))) && finish.isFinished(pairs.left(pair));
  const isEnd = (pair: number): boolean => pairs.reaches(gap.goals[0], pair);
  const accepted = createAcceptedTexts(states, pairs, bytes, isFree, MOST_FAILURES, MOST_FAILED_VISITS);
  const homes = homeTexts(gap, states, way.lines, { pairs, accepted, isEnd, rest: finish.rest });
  if (homes.size < way.lines.size)
    return "No text was found that leads from each line start outside of blocks to the suffix, and that the other part accepts.";
  const repeats = repeatedBlanks(gap, states, pairs);
  const freed = createFreed(pairs, bytes, repeats, (pair) => isFree(pair) || isEnd(pair), MOST_PAIRS);
  const goals = goalsBeside(gap, pairs, finish.rest, homes, (pair) => (isFree(pair) ? undefined : freed.text(pair)));
  const witnesses = createWitnesses(pairs.machine, ...goals);
  return {
    exact: true,
    clear: false,
    cost(state, at) {
      const pair = pairs.of(state, at);
      return isLive(pair, at) ? witnesses.cost(pair) : Number.POSITIVE_INFINITY;
    },
    live: (state, at) => isLive(pairs.of(state, at), at),
    isUnproven: (state, at) => freed.isUnproven(pairs.of(state, at)),
    unproven: freed.unproven,
  };

  function isLive(pair: number, at: number): boolean {
    return states.numberOf(at) !== DEAD && (isFree(pair) || freed.isFreed(pair));
  }
}

interface Finish {
  /**
   * Whether all open rules can be finished in a state of the gap with only those terminals that every free state of the
   * automaton reads. (A free state reads nearly everything.) This must hold for each terminal that the lexeme in
   * progress may become.
   */
  isFinished(state: LexedState): boolean;
  /** An estimate of the bytes from a set to the end of a text; Infinity if those terminals do not suffice. */
  rest(set: SetId): number;
}

function createFinish({ core, engine, machine }: LexedLanguage, { always, finishes }: WayAround): Finish {
  const { lexer, kinds } = core.compiled;
  const costs = createRest(core.chart, core.compiled, engine, always);
  const rest = (set: SetId): number => {
    const cost = set === DEAD_SET ? UNFINISHABLE : costs.rest(set);
    return cost >= UNFINISHABLE ? Number.POSITIVE_INFINITY : cost;
  };
  const find = rememberedBy((state: LexedState): boolean => {
    const [local, set] = [machine.local(state), machine.set(state)];
    if (lexer.isLine(local) || lexer.begins(local)) return rest(set) < Number.POSITIVE_INFINITY;
    return lexer.possible(local).every((k) => rest(core.read(set, kinds[k]!)) < Number.POSITIVE_INFINITY);
  });
  return { rest, isFinished: (state) => finishes || find(state) };
}

export interface Freed {
  /** Whether a text was found that leads from a pair to a free one, or to the end. */
  isFreed(pair: number): boolean;
  /** Whether none was found because the search reached its limit. */
  isUnproven(pair: number): boolean;
  /** The number of pairs for which this holds so far. */
  unproven(): number;
  /** The text that was found. */
  text(pair: number): readonly number[] | undefined;
}

/**
 * Returns whether the blank that leads from one pair of states to another can be repeated without effect. This holds if
 * the automaton stays in its state, and if the line is already indented further than every column that may be required:
 * the columns of the open blocks and of the suffix, and those that the automaton counts.
 */
export function repeatedBlanks(
  { language: { core }, goals: [goal] }: Pick<HinderedGap, "language" | "goals">,
  states: FreeStates,
  { machine, right }: StatePairs,
): (pair: number, byte: number, to: number) => boolean {
  const { frames } = core;
  const { lexer, source } = core.compiled;
  let required: number | undefined;
  const find = (): number => {
    const columns = [...(goal.columns?.() ?? []), goal.lead ?? [0, 0]].flat();
    return Math.max(...columns) + (source.layout?.tab ?? 1) * (1 + countedBlanks(states));
  };
  return (pair, byte, to) => {
    const local = machine.local(pair);
    if ((byte !== SPACE && byte !== TAB) || right(pair) !== right(to) || !lexer.isLine(local)) return false;
    if (lexer.lineIsFixed(local)) return true;
    const exit = lexer.exit(local);
    const boundary = exit === 0 ? undefined : lexer.boundary(exit);
    if (boundary?.kind !== "line") return false;
    required ??= find();
    const frame = machine.frame(pair);
    const least = required + Math.max(frames.column(frame), frames.alternate(frame));
    return boundary.column > least && boundary.alternate > least;
  };
}

/** The largest number of blanks that lead from one state that is not free to another such state, one after the other. */
function countedBlanks(states: FreeStates): number {
  const known = new Map<number, number>();
  function of(state: number): number {
    let most = known.get(state);
    if (most !== undefined) return most;
    most = 0;
    known.set(state, most);
    for (let byte = 0; byte < 256; byte++) {
      const to = states.next(state, byte);
      if (to === DEAD || to === state || states.isFree(to)) continue;
      most = Math.max(most, of(to) + (byte === SPACE || byte === TAB ? 1 : 0));
    }
    known.set(state, most);
    return most;
  }
  // In products that are decided in advance, they have no cycles. There are at most 1,024.
  return Math.max(0, ...states.all.filter((state) => !states.isFree(state)).map(of));
}

/** Searches texts to pairs where `isReached`, breadth first, without blanks that change nothing. @param most the number of pairs that one search visits. */
export function createFreed(
  { machine }: StatePairs,
  bytes: readonly number[],
  repeats: (pair: number, byte: number, to: number) => boolean,
  isReached: (pair: number) => boolean,
  most: number,
): Freed {
  // The first byte of the text from each pair that has one; −1 if none was found.
  const ways = new Map<number, number>();
  const NONE = -1;
  const unproven = new Set<number>();

  function search(from: number): void {
    const before = new Map<number, readonly [pair: number, byte: number]>([[from, [from, NONE]]]);
    let isProof = true;
    for (const pair of before.keys()) {
      burn("search", 1);
      isProof &&= before.size <= most;
      if (before.size > most) break;
      for (const byte of bytes) {
        const to = machine.step(pair, byte);
        if (to === DEAD_STATE || before.has(to) || repeats(pair, byte, to)) continue;
        const known = ways.get(to);
        if (known === NONE) {
          isProof &&= !unproven.has(to);
          continue;
        }
        before.set(to, [pair, byte]);
        if (known === undefined && !isReached(to)) continue;
        for (let at = to; at !== from; ) {
          const [previous, step] = before.get(at)!;
          ways.set(previous, step);
          at = previous;
        }
        return;
      }
    }
    // None of them leads to a pair outside of this search, as far as it went.
    for (const pair of before.keys()) {
      ways.set(pair, NONE);
      if (!isProof) unproven.add(pair);
    }
  }

  function isFreed(pair: number): boolean {
    if (isReached(pair)) return true;
    if (!ways.has(pair)) search(pair);
    return ways.get(pair) !== NONE;
  }
  return {
    isFreed,
    isUnproven: (pair) => unproven.has(pair),
    unproven: () => unproven.size,
    text(pair) {
      if (!isFreed(pair)) return undefined;
      const text: number[] = [];
      for (let at = pair; !isReached(at); at = machine.step(at, text[text.length - 1]!)) {
        if (!ways.has(at)) search(at);
        text.push(ways.get(at)!);
      }
      return text.length > 0 ? text : undefined;
    },
  };
}

/** The completions of pairs: by way of home, or directly to the suffix where the automaton accepts. */
export function goalsBeside(
  { language: { machine: own }, goals }: Pick<HinderedGap, "language" | "goals">,
  pairs: StatePairs,
  rest: (set: SetId) => number,
  homes: ReadonlyMap<number, readonly number[]>,
  detour?: (pair: number) => readonly number[] | undefined,
): readonly [Goal, ...Goal[]] {
  const { lexer } = own.core.compiled;
  const home = (pair: number): readonly number[] | undefined =>
    pairs.machine.local(pair) === lexer.lineStart ? homes.get(pairs.right(pair)) : undefined;
  const beside = (goal: Goal): Goal => ({
    ...goal,
    spelling: pairs.spelling,
    reached: (pair) => pairs.reaches(goals[0], pair),
    home,
    ...(detour && { detour }),
  });
  const homeward: Goal = { reached: goals[0].reached, rest, last: () => [[LINE_FEED]] };
  const [first, ...others] = goals.map(beside);
  return homes.size === 0 ? [first!, ...others] : [beside(homeward), first!, ...others];
}

export interface HomeSearch {
  readonly pairs: StatePairs;
  readonly accepted: AcceptedTexts;
  /** Whether the middle may end in a pair. */
  isEnd(pair: number): boolean;
  rest(set: SetId): number;
}

/** By state of the automaton that is possible at home (`lines`): a text that leads to the suffix and is accepted, if one was found. */
export function homeTexts(
  gap: HinderedGap,
  states: FreeStates,
  lines: ReadonlySet<number>,
  { pairs, accepted, isEnd, rest }: HomeSearch,
): ReadonlyMap<number, readonly number[]> {
  const { machine } = gap.language;
  const connecting = [...gap.connecting()].map((text) => Array.from(text));
  const found = new Map<number, readonly number[]>();
  for (const line of lines) {
    const from = pairs.of(machine.start, states.stateOf(line));
    const text = connecting.find((bytes) => isEnd(bytes.reduce(pairs.machine.step, from)));
    if (text !== undefined) found.set(states.stateOf(line), text);
  }
  // A text from another state may lead to one whose text is known.
  for (let before = -1; found.size > before && found.size < lines.size; ) {
    before = found.size;
    const [first, ...others] = goalsBeside(gap, pairs, rest, new Map(found)).map(
      (goal): Goal => ({ ...goal, most: MOST_VISITS }),
    );
    const witnesses = createWitnesses(pairs.machine, first!, ...others);
    for (const line of lines) {
      const state = states.stateOf(line);
      if (found.has(state)) continue;
      const text = accepted.of(pairs.of(machine.start, state), witnesses);
      if (text !== undefined) found.set(state, text);
    }
  }
  return found;
}
