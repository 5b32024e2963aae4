// Random regular expressions over a few letters: every operator, bounded repeats, intersection, complement, and
// multi-byte letters, which reveal errors at character boundaries. The alphabet is small on purpose, so that texts
// collide.

import { signature } from "@espalier/arguments";
import { and, bytes, characters, choice, literal, not, type Regex, repeat, sequence } from "@espalier/automata";
import fc from "fast-check";
import { regexesKind } from "./kinds.js";

/** Options of {@link regexes}. */
export interface RegexesOptions {
  /** The letters; `"abé"` by default. */
  readonly letters?: string;
  /** The nesting of operators (included); 3 by default. */
  readonly depth?: number;
  /** Which of the operators that most engines lack may occur. Both by default. */
  readonly booleans?: readonly ("and" | "not")[];
}

const checkRegexes = signature("regexes", { options: regexesKind });

/**
 * Generates regular expressions over a few letters, one of which has several bytes. Many match nothing: test with
 * `isEmpty`.
 *
 * @throws RangeError if there are no letters.
 *
 * @example
 * import fc from "fast-check";
 *
 * const [regex] = fc.sample(regexes({ letters: "ab", depth: 1 }), { numRuns: 1, seed: 1 });
 * typeof regex!.kind; // => "string"
 */
export function regexes(options: RegexesOptions = {}): fc.Arbitrary<Regex> {
  checkRegexes(options);
  const { letters = "abé", depth = 3, booleans = ["and", "not"] } = options;
  const alphabet = [...letters];
  if (alphabet.length === 0) throw new RangeError("regexes need at least one letter, and there are 0");
  const letter = fc.constantFrom(...alphabet);
  const points = fc.array(letter, { minLength: 1, maxLength: alphabet.length });
  const set = points.map((chosen) => characters(chosen.map((c) => [c.codePointAt(0)!, c.codePointAt(0)!] as const)));
  const word = fc.array(letter, { minLength: 1, maxLength: 3 }).map((chosen) => literal(chosen.join("")));
  const range = fc.tuple(letter, letter).map(([a, b]) => {
    const [from, to] = [literalByte(a), literalByte(b)];
    return bytes([[Math.min(from, to), Math.max(from, to)]]);
  });

  return fc.letrec<{ regex: Regex }>((tie) => {
    const two = fc.array(tie("regex"), { minLength: 2, maxLength: 3 });
    const nested: fc.Arbitrary<Regex>[] = [
      two.map((items) => sequence(...items)),
      two.map((items) => choice(...items)),
      fc
        .tuple(tie("regex"), fc.constantFrom([0, 1], [0, Infinity], [1, Infinity], [2, 2], [1, 3], [2, Infinity]))
        .map(([item, [min, max]]) => repeat(item, min!, max!)),
    ];
    if (booleans.includes("and")) nested.push(two.map((operands) => and(...operands)));
    if (booleans.includes("not")) nested.push(tie("regex").map(not));
    return {
      regex: fc.oneof(
        { maxDepth: depth, withCrossShrink: true },
        { weight: 4, arbitrary: word },
        { weight: 3, arbitrary: set },
        { weight: 1, arbitrary: range },
        { weight: 1, arbitrary: fc.constant(literal("")) },
        ...nested.map((arbitrary) => ({ weight: 3, arbitrary })),
      ),
    };
  }).regex;
}

/** Returns the first byte of a letter: byte ranges may cut letters apart, which is legal. */
function literalByte(letter: string): number {
  const spelt = literal(letter);
  return spelt.kind === "literal" ? spelt.bytes[0]! : 0;
}
