// A language whose grammar is created on demand. Everything that texts create is stored in generations, which are
// dropped as a whole (generations.ts). This includes rules that depend on names in the text. All lazy languages of one
// engine share one lexer.

import { signature } from "@espalier/arguments";
import { defaultEngine, type Engine, watchEngine } from "@espalier/automata";
import { createOpenLexer, openLexer } from "@espalier/lexer";
import { languageOptionsKind, lazySourceKind } from "../kinds.js";
import { createBoundedIntersections } from "../states/bounded-intersections.js";
import { DEFAULT_SYNTAX_LIMITS } from "../states/error.js";
import { FIRST_STATE, type Generation, type Ground, inGenerations } from "../states/generations.js";
import type { LazySource } from "../tracking/lazy-source.js";
import type { LanguageOptions } from "./language.js";
import type { Language } from "./language-of.js";
import { createLazyGeneration } from "./lazy-generation.js";

const NO_CONTROLS: readonly string[] = [];

const checkCreateLazyLanguage = signature("createLazyLanguage", {
  source: lazySourceKind,
  options: languageOptionsKind,
});

/**
 * Creates a language from a source whose rules and terminals are created on demand. It costs almost nothing, whatever
 * the size of the source.
 *
 * All lazy languages of the engine share one lexer, unless `options.lexer` sets limits: then the language has its own.
 * `Language.bytes()` does not include a shared lexer.
 *
 * @throws a limit error of the part concerned, from any method, if one text alone exceeds a limit.
 * @throws StaleStateError from any method for a state of a dropped generation.
 */
export function createLazyLanguage(source: LazySource, options: LanguageOptions = {}): Language {
  checkCreateLazyLanguage(source, options);
  const limits = { ...DEFAULT_SYNTAX_LIMITS, ...options.limits };
  let engine = options.engine ?? defaultEngine();
  let present = source;
  let watch = watchEngine(engine);

  function groundOn(on: Engine, first: number): Ground {
    const lexer = options.lexer === undefined ? openLexer(on) : createOpenLexer(on, options.lexer);
    const shared = { engine: on, lexer, limits, chart: options.chart };
    const lexerBytes = lexer.bytes();
    watch = watchEngine(on);
    const generation = (from: LazySource, its: number): Generation => {
      const made = createLazyGeneration(from, shared, its);
      return from.again === undefined ? { ...made, isFull: () => false } : made;
    };
    return {
      automaton: lexer,
      opening: generation(present, first),
      begin: (next: number): Generation => generation(present.again?.() ?? present, next),
      isFull: (): boolean =>
        present.on !== undefined && (watch.isFilled() || (lexer.isFull() && lexer.bytes() > 2 * lexerBytes)),
      bytes: (): number => (options.lexer === undefined ? 0 : lexer.bytes()),
    };
  }

  function nextGround(first: number): Ground {
    const roomy = watch.next();
    present = (roomy === engine ? present.again?.() : present.on?.(roomy)) ?? present;
    engine = roomy;
    return groundOn(roomy, first);
  }

  return {
    ...inGenerations(
      groundOn(engine, FIRST_STATE),
      nextGround,
      { classOf: source.classOf, classCount: source.classCount },
      limits.numbers,
      createBoundedIntersections(),
    ),
    trim: true,
    controls: NO_CONTROLS,
    ...(source.typical === undefined ? {} : { typical: source.typical }),
  };
}
