// Searches completions of pairs (a state of a gap, a state of an automaton) lexeme by lexeme, as hindered-costs.ts does,
// but for any gap and automaton. Nothing is proven in advance: a completion that is found is certain, and none may be
// found although there is one.

import type { Monitor } from "@espalier/monitor";
import type { LexedLanguage } from "../language/lexed-language.js";
import type { LexedMachine, LexedState } from "../language/machine.js";
import { createWitnesses, type Witnesses } from "../language/witness.js";
import type { Goal } from "../language/witness-moves.js";
import { holds } from "../lexing/regex-facts.js";
import { createRest } from "../lexing/rest.js";
import { lazily } from "../source/lazily.js";
import { DEAD, type FreeStates } from "./free-states.js";
import { createFreed, goalsBeside, type HinderedGap, homeTexts, repeatedBlanks } from "./hindered-costs.js";
import { createStatePairs, type StatePairs } from "./state-pairs.js";

/** The number of states that one search visits: lexeme by lexeme, and byte by byte to a free state of the automaton. */
const [MOST_VISITS, MOST_PAIRS] = [300, 5_000];
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
  automaton: Monitor<number>,
  states: FreeStates,
): (state: LexedState, at: number) => readonly number[] | undefined {
  const { core } = gap.language;
  const { lexer } = core.compiled;
  const made = lazily(make);
  return (state, at) => {
    if (states.numberOf(at) === DEAD) return undefined;
    const { pairs, witnesses } = made();
    return witnesses.of(pairs.of(state, at));
  };

  function make(): { readonly pairs: StatePairs; readonly witnesses: Witnesses } {
    const bytes = states.bytes(lexer.classOf);
    const plain = [...lexer.representatives].filter((byte) => holds(states.plain, byte));
    const live: Pick<Monitor<number>, "step" | "accepts"> = {
      step(state, byte) {
        const to = states.next(states.numberOf(state), byte);
        return to === DEAD ? undefined : states.stateOf(to);
      },
      accepts: automaton.accepts,
    };
    const pairs = createStatePairs(gap.machine, live, plain);
    const isFree = (pair: number): boolean => states.isFree(states.numberOf(pairs.right(pair)));
    const isEnd = (pair: number): boolean => pairs.reaches(gap.goals[0], pair);
    const costs = createRest(core.chart, core.compiled, gap.language.engine);
    const rest = costs.rest;
    const lines = linesOf(states);
    const homes =
      gap.hindered === undefined || lines.size > MOST_LINES
        ? new Map<number, readonly number[]>()
        : homeTexts(gap.hindered, states, lines, { failures: 0, pairs, bytes, isFree, isEnd, rest });
    const repeats = repeatedBlanks(gap, states, pairs);
    const freed = createFreed(pairs, bytes, repeats, (pair) => isFree(pair) || isEnd(pair), MOST_PAIRS);
    const goals = goalsBeside(gap, pairs, rest, homes, (pair) => (isFree(pair) ? undefined : freed.text(pair)));
    const [first, ...others] = goals.map((goal): Goal => ({ ...goal, most: MOST_VISITS }));
    return { pairs, witnesses: createWitnesses(pairs.machine, first!, ...others) };
  }
}

/** The states of the automaton in which a line may begin. */
function linesOf(states: FreeStates): ReadonlySet<number> {
  const found = new Set([states.start]);
  for (const state of states.all) found.add(states.next(state, LINE_FEED));
  found.delete(DEAD);
  return found;
}
