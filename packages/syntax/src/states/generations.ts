// The generations of a language: how its tables, which texts fill, stay bounded however long it is used.
//
// Everything that texts create (sets of the chart, states, texts of lexemes) is a cache that belongs to a *generation*.
// When the current generation is full, the next text begins a new one. The previous generation stays for texts that are
// still in it; the one before that is dropped. So a language holds at most two generations, and no text can use up the
// memory of the next. All generations share one *ground*: the engine, the lexer, and everything else that depends only
// on the grammar. When the engine or the lexer is full, the next text creates a new ground, and both generations are
// dropped.
//
// A state of a dropped generation is stale and throws. It is never mistaken for a newer state: the two generations use
// even and odd state numbers, and a generation starts above all earlier numbers of its parity. A caller that still has
// the text reads it again from the start, as decoders do.
//
//     state 0 = dead    1 = vague    2 = the start of any text, in the current generation    3 … = states of generations

import type { Chart } from "@espalier/earley";
import {
  areStatesHeld,
  type Factor,
  type Intersection,
  type LocalAutomaton,
  type Monitor,
  type Narrowed,
  StaleStateError,
  type Table,
} from "@espalier/monitor";
import type { BoundedIntersections } from "./bounded-intersections.js";
import { SyntaxLimitError, type SyntaxLimits } from "./error.js";
import type { LexemeSteps } from "./lexeme-steps.js";
import type { ReadingView } from "./reading-view.js";
import type { MemoryShare } from "./shared-memory.js";

/** The state of a language: the id of what may still follow. */
export type LanguageState = number;

/** The state about which nothing is known except that it is not certainly dead; the same in all generations. */
export const VAGUE_STATE = 1;
/** The state before any text. */
const START = 2;
/** The first of the other states. */
export const FIRST_STATE = 3;

/**
 * The tables that texts fill. States are numbered `first`, `first` + 2, …. The *vague* state has the same number in all
 * generations; it is the result of a step from an abstract state that only the actual state can take.
 */
export interface Generation {
  readonly first: number;
  /** The state before any byte. */
  readonly start: LanguageState;
  step(state: LanguageState, symbol: number): LanguageState | undefined;
  accepts(state: LanguageState): boolean;
  cost(state: LanguageState): number;
  expected(state: LanguageState): readonly string[];
  describe(state: LanguageState): readonly ReadingView[];
  readonly factor?: Omit<Factor<LanguageState>, "automaton">;
  readonly lexemes: LexemeSteps;
  /** Returns the intersection with a finite automaton, which uses tables of the generation; `undefined` if the language decides none. */
  intersection(automaton: Monitor<number>): Intersection<LanguageState> | undefined;
  /** Why intersections may be undecided, in a sentence. */
  readonly undecided: string;
  /**
   * Returns whether the next text should begin a new generation. This is so if half of some limit is used, or if the
   * generation has used all the bytes that it may have.
   */
  isFull(): boolean;
  /** Is called when the language drops the generation. */
  drop(): void;
  /** Returns the number from which the next generation counts. */
  nextId(): number;
  bytes(): number;
}

/**
 * The resources that a generation has used: bytes (of which `empty` before any text), and state numbers (each state
 * takes two), and its share of the memory of all languages.
 */
export interface Use {
  readonly used: number;
  readonly empty: number;
  readonly chart: Pick<Chart<unknown>, "limits" | "setCount">;
  readonly numbers: number;
  readonly limits: SyntaxLimits;
  readonly share: MemoryShare;
}

/** Returns whether all bytes of a generation or of all languages, or half of another limit, are used. */
export function isHalfUsed({ used, empty, chart, numbers, limits, share }: Use): boolean {
  const added = used - empty;
  return (
    added > limits.generationBytes ||
    share.isOver(added) ||
    2 * used > chart.limits.bytes ||
    2 * chart.setCount() > chart.limits.sets ||
    numbers > limits.configurations
  );
}

/** While a generation gets no states, so many questions share an answer. */
const QUESTIONS = 4;

/**
 * Creates the test whether the present generation is full. The start of a text asks several times, and the answer adds
 * up the sizes of many tables.
 */
function createFullTest(): (present: Generation) => boolean {
  let asked = 0;
  let askedAt = -1;
  let isFull = false;
  return (present) => {
    const at = present.nextId();
    if (at === askedAt && !isFull && ++asked % QUESTIONS !== 0) return false;
    askedAt = at;
    isFull = present.isFull();
    return isFull;
  };
}

/** What the generations of a language share. */
export interface Ground {
  readonly automaton: LocalAutomaton;
  /** Its first generation. */
  readonly opening: Generation;
  /** Creates another generation that numbers its states from `first`. */
  begin(first: number): Generation;
  /**
   * Returns whether texts have used up the engine or the lexer, so that the next text should move to another ground.
   */
  isFull(): boolean;
  bytes(): number;
}

/** The part of a language that its generations provide. */
export interface GenerationalSteps
  extends Pick<Monitor<LanguageState>, "start" | "step" | "accepts" | "factor">,
    Pick<Generation, "cost" | "expected" | "describe" | "lexemes" | "intersection" | "bytes"> {
  whyUndecided(automaton: Monitor<number>): string;
  readonly table: Table;
}

/** A property that changes when the language moves to another ground. */
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Creates the steps of a language whose tables belong to generations. A *ground* is what all generations share: the
 * engine, the lexer, and everything else that depends only on the grammar.
 *
 * @param nextGround creates a new ground when texts have filled the current ground. Its first generation numbers its
 * states from `first`.
 * @param classes the bytes that the language distinguishes, on every ground.
 * @param numbers how many state numbers all generations together may use.
 * @param bounded bounds the work for intersections; absent if the language decides none.
 * @throws SyntaxLimitError from the start of a text, if all state numbers are used.
 */
export function inGenerations(
  firstGround: Ground,
  nextGround: (first: number) => Ground,
  classes: Omit<Table, "generation">,
  numbers: number,
  bounded: BoundedIntersections<LanguageState> | undefined,
): GenerationalSteps {
  let ground = firstGround;
  let present = ground.opening;
  let before: Generation | undefined;
  const table = { ...classes, generation: 0 };
  const isFull = createFullTest();

  const isPresent = (state: LanguageState): boolean => state >= present.first && ((state ^ present.first) & 1) === 0;

  /** Returns the number from which a generation after both of these can count. */
  const above = (): number => Math.max(present.nextId(), before?.nextId() ?? 0);

  function checked(first: number): number {
    if (first < numbers) return first;
    throw new SyntaxLimitError("numbers", numbers, "create the language again");
  }

  /** Returns the generation for a text that begins now. */
  function beginning(): Generation {
    if (areStatesHeld()) return present;
    if (ground.isFull()) {
      for (const each of [before, present]) each?.drop();
      ground = nextGround(checked(above()));
      present = ground.opening;
      before = undefined;
      table.generation++;
      if (factor !== undefined) factor.automaton = ground.automaton;
    } else if (isFull(present)) {
      const next = ground.begin(checked(before === undefined ? present.first + 1 : before.nextId()));
      if (before !== undefined) table.generation++;
      before?.drop();
      before = present;
      present = next;
    }
    return present;
  }

  function generationOf(state: LanguageState): Generation {
    if (isPresent(state)) return present;
    if (state === START) return beginning();
    if (state === VAGUE_STATE) return present;
    if (before !== undefined && state >= before.first && ((state ^ before.first) & 1) === 0) return before;
    throw new StaleStateError(state, (before ?? present).first);
  }

  /**
   * Calls `question` with the generation of `state`, in which the start has a number of its own, and with `more`. (A
   * function that captures an argument of a method makes each call of the method allocate.)
   */
  function ask<Answer, More = undefined>(
    state: LanguageState,
    question: (of: Generation, own: LanguageState, more: More) => Answer,
    more?: More,
  ): Answer {
    const generation = generationOf(state);
    return question(generation, state === START ? generation.start : state, more as More);
  }

  const factor: Writable<Factor<LanguageState>> | undefined =
    present.factor === undefined
      ? undefined
      : {
          automaton: ground.automaton,
          ...factorSteps(present.factor, () => present.factor as FactorSteps, isPresent, ask),
        };

  return {
    start: START,
    step(state: LanguageState, symbol: number): LanguageState | undefined {
      return isPresent(state) ? present.step(state, symbol) : ask(state, (of, own, its) => of.step(own, its), symbol);
    },
    accepts: (state: LanguageState): boolean => ask(state, (of, own) => of.accepts(own)),
    table,
    ...(factor === undefined ? {} : { factor }),
    cost(state: LanguageState): number {
      return isPresent(state) ? present.cost(state) : ask(state, (of, own) => of.cost(own));
    },
    intersection(automaton): Intersection<LanguageState> | undefined {
      const opening = beginning();
      const make = (): Intersection<LanguageState> | undefined => opening.intersection(automaton);
      const first = bounded === undefined ? make() : bounded.of(automaton, make, opening.start);
      return first === undefined ? undefined : overGenerations(opening, first, automaton, ask);
    },
    whyUndecided: (automaton) => bounded?.whyNone(automaton) ?? beginning().undecided,
    expected: (state: LanguageState): readonly string[] => ask(state, (of, own) => of.expected(own)),
    describe: (state: LanguageState): readonly ReadingView[] => ask(state, (of, own) => of.describe(own)),
    lexemes: {
      step: (branch, symbol, visit): void => ask(branch, (of, own) => of.lexemes.step(own, symbol, visit)),
      cross: (branch, exit, visit): void => ask(branch, (of, own) => of.lexemes.cross(own, exit, visit)),
      finish: (branch, visit): void => ask(branch, (of, own) => of.lexemes.finish(own, visit)),
      terminalName: (terminal) => present.lexemes.terminalName(terminal),
    },
    bytes: (): number => ground.bytes() + present.bytes() + (before?.bytes() ?? 0),
  };
}

type FactorSteps = Required<NonNullable<Generation["factor"]>>;

/**
 * Returns the methods of the language's `factor` over all generations. Every generation has the same methods as the
 * first. Most states belong to the current generation, so each method tests that case first.
 *
 * @param has the methods of the first generation. @param now returns those of the current one.
 */
function factorSteps(
  has: NonNullable<Generation["factor"]>,
  now: () => FactorSteps,
  isPresent: (state: LanguageState) => boolean,
  ask: <Answer>(state: LanguageState, question: (of: Generation, own: LanguageState) => Answer) => Answer,
): Omit<Factor<LanguageState>, "automaton"> {
  const askFactor = <Answer, More = undefined>(
    state: LanguageState,
    question: (of: FactorSteps, own: LanguageState, more: More) => Answer,
    more?: More,
  ): Answer => ask(state, (of, own) => question(of.factor as FactorSteps, own, more as More));
  return {
    local(state: LanguageState): number {
      if (isPresent(state)) return now().local(state);
      return state === VAGUE_STATE ? 0 : askFactor(state, (of, own) => of.local(own));
    },
    cross(state: LanguageState, exit: number): LanguageState | undefined {
      return isPresent(state) ? now().cross(state, exit) : askFactor(state, (of, own, its) => of.cross(own, its), exit);
    },
    ...(has.replace && {
      replace(state: LanguageState, local: number): LanguageState {
        return isPresent(state)
          ? now().replace(state, local)
          : askFactor(state, (of, own, its) => of.replace(own, its), local);
      },
    }),
    ...(has.inside && {
      inside(state: LanguageState, local: number): LanguageState | undefined {
        return isPresent(state)
          ? now().inside(state, local)
          : askFactor(state, (of, own, its) => of.inside(own, its), local);
      },
    }),
    ...(has.sketch && {
      sketch(state: LanguageState): LanguageState {
        if (isPresent(state)) return now().sketch(state);
        return state === VAGUE_STATE || state === START ? state : askFactor(state, (of, own) => of.sketch(own));
      },
    }),
    ...(has.narrowed && {
      narrowed(state: LanguageState): Narrowed<LanguageState> | undefined {
        if (isPresent(state)) return now().narrowed(state);
        return state === VAGUE_STATE || state === START ? undefined : askFactor(state, (of, own) => of.narrowed(own));
      },
    }),
    ...(has.leastVague && {
      leastVague: (state: LanguageState, symbol: number): number =>
        state === VAGUE_STATE ? 0 : askFactor(state, (of, own, its) => of.leastVague(own, its), symbol),
    }),
    ...(has.lowering && {
      lowering: (state: LanguageState): number | undefined =>
        state === VAGUE_STATE ? undefined : askFactor(state, (of, own) => of.lowering(own)),
    }),
    ...(has.costsAlike && {
      costsAlike: (state: LanguageState): boolean =>
        state !== VAGUE_STATE && askFactor(state, (of, own) => of.costsAlike(own)),
    }),
    ...(has.mostCost && {
      mostCost: (state: LanguageState): number =>
        state === VAGUE_STATE ? Number.POSITIVE_INFINITY : askFactor(state, (of, own) => of.mostCost(own)),
    }),
    ...(has.vague && { vague: (state: LanguageState): boolean => state === VAGUE_STATE }),
    ...(has.loose && {
      loose(state: LanguageState): boolean {
        if (isPresent(state)) return now().loose(state);
        return state !== VAGUE_STATE && askFactor(state, (of, own) => of.loose(own));
      },
    }),
  };
}

/** Returns the intersection over all generations: each makes its own with `automaton` when one of its states needs it. */
function overGenerations(
  opening: Generation,
  first: Intersection<LanguageState>,
  automaton: Monitor<number>,
  ask: <Answer>(state: LanguageState, question: (of: Generation, own: LanguageState) => Answer) => Answer,
): Intersection<LanguageState> {
  const byGeneration = new WeakMap<Generation, Intersection<LanguageState>>([[opening, first]]);
  const its = (generation: Generation): Intersection<LanguageState> => {
    let made = byGeneration.get(generation);
    if (made === undefined) byGeneration.set(generation, (made = generation.intersection(automaton)!));
    return made;
  };
  const { live, costsAlike } = first;
  return {
    ...first,
    cost: (state, other) => ask(state, (of, own) => its(of).cost(own, other)),
    ...(live && {
      live: (state: LanguageState, other: number) => ask(state, (of, own) => its(of).live!(own, other)),
    }),
    ...(costsAlike && {
      costsAlike: (state: LanguageState, other: number) =>
        state !== VAGUE_STATE && ask(state, (of, own) => its(of).costsAlike!(own, other)),
    }),
  };
}
