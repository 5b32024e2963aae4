// The mirror image of the chart: Earley's algorithm from the right end of a text, again with sets that are values.
//
// A suffix is a set of kernel items (rule state q, end) and a flag "the text may end here". An item means: from q, the
// text between here and the suffix `end` finishes the rule. Like the origins of a left set, ends are ids of suffixes,
// so there are no positions. Equal ids mean that the same texts connect on the left, in the same ways. `prepend` builds
// suffixes from the right end leftwards. After an edit, the text to its right keeps its ids; the text to its left gets
// the old ids back as soon as the contents agree.
//
// An end serves only to continue a rule after a nonterminal that ends there. So an end is not the suffix itself, but
// that suffix reduced to what may follow a nonterminal (`asEnd`). In a text of many statements, everything after a
// statement reduces to the same end. Therefore only the statement or two directly before an edit get new ids.
//
// A suffix has few ends. All states with the same end form one interned set, which moves as a whole (suffix-table.ts,
// backward-moves.ts).
//
// Rule states are those of the left chart, not of a reversed grammar: a left item (q, origin) and a suffix item (q,
// end) together form a complete rule. Completing a nonterminal adds one memoised closure for each (end, nonterminal),
// as on the left. Rules are predicted from the end of the text, so there are no useless items, and every suffix that is
// not dead connects to some text. Sources: Earley 1970, §4, mirrored; over a nondeterministic automaton as in Melcer et
// al. 2024, §IV.

import { signature } from "@espalier/arguments";
import { createPairTable, createSequenceTable } from "@espalier/monitor";
import { type BackwardMove, createBackwardMoves } from "./backward-moves.js";
import type { IntegerSetId } from "./integer-sets.js";
import { limitsKind, ruleAutomataKind } from "./kinds.js";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS, tooAmbiguous } from "./limits.js";
import { reverseRules } from "./reversed-rules.js";
import type { RuleAutomata } from "./rule-automata.js";
import { createSuffixCompletions } from "./suffix-completions.js";
import { checkMark, checkNodes, describe, innerNodes, type SuffixNode, solveCycle } from "./suffix-cycle.js";
import { createSuffixTable } from "./suffix-table.js";
import { DEAD_SUFFIX, type Suffixes, type SuffixId } from "./suffixes.js";

/**
 * Suffixes for one compiled grammar. Ids are never reused. Memory grows with the number of distinct suffixes, up to the
 * limits.
 */
export interface SuffixChart extends Suffixes {
  /** The suffix at the end of the text. */
  readonly end: SuffixId;
  /**
   * Returns the suffix that reads `terminal` and then `suffix`. The result is cached; later calls cost one table read.
   */
  prepend(terminal: number, suffix: SuffixId): SuffixId;
  /** Returns the union of two suffixes. */
  either(a: SuffixId, b: SuffixId): SuffixId;
  /**
   * Creates a suffix for each node of a cyclic automaton, in order. Equal nodes give equal ids.
   *
   * @throws RangeError for a node that does not exist.
   */
  cycle(nodes: readonly SuffixNode[]): readonly SuffixId[];
  /**
   * Returns the same suffix under a new id, so that a caller can distinguish places with the same continuation.
   *
   * @throws RangeError unless `mark` is an integer in [1, 2³⁰).
   */
  mark(suffix: SuffixId, mark: number): SuffixId;
  /** Returns the mark of `suffix`; 0 if it has none. */
  markOf(suffix: SuffixId): number;
  suffixCount(): number;
  /** Returns the memory held by the tables, in bytes. */
  bytes(): number;
}

const checkCreateSuffixChart = signature("createSuffixChart", { rules: ruleAutomataKind, limits: limitsKind });

/**
 * Creates a chart of suffixes over compiled rules.
 *
 * @throws ChartLimitError from any method past a limit.
 */
export function createSuffixChart(rules: RuleAutomata, limits: Partial<ChartLimits> = {}): SuffixChart {
  checkCreateSuffixChart(rules, limits);
  const limit: ChartLimits = { ...DEFAULT_CHART_LIMITS, ...limits };
  const reversed = reverseRules(rules);
  const moves = createBackwardMoves(reversed);
  const table = createSuffixTable(moves.states);
  const { sequences: suffixes, items, begin, addSuffix, accepts, markOf, first, past } = table;
  const completions = createSuffixCompletions(moves, table, limit.items);
  const prepends = createPairTable();
  const unions = createPairTable();
  const marked = createPairTable();
  const cycles = createSequenceTable();
  const cycleIds = new Map<number, readonly SuffixId[]>();
  // The rules that are complete in the suffix under construction: their ends and their nonterminals.
  const pending: number[] = [];

  function finish(mark: number, cycle: number): SuffixId {
    if (items.ends.length > limit.items) throw tooAmbiguous(limit.items);
    const id = table.finish(mark, cycle);
    if (id >= limit.sets) throw new ChartLimitError("sets", limit.sets, "create a new suffix chart");
    if (id !== DEAD_SUFFIX && (id & 0xfff) === 0 && bytes() > limit.bytes) {
      throw new ChartLimitError("bytes", limit.bytes, "create a new suffix chart, or raise the limit");
    }
    return id;
  }

  function bytes(): number {
    const memos = prepends.bytes() + unions.bytes() + marked.bytes() + completions.bytes();
    return suffixes.bytes() + memos + cycles.bytes() + moves.bytes() + 8 * reduced.length;
  }

  /** Adds the states of a move. Rules that begin there are complete. */
  function addMove({ states, begun }: BackwardMove, end: SuffixId): void {
    items.add(end, states);
    for (const n of begun) pending.push(end, n);
  }

  /** By suffix: the suffix as an end; 0 if it has not been computed. */
  const reduced: SuffixId[] = [];

  /** Returns what the items of `suffix` are before a nonterminal that ends there. Same completions, mark and acceptance. */
  function asEnd(suffix: SuffixId): SuffixId {
    const known = reduced[suffix] ?? 0;
    if (known !== 0) return known;
    let id = suffix;
    // A suffix of a cycle is its own end: its number distinguishes it from all others.
    if (!table.isInCycle(suffix)) {
      begin();
      if (accepts(suffix)) table.accept();
      for (let i = first(suffix); i < past(suffix); i += 2)
        items.add(suffixes.pool[i]!, moves.called(suffixes.pool[i + 1]!));
      id = finish(markOf(suffix), 0);
    }
    while (reduced.length <= Math.max(suffix, id)) reduced.push(0);
    reduced[suffix] = id;
    reduced[id] = id;
    return id;
  }

  function prepend(terminal: number, suffix: SuffixId): SuffixId {
    const known = prepends.get(suffix, terminal);
    if (known >= 0) return known;
    const itsEnd = asEnd(suffix);
    begin();
    pending.length = 0;
    for (let i = first(suffix); i < past(suffix); i += 2) {
      const end = suffixes.pool[i]!;
      addMove(moves.overTerminal(suffixes.pool[i + 1]!, terminal), end);
    }
    addMove(moves.lastTerminal(completions.wantedBefore(itsEnd), terminal), itsEnd);
    while (pending.length > 0) {
      const n = pending.pop()!;
      const brought = completions.of(pending.pop()!, n);
      items.addAll(brought, 0, brought.length);
    }
    const id = finish(0, 0);
    prepends.set(suffix, terminal, id);
    return id;
  }

  function either(a: SuffixId, b: SuffixId): SuffixId {
    if (a === b || b === DEAD_SUFFIX) return a;
    if (a === DEAD_SUFFIX) return b;
    const known = unions.get(a, b);
    if (known >= 0) return known;
    begin();
    addSuffix(a);
    addSuffix(b);
    const id = finish(markOf(a) === markOf(b) ? markOf(a) : 0, 0);
    unions.set(a, b, id);
    unions.set(b, a, id);
    return id;
  }

  function mark(suffix: SuffixId, value: number): SuffixId {
    checkMark(value);
    if (suffix === DEAD_SUFFIX) return DEAD_SUFFIX;
    const known = marked.get(suffix, value);
    if (known >= 0) return known;
    begin();
    addSuffix(suffix);
    const id = finish(value, 0);
    marked.set(suffix, value, id);
    return id;
  }

  function cycle(nodes: readonly SuffixNode[]): readonly SuffixId[] {
    checkNodes(nodes, suffixes.size);
    const description = describe(nodes);
    const key = cycles.intern(description, description.length);
    const known = cycleIds.get(key);
    if (known !== undefined) return known;
    const inner = innerNodes(nodes, prepend);
    const base = suffixes.size;
    const ids = solveCycle(inner, base, limit.items, chart).map((solved, i) => {
      begin();
      if (solved.accepts) table.accept();
      for (const [end, states] of solved.states) items.add(end, moves.states.intern(states));
      // Its own number distinguishes it from all other suffixes, whatever its items are.
      finish(nodes[i]?.mark ?? 0, base + i);
      return solved.states.size === 0 && !solved.accepts ? DEAD_SUFFIX : base + i;
    });
    cycleIds.set(key, ids);
    return ids;
  }

  const chart: SuffixChart = {
    rules,
    end: 1,
    prepend,
    either,
    cycle,
    mark,
    markOf,
    accepts,
    endCount: (suffix: SuffixId): number => (past(suffix) - first(suffix)) >>> 1,
    endAt: (suffix: SuffixId, index: number): SuffixId => suffixes.pool[first(suffix) + 2 * index]!,
    statesAt: (suffix: SuffixId, index: number): IntegerSetId => suffixes.pool[first(suffix) + 2 * index + 1]!,
    completion: (suffix: SuffixId, nonterminal: number): readonly number[] =>
      completions.of(asEnd(suffix), nonterminal),
    moves,
    reversed,
    suffixCount(): number {
      return suffixes.size;
    },
    bytes,
  };
  return chart;
}
