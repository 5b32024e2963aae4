// What there is to know of suffixes, whoever makes them: see suffix-chart.ts.

import type { BackwardMoves } from "./backward-moves.js";
import type { IntegerSetId } from "./integer-sets.js";
import type { ReversedRules } from "./reversed-rules.js";
import type { RuleAutomata } from "./rule-automata.js";

/** The id of a suffix: {@link DEAD_SUFFIX}, or what may stand to the right of a text. */
export type SuffixId = number;

/** The suffix that connects to no text at all. */
export const DEAD_SUFFIX: SuffixId = 0;

/** Suffixes as they are read. */
export interface Suffixes {
  readonly rules: RuleAutomata;
  readonly reversed: ReversedRules;
  readonly moves: BackwardMoves;
  /** May the text end here? */
  accepts(suffix: SuffixId): boolean;
  /** How many ends the items of `suffix` have. */
  endCount(suffix: SuffixId): number;
  /** What is left when rules have ended, by index. Ascending; each once. */
  endAt(suffix: SuffixId, index: number): SuffixId;
  /** The rule states whose items have that end: a set of `moves.states`. */
  statesAt(suffix: SuffixId, index: number): IntegerSetId;
  /**
   * The states before `nonterminal` when it ends right before `suffix`, through any chain of rules that so begin: ends and sets
   * of states, two integers each.
   */
  completion(suffix: SuffixId, nonterminal: number): readonly number[];
}
