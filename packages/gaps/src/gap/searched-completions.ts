// Searches completions of pairs (a state of a gap, a state of an automaton) lexeme by lexeme, as hindered-costs.ts does,
// but for any gap and automaton. If the automaton requires a text first, such as a call, a search byte by byte finds a
// short one (accepted-text.ts), and the lexemes follow it. Nothing is proven in advance: a completion that is found is certain, and none may be
// found although there is one.

import { createFiniteReader } from "@espalier/syntax";
import type { Goal } from "../language/goal.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import type { LexedMachine, LexedState } from "../language/machine.js";
import { createWitnesses, type Witnesses } from "../language/witness.js";
import { createRest } from "../lexing/rest.js";
import { lazily } from "../source/lazily.js";
import { createAcceptedTexts } from "./accepted-text.js";
import { DEAD, type FreeStates } from "./free-states.js";
import { createFreed, goalsBeside, type HinderedGap, homeTexts, repeatedBlanks } from "./hindered-costs.js";
import { createStatePairs, type StatePairs } from "./state-pairs.js";

/** The number of states that one search visits: lexeme by lexeme, the same from an accepting pair, and byte by byte to a free state of the automaton. */
const [MOST_VISITS, FEW_VISITS, MOST_PAIRS] = [300, 100, 5_000];
/** After this many accepting pairs without a known completion, none is searched for: from a line start outside of blocks, and elsewhere. */
const [FEW_FAILURES, MOST_FAILURES] = [2, 10];
/** The number of pairs that searches for accepting pairs may follow in turn without a result. */
const MOST_FAILED_VISITS = 600;
/** Texts from a line start outside of blocks are searched for if the automaton may be in at most this many states there. */
const MOST_LINES = 32;
const LINE_FEED = 10;

/** A gap as it is searched. */
export interface SearchedGap {
  readonly language: LexedLanguage;
  /** The machine of the gap. */
  readonly machine: LexedMachine;
  readonly goals: readonly [Goal, ...Goal[]];
  /** The gap, if it uses the language's own steps, and its suffix can be reached from every state. */
  readonly hindered: HinderedGap | undefined;
}

/** @returns the symbols of a completion, if one is found. */
export function createSearchedCompletions(
  gap: SearchedGap,
  states: FreeStates,
): (state: LexedState, at: number) => readonly number[] | undefined {
  const { core } = gap.language;
  const { lexer } = core.compiled;
  const made = lazily(make);
  return (state, at) => {
    if (states.numberOf(at) === DEAD) return undefined;
    const { pairs, witnesses, demanded } = made();
    const pair = pairs.of(state, at);
    return demanded(pair) ?? witnesses.of(pair);
  };

  function make(): {
    readonly pairs: StatePairs;
    readonly witnesses: Witnesses;
    /** A completion that first writes what the automaton requires. */
    demanded(pair: number): readonly number[] | undefined;
  } {
    const { bytes } = createFiniteReader(states.live, lexer.classOf, []);
    const plain = states.plainOf(lexer.representatives);
    const pairs = createStatePairs(gap.machine, states.live, plain);
    const isFree = (pair: number): boolean => states.isFree(states.numberOf(pairs.right(pair)));
    const isEnd = (pair: number): boolean => pairs.reaches(gap.goals[0], pair);
    const costs = createRest(core.chart, core.compiled, gap.language.engine);
    const rest = costs.rest;
    const repeats = repeatedBlanks(gap, states, pairs);
    const freed = createFreed(pairs, bytes, repeats, (pair) => isFree(pair) || isEnd(pair), MOST_PAIRS);
    const detour = (pair: number): readonly number[] | undefined => (isFree(pair) ? undefined : freed.text(pair));
    const witnessesWith = (homes: ReadonlyMap<number, readonly number[]>, most: number): Witnesses => {
      const [first, ...others] = goalsBeside(gap, pairs, rest, homes, detour).map((goal): Goal => ({ ...goal, most }));
      return createWitnesses(pairs.machine, first!, ...others);
    };
    const accepted = createAcceptedTexts(
      states,
      pairs,
      bytes,
      (pair) => isFree(pair) || isEnd(pair),
      MOST_FAILURES,
      MOST_FAILED_VISITS,
    );
    const direct = lazily(() => witnessesWith(new Map(), FEW_VISITS));
    const demanded = (pair: number): readonly number[] | undefined =>
      states.live.accepts(pairs.right(pair)) ? undefined : accepted.of(pair, direct());
    const lines = linesOf(states);
    const fromHome = (its: HinderedGap): ReadonlyMap<number, readonly number[]> => {
      const few = createAcceptedTexts(states, pairs, bytes, isFree, FEW_FAILURES, MOST_FAILED_VISITS);
      return homeTexts(its, states, lines, { pairs, accepted: few, isEnd, rest });
    };
    const { hindered } = gap;
    const homes = hindered === undefined || lines.size > MOST_LINES ? new Map() : fromHome(hindered);
    return { pairs, witnesses: witnessesWith(homes, MOST_VISITS), demanded };
  }
}

/** The states of the automaton in which a line may begin. */
function linesOf(states: FreeStates): ReadonlySet<number> {
  const found = new Set([states.start]);
  for (const state of states.all) found.add(states.next(state, LINE_FEED));
  found.delete(DEAD);
  return found;
}
