// A complete language as a fast monitor over bytes. What depends only on the grammar is computed once and called the
// *ground*. The tables that texts fill are built on it; they are replaced as a whole when they are full
// (generations.ts).

import { signature } from "@espalier/arguments";
import { defaultEngine, type Engine, roomyEngine, withRoom } from "@espalier/automata";
import { createChart } from "@espalier/earley";
import { createLexer, createPlainLexer } from "@espalier/lexer";
import { createFuel, type Factor, type Monitor, type Table } from "@espalier/monitor";
import { decideIntersection } from "../intersection/grammar-intersection.js";
import { languageOptionsKind, plainLanguageOptionsKind, sourceKind } from "../kinds.js";
import { createBoundaries } from "../parsing/boundary.js";
import { type CompletionBounds, completionBounds } from "../parsing/completion-bounds.js";
import { createRuleCosts } from "../parsing/completion-cost.js";
import { type CreateLexer, createParts, type PartLimits, type Parts } from "../parsing/parts.js";
import type { SyntaxSource } from "../parsing/source.js";
import { DEFAULT_SYNTAX_LIMITS, type SyntaxLimits, SyntaxSourceError } from "../states/error.js";
import { FIRST_STATE, type Generation, type Ground, inGenerations, type LanguageState } from "../states/generations.js";
import type { LexemeSteps } from "../states/lexeme-steps.js";
import type { ReadingView } from "../states/reading-view.js";
import { type Capabilities, createGrammarGeneration } from "./grammar-generation.js";

/** A language as a monitor over bytes, with every capability; trim. */
export interface Language extends Monitor<LanguageState> {
  readonly trim: true;
  readonly controls: readonly string[];
  readonly table: Table;
  /** Present if boundaries are always clean, so that a lexer state alone decides what stays inside a lexeme. */
  readonly factor?: Factor<LanguageState>;
  cost(state: LanguageState): number;
  expected(state: LanguageState): readonly string[];
  /** Describes the readings of a state for people: what the lexer and the parser expect. */
  describe(state: LanguageState): readonly ReadingView[];
  /** Reports where lexemes end, for {@link overLexemes}. */
  readonly lexemes: LexemeSteps;
  /** Returns the memory held by this language in bytes, without the engine's regexes. */
  bytes(): number;
}

/** The options of every language. */
interface CommonOptions extends PartLimits {
  readonly limits?: Partial<SyntaxLimits>;
}

export interface PlainLanguageOptions extends CommonOptions {
  /** `completionBounds`; by default none. */
  readonly bounds?: CompletionBounds;
}

export interface LanguageOptions extends CommonOptions {
  /** The engine; all languages on one engine share its regular expressions. By default one for the process. */
  readonly engine?: Engine;
}

const checkCreateLanguage = signature("createLanguage", { source: sourceKind, options: languageOptionsKind });
const checkCreatePlainLanguage = signature("createPlainLanguage", {
  source: sourceKind,
  options: plainLanguageOptionsKind,
});

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
    bounds: completionBounds,
  });
}

/**
 * Creates the same language for web pages. It saves 17 kB (gzip), because its lexer needs no engine ({@link
 * createPlainLexer}). Its masks are those of {@link createLanguage}. Its intersections with finite automata are not
 * decided: a `product` with it accepts the same texts, but may have dead ends, and it can be decoded within a token
 * budget only if the caller says how to compute its cost. With the option `bounds`, its costs are those of
 * {@link createLanguage}, too; without it, they may be larger where terminals swallow each other, and the limit
 * `searchSteps` may be reached sooner.
 *
 * @throws ArgumentError for a terminal with a complement (`~`, look-ahead) or an automaton, and if the counters of all
 * terminals, unrolled, take more than 100,000 states; the errors of {@link createLanguage}.
 */
export function createPlainLanguage(source: SyntaxSource, options: PlainLanguageOptions = {}): Language {
  checkCreatePlainLanguage(source, options);
  const onePlain: OnBase = (make) => make({ createLexer: createPlainLexer, isFull: () => false });
  return languageOf(source, options, onePlain, { decide: undefined, bounds: options.bounds });
}

/** What the lexers of a language are created on. */
interface Base {
  readonly createLexer: CreateLexer;
  /** Returns whether lexers of other grounds should be created on another base. */
  isFull(): boolean;
}

/** Calls `make` with a base that has room. */
type OnBase = <Made>(make: (base: Base) => Made) => Made;

function onEngines(first: Engine): OnBase {
  let engine = first;
  return (make) => {
    engine = roomyEngine(engine);
    return withRoom(engine, (roomy) =>
      make({ createLexer: (terminals, limits) => createLexer(roomy, terminals, limits), isFull: () => roomy.isFull() }),
    );
  };
}

function languageOf(
  source: SyntaxSource,
  options: CommonOptions,
  onBase: OnBase,
  capabilities: Capabilities,
): Language {
  const limits: SyntaxLimits = { ...DEFAULT_SYNTAX_LIMITS, ...options.limits };
  const makeGround = (first: number): GrammarGround =>
    createFuel(limits.fuel).run(() => onBase((base) => groundOn(base, source, options, limits, capabilities, first)));
  const ground = makeGround(FIRST_STATE);
  const { lexer, controlNames } = ground.parts;
  const { classOf, classCount } = lexer;
  return {
    ...inGenerations(ground, makeGround, { classOf, classCount }, limits.numbers),
    trim: true,
    controls: controlNames,
  };
}

/** Everything that depends only on the grammar and the base. */
interface GrammarGround extends Ground {
  readonly parts: Parts;
}

function groundOn(
  base: Base,
  source: SyntaxSource,
  options: CommonOptions,
  limits: SyntaxLimits,
  capabilities: Capabilities,
  first: number,
): GrammarGround {
  const parts = createParts(source, limits, options, base.createLexer);
  const { rules } = parts.chart;
  const costs = createRuleCosts(rules, createBoundaries(parts, source.munch));
  const opening = createGrammarGeneration(parts, source.munch, costs, limits, first, capabilities);
  if (opening.cost(opening.start) === Number.POSITIVE_INFINITY) throw emptyLanguage(parts);
  const { lexer, greedyLexer } = parts;
  const wasFull = base.isFull();
  const bytes = (): number => lexer.bytes() + (greedyLexer === lexer ? 0 : greedyLexer.bytes());
  const empty = bytes();
  return {
    parts,
    automaton: lexer,
    opening,
    begin(next: number): Generation {
      const chart = createChart(rules, options.chart);
      return createGrammarGeneration({ ...parts, chart }, source.munch, costs, limits, next, capabilities);
    },
    isFull: (): boolean =>
      (base.isFull() && !wasFull) || ((lexer.isFull() || greedyLexer.isFull()) && bytes() > 2 * empty),
    bytes,
  };
}

function emptyLanguage(parts: Parts): SyntaxSourceError {
  const unmatchable = parts.patterns.filter((_, t) => !parts.lexer.matchable(t)).map(({ name }) => name);
  const hint =
    unmatchable.length > 0
      ? `These terminals match nothing: ${unmatchable.join(", ")}`
      : "Look for rules that never end, and for terminals that swallow what should follow them";
  return new SyntaxSourceError("empty-language", "no text belongs to this language", hint);
}
