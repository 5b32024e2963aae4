// Creates languages from text, with one function for each notation. `notation` and `automata` parse the text, and
// `syntax` runs the language.

import { callable, called, either, having, integer, type KindsOf, options, signature, text } from "@espalier/arguments";
import { parseEcmaRegex, type RegexMonitor, regexMonitor } from "@espalier/automata";
import { type GbnfOptions, type LarkOptions, readGbnf, readLark } from "@espalier/notation";
import { createLanguage, type Language, type LanguageOptions, languageOptions } from "@espalier/syntax";
import { optionsOf } from "@espalier/values";

/** The text of a grammar. */
const grammarText = called("the text of a grammar", text, (value) =>
  value instanceof RegExp ? "A pattern is for regex(pattern)." : undefined,
);
const checkLark = signature("lark", {
  text: grammarText,
  options: optionsOf({
    start: text,
    maxIgnored: integer({ min: 0 }),
    extensions: options({ json: callable }),
    ...languageOptions,
  } satisfies KindsOf<LarkOptions & LanguageOptions>),
});
const checkGbnf = signature("gbnf", {
  text: grammarText,
  options: optionsOf({ start: text, ...languageOptions } satisfies KindsOf<GbnfOptions & LanguageOptions>),
});
const checkRegex = signature("regex", {
  pattern: either(text, having("a RegExp", { source: "string", flags: "string" })),
});

/**
 * Returns the language of a Lark grammar, in the dialect of llguidance. It has lexemes: each terminal matches as much
 * as possible. The start rule is `start`, or `options.start`. A grammar with `%json { … }` requires the option
 * `extensions: nestedSchemas()`, or an extension of your own.
 *
 * @throws NotationError with every problem in the text and its position.
 * @throws SyntaxSourceError if the language contains no text.
 *
 * @example
 * const language = lark(`
 *   start: "[" NUMBER ("," NUMBER)* "]"
 *   NUMBER: /[0-9]+/
 * `);
 * check(language, "[1,2]").verdict; // => "accepted"
 */
export function lark(text: string, options: LarkOptions & LanguageOptions = {}): Language {
  checkLark(text, options);
  const { start, maxIgnored, extensions, ...running } = options;
  const reading = {
    ...(start !== undefined && { start }),
    ...(maxIgnored !== undefined && { maxIgnored }),
    ...(extensions !== undefined && { extensions }),
  };
  return createLanguage(readLark(text, reading), running);
}

/**
 * Returns the language of a GBNF grammar, as in llama.cpp. It has no lexemes: the text may be split in any way. The
 * start rule is `root`, or `options.start`.
 *
 * @throws NotationError with the problems in the text and their positions.
 * @throws SyntaxSourceError if the language contains no text.
 *
 * @example
 * check(gbnf('root ::= "yes" | "no"'), "maybe"); // => { verdict: "dead", offset: 0, line: 1, column: 1, expected: ['"yes"', '"no"'] }
 */
export function gbnf(text: string, options: GbnfOptions & LanguageOptions = {}): Language {
  checkGbnf(text, options);
  const { start, ...running } = options;
  return createLanguage(readGbnf(text, start === undefined ? {} : { start }), running);
}

/**
 * Returns the texts that an ECMA-262 pattern matches as a whole: `a|b` matches exactly `a` and `b`. The flags of a
 * RegExp apply.
 *
 * @throws RegexSyntaxError if the pattern is malformed or not regular (back-references, look-behind).
 *
 * @example
 * check(regex("[0-9]{4}-[0-9]{2}"), "2024-").verdict; // => "incomplete"
 * check(regex(/yes|no/i), "YES").verdict; // => "accepted"
 */
export function regex(pattern: string | RegExp): RegexMonitor {
  checkRegex(pattern);
  if (typeof pattern === "string") return regexMonitor(pattern);
  return regexMonitor(parseEcmaRegex(pattern.source, { flags: pattern.flags }));
}
