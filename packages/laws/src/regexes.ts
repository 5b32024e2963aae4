// Random regular expressions over a few letters: every operator, bounds on repeats, intersection, complement, and letters
// of several bytes, so that an error at a character's boundary shows. Small on purpose: with few letters, texts collide.

import { signature } from "@espalier/arguments";
import { and, bytes, characters, choice, literal, not, type Regex, repeat, sequence } from "@espalier/automata";
import fc from "fast-check";
import { regexesKind } from "./kinds.js";

/** What random regular expressions are made of. */
export interface RegexesOptions {
  /** The letters; `"abé"` when absent. */
  readonly letters?: string;
  /** How deep operators nest (included); 3 when absent. */
  readonly depth?: number;
  /** The operators that most engines have not. Both when absent. */
  readonly booleans?: readonly ("and" | "not")[];
}

const checkRegexes = signature("regexes", { options: regexesKind });

/**
 * Regular expressions over a few letters, one of several bytes among them. Many match nothing: ask `isEmpty`.
 *
 * @throws RangeError when there are no letters.
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

/** The first byte of a letter: ranges of bytes may cut letters apart, which is legal. */
function literalByte(letter: string): number {
  const spelt = literal(letter);
  return spelt.kind === "literal" ? spelt.bytes[0]! : 0;
}
