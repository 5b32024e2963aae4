// Completion in the chart of suffixes, as one memoised closure for each (end, nonterminal), as on the left
// (completions.ts): the items that a suffix gets when that nonterminal stands directly before the end.

import { createPairTable } from "@espalier/monitor";
import type { BackwardMove, BackwardMoves } from "./backward-moves.js";
import type { IntegerSetId } from "./integer-sets.js";
import { tooAmbiguous } from "./limits.js";
import { createSuffixItems } from "./suffix-items.js";
import type { SuffixTable } from "./suffix-table.js";
import type { SuffixId } from "./suffixes.js";

export interface SuffixCompletions {
  /** Returns the items of the completion before `end`, as pairs of an end and a set of rule states. */
  of(end: SuffixId, nonterminal: number): readonly number[];
  /** Returns the set of nonterminals that may end directly before `suffix`. */
  wantedBefore(suffix: SuffixId): IntegerSetId;
  bytes(): number;
}

/** @throws ChartLimitError from `of`, for a completion of more than `mostItems` items. */
export function createSuffixCompletions(
  moves: BackwardMoves,
  { sequences: suffixes, accepts, first, past }: SuffixTable,
  mostItems: number,
): SuffixCompletions {
  const ids = createPairTable();
  const completions: (readonly number[])[] = [];
  let itemBytes = 0;

  function wantedBefore(suffix: SuffixId): IntegerSetId {
    let wanted = accepts(suffix) ? moves.wantedAtEnd : 0;
    for (let i = first(suffix); i < past(suffix); i += 2) {
      wanted = moves.rules.unite(wanted, moves.wanted(suffixes.pool[i + 1]!));
    }
    return wanted;
  }

  // The completion under construction: its items, the pairs (suffix, nonterminal) still to visit, and those already
  // visited.
  const found = createSuffixItems(moves.states);
  const waiting: number[] = [];
  const looked: number[] = [];
  const seen = createPairTable();

  /** Whether this is the first visit of the pair. A few pairs are compared one by one; many use `seen`. */
  function look(at: SuffixId, nonterminal: number): boolean {
    for (let i = 0; i < looked.length; i += 2) if (looked[i] === at && looked[i + 1] === nonterminal) return false;
    if (looked.length < 16) looked.push(at, nonterminal);
    else if (seen.get(at, nonterminal) >= 0) return false;
    else seen.set(at, nonterminal, 1);
    return true;
  }

  function meet({ states, begun }: BackwardMove, end: SuffixId): void {
    found.add(end, states);
    for (const n of begun) waiting.push(end, n);
  }

  function of(suffix: SuffixId, nonterminal: number): readonly number[] {
    const known = ids.get(suffix, nonterminal);
    if (known >= 0) return completions[known]!;
    found.clear();
    seen.clear();
    looked.length = 0;
    waiting.push(suffix, nonterminal);
    while (waiting.length > 0) {
      const n = waiting.pop()!;
      const at = waiting.pop()!;
      if (!look(at, n)) continue;
      const memo = ids.get(at, n);
      if (memo >= 0) {
        const done = completions[memo]!;
        found.addAll(done, 0, done.length);
        continue;
      }
      for (let i = first(at); i < past(at); i += 2) {
        meet(moves.overCall(suffixes.pool[i + 1]!, n), suffixes.pool[i]!);
      }
      meet(moves.lastCall(wantedBefore(at), n), at);
    }
    if (found.ends.length > mostItems) throw tooAmbiguous(mostItems);
    const result: number[] = [];
    for (let i = 0; i < found.ends.length; i++) result.push(found.ends[i]!, found.states[i]!);
    ids.set(suffix, nonterminal, completions.length);
    completions.push(result);
    itemBytes += 40 + 8 * result.length;
    return result;
  }

  return { of, wantedBefore, bytes: () => ids.bytes() + itemBytes };
}
