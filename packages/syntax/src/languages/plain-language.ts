// The language of a grammar for pages: without an engine, so that a page does not load it.

import { signature } from "@espalier/arguments";
import { createPlainLexer } from "@espalier/lexer";
import { plainLanguageOptionsKind, sourceKind } from "../kinds.js";
import type { CompletionBounds } from "../parsing/completion-bounds.js";
import type { SyntaxSource } from "../parsing/source.js";
import { type CommonOptions, type Language, languageOf, type OnBase } from "./language-of.js";

export interface PlainLanguageOptions extends CommonOptions {
  /** `completionBounds`; by default none. */
  readonly bounds?: CompletionBounds;
}

const checkCreatePlainLanguage = signature("createPlainLanguage", {
  source: sourceKind,
  options: plainLanguageOptionsKind,
});

/**
 * Creates the same language for web pages. It saves 17 kB (gzip), because its lexer needs no engine ({@link
 * createPlainLexer}). Its masks are those of `createLanguage`. Its intersections with finite automata are not
 * decided: a `product` with it accepts the same texts, but may have dead ends, and it can be decoded within a token
 * budget only if the caller says how to compute its cost. With the option `bounds`, its costs are those of
 * `createLanguage`, too; without it, they may be larger where terminals swallow each other, and the limit
 * `searchSteps` may be reached sooner.
 *
 * @throws ArgumentError for a terminal with a complement (`~`, look-ahead) or an automaton, and if the counters of all
 * terminals, unrolled, take more than 100,000 states; the errors of `createLanguage`.
 */
export function createPlainLanguage(source: SyntaxSource, options: PlainLanguageOptions = {}): Language {
  checkCreatePlainLanguage(source, options);
  const onePlain: OnBase = (make) =>
    make({ createLexer: createPlainLexer, watched: () => ({ isFilled: () => false }) });
  return languageOf(source, options, onePlain, { decide: undefined, bounded: undefined, bounds: options.bounds });
}
