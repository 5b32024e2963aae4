// Strings and bytes without fields (Language Reference 2.5).
//
// All spellings of one terminal form one kind. Strings with a prefix form a separate kind, because a prefix must not
// directly follow a word.

import { choice, choiceOf, literal, type Regex, sequence } from "@espalier/automata";
import type { LexemeKind } from "@espalier/gaps";
import { admits, type Enclosure, enclosureName, QUOTES, type Quote } from "./enclosure.js";
import { plainStyle, quoted, type TextStyle } from "./string-text.js";

/** Matches `letters` in any order and case: `rb`, `Rb`, `bR`, …. */
export function prefix(letters: string): Regex {
  const either = (letter: string): Regex => choice(literal(letter), literal(letter.toUpperCase()));
  const [first = "", second] = letters;
  if (second === undefined) return either(first);
  return choice(sequence(either(first), either(second)), sequence(either(second), either(first)));
}

/** A family of strings: its name, and its spellings around each quoted text. */
interface Family {
  readonly name: string;
  readonly terminal: string;
  spellings(around: (more: Partial<TextStyle>) => Regex): Regex;
}

const PLAIN: Family = { name: "string", terminal: "STRING", spellings: (around) => around({}) };

const PREFIXED: readonly Family[] = [
  {
    name: "string with a prefix",
    terminal: "STRING",
    spellings: (around) => choice(sequence(prefix("u"), around({})), sequence(prefix("r"), around({ escapes: "raw" }))),
  },
  {
    name: "bytes",
    terminal: "BYTES",
    spellings: (around) =>
      choice(
        sequence(prefix("b"), around({ holds: "bytes" })),
        sequence(prefix("br"), around({ holds: "bytes", escapes: "raw" })),
      ),
  },
];

const FAMILIES: readonly Family[] = [PLAIN, ...PREFIXED];

/** The names of the kinds of strings that begin with a letter. */
export const PREFIXED_STRINGS: readonly string[] = PREFIXED.map(({ name }) => name);

const kindOf = ({ name, terminal }: Family, regex: Regex, modes: readonly string[]): LexemeKind => ({
  name,
  regex,
  modes,
  terminals: [terminal],
  swallows: true,
  place: "string",
});

/**
 * Returns the kinds of strings and bytes outside fields, and, from 3.12 on, in them. `characterName` matches the names
 * that `\N{…}` accepts.
 */
export function stringKinds(characterName: Regex, modes: readonly string[]): readonly LexemeKind[] {
  return FAMILIES.map((family) => {
    const between = (quote: Quote): Regex =>
      family.spellings((more) => quoted({ ...plainStyle(characterName, quote), ...more }));
    return kindOf(family, choiceOf(QUOTES.map(between)), modes);
  });
}

/**
 * Up to 3.11, a string inside a field may begin with a quote that, with its neighbours, could be read as the triple
 * quote that ends the enclosing string. Such strings have kinds of their own. Returns the names of these kinds: `some`
 * for strings with text, `empty` for empty ones.
 */
function looseStrings(enclosure: Enclosure, quote: Quote): { readonly some: string; readonly empty: string } {
  const where = `${quote} inside ${enclosureName(enclosure)}`;
  return { some: `string ${where}`, empty: `empty string ${where}` };
}

/** Returns the kinds that must not follow a lexeme that ends with one `quote`, or two: they would complete three. */
export function notBehind(enclosure: Enclosure, quote: Quote, count: 1 | 2): readonly string[] {
  if (quote.length === 3 || !enclosure.notThrice.includes(quote)) return [];
  const { some, empty } = looseStrings(enclosure, quote);
  return count === 1 ? [empty] : [some, empty];
}

/** Returns the kinds of strings in fields up to 3.11. */
export function enclosedStringKinds(enclosure: Enclosure, modes: readonly string[]): readonly LexemeKind[] {
  const quotes = QUOTES.filter((quote) => admits(enclosure, quote));
  const style = (quote: Quote): TextStyle => ({ ...plainStyle(undefined, quote), escapes: "none", enclosure });
  const regex = (family: Family, quote: Quote, text: "any" | "some"): Regex =>
    family.spellings(({ holds = "text" }) => quoted({ ...style(quote), holds }, text));
  return FAMILIES.flatMap((family) => {
    const where = `inside ${enclosureName(enclosure)}`;
    const free = quotes.filter((quote) => !enclosure.notThrice.includes(quote));
    const loose = quotes.filter((quote) => enclosure.notThrice.includes(quote));
    const kinds: LexemeKind[] = [];
    if (free.length > 0) {
      const all = choiceOf(free.map((quote) => regex(family, quote, "any")));
      kinds.push({ ...kindOf(family, all, modes), name: `${family.name} ${where}` });
    }
    for (const quote of loose) {
      const names = looseStrings(enclosure, quote);
      const named = (name: string): string => (family === PLAIN ? name : `${family.name}: ${name}`);
      const empty = family.spellings(() => literal(quote + quote));
      kinds.push(
        {
          ...kindOf(family, regex(family, quote, "some"), modes),
          name: named(names.some),
          notBefore: notBehind(enclosure, quote, 1),
        },
        { ...kindOf(family, empty, modes), name: named(names.empty), notBefore: notBehind(enclosure, quote, 2) },
      );
    }
    return kinds;
  });
}

/** Returns the names of all kinds of strings in fields up to 3.11 that begin with a letter. */
export function enclosedPrefixedNames(kinds: readonly LexemeKind[]): readonly string[] {
  return kinds.filter(({ name }) => PREFIXED_STRINGS.some((start) => name.startsWith(start))).map(({ name }) => name);
}
