// Random vocabularies for a language. Tokens are pieces of its texts, so that they cross lexeme boundaries. They also
// have the features of real vocabularies that small tests omit: equal spellings, tokens without bytes, holes, tokens
// that are parts of characters, control tokens with equal names, several ends.

import { signature } from "@espalier/arguments";
import { createVocabulary, type TokenPart, type Vocabulary } from "@espalier/vocabulary";
import fc from "fast-check";
import { vocabulariesKind } from "./kinds.js";
import type { Symbols } from "./members.js";

/** Options of {@link vocabularies}. */
export interface VocabulariesOptions {
  /** Texts of the language whose pieces become tokens. Control symbols in them are skipped. None by default. */
  readonly texts?: readonly Symbols[];
  /**
   * Which bytes are single tokens: `"every"` byte; `"some"` of those in the texts; or `"either"` (the default), one of
   * these at random.
   */
  readonly singles?: "every" | "some" | "either";
  /** Names of control tokens of the language; each becomes no token, one or two. */
  readonly controls?: readonly string[];
  /** The most tokens besides single bytes (included); 40 by default. */
  readonly tokens?: number;
}

/** The name of the token that ends a generation in every random vocabulary. */
const END = "<end>";
/** The longest token of a random vocabulary, in bytes. */
const LONGEST_TOKEN = 12;

const checkVocabularies = signature("vocabularies", { options: vocabulariesKind });

/**
 * Generates vocabularies whose tokens are mostly pieces of `texts`. The control token `<end>` always ends generations;
 * one of `controls` may end them too.
 *
 * @example
 * import fc from "fast-check";
 *
 * const [vocabulary] = fc.sample(vocabularies({ texts: [[97, 98]], singles: "every" }), { numRuns: 1, seed: 1 });
 * vocabulary!.size > 256; // => true
 */
export function vocabularies(options: VocabulariesOptions = {}): fc.Arbitrary<Vocabulary> {
  checkVocabularies(options);
  const { texts = [], singles = "either", controls = [], tokens = 40 } = options;
  const spelt = texts.map((text) => text.filter((symbol) => symbol < 256));
  const letters = [...new Set(spelt.flat())];
  const number = fc.noBias(fc.nat());

  const cut = fc.tuple(number, number, number).map(([which, where, length]): Symbols => {
    if (spelt.length === 0) return [which % 256];
    const text = spelt[which % spelt.length]!;
    const from = where % (text.length + 1);
    return text.slice(from, from + 1 + (length % LONGEST_TOKEN));
  });
  const mixed = fc
    .array(number, { minLength: 1, maxLength: 4 })
    .map((numbers): Symbols => numbers.map((n) => (letters.length === 0 ? n % 256 : letters[n % letters.length]!)));
  const piece = fc.oneof(
    { weight: 12, arbitrary: cut },
    { weight: 4, arbitrary: mixed },
    {
      weight: 2,
      arbitrary: fc.noBias(fc.uint8Array({ minLength: 1, maxLength: 3 })).map((bytes): Symbols => [...bytes]),
    },
    { weight: 1, arbitrary: fc.constant<Symbols>([]) },
    { weight: 1, arbitrary: fc.constant<"hole">("hole") },
    { weight: 1, arbitrary: number.map((of) => ({ of })) },
  );
  const every = singles === "either" ? fc.boolean() : fc.constant(singles === "every");

  return fc
    .record({
      every,
      // Which bytes of the texts are single tokens: bit k % 30 for the k-th.
      chosen: fc.noBias(fc.nat({ max: 2 ** 30 - 1 })),
      pieces: fc.array(piece, { maxLength: tokens, size: "max" }),
      copies: fc.tuple(...controls.map(() => fc.constantFrom(1, 1, 0, 2))),
      alsoEnds: fc.nat({ max: 3 }),
      salt: fc.nat(),
      tail: fc.nat({ max: 2 }),
    })
    .map(({ every, chosen, pieces, copies, alsoEnds, salt, tail }) => {
      const entries: (Symbols | "hole" | { readonly control: string })[] = every
        ? Array.from({ length: 256 }, (_, byte) => [byte])
        : letters.filter((_, k) => ((chosen >>> (k % 30)) & 1) === 1).map((byte) => [byte]);
      for (const entry of pieces) {
        if (entry === "hole" || "length" in entry) entries.push(entry);
        else if (entries.length > 0) entries.push(entries[entry.of % entries.length]!);
      }
      copies.forEach((count, k) => {
        for (let copy = 0; copy < count; copy++) entries.push({ control: controls[k]! });
      });
      entries.push({ control: END }, { control: "<pad>" });
      return numbered(shuffled(entries, salt), controls[alsoEnds], tail);
    });
}

function numbered(
  entries: readonly (Symbols | "hole" | { readonly control: string })[],
  alsoEnds: string | undefined,
  tail: number,
): Vocabulary {
  const parts: TokenPart[] = [];
  const ends: number[] = [];
  entries.forEach((entry, id) => {
    if (entry === "hole") return;
    if ("control" in entry) {
      parts.push({ id, control: entry.control });
      if (entry.control === END || entry.control === alsoEnds) ends.push(id);
    } else parts.push({ id, bytes: entry });
  });
  return createVocabulary({ tokens: parts, ends, size: entries.length + tail });
}

/** Returns the entries in an order that a number determines; 0 keeps their order. */
function shuffled<Entry>(entries: readonly Entry[], salt: number): readonly Entry[] {
  if (salt === 0) return entries;
  const order = [...entries];
  let x = salt | 1;
  for (let i = order.length - 1; i > 0; i--) {
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) + i;
    const j = (x >>> 0) % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
