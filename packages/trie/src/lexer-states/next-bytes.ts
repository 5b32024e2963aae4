// The bytes that may continue the lexemes of local states (states of a lexer), and which states share none of them.

import { createPairTable, type LocalAutomaton } from "@espalier/monitor";

export interface NextBytes {
  /** Returns eight words with the bytes that may come in a state. */
  of(local: number): Int32Array;
  /** Returns whether no byte that continues the lexeme in `local` can be read in `across`. */
  areDisjoint(local: number, across: number): boolean;
  bytes(): number;
  clear(): void;
}

const ENTRY_BYTES = 160;

export function createNextBytes(automaton: LocalAutomaton): NextBytes {
  let known = new Map<number, Int32Array>();
  const disjoint = createPairTable(); // by (local, local across): 1 if true

  function bytesOf(local: number): Int32Array {
    let bytes = known.get(local);
    if (bytes === undefined) {
      bytes = new Int32Array(8);
      if (automaton.firsts === undefined) bytes.fill(-1);
      else automaton.firsts(local, bytes);
      known.set(local, bytes);
    }
    return bytes;
  }

  return {
    of: bytesOf,
    areDisjoint(local: number, across: number): boolean {
      let are = disjoint.get(local, across);
      if (are < 0) {
        const bytes = bytesOf(local);
        const others = bytesOf(across);
        let both = automaton.exit(across);
        for (let word = 0; word < 8; word++) both |= bytes[word]! & others[word]!;
        disjoint.set(local, across, (are = both === 0 && !automaton.closes(across) ? 1 : 0));
      }
      return are === 1;
    },
    bytes: (): number => disjoint.bytes() + ENTRY_BYTES * known.size,
    clear(): void {
      disjoint.clear();
      known = new Map();
    },
  };
}
