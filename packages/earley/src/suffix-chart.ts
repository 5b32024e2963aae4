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
// A suffix has few ends. All states with the same end form one interned set, which moves as a whole
// (backward-moves.ts):
//
//     pool:  [accepts | mark << 1, cycle, end₀, states₀, end₁, states₁, …]     one entry of the sequence table for each suffix
//     suffix 0: dead      suffix 1: the end of the text
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
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
import { reverseRules } from "./reversed-rules.js";
import type { RuleAutomata } from "./rule-automata.js";
import { checkMark, checkNodes, describe, type InnerNode, type SuffixNode, solveCycle } from "./suffix-cycle.js";
import { createSuffixItems } from "./suffix-items.js";
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

const HEADER = 2;

/** Scratch for a suffix under construction. */
let out = new Int32Array(64);

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
  const suffixes = createSequenceTable();
  const prepends = createPairTable();
  const unions = createPairTable();
  const marked = createPairTable();
  const completionIds = createPairTable();
  const completions: (readonly number[])[] = [];
  let completionBytes = 0;
  const cycles = createSequenceTable();
  const cycleIds = new Map<number, readonly SuffixId[]>();

  // The suffix under construction, and the rules that are complete in it: their ends and their nonterminals.
  const items = createSuffixItems(moves.states);
  let accepting = false;
  const pending: number[] = [];

  function begin(): void {
    items.clear();
    accepting = false;
    pending.length = 0;
  }

  function finish(mark: number, cycle: number): SuffixId {
    const { ends, states } = items;
    const count = ends.length;
    if (count === 0 && !accepting && cycle === 0) return DEAD_SUFFIX;
    checkCount(count);
    if (out.length < HEADER + 2 * count) out = new Int32Array(2 * (HEADER + 2 * count));
    out[0] = (accepting ? 1 : 0) | (mark << 1);
    out[1] = cycle;
    for (let i = 0; i < count; i++) {
      out[HEADER + 2 * i] = ends[i]!;
      out[HEADER + 2 * i + 1] = states[i]!;
    }
    const id = suffixes.intern(out, HEADER + 2 * count);
    if (id >= limit.sets) throw new ChartLimitError("sets", limit.sets, "create a new suffix chart");
    if ((id & 0xfff) === 0 && bytes() > limit.bytes) {
      throw new ChartLimitError("bytes", limit.bytes, "create a new suffix chart, or raise the limit");
    }
    return id;
  }

  function checkCount(count: number): void {
    if (count <= limit.items) return;
    throw new ChartLimitError(
      "items",
      limit.items,
      "the grammar is too ambiguous here; make its alternatives disjoint",
    );
  }

  function bytes(): number {
    const memos = prepends.bytes() + unions.bytes() + marked.bytes() + completionIds.bytes() + completionBytes;
    return suffixes.bytes() + memos + cycles.bytes() + moves.bytes() + 8 * reduced.length;
  }

  const first = (suffix: SuffixId): number => suffixes.offset(suffix) + HEADER;
  const past = (suffix: SuffixId): number => suffixes.offset(suffix + 1);
  const header = (suffix: SuffixId): number => suffixes.pool[suffixes.offset(suffix)]!;
  const accepts = (suffix: SuffixId): boolean => (header(suffix) & 1) === 1;
  const markOf = (suffix: SuffixId): number => header(suffix) >>> 1;

  /** Returns the set of nonterminals that may end directly before `suffix`. */
  function wantedBefore(suffix: SuffixId): IntegerSetId {
    let wanted = accepts(suffix) ? moves.wantedAtEnd : 0;
    for (let i = first(suffix); i < past(suffix); i += 2) {
      wanted = moves.rules.unite(wanted, moves.wanted(suffixes.pool[i + 1]!));
    }
    return wanted;
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
    if (suffixes.pool[suffixes.offset(suffix) + 1] === 0) {
      begin();
      accepting = accepts(suffix);
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
    for (let i = first(suffix); i < past(suffix); i += 2) {
      const end = suffixes.pool[i]!;
      addMove(moves.overTerminal(suffixes.pool[i + 1]!, terminal), end);
    }
    addMove(moves.lastTerminal(wantedBefore(itsEnd), terminal), itsEnd);
    while (pending.length > 0) {
      const n = pending.pop()!;
      const brought = completionAt(pending.pop()!, n);
      items.addAll(brought, 0, brought.length);
    }
    const id = finish(0, 0);
    prepends.set(suffix, terminal, id);
    return id;
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

  /** The completion before an end. */
  function completionAt(suffix: SuffixId, nonterminal: number): readonly number[] {
    const known = completionIds.get(suffix, nonterminal);
    if (known >= 0) return completions[known]!;
    found.clear();
    seen.clear();
    looked.length = 0;
    waiting.push(suffix, nonterminal);
    while (waiting.length > 0) {
      const n = waiting.pop()!;
      const at = waiting.pop()!;
      if (!look(at, n)) continue;
      const memo = completionIds.get(at, n);
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
    checkCount(found.ends.length);
    const result: number[] = [];
    for (let i = 0; i < found.ends.length; i++) result.push(found.ends[i]!, found.states[i]!);
    completionIds.set(suffix, nonterminal, completions.length);
    completions.push(result);
    completionBytes += 40 + 8 * result.length;
    return result;
  }

  /** Adds the items of `suffix`, and whether it accepts. */
  function addSuffix(suffix: SuffixId): void {
    accepting ||= accepts(suffix);
    items.addAll(suffixes.pool, first(suffix), past(suffix));
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
    // Edges that leave the cycle are processed first, so that the suffixes of the cycle can be numbered in advance.
    const inner = nodes.map(({ edges, also = [] }): InnerNode => {
      const outward = edges.filter(([, target]) => target >= 0);
      const inward = edges.filter(([, target]) => target < 0);
      return {
        also: [...also, ...outward.map(([terminal, target]) => prepend(terminal, target))],
        edges: inward.map(([terminal, target]) => [terminal, ~target] as const),
      };
    });
    const base = suffixes.size;
    const ids = solveCycle(inner, base, limit.items, chart).map((solved, i) => {
      begin();
      accepting = solved.accepts;
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
    completion: (suffix: SuffixId, nonterminal: number): readonly number[] => completionAt(asEnd(suffix), nonterminal),
    moves,
    reversed,
    suffixCount(): number {
      return suffixes.size;
    },
    bytes(): number {
      return bytes();
    },
  };
  suffixes.intern(Int32Array.of(0, 0), HEADER);
  suffixes.intern(Int32Array.of(1, 0), HEADER);
  return chart;
}
