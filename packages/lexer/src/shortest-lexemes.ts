// The shortest ways to finish a lexeme in progress.

import type { Engine } from "@espalier/automata";
import { createPairTable } from "@espalier/monitor";

/** The lexer that owns the states. */
export interface LexemeHost {
  step(state: number, byte: number): number;
  /** Returns the kind of the lexeme in progress if it ends here; −1 if there is none. */
  matched(state: number): number;
  /** Returns the residual expression of `kind`; `undefined` if the kind is not allowed. */
  left(state: number, kind: number): number | undefined;
}

/**
 * Returns a function that returns the shortest bytes that complete the lexeme in progress as a lexeme of a kind;
 * `undefined` if this is not allowed or not possible. Results are cached.
 */
export function createShortestLexemes(
  engine: Engine,
  representatives: Uint8Array,
  { step, matched, left: leftOf }: LexemeHost,
): (state: number, kind: number) => readonly number[] | undefined {
  // For (state, kind): an index into the texts.
  const indexes = createPairTable();
  const texts: (readonly number[] | undefined)[] = [];

  function find(state: number, kind: number): readonly number[] | undefined {
    const bytes: number[] = [];
    let left = leftOf(state, kind);
    if (left === undefined) return undefined;
    let at = state;
    for (let nearer = engine.distance(left) - 1; nearer >= 0; nearer--) {
      let found = -1;
      for (const byte of representatives) {
        if (engine.distance(engine.derivative(left, byte)) !== nearer || step(at, byte) === 0) continue;
        found = byte;
        break;
      }
      if (found < 0) return undefined;
      bytes.push(found);
      left = engine.derivative(left, found);
      at = step(at, found);
    }
    return matched(at) === kind ? bytes : undefined;
  }

  return (state, kind) => {
    const known = indexes.get(state, kind);
    if (known >= 0) return texts[known];
    const found = find(state, kind);
    indexes.set(state, kind, texts.length);
    texts.push(found);
    return found;
  };
}
