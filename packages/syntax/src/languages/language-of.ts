// A complete language as a fast monitor over bytes. What depends only on the grammar is computed once and called the
// *ground*. The tables that texts fill are built on it; they are replaced as a whole when they are full
// (generations.ts). What the lexers are created on, an engine or nothing, is the *base*.

import { createChart } from "@espalier/earley";
import { createFuel, type Factor, type Monitor, type Table } from "@espalier/monitor";
import { createBoundaries } from "../parsing/boundary.js";
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
export interface CommonOptions extends PartLimits {
  readonly limits?: Partial<SyntaxLimits>;
}

/** What the lexers of a language are created on. */
interface Base {
  readonly createLexer: CreateLexer;
  /** Returns a watch that tells whether texts have filled the base since this call. */
  watched(): { isFilled(): boolean };
}

/** Calls `make` with a base that has room. */
export type OnBase = <Made>(make: (base: Base) => Made) => Made;

export function languageOf(
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
    ...inGenerations(ground, makeGround, { classOf, classCount }, limits.numbers, capabilities.bounded),
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
  const { isFilled } = base.watched();
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
    isFull: (): boolean => isFilled() || ((lexer.isFull() || greedyLexer.isFull()) && bytes() > 2 * empty),
    bytes,
  };
}

function emptyLanguage(parts: Parts): SyntaxSourceError {
  const unmatchable = parts.patterns.filter((_, t) => !parts.lexer.matchable(t)).map(({ name }) => name);
  const hint =
    unmatchable.length > 0
      ? `These terminals match nothing: ${unmatchable.join(", ")}`
      : "Look for rules that never end, and terminals that swallow what follows";
  return new SyntaxSourceError("empty-language", "no text belongs to this language", hint);
}
