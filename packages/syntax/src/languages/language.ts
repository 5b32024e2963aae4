// The language of a grammar on an engine of regular expressions.

import { signature } from "@espalier/arguments";
import { defaultEngine, type Engine, type EngineWatch, watchEngine, withRoom } from "@espalier/automata";
import { createLexer } from "@espalier/lexer";
import { decideIntersection } from "../intersection/grammar-intersection.js";
import { languageOptionsKind, sourceKind } from "../kinds.js";
import { completionBounds } from "../parsing/completion-bounds.js";
import type { SyntaxSource } from "../parsing/source.js";
import { createBoundedIntersections } from "../states/bounded-intersections.js";
import { type CommonOptions, type Language, languageOf, type OnBase } from "./language-of.js";

export interface LanguageOptions extends CommonOptions {
  /** The engine; all languages on one engine share its regular expressions. By default one for the process. */
  readonly engine?: Engine;
}

const checkCreateLanguage = signature("createLanguage", { source: sourceKind, options: languageOptionsKind });

/**
 * Creates the language of `source`.
 *
 * @throws SyntaxSourceError for missing or duplicate names, and for languages without any text.
 * @throws GrammarError; a limit error of the part concerned if the source is too large; FuelError if creating the
 * language takes more than `limits.fuel` units of work.
 */
export function createLanguage(source: SyntaxSource, options: LanguageOptions = {}): Language {
  checkCreateLanguage(source, options);
  return languageOf(source, options, onEngines(options.engine ?? defaultEngine()), {
    decide: decideIntersection,
    bounded: createBoundedIntersections(),
    bounds: completionBounds,
  });
}

/** Each call uses the engine of the last, unless texts have filled it. */
function onEngines(first: Engine): OnBase {
  let watch: EngineWatch | undefined;
  return (make) =>
    withRoom(watch?.next() ?? first, (engine) => {
      const watched = (): EngineWatch => (watch = watchEngine(engine));
      return make({ createLexer: (terminals, limits) => createLexer(engine, terminals, limits), watched });
    });
}
