// Text to a language: one function for each notation. Reading is done by `notation` and `automata`, running by `syntax`; here
// the two are joined.

import { parseRegex, type RegexMonitor, regexMonitor } from "@espalier/automata";
import { type GbnfOptions, type LarkOptions, readGbnf, readLark } from "@espalier/notation";
import { createLanguage, type Language, type LanguageOptions } from "@espalier/syntax";
import { ArgumentError, checkGrammarText, checkOptions, type NamesOf, named } from "./arguments.js";
import { schemasWithin } from "./nested-schema.js";

const LIMITS: NamesOf<LanguageOptions> = { chart: true, lexer: true, engine: true, limits: true };
const LARK: NamesOf<LarkOptions & LanguageOptions> = { start: true, maxIgnored: true, extensions: true, ...LIMITS };
const GBNF: NamesOf<GbnfOptions & LanguageOptions> = { start: true, ...LIMITS };

/**
 * The language of a Lark grammar, in the dialect of llguidance. It has lexemes: each terminal matches as much as it can. The
 * rule that the whole text must match is `start`, or `options.start`. `%json { … }` stands for the JSON texts of a schema's values, as
 * `schemaSource` makes them of it; an extension of your own may make them otherwise.
 *
 * @throws NotationError with every problem in the text, each at its place.
 * @throws SyntaxSourceError when no text at all belongs to the language.
 * @example
 * const language = lark(`
 *   start: "[" NUMBER ("," NUMBER)* "]"
 *   NUMBER: /[0-9]+/
 * `);
 * check(language, "[1,2]").verdict; // => "accepted"
 */
export function lark(text: string, options: LarkOptions & LanguageOptions = {}): Language {
  checkGrammarText("lark", text);
  checkOptions("lark", options, LARK);
  const extensions = { ...schemasWithin(options), ...options.extensions };
  return createLanguage(readLark(text, { ...options, extensions }), options);
}

/**
 * The language of a GBNF grammar, as llama.cpp writes them. It has no lexemes: any split of the text counts. The rule that the
 * whole text must match is `root`, or `options.start`.
 *
 * @throws NotationError with the problems in the text, each at its place.
 * @throws SyntaxSourceError when no text at all belongs to the language.
 * @example
 * check(gbnf('root ::= "yes" | "no"'), "maybe"); // => { verdict: "dead", offset: 0, line: 1, column: 1, expected: ['"yes"', '"no"'] }
 */
export function gbnf(text: string, options: GbnfOptions & LanguageOptions = {}): Language {
  checkGrammarText("gbnf", text);
  checkOptions("gbnf", options, GBNF);
  return createLanguage(readGbnf(text, options), options);
}

/**
 * The texts that an ECMA-262 pattern matches as a whole: `a|b` is exactly `a` and `b`. A RegExp counts with its flags.
 *
 * @throws RegexSyntaxError when the pattern is malformed, or not regular (back-references, look-behind).
 * @example
 * check(regex("[0-9]{4}-[0-9]{2}"), "2024-").verdict; // => "incomplete"
 * check(regex(/yes|no/i), "YES").verdict; // => "accepted"
 */
export function regex(pattern: string | RegExp): RegexMonitor {
  if (pattern instanceof RegExp) return regexMonitor(parseRegex(pattern.source, { flags: pattern.flags }));
  if (typeof pattern === "string") return regexMonitor(pattern);
  throw new ArgumentError(
    pattern === undefined ? "missing" : "wrong-type",
    "pattern",
    `regex takes a pattern, a string or a RegExp, not ${named(pattern)}.`,
  );
}
