// A language whose grammar is made on the way, whatever its texts make of it.
//
// What texts make (sets of the chart, states, texts of lexemes, rules that depend on names) is a cache of those texts, and it lives
// in *generations*. When the present generation is full, the next text begins a new one. The generation before stays for the
// texts that are still in it, and the one before that is dropped. So a language holds two generations at most, and no text can
// use up what the next one needs. A state of a dropped generation is stale: it throws. It is never taken for another, since the two
// generations number their states with even and odd numbers, and a generation counts from above all those that had its numbers
// before. Whoever has the text reads it again from the start, as decoders do.
//
//     state 0 = dead    1 = vague    2 = the start of any text, in whichever generation is present    3 … = states of generations

import { signature } from "@espalier/arguments";
import { defaultEngine } from "@espalier/automata";
import { createOpenLexer, openLexer } from "@espalier/lexer";
import { type Factor, type Narrowed, StaleStateError } from "@espalier/monitor";
import { DEFAULT_SYNTAX_LIMITS } from "./error.js";
import { languageOptionsKind, lazySourceKind } from "./kinds.js";
import type { Language, LanguageOptions, LanguageState } from "./language.js";
import { VAGUE_STATE } from "./lazy-configurations.js";
import { createLazyGeneration, type LazyGeneration, type LazyShared } from "./lazy-generation.js";
import type { LazySource } from "./lazy-source.js";
import type { LexemeSteps } from "./lexeme-steps.js";
import type { ReadingView } from "./reading-view.js";

const NO_CONTROLS: readonly string[] = [];
/** The state before any text. */
const START = 2;
const FIRST_STATE = 3;

const checkCreateLazyLanguage = signature("createLazyLanguage", {
  source: lazySourceKind,
  options: languageOptionsKind,
});

/**
 * Makes a language of a source whose rules and terminals are made on demand. Costs next to nothing, whatever the source holds.
 *
 * The lexer is the one that all lazy languages of the engine share, unless `options.lexer` bounds it: then the language has its
 * own. `Language.bytes()` leaves a shared lexer out.
 *
 * @throws a limit error of the part concerned, from any method, when one text alone passes a limit.
 * @throws StaleStateError from any method, when it is given a state of a generation that was dropped.
 */
export function createLazyLanguage(source: LazySource, options: LanguageOptions = {}): Language {
  checkCreateLazyLanguage(source, options);
  const engine = options.engine ?? defaultEngine();
  const lexer = options.lexer === undefined ? openLexer(engine) : createOpenLexer(engine, options.lexer);
  const limits = { ...DEFAULT_SYNTAX_LIMITS, ...options.limits };
  const shared: LazyShared = { engine, lexer, limits, chart: options.chart };
  const table = { classOf: source.classOf, classCount: source.classCount, generation: 0 };
  let present = createLazyGeneration(source, shared, FIRST_STATE);
  let before: LazyGeneration | undefined;

  /** The generation of a text that begins now. */
  function beginning(): LazyGeneration {
    if (!present.isFull() || source.again === undefined) return present;
    const first = before === undefined ? present.first + 1 : before.nextId();
    const next = createLazyGeneration(source.again(), shared, first);
    if (before !== undefined) table.generation++;
    before = present;
    present = next;
    return next;
  }

  const isPresent = (state: LanguageState): boolean => state >= present.first && ((state ^ present.first) & 1) === 0;

  function generationOf(state: LanguageState): LazyGeneration {
    if (isPresent(state)) return present;
    if (state === START) return beginning();
    if (state === VAGUE_STATE) return present;
    if (before !== undefined && state >= before.first && ((state ^ before.first) & 1) === 0) return before;
    throw new StaleStateError(state, (before ?? present).first);
  }

  /** Asks the generation of `state`, in which the start has a number of its own. */
  function ask<Answer>(state: LanguageState, question: (of: LazyGeneration, own: LanguageState) => Answer): Answer {
    const generation = generationOf(state);
    return question(generation, state === START ? generation.start : state);
  }

  // Most states are of the present generation, so its methods are called without a detour.
  const factor: Factor<LanguageState> = {
    automaton: lexer,
    local(state: LanguageState): number {
      if (isPresent(state)) return present.factor.local(state);
      return state === VAGUE_STATE ? 0 : ask(state, (of, own) => of.factor.local(own));
    },
    cross(state: LanguageState, exit: number): LanguageState | undefined {
      if (isPresent(state)) return present.factor.cross(state, exit);
      return ask(state, (of, own) => of.factor.cross(own, exit));
    },
    inside(state: LanguageState, local: number): LanguageState | undefined {
      if (isPresent(state)) return present.factor.inside(state, local);
      return ask(state, (of, own) => of.factor.inside(own, local));
    },
    replace: (state: LanguageState, local: number): LanguageState =>
      ask(state, (of, own) => of.factor.replace(own, local)),
    sketch(state: LanguageState): LanguageState {
      if (state === VAGUE_STATE || state === START) return state;
      return generationOf(state).factor.sketch(state);
    },
    narrowed(state: LanguageState): Narrowed<LanguageState> | undefined {
      if (state === VAGUE_STATE || state === START) return undefined;
      return generationOf(state).factor.narrowed(state);
    },
    costsAlike: (state: LanguageState): boolean =>
      state !== VAGUE_STATE && ask(state, (of, own) => of.factor.costsAlike(own)),
    vague: (state: LanguageState): boolean => state === VAGUE_STATE,
    loose(state: LanguageState): boolean {
      if (isPresent(state)) return present.factor.loose(state);
      return state !== VAGUE_STATE && ask(state, (of, own) => of.factor.loose(own));
    },
  };

  const lexemes: LexemeSteps = {
    step: (branch, symbol, visit): void => ask(branch, (of, own) => of.lexemes.step(own, symbol, visit)),
    finish: (branch, visit): void => ask(branch, (of, own) => of.lexemes.finish(own, visit)),
    terminalName: (terminal) => source.terminalName(terminal),
  };

  return {
    start: START,
    step(state: LanguageState, symbol: number): LanguageState | undefined {
      if (isPresent(state)) return present.step(state, symbol);
      return ask(state, (of, own) => of.step(own, symbol));
    },
    accepts: (state: LanguageState): boolean => ask(state, (of, own) => of.accepts(own)),
    trim: true,
    controls: NO_CONTROLS,
    table,
    factor,
    ...(source.typical === undefined ? {} : { typical: source.typical }),
    cost(state: LanguageState): number {
      return isPresent(state) ? present.cost(state) : ask(state, (of, own) => of.cost(own));
    },
    expected: (state: LanguageState): readonly string[] => ask(state, (of, own) => of.expected(own)),
    describe: (state: LanguageState): readonly ReadingView[] => ask(state, (of, own) => of.describe(own)),
    lexemes,
    bytes(): number {
      return present.bytes() + (before?.bytes() ?? 0) + (options.lexer === undefined ? 0 : lexer.bytes());
    },
  };
}
