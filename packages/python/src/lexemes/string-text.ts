// The text between the quotes of a string (Language Reference 2.5), one character or escape at a time.

import {
  and,
  choice,
  choiceOf,
  literal,
  optional,
  parseEcmaRegex,
  plus,
  type Regex,
  repeat,
  sequence,
  star,
} from "@espalier/automata";
import { type Enclosure, OPEN, type Quote, withoutTriples } from "./enclosure.js";

/** How backslashes are read: as escapes, as text (they still keep a quote from ending the string), or not at all. */
export type Escapes = "escapes" | "raw" | "none";

/** How the text of a string is read. */
export interface TextStyle {
  readonly quote: Quote;
  readonly escapes: Escapes;
  /** The names that `\N{…}` accepts; if `undefined`, `\N` is not an escape. */
  readonly characterName: Regex | undefined;
  /** `bytes` allows ASCII only. */
  readonly holds: "text" | "bytes";
  /** Whether braces are text or delimit fields. */
  readonly braces: "text" | "fields";
  readonly enclosure: Enclosure;
}

const read = new Map<string, Regex>();

/** A cache for `parseEcmaRegex` of the few patterns below: sets of characters are large as bytes. */
function pattern(text: string): Regex {
  const regex = read.get(text) ?? parseEcmaRegex(text);
  read.set(text, regex);
  return regex;
}

/** Returns the regex of one character or escape that is text; in triple quotes, without the quote character. */
function textPiece(style: TextStyle): Regex {
  const { quote, escapes, holds, braces, enclosure } = style;
  const lines = quote.length === 1 || enclosure.never !== "" ? "\\r\\n" : "";
  const excluded = `\\0\\\\${quote[0]}${enclosure.never}${braces === "fields" ? "{}" : ""}${lines}`;
  const plain = holds === "bytes" ? pattern(`(?![${excluded}])[\\x01-\\x7f]`) : pattern(`[^${excluded}]`);
  return escapes === "none" ? plain : choice(plain, escapeSequence(style));
}

/**
 * Returns the regex of a backslash and what belongs to it. Before a brace that is not text, the backslash stands alone.
 */
function escapeSequence({ escapes, characterName, holds, braces }: TextStyle): Regex {
  const special = escapes === "raw" ? "" : holds === "bytes" ? "x" : "xuUN";
  const refused = `\\0\\r${special}${braces === "fields" ? "{}" : ""}`;
  const any = holds === "bytes" ? `(?![${refused}])[\\x01-\\x7f]` : `[^${refused}]`;
  const simple = pattern(`\\\\(?:\\r\\n?|${any})`);
  if (escapes === "raw") return simple;
  const inBytes = choice(simple, pattern("\\\\x[0-9a-fA-F]{2}"));
  if (holds === "bytes") return inBytes;
  const numbered = pattern("\\\\(?:u[0-9a-fA-F]{4}|U(?:000[0-9a-fA-F]|0010)[0-9a-fA-F]{4})");
  if (characterName === undefined) return choice(inBytes, numbered);
  return choiceOf([inBytes, numbered, sequence(literal("\\N{"), characterName, literal("}"))]);
}

/** Returns the regex of up to two quote characters that do not end a triple-quoted string. */
function looseQuotes({ quote }: TextStyle, least: 0 | 1): Regex {
  return repeat(literal(quote[0]!), least, 2);
}

/** Returns the regex of a piece of text, including the loose quotes before it. */
function textStep(style: TextStyle): Regex {
  const piece = textPiece(style);
  return style.quote.length === 1 ? piece : sequence(looseQuotes(style, 0), piece);
}

/** Returns the regex of a whole string including its quotes; with `some`, it is not empty. */
export function quoted(style: TextStyle, text: "any" | "some" = "any"): Regex {
  const { quote, enclosure } = style;
  const step = textStep(style);
  const whole = sequence(literal(quote), text === "any" ? star(step) : plus(step), literal(quote));
  return and(whole, ...withoutTriples(enclosure));
}

/** Returns the regex of non-empty text up to the next brace or the end of the string. */
export function textRun(style: TextStyle): Regex {
  const { quote, escapes, enclosure } = style;
  const steps = plus(textStep(style));
  const backslash = escapes === "none" ? [] : [literal("\\")];
  const end = optional(choiceOf(backslash));
  const run =
    quote.length === 1
      ? choiceOf([sequence(steps, end), ...backslash])
      : choiceOf([
          sequence(steps, looseQuotes(style, 0), end),
          looseQuotes(style, 1),
          ...backslash.map((alone) => sequence(looseQuotes(style, 0), alone)),
        ]);
  return and(run, ...withoutTriples(enclosure));
}

/** Returns the regex of text in a triple-quoted string, together with the quotes that end it. */
export function textAndEnd(style: TextStyle): Regex {
  return and(sequence(plus(textStep(style)), literal(style.quote)), ...withoutTriples(style.enclosure));
}

/** Returns the style of plain strings outside fields. */
export function plainStyle(characterName: Regex | undefined, quote: Quote): TextStyle {
  return { quote, escapes: "escapes", characterName, holds: "text", braces: "text", enclosure: OPEN };
}
