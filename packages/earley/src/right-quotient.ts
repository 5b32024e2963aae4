// The right quotient of a language by a suffix, L/s: the texts that become complete when the suffix follows. It is computed as labels on the sets of the chart
// that reads the text (the *left* chart).
//
// This builds no grammar, and a change of the suffix needs no reparsing. A left item (rule state q, origin) and a
// suffix item (q, end) form a complete rule. If the rules below it connect to `end` (connections.ts), text and suffix
// together are complete. Otherwise some terminals must come between; least-connection.ts finds the cheapest. Sources:
// Melcer et al. 2024; Büchi 1964 for the regular language of the stacks that a suffix finishes.

import { callable, number, options, signature } from "@espalier/arguments";
import type { Chart, SetId } from "./chart.js";
import { createConnections, type StateMapping } from "./connections.js";
import { chartKind, suffixChartKind } from "./kinds.js";
import { createLeastConnections } from "./least-connection.js";
import { DEFAULT_CHART_LIMITS } from "./limits.js";
import type { RuleAutomata } from "./rule-automata.js";
import type { ChartRules } from "./rules.js";
import type { SuffixChart } from "./suffix-chart.js";
import type { SuffixId } from "./suffixes.js";

/** How a left chart and its suffixes relate. Everything is optional if both use the same rules. */
export interface RightQuotientOptions extends Partial<StateMapping> {
  /** The weight of each terminal, an integer ≥ 0: the bytes of its shortest spelling. 1 by default. */
  readonly weight?: (terminal: number) => number;
  /**
   * Maximum size of the caches in bytes; the default is that of {@link ChartLimits}. When half of it is used, all
   * caches are cleared.
   */
  readonly bytes?: number;
}

/**
 * What each set of the left chart means for each suffix. Each answer is computed once; it does not depend on other suffixes or on the text.
 */
export interface RightQuotient {
  /** Returns whether a text that leads to `set`, followed by `suffix`, is in the language. */
  complete(set: SetId, suffix: SuffixId): boolean;
  /** Returns whether it is, with some terminals inserted between. */
  viable(set: SetId, suffix: SuffixId): boolean;
  /**
   * Returns whether the suffix can certainly be reached after any further terminal. A pending rule can always be
   * finished. So this is certain if, for each pending rule of `set`, the suffix can be reached after the end of that
   * rule. `false` means "not certain". Call this again after a rule has ended.
   */
  alwaysViable(set: SetId, suffix: SuffixId): boolean;
  /** Returns the least weight of the terminals that connect `set` to `suffix`; `Infinity` if none do. */
  least(set: SetId, suffix: SuffixId): number;
  /**
   * Returns the first terminal of a connecting string of least weight and, among strings of equal weight, of fewest
   * terminals; −1 if that string is empty or does not exist. Scanning the result repeatedly leads to a complete set.
   */
  next(set: SetId, suffix: SuffixId): number;
  /** Returns the memory held by the labels, in bytes. */
  bytes(): number;
}

/**
 * An internal cost is the weight times `WEIGHT`, plus `TERMINAL` and a small number of its own for each terminal. So
 * every terminal has a positive cost, and among strings of equal weight, shorter strings win. The small numbers make
 * equal costs rare, but not impossible. With equal costs, the string that is found would depend on earlier questions.
 * (Unique minima by random weights: Mulmuley, Vazirani and Vazirani 1987.)
 */
const WEIGHT = 2 ** 32;
const TERMINAL = 2 ** 10;
const ownNumber = (terminal: number): number => Math.imul(terminal + 1, 0x9e3779b1) >>> 24;

const checkCreateRightQuotient = signature("createRightQuotient", {
  chart: chartKind,
  suffixes: suffixChartKind,
  options: options({
    weight: callable,
    bytes: number({ min: 0, max: Number.POSITIVE_INFINITY }),
    baseOf: callable,
    mayEnd: callable,
  }),
});

/**
 * Creates the right quotients of the language of `chart` by the suffixes of `suffixes`. Both charts must use the same terminals and the same rules. (The states
 * of `chart` may be copies of these rules: {@link StateMapping.baseOf}.)
 *
 * @throws ChartLimitError from any method if one call needs more than `options.bytes`.
 * @throws RangeError if a weight is not an integer ≥ 0.
 */
export function createRightQuotient(
  chart: Chart<RuleAutomata | ChartRules>,
  suffixes: SuffixChart,
  options: RightQuotientOptions = {},
): RightQuotient {
  checkCreateRightQuotient(chart, suffixes, options);
  const { baseOf = (state) => state, mayEnd = () => true, bytes: mostBytes = DEFAULT_CHART_LIMITS.bytes } = options;
  const mapping: StateMapping = { baseOf, mayEnd };
  const terminalCosts = suffixes.rules.terminals.map((name, terminal) => {
    const weight = options.weight?.(terminal) ?? 1;
    if (!Number.isInteger(weight) || weight < 0)
      throw new RangeError(`the weight of terminal ${terminal}, "${name}", is ${weight}, not an integer of at least 0`);
    return weight * WEIGHT + TERMINAL + ownNumber(terminal);
  });
  const connections = createConnections(chart, suffixes, mapping, mostBytes);
  const costOf = (terminal: number): number => terminalCosts[terminal]!;
  const connecting = createLeastConnections(chart, suffixes, connections, mapping, costOf);

  function makeRoom(): void {
    if (connections.bytes() <= mostBytes / 2) return;
    connections.clear();
    connecting.clear();
  }

  function complete(set: SetId, suffix: SuffixId): boolean {
    makeRoom();
    if (chart.accepts(set) && suffixes.accepts(suffix)) return true;
    const items = chart.items(set);
    for (let i = 0; i < items.length; i += 2) {
      const state = items[i]!;
      const base = baseOf(state);
      for (let j = 0; j < suffixes.endCount(suffix); j++) {
        if (!suffixes.moves.states.has(suffixes.statesAt(suffix, j), base)) continue;
        const end = suffixes.endAt(suffix, j);
        const level = connections.levelOf(state, items[i + 1]!);
        if (mayEnd(state, end) && connections.connects(level, end)) return true;
      }
    }
    return false;
  }

  function least(set: SetId, suffix: SuffixId): number {
    makeRoom();
    return Math.floor(connecting.cost(set, suffix) / WEIGHT);
  }

  return {
    complete,
    viable: (set: SetId, suffix: SuffixId): boolean => least(set, suffix) < Number.POSITIVE_INFINITY,
    alwaysViable(set: SetId, suffix: SuffixId): boolean {
      makeRoom();
      return connecting.belowAll(set, suffix);
    },
    least,
    next(set: SetId, suffix: SuffixId): number {
      makeRoom();
      return connecting.first(set, suffix);
    },
    bytes(): number {
      return connections.bytes() + connecting.bytes();
    },
  };
}
