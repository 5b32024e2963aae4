// The local states (states of a lexer) along a path from the root of a trie. What the nodes of one depth are read from is
// stored by that depth, so a step reads arrays instead of asking the automaton.

import type { LocalAutomaton } from "@espalier/monitor";
import { MAX_TOKEN_BYTES } from "../tree/trie.js";

export interface LexerPath {
  /** By depth: the state from which nodes of that depth are read. */
  readonly localAt: Int32Array;
  /** By depth: the exit of that state. */
  readonly exitAt: Int32Array;
  /** By depth: the only byte that the state can read; −1 if there is none, or if it is unknown. */
  readonly soleAt: Int32Array;
  /** Nodes of `depth` are read from `local` next. */
  enter(depth: number, local: number): void;
  /** Nodes of `depth` are read from the same state as those of depth 0. */
  enterAgain(depth: number): void;
  /** Returns the state after a byte at `depth`; 0 if there is none. */
  stepAt(depth: number, byte: number): number;
  /** Returns whether the lexeme ends in a state and cannot be longer. */
  closes(local: number): boolean;
}

export function createLexerPath(automaton: LocalAutomaton): LexerPath {
  const steps = automaton.known;
  const localAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const exitAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const soleAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  const rowAt = new Int32Array(MAX_TOKEN_BYTES + 2);
  return {
    localAt,
    exitAt,
    soleAt,
    enter(depth: number, local: number): void {
      localAt[depth] = local;
      if (steps === undefined) {
        exitAt[depth] = automaton.exit(local);
        soleAt[depth] = automaton.sole?.(local) ?? -1;
        rowAt[depth] = 0;
        return;
      }
      if (steps.rowOf[local] === 0) automaton.sole?.(local); // creates the row
      const row = steps.rowOf[local]!;
      exitAt[depth] = steps.exitOf[local]!;
      soleAt[depth] = row < 0 ? -1 - row : -1;
      rowAt[depth] = row;
    },
    enterAgain(depth: number): void {
      localAt[depth] = localAt[0]!;
      exitAt[depth] = exitAt[0]!;
      soleAt[depth] = soleAt[0]!;
      rowAt[depth] = rowAt[0]!;
    },
    stepAt(depth: number, byte: number): number {
      const row = rowAt[depth]!;
      if (row > 0) {
        const { next, classOf } = steps!;
        const known = next[row + 1 + classOf[next[row]! + byte]!]!;
        if (known >= 0) return known;
      } else if (soleAt[depth]! >= 0 && soleAt[depth] !== byte) return 0;
      return automaton.step(localAt[depth]!, byte);
    },
    closes: (local: number): boolean => (steps === undefined ? automaton.closes(local) : steps.closing[local] === 1),
  };
}
