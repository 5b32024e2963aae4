// Sets of *guards*: lexer states that must never match, because a longer lexeme would then have been there (reading.ts).

import type { LexerState } from "@espalier/lexer";
import { createPairTable, createSequenceTable } from "@espalier/monitor";
import type { Parts } from "./parts.js";

/** The empty set of guards. */
export const NO_GUARDS = 0;

export interface Guards {
  /** The set after one more byte; −1 if one of its guards has matched. */
  stepGuards(guards: number, byte: number): number;
  addGuard(guards: number, state: LexerState): number;
  states(guards: number): LexerState[];
  bytes(): number;
}

export function createGuards(lexer: Parts["lexer"]): Guards {
  // Hash-consed sets of guards with cached steps: the next set + 1, or 0 if a guard has matched.
  const guardSets = createSequenceTable();
  guardSets.intern(new Int32Array(0), 0);
  const guardSteps = createPairTable();
  const guardAdditions = createPairTable();

  function states(guards: number): number[] {
    return [...guardSets.pool.subarray(guardSets.offset(guards), guardSets.offset(guards + 1))];
  }

  function guardSet(members: readonly LexerState[]): number {
    const sorted = Int32Array.from(new Set(members)).sort();
    return guardSets.intern(sorted, sorted.length);
  }

  function stepGuards(guards: number, byte: number): number {
    if (guards === NO_GUARDS) return NO_GUARDS;
    const byteClass = lexer.classOf[byte]!;
    let known = guardSteps.get(guards, byteClass);
    if (known < 0) {
      const stepped = states(guards).map((guard) => lexer.step(guard, byte));
      known = stepped.some((state) => lexer.exit(state) !== 0)
        ? 0
        : guardSet(stepped.filter((state) => state !== 0)) + 1;
      guardSteps.set(guards, byteClass, known);
    }
    return known - 1;
  }

  function addGuard(guards: number, state: LexerState): number {
    let known = guardAdditions.get(guards, state);
    if (known < 0) {
      known = guardSet([...states(guards), state]);
      guardAdditions.set(guards, state, known);
    }
    return known;
  }

  return {
    stepGuards,
    addGuard,
    states,
    bytes: () => guardSets.bytes() + guardSteps.bytes() + guardAdditions.bytes(),
  };
}
