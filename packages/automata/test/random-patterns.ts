// Random patterns of the regex syntax, with texts over the same characters, and the search that V8 is asked for.
import fc from "fast-check";

const CHARACTERS = [
  "a",
  "b",
  "A",
  "k",
  "K",
  "\u212a",
  "s",
  "ſ",
  "0",
  "_",
  "-",
  " ",
  "\n",
  "é",
  "É",
  "ß",
  "ẞ",
  "σ",
  "ς",
  "€",
  "\u2028",
  "😀",
  "\u{10400}",
];
const character = fc.constantFrom(...CHARACTERS);
const escaped = character.map((c) => (/[-\n\u2028]/u.test(c) ? `\\u{${c.codePointAt(0)!.toString(16)}}` : c));
const classEscape = fc.constantFrom(
  "\\d",
  "\\D",
  "\\w",
  "\\W",
  "\\s",
  "\\S",
  "\\p{Lu}",
  "\\P{Lu}",
  "\\p{L}",
  "\\P{Script=Greek}",
);
const bracket = fc
  .tuple(
    fc.constantFrom("", "^"),
    fc.array(
      fc.oneof(
        escaped,
        classEscape,
        fc.tuple(character, character).map(([x, y]) => {
          const [low, high] = [x.codePointAt(0)!, y.codePointAt(0)!].sort((p, q) => p - q);
          return `\\u{${low!.toString(16)}}-\\u{${high!.toString(16)}}`;
        }),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([negation, items]) => `[${negation}${items.join("")}]`);
const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}", "*?", "{2,3}?");

/** Patterns of the syntax, with the conditions given (`^`, `$`) at each level. */
export function patterns(condition: fc.Arbitrary<string> | undefined): fc.Arbitrary<string> {
  return fc.letrec<{ pattern: string; plain: string }>((tie) => {
    const atoms = [escaped, escaped, fc.constant("."), classEscape, bracket];
    const plainAtom = fc.oneof(
      { depthSize: "small" },
      ...atoms,
      tie("plain").map((inner) => `(?:${inner})`),
    );
    const item = fc.tuple(plainAtom, fc.option(quantifier, { nil: "" })).map((parts) => parts.join(""));
    const plain = fc
      .array(
        fc.array(item, { maxLength: 3 }).map((items) => items.join("")),
        { minLength: 1, maxLength: 2 },
      )
      .map((options) => options.join("|"));
    if (condition === undefined) return { plain, pattern: plain };
    const look = fc.tuple(fc.constantFrom("(?=", "(?!"), tie("pattern")).map(([open, inner]) => `${open}${inner})`);
    const group = fc
      .tuple(tie("pattern"), fc.constantFrom("", "?", "{2}", "{0,2}"))
      .map(([inner, times]) => `(${inner})${times}`);
    const part = fc.oneof({ depthSize: "small", maxDepth: 3 }, item, item, condition, look, group);
    const pattern = fc
      .array(
        fc.array(part, { maxLength: 4 }).map((items) => items.join("")),
        { minLength: 1, maxLength: 2 },
      )
      .map((options) => options.join("|"));
    return { plain, pattern };
  }).pattern;
}

/** Texts over the characters of {@link patterns}. */
export const text: fc.Arbitrary<string> = fc.array(character, { maxLength: 5 }).map((all) => all.join(""));

/** A search between characters only: V8's own also finds empty matches inside a surrogate pair. */
export function found(sticky: RegExp, each: string): boolean {
  for (let offset = 0; offset <= each.length; offset += each.codePointAt(offset)! > 0xffff ? 2 : 1) {
    sticky.lastIndex = offset;
    if (sticky.test(each)) return true;
  }
  return false;
}
