// Near misses of members, which a parser must reject, and members cut in three, whose middle a completion must find.

import { signature } from "@espalier/arguments";
import fc from "fast-check";
import { arbitraryKind } from "./kinds.js";
import type { Symbols } from "./members.js";

const checkNearMisses = signature("nearMisses", { texts: arbitraryKind });

/**
 * Generates the texts of `texts` with one change: a symbol inserted, deleted or replaced, or two neighbours swapped.
 * Some results are still members, so an oracle must decide. Inserted symbols are bytes of the text, or any byte.
 *
 * @example
 * import fc from "fast-check";
 *
 * const [text] = fc.sample(nearMisses(fc.constant([97])), { numRuns: 1, seed: 1 });
 * text!.length <= 2; // => true
 */
export function nearMisses(texts: fc.Arbitrary<Symbols>): fc.Arbitrary<Symbols> {
  checkNearMisses(texts);
  const kinds = fc.constantFrom("delete" as const, "insert" as const, "replace" as const, "swap" as const);
  return fc
    .tuple(texts, kinds, fc.noBias(fc.nat()), fc.noBias(fc.nat()))
    .map(([text, kind, where, what]) => edited(text, kind, where, what));
}

/** Returns `text` with one change; `where` and `what` are random numbers. In an empty text, a symbol is inserted. */
export function edited(
  text: Symbols,
  kind: "delete" | "insert" | "replace" | "swap",
  where: number,
  what: number,
): Symbols {
  const third = Math.floor(what / 3);
  const symbol = text.length > 0 && what % 3 !== 0 ? text[third % text.length]! : third % 256;
  if (text.length === 0) return [symbol];
  const at = where % text.length;
  switch (kind) {
    case "delete":
      return [...text.slice(0, at), ...text.slice(at + 1)];
    case "replace":
      return [...text.slice(0, at), symbol, ...text.slice(at + 1)];
    case "insert": {
      const before = where % (text.length + 1);
      return [...text.slice(0, before), symbol, ...text.slice(before)];
    }
    case "swap": {
      const to = (at + 1) % text.length;
      const swapped = [...text];
      [swapped[at], swapped[to]] = [text[to]!, text[at]!];
      return swapped;
    }
  }
}

/** A text in three parts: a given prefix and suffix, and the middle to find. */
export interface Cut {
  readonly prefix: Symbols;
  readonly middle: Symbols;
  readonly suffix: Symbols;
}

const checkCuts = signature("cuts", { texts: arbitraryKind });

/**
 * Generates the texts of `texts`, each cut in three between random symbols. Parts may be empty.
 *
 * @example
 * import fc from "fast-check";
 *
 * const [cut] = fc.sample(cuts(fc.constant([1, 2, 3])), { numRuns: 1, seed: 1 });
 * [...cut!.prefix, ...cut!.middle, ...cut!.suffix]; // => [1, 2, 3]
 */
export function cuts(texts: fc.Arbitrary<Symbols>): fc.Arbitrary<Cut> {
  checkCuts(texts);
  return fc.tuple(texts, fc.noBias(fc.nat()), fc.noBias(fc.nat())).map(([text, one, other]) => {
    const [a, b] = [one % (text.length + 1), other % (text.length + 1)];
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    return { prefix: text.slice(0, from), middle: text.slice(from, to), suffix: text.slice(to) };
  });
}
