// Text to a language: one function for each notation. Reading is done by `notation` and `automata`, running by `syntax`; here
// the two are joined.

import { type RegexMonitor, regexMonitor } from "@espalier/automata";
import { type GbnfOptions, type LarkOptions, readGbnf, readLark } from "@espalier/notation";
import { createLanguage, type Language, type LanguageOptions } from "@espalier/syntax";

/**
 * The language of a Lark grammar, in the dialect of llguidance. It has lexemes: each terminal matches as much as it can. The
 * rule that the whole text must match is `start`, or `options.start`.
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
  return createLanguage(readLark(text, options), options);
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
  return createLanguage(readGbnf(text, options), options);
}

/**
 * The texts that an ECMA-262 pattern matches as a whole: `a|b` is exactly `a` and `b`.
 *
 * @throws RegexSyntaxError when the pattern is malformed, or not regular (back-references, look-behind).
 * @example
 * check(regex("[0-9]{4}-[0-9]{2}"), "2024-").verdict; // => "incomplete"
 */
export function regex(pattern: string): RegexMonitor {
  return regexMonitor(pattern);
}
