// Regular expressions that blow up somewhere: nested counts, overlapping loops, look-aheads, sets of many ranges.
import { type HostileInput, nested, ofRegex, upTo } from "../hostile-input.js";

const a = (times: number): string => "a".repeat(times);

export const HOSTILE_REGEXES: readonly HostileInput[] = [
  ofRegex("counts nested four deep", () => "(((a{1,9}){1,9}){1,9}){1,9}", a(500), "accepted refused"),
  ofRegex("a thousand of up to a thousand", () => "(a{0,1000}){0,1000}", a(2_000), "accepted refused"),
  ofRegex("a million of one letter", () => "a{1000000}", a(1_000), "incomplete refused"),
  ofRegex("a count of nothing", () => "(?:){1000000}", "", "accepted refused"),
  ofRegex("a count beyond any text", () => "a{0,99999999999}", a(10), "accepted refused"),
  ofRegex("counts that cross", () => "(a{3,5}){2,4}(a{5,7}){1,3}", a(12), "accepted"),
  ofRegex("a count of a choice", () => "(ab|ba|a|b){200}", a(200), "accepted refused"),
  ofRegex("optional letters before as many", () => `${"a?".repeat(300)}${a(300)}`, a(300), "accepted refused"),
  ofRegex("loops in loops", () => "((((a*)*)*)*)*b", `${a(5_000)}c`, "dead"),
  ofRegex("a choice of a letter and two", () => "(a|aa|aaa)+b", a(5_000), "incomplete"),
  ofRegex("an empty loop", () => "(|a|)*", a(100), "accepted"),
  ofRegex("twenty of anything up to a letter", () => "(.*a){20}", a(100), "accepted refused"),
  ofRegex("a letter twenty before the end", () => "[ab]*a[ab]{20}", a(100), "accepted refused"),
  ofRegex("a letter four hundred before the end", () => "[ab]*a[ab]{400}", a(1_000), "accepted refused"),
  ofRegex(
    "sixteen look-aheads",
    () =>
      `${upTo(16)
        .map((i) => `(?=.*${String.fromCharCode(97 + i)})`)
        .join("")}.*`,
    "abcdefghijklmnop",
    "accepted refused",
  ),
  ofRegex(
    "negative look-aheads nested",
    () => nested(40, "a", (inner) => `(?!${inner})a?`),
    "a",
    "accepted dead incomplete refused",
  ),
  ofRegex("five thousand groups nested", () => `${"(".repeat(5_000)}a${")".repeat(5_000)}`, "a", "accepted refused"),
  ofRegex(
    "a hundred thousand groups nested",
    () => `${"(".repeat(100_000)}a${")".repeat(100_000)}`,
    "a",
    "accepted refused",
  ),
  ofRegex(
    "ten thousand words with one beginning",
    () =>
      upTo(10_000)
        .map((i) => `${a(20)}${i}`)
        .join("|"),
    `${a(20)}9999`,
    "accepted refused",
  ),
  ofRegex(
    "classes of ten thousand ranges",
    () =>
      `[${upTo(10_000)
        .map((i) => String.fromCodePoint(0x4e00 + 2 * i))
        .join("")}]+`,
    "一",
    "accepted refused",
  ),
  ofRegex("properties of characters, counted", () => "\\p{L}{1,500}\\p{Lu}{1,500}", "éÉ", "accepted refused"),
  ofRegex("properties of characters, any case", () => /(\p{Lu}|\P{Ll}){1,20}/iu, "éÉ", "accepted refused"),
  ofRegex("the last character", () => "\\u{10FFFF}", "\u{10ffff}", "accepted"),
  ofRegex("a lone surrogate", () => "\\ud800", "x", "dead refused"),
  ofRegex("a set of surrogates", () => "[\\ud800-\\udfff]", "x", "dead refused"),
  ofRegex("nothing", () => "[]", "", "dead incomplete refused"),
  ofRegex("nothing, looked for", () => "(?=b)a", "a", "dead incomplete refused"),
  ofRegex("a back-reference", () => "(a)\\1", "aa", "refused"),
  ofRegex("a look-behind", () => "(?<=a)b", "b", "refused"),
  ofRegex("a word boundary", () => "\\ba", "a", "accepted refused"),
  ofRegex("an open group", () => "(", "", "refused"),
  ofRegex(
    "a name of a hundred thousand letters",
    () => `(?<${a(100_000)}>a)(?<${a(100_000)}>b)`,
    "ab",
    "accepted refused",
  ),
  ofRegex("an unknown property of a hundred thousand letters", () => `\\p{${a(100_000)}}`, "a", "refused"),
  ofRegex("a byte that is no UTF-8", () => ".*", Uint8Array.of(0x61, 0xff), "dead"),
  ofRegex("an overlong slash", () => ".*", Uint8Array.of(0xc0, 0xaf), "dead"),
  ofRegex("half a character", () => ".*", Uint8Array.of(0xf0, 0x9f, 0x98), "incomplete"),
  ofRegex("a surrogate in UTF-8", () => ".*", Uint8Array.of(0xed, 0xa0, 0x80), "dead"),
];
