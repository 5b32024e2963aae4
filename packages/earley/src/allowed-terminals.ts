// Computes which terminals each state of the rule automata can read next: the terminals on its own edges, and the
// terminals that can begin the rules on its edges.

import { burn } from "@espalier/monitor";

/** The edge rows of the rule automata, as in `RuleAutomata`. */
interface RuleRows {
  readonly terminalEdges: Int32Array;
  readonly terminalLabel: Int32Array;
  readonly callEdges: Int32Array;
  readonly callLabel: Int32Array;
}

/**
 * Returns the terminals that can come next from each state. `startOf` maps nonterminals to start states. Each pass
 * costs O(calls); two passes suffice for most grammars.
 */
export function allowedTerminals(
  { terminalEdges, terminalLabel, callEdges, callLabel }: RuleRows,
  startOf: Int32Array,
  terminalCount: number,
): { allowed: Uint32Array; allowedWords: number } {
  const stateCount = terminalEdges.length - 1;
  const allowedWords = Math.max(1, (terminalCount + 31) >>> 5);
  burn("parser", stateCount * allowedWords);
  const allowed = new Uint32Array(stateCount * allowedWords);
  for (let q = 0; q < stateCount; q++) {
    for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++) {
      const t = terminalLabel[e]!;
      const word = q * allowedWords + (t >>> 5);
      allowed[word] = allowed[word]! | (1 << (t & 31));
    }
  }
  /** Adds the first terminals of the rules that `q` calls. Returns whether any was new. */
  const unite = (q: number): boolean => {
    let grown = false;
    burn("parser", ((callEdges[q + 1]! - callEdges[q]!) * allowedWords) >>> 5);
    for (let e = callEdges[q]!; e < callEdges[q + 1]!; e++) {
      const from = startOf[callLabel[e]!]! * allowedWords;
      for (let word = 0; word < allowedWords; word++) {
        const before = allowed[q * allowedWords + word]!;
        const after = (before | allowed[from + word]!) >>> 0;
        if (after === before) continue;
        allowed[q * allowedWords + word] = after;
        grown = true;
      }
    }
    return grown;
  };
  // First compute the start states, repeatedly until nothing changes, because only start states affect other states.
  // Rules mostly call later rules, so begin with the last rule.
  const starts = [...startOf].reverse();
  for (let grown = true; grown; starts.reverse()) {
    grown = false;
    for (const q of starts) if (unite(q)) grown = true;
  }
  for (let q = 0; q < stateCount; q++) unite(q);
  return { allowed, allowedWords };
}
