// Which terminals the states of rule automata can read next: those of their own edges, and those with which the rules that they call begin.

/** The rows of edges of rule automata, as `RuleAutomata` has them. */
interface RuleRows {
  readonly terminalEdges: Int32Array;
  readonly terminalLabel: Int32Array;
  readonly callEdges: Int32Array;
  readonly callLabel: Int32Array;
}

/** Which terminals can come next from each state; `startOf` has the start states of the nonterminals. O(calls) for each level of rules, mostly in two passes. */
export function allowedTerminals(
  { terminalEdges, terminalLabel, callEdges, callLabel }: RuleRows,
  startOf: Int32Array,
  terminalCount: number,
): { allowed: Uint32Array; allowedWords: number } {
  const stateCount = terminalEdges.length - 1;
  const allowedWords = Math.max(1, (terminalCount + 31) >>> 5);
  const allowed = new Uint32Array(stateCount * allowedWords);
  for (let q = 0; q < stateCount; q++) {
    for (let e = terminalEdges[q]!; e < terminalEdges[q + 1]!; e++) {
      const t = terminalLabel[e]!;
      const word = q * allowedWords + (t >>> 5);
      allowed[word] = allowed[word]! | (1 << (t & 31));
    }
  }
  /** Adds what the rules that `q` calls begin with; whether that was new. */
  const unite = (q: number): boolean => {
    let grown = false;
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
  // The starts of rules first, as often as they still grow; the other states call them alone. Rules mostly call those written after them.
  const starts = [...startOf].reverse();
  for (let grown = true; grown; starts.reverse()) {
    grown = false;
    for (const q of starts) if (unite(q)) grown = true;
  }
  for (let q = 0; q < stateCount; q++) unite(q);
  return { allowed, allowedWords };
}
