// Keeps a lexed language usable for any number of texts in bounded memory. Everything that texts and gaps create (sets of the chart, frames, states,
// completions) is a cache, and belongs to a *generation*. When the current generation is full, the next text begins a new one. Gaps and documents keep the
// generation in which they were opened. A state of a dropped generation is stale: every method throws for it. It is never mistaken for another state, because
// the numbers of each generation begin above those of the previous one.
//
//     state 0 = dead    1 = the start of any text, in whichever generation is present    2 … = states of generations

import { areStatesHeld, type FreeReading, StaleStateError } from "@espalier/monitor";
import { SyntaxLimitError } from "@espalier/syntax";
import type { LexedLanguage } from "./lexed-language.js";
import type { LexedState } from "./machine.js";

/** The state before any text. */
const START = 1;
const FIRST_STATE = 2;
/** States are integers in [0, 2³¹). */
const MOST_NUMBERS = 2 ** 31;

/** Creates the generations of a language. */
export interface LexedGenerations {
  /** Opens a generation that numbers its states from `first`. */
  open(first: number): LexedLanguage;
  /** The bytes that a generation holds and that the next one does not take over. */
  held(generation: LexedLanguage): number;
  /** Whether the next text should begin a new generation. `present` is the current one, which held `empty` bytes when it was empty. */
  isFull(present: LexedLanguage, empty: number): boolean;
}

/** A property that changes with the generation. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The language that consists of generations. @throws SyntaxLimitError from the start of a text, if no numbers are left for its states. */
export function lastingLanguage({ open, held, isFull }: LexedGenerations): LexedLanguage {
  let now = open(FIRST_STATE);
  let empty = held(now);
  const table = { ...now.table, generation: 0 };

  function present(): LexedLanguage {
    if (areStatesHeld() || !isFull(now, empty)) return now;
    const first = now.machine.nextId();
    // A generation has fewer states than a quarter of the numbers.
    if (first > 0.75 * MOST_NUMBERS) throw new SyntaxLimitError("numbers", MOST_NUMBERS, "create the language again");
    now = open(first);
    empty = held(now);
    table.generation++;
    factor.automaton = now.factor.automaton;
    language.core = now.core;
    language.engine = now.engine;
    language.machine = now.machine;
    return now;
  }

  /** The state's counterpart in the current generation. Afterwards, `now` is the generation to ask. */
  function own(state: LexedState): LexedState {
    if (state >= now.machine.first) return state;
    if (state === START) return present().start;
    throw new StaleStateError(state, now.machine.first);
  }

  function ask<Answer>(state: LexedState, question: (of: LexedLanguage, own: LexedState) => Answer): Answer {
    const its = own(state);
    return question(now, its);
  }

  const askFree = <Answer>(
    state: LexedState,
    question: (of: FreeReading<LexedState>, own: LexedState) => Answer,
  ): Answer => ask(state, (of, its) => question(of.factor.free!, its));

  const factor: Writable<LexedLanguage["factor"]> = {
    automaton: now.factor.automaton,
    local: (state) => ask(state, (of, its) => of.factor.local(its)),
    cross: (state, exit) => ask(state, (of, its) => of.factor.cross(its, exit)),
    inside: (state, local) => ask(state, (of, its) => of.factor.inside?.(its, local)),
    free: {
      local: (state) => askFree(state, (free, its) => free.local(its)),
      admits: (state, demand) => askFree(state, (free, its) => free.admits(its, demand)),
      cross: (state, exit) => askFree(state, (free, its) => free.cross(its, exit)),
    },
  };

  const language: Writable<LexedLanguage> = {
    ...now,
    start: START,
    step: (state, symbol) => ask(state, (of, its) => of.step(its, symbol)),
    accepts: (state) => ask(state, (of, its) => of.accepts(its)),
    table,
    factor,
    cost: (state) => ask(state, (of, its) => of.cost(its)),
    undecided: (state) => ask(state, (of, its) => of.undecided(its)),
    mode: (state) => ask(state, (of, its) => of.mode(its)),
    expected: (state) => ask(state, (of, its) => of.expected(its)),
    describe: (state) => ask(state, (of, its) => of.describe(its)),
    witness: (state) => ask(state, (of, its) => of.witness(its)),
    present,
    bytes: () => now.bytes(),
  };
  return language;
}
