// The kinds of arguments that the functions of this package check.
import { either, having, type Kind, type KindsOf, listOf, number, oneOf, options, text } from "@espalier/arguments";
import { engineKind, regexKind } from "@espalier/automata";
import { limitsKind as chartLimits } from "@espalier/earley";
import { grammarKind } from "@espalier/grammar";
import { limitsKind as lexerLimits } from "@espalier/lexer";
import type { LanguageOptions } from "./languages/language.js";
import type { PlainLanguageOptions } from "./languages/plain-language.js";
import type { SyntaxLimits } from "./states/error.js";

const bound = number({ min: 0, max: Number.POSITIVE_INFINITY });
const LIMITS: KindsOf<SyntaxLimits> = {
  configurations: bound,
  rowBytes: bound,
  searchSteps: bound,
  readings: bound,
  nesting: bound,
  generationBytes: bound,
  numbers: number({ min: 0, max: 2 ** 31 }),
  fuel: bound,
};
const COMMON = { chart: chartLimits, lexer: lexerLimits, limits: options(LIMITS) };
const PLAIN_LANGUAGE: KindsOf<PlainLanguageOptions> = {
  ...COMMON,
  bounds: having("completionBounds", { of: "function" }),
};
const LANGUAGE: KindsOf<LanguageOptions> = { ...COMMON, engine: engineKind };

/** The options of a language, for packages that pass them on. */
export const languageOptions: KindsOf<LanguageOptions> = LANGUAGE;

/** The options of a language. */
export const languageOptionsKind: Kind = options(LANGUAGE);

const terminalKind = either(
  having('a terminal { kind: "pattern", name, regex }', { kind: oneOf("pattern"), name: text, regex: regexKind }),
  having('a terminal { kind: "control", name, control }', { kind: oneOf("control"), name: text, control: text }),
);

/** The options of a plain language. */
export const plainLanguageOptionsKind: Kind = options(PLAIN_LANGUAGE);

/** The source of a language. */
export const sourceKind: Kind = having(
  "a source { grammar, terminals, skip, munch }",
  { grammar: grammarKind, terminals: listOf(terminalKind), skip: listOf(text), munch: oneOf("maximal", "none") },
  (value) => (typeof value === "string" ? "Read one with readLark(text) or readGbnf(text)." : undefined),
);

/** A language that reports where lexemes end. */
export const lexemeLanguageKind: Kind = having("a language of a grammar or a JSON Schema", {
  lexemes: "object",
  step: "function",
  accepts: "function",
});

/** A monitor over lexemes. */
export const lexemeMonitorKind: Kind = having("a monitor { start, lexeme, accepts }", {
  lexeme: "function",
  accepts: "function",
});

/** A source whose rules are created on demand. */
export const lazySourceKind: Kind = having("a lazy source", {
  rules: "object",
  terminal: "function",
  terminalName: "function",
  classOf: "object",
  classCount: "number",
});
