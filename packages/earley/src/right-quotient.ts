// The right quotient of a language by a suffix, L/s, read as labels on the left chart's sets.
//
// No grammar is built and nothing is parsed again when the suffix changes. A left item (rule state q, origin) and a suffix item
// (q, end) make a whole rule, and what lies below must connect to `end` (connections.ts): then text and suffix are complete. Where
// they are not yet, some terminals have to come between; the cheapest are found by least-connection.ts. After: Melcer et al. 2024;
// that the stacks which a suffix finishes form a regular language is Büchi's (1964).

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

/** How a left chart and suffixes go together. Everything is optional where both share their rules. */
export interface RightQuotientOptions extends Partial<StateMapping> {
  /** Least weight of each terminal, an integer ≥ 0: bytes of its shortest spelling. 1 by default. */
  readonly weight?: (terminal: number) => number;
  /** Bytes that may be held about what connects, as {@link ChartLimits} by default. Past half of them everything is forgotten and begun again. */
  readonly bytes?: number;
}

/** Labels of left sets, by suffix. Each is worked out once; none depends on another suffix or another text. */
export interface RightQuotient {
  /** Is a text that leads to `set`, followed by `suffix`, in the language? */
  complete(set: SetId, suffix: SuffixId): boolean;
  /** Is it, with some terminals in between? */
  viable(set: SetId, suffix: SuffixId): boolean;
  /**
   * Is every set viable that one more terminal leads to? True when something connects below each pending rule of `set`: it may be
   * finished at any time, and gone on from there. False when that is not certain. (Once a rule has ended, ask again.)
   */
  alwaysViable(set: SetId, suffix: SuffixId): boolean;
  /** The least weight of such terminals; `Infinity` when there are none. */
  least(set: SetId, suffix: SuffixId): number;
  /**
   * The first terminal of a lightest string that connects, of fewest terminals among those; −1 when that is the empty string
   * or there is none. Scanned again and again it leads to a complete set.
   */
  next(set: SetId, suffix: SuffixId): number;
  /** Bytes held by the labels. */
  bytes(): number;
}

/** Internal costs count terminals behind the weight, so that every terminal costs something and the shortest of equals wins. */
const WEIGHT = 2 ** 24;

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
 * Labels for the sets of `chart` by the suffixes of `suffixes`, which are over the same terminals and, but for
 * {@link StateMapping.baseOf}, over the same rules.
 *
 * @throws ChartLimitError from any method when a single question passes `options.bytes`.
 * @throws RangeError when a weight is not an integer ≥ 0.
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
    return weight * WEIGHT + 1;
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
