// The read interface of suffixes, independent of how they are built (suffix-chart.ts).

import type { BackwardMoves } from "./backward-moves.js";
import type { IntegerSetId } from "./integer-sets.js";
import type { ReversedRules } from "./reversed-rules.js";
import type { RuleAutomata } from "./rule-automata.js";

/** The id of a suffix: {@link DEAD_SUFFIX}, or what may stand to the right of a text. */
export type SuffixId = number;

/** The suffix that no text connects to. */
export const DEAD_SUFFIX: SuffixId = 0;

/** Read access to suffixes. */
export interface Suffixes {
  readonly rules: RuleAutomata;
  readonly reversed: ReversedRules;
  readonly moves: BackwardMoves;
  /** Returns whether the text may end here. */
  accepts(suffix: SuffixId): boolean;
  /** Returns how many distinct ends the items of `suffix` have. */
  endCount(suffix: SuffixId): number;
  /** Returns an end by index; ends are ascending and distinct. */
  endAt(suffix: SuffixId, index: number): SuffixId;
  /** Returns the set of rule states of the items with that end, an id in `moves.states`. */
  statesAt(suffix: SuffixId, index: number): IntegerSetId;
  /**
   * If a `nonterminal` stands directly before `suffix`, the text from the beginning of the nonterminal on is a suffix,
   * too. Returns the items that this longer suffix gets from the nonterminal, including items of enclosing rules that
   * begin with the nonterminal. The result is a list of pairs: an end, and a set of rule states.
   */
  completion(suffix: SuffixId, nonterminal: number): readonly number[];
}
