// Continues a lexeme together with a finite automaton, breadth first. Each pair of a lexer state and an automaton state is visited once, after the smallest
// number of symbols that leads to it.

import { burn, createPairTable } from "@espalier/monitor";
import { type FiniteReader, REFUSED, SyntaxLimitError } from "@espalier/syntax";
import type { LexedCore } from "../lexing/shared-parts.js";

/** The largest number of state pairs that one walk visits. */
const MOST_PAIRS = 200_000;

/**
 * Continues a lexeme together with a finite automaton, and visits each pair of a lexer state and an automaton state
 * once.
 *
 * @param visit is called with each pair of a lexer state and an automaton state; returns whether the walk continues
 * there.
 * @throws SyntaxLimitError if a lexeme has more than 200,000 such pairs.
 */
export function walkLexeme(
  { compiled: { lexer } }: LexedCore,
  reader: FiniteReader,
  from: readonly [local: number, finite: number],
  visit: (local: number, finite: number, symbols: number) => boolean,
): void {
  const seen = createPairTable();
  seen.set(...from, 0);
  let now = [from];
  for (let symbols = 0; now.length > 0; symbols++) {
    burn("search", now.length);
    if (seen.size > MOST_PAIRS)
      throw new SyntaxLimitError(
        "searchSteps",
        MOST_PAIRS,
        "a lexeme has too many states in the product with this automaton; use one with fewer states",
      );
    const next: (readonly [number, number])[] = [];
    for (const [local, finite] of now) {
      if (!visit(local, finite, symbols)) return;
      if (lexer.closes(local)) continue;
      for (const byte of reader.bytes) {
        const longer = lexer.step(local, byte);
        const after = longer === 0 ? REFUSED : reader.step(finite, byte);
        if (after === REFUSED || seen.get(longer, after) >= 0) continue;
        seen.set(longer, after, 0);
        next.push([longer, after]);
      }
    }
    now = next;
  }
}
