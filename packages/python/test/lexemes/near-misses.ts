// Random texts that are almost lexemes, or just are: by kind, seeds changed in a place or two, and soups of what matters to the kind.
import type { Random } from "../../../../test/judges/cpython/random.js";

/** One kind of near misses. */
interface Sort {
  readonly name: string;
  /** Where the text stands, for "@". */
  readonly frames: readonly string[];
  readonly seeds: readonly string[];
  readonly pieces: readonly string[];
  /** What may stand before and after a soup of pieces. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Pieces of a soup at most. */
  readonly most: number;
}

const spaced = (text: string): readonly string[] => text.split(" ");

const NUMBERS: Sort = {
  name: "numbers",
  frames: ["x = @", "@", "[@]", "1 if @ 2", "x = 1 if @ 2", "@ else 2", "x = a if b @", "(@)"],
  seeds: [...spaced("1_000 0x_f 0o17 0b1_0 1.5e-5 09.5 1e5j 0_0 1.e5 .5J 1else 1if 0xfor 09else"), "1if x else 2"],
  pieces: [
    ...spaced("0 0 1 1 9 4 2 7 _ _ . . e E + - j J x X o b B a f F l s n d i r z 1_0 0x e5 é"),
    ...["else", "if", "in ", "is ", "and ", "or ", "not in ", "for", "lse", "nd", "ot", "or", "as", " "],
  ],
  before: [""],
  after: [""],
  most: 6,
};

const STRINGS: Sort = {
  name: "strings",
  frames: ["@", "x = @"],
  seeds: [
    ...["'a'", "b'a'", "'\\x41'", "'\\u1234'", "'\\U0010ffff'", "r'\\'a'", "'''a\n'b'''", "rb'''\\'''", "'\\N{SPACE}'"],
    ...["'a\\\nb'", "u'é'", "b'\\x41\\''", "''''''", '"\'"', "'\\777'", 'br"\\\\"', "'\\N{bel}'"],
  ],
  pieces: [
    ...["'", "'", '"', "'''", '"""', "\\", "\\", ..."x41gN{}uU00", "000", "00110000", "0010ffff", "d800"],
    ...["\n", "\r", "\r\n", ..."brfRBUé€ #", "\0", "\x01", "\\'", '\\"', "\\\n", "😀"],
    ...["\\N{SPACE}", "\\N{DIGIT ONE}", "\\N{digit one}", "\\N{x}", "\\N{}", "\\N{BEL}", "\\N{HANGUL SYLLABLE GAG}"],
    ...["\\N{CJK UNIFIED IDEOGRAPH-4E00}", "\\N{cjk unified ideograph-4e00}", "\\N{TANGUT IDEOGRAPH-17000}"],
  ],
  before: ["'", '"', "b'", "r'", "'''", 'rb"', "u'"],
  after: ["'", '"', "'''", ""],
  most: 6,
};

const FORMATTED: Sort = {
  name: "formatted strings",
  frames: ["@"],
  seeds: [
    ...["f'{x}'", "f'{x!r:>{w}}'", "f'{x=}'", "f'{x = !r:a}'", "f'a{x}b{y}c'", "f'{x:{y}{z}}'", "f'{x:{y:{z}}}'"],
    ...["f'{{a}}{x}'", "f'''a{x}'{y}''b'''", "f'''{\n x\n}'''", "f\"{'a'}\"", 'f\'{"a" + "b"}\'', "rf'\\{x}\\d'"],
    ...["f'\\N{DIGIT ONE}{x}'", "f\"{f'{x}'}\"", "f'''{f\"{'x'}\"}'''", "f'{ {1:2}[1] }'", "f'{(lambda x: 1)}'"],
    ...["f'{x[1:2]}'", "f'{x:%H:%M}'", "f'{x:a\\x41b}'", "f'{x:\n}'", "f'{x:{y}a}' 'b' f\"{z}\"", "f'''{x:a\nb}'''"],
    ...["f'{x # c\n}'", "f'{'a'}'", "t'{x}'", "rt'{x:{y}}\\d'", "f\"\"\"{f'''{x}'''}\"\"\"", "f'''{\"a\"\"b\"}'''"],
    ...["f'''{'a' 'b'}'''", "f'''{''}'''", "f'''{'a'''+'b'}'''", "f\"\"\"{'''a''b'''}\"\"\"", "f'{a!r:^{b!r}}'"],
    ...["f'''{x:'{y}'}'''", "f'''{r'a' r''}'''", "f'''{b'a'}{rb''}'''", "f'''{f'{x}' f'' 'a'}'''", "f\"{a['b']}\""],
    ...['f\'{a["b"]:{c["d"]}}\'', "f'{1if x else 2!r}'", "f'{x:{{}}}'", "f'{x!s:{y}{{a}'", "f'{x:a\n{y!r}{z}}'"],
  ],
  pieces: [
    ...["f'", "'", 'f"', '"', "f'''", "'''", 'f"""', '"""', "rf'", 'Fr"', "t'", "rt'", "b'", "r'", "u'", "''", '""'],
    ...["{", "{", "{", "}", "}", "}", "{{", "}}", ":", ":", ":=", "!", "!r", "!s", "=", "==", "!=", "x", "y", "x", "1"],
    ...["a ", "\n", "\r", "\\", "\\\n", "\\x", "\\x41", "\\N{DIGIT ONE}", "\\N{", "\\{", "\\'", "#", "#c\n", " ", "\t"],
    ...["\f", "\v", "(", ")", "[", "]", "lambda", "lambda:", "*", "**", "x,", "é", "ｒ", "yield", "1else", "+", ".."],
  ],
  before: ["f'", "f'''{", 'f"{'],
  after: ["", "'", "}'''", '}"'],
  most: 9,
};

/** Up to 3.11 it matters which quotes stand in which; see src/lexemes/enclosure.ts. */
const NESTED: Sort = {
  name: "strings in strings",
  frames: ["@"],
  seeds: [
    ...["f'''{f\"{x}\"}'''", 'f"""{f\'\'\'{f"{x}"}\'\'\'}"""', "f'''{\"a\" + 'b' }'''", 'f"""{a["b"]}"""'],
    ...['f\'\'\'{f"""a{f"b{x}c"}d"""}\'\'\'', "f\"{''}{'''a'''}\"", "f'''{f'{x}'}'''", 'f"""{"a" "b" ""}"""'],
    ...["f'{f\"{x}\"}'", 'f\'{f"""{x}"""}\'', 'f"""{f"{\'a\'}" f\'{""}\' }"""', "f'''{x:{\"y\"}'a}'''"],
    ...["f'''a\"{x}\"\"b'''", 'f"""{f\'\'\'"{x}"\'\'\'}"""', 'f"""{f\'""{x}"\'}"""', "f'''{b\"'\" r\"''\"}'''"],
    ...['f"""{\'"\' "\'"}"""', 'f"""{x:""}{y:{\'z\'}"}"""'],
  ],
  pieces: [
    ...[
      "'",
      "'",
      '"',
      '"',
      "''",
      '""',
      "'''",
      '"""',
      "f'",
      'f"',
      "f'''",
      'f"""',
      "r'",
      "b''",
      "{",
      "}",
      "{",
      "}",
      "{{",
    ],
    ...["}}", "a", "x", " ", "+", ":", "\n", "\\", "!r", "=", "#", "(", ")", ","],
  ],
  before: ["f'''{", 'f"""{', "f'{"],
  after: ["}'''", '}"""', "}'"],
  most: 6,
};

const NAMES: Sort = {
  name: "names",
  frames: ["@", "@ = 1", "x.@", "(@)"],
  seeds: ["ｉｆ", "a·", "℘x", "Ｎone", "match", "type", "_", "__peg_parser__", "ﬁx", "été"],
  pieces: [
    ...[
      "a",
      "_",
      "é",
      "·",
      "²",
      "ｉ",
      "ｆ",
      "ﬁ",
      "‿",
      "\u200d",
      "\u00ad",
      "\u0300",
      "ª",
      "if",
      "Ｎ",
      "one",
      "None",
      "1",
    ],
    ...["٣", "℘", "ꟳ", "😀", "\ufe0f", "€", "A", "\u00a0", "\u2028", "\ufeff", "ﬀ", "x", "match", "type", "_", "lazy"],
    ...[
      "__peg_parser__",
      "True",
      "Ｔｒｕｅ",
      "\u{1d7ce}",
      "\u0e33",
      "\u{323af}",
      "\u{31350}",
      "\u{2ebf0}",
      "\u{30000}",
    ],
    ...["\u{16d40}", "\u{1e5d0}", "\u{33479}", "'", " "],
  ],
  before: [""],
  after: [""],
  most: 4,
};

const OPERATORS: Sort = {
  name: "operators and blanks",
  frames: ["a @ b", "a @", "(a @ b)", "x = [a @]", "f'{a @ b}'", "f'{a @}'"],
  seeds: ["+", "->", ":=", "...", "..", "**=", "!=", "\\\n", "# c\n", "<>"],
  pieces: [
    ...spaced("+ - * / % @ & | ^ ~ < > = ! : . , ; ? $ ` -> := ... .. <> != == ** // >> << ( ) [ ] { } a 1 'a'"),
    ...[" ", "\\\n", "\\\r\n", "\\ \n", "\\\r", "\n", "\r", "#c\n", "\t", "\f", "\v", "\x1a", "\\"],
  ],
  before: [""],
  after: [""],
  most: 5,
};

export const SORTS: readonly Sort[] = [NUMBERS, STRINGS, FORMATTED, NESTED, NAMES, OPERATORS];

/** `text` with a piece put in, left out, doubled or moved, once or twice. */
function changed(text: string, pieces: readonly string[], random: Random): string {
  const characters = Array.from(text);
  for (let left = 1 + random.below(2); left > 0; left--) {
    const at = random.below(characters.length + 1);
    const how = random.below(10);
    if (how < 4) characters.splice(at, 0, random.pick(pieces));
    else if (how < 7) characters.splice(at, 1);
    else if (how < 8 && at < characters.length) characters.splice(at, 0, characters[at]!);
    else {
      const from = random.below(characters.length + 1);
      characters.splice(at, 0, ...characters.slice(from, from + 1 + random.below(4)));
    }
  }
  return characters.join("");
}

/** One near miss. */
export function nearMiss({ frames, seeds, pieces, before, after, most }: Sort, random: Random): string {
  const soup = (): string => Array.from({ length: 1 + random.below(most) }, () => random.pick(pieces)).join("");
  const text = random.chance(0.6)
    ? changed(random.pick(seeds), pieces, random)
    : random.pick(before) + soup() + random.pick(after);
  return random.pick(frames).replace("@", () => text);
}
