// An Earley chart whose sets are values: they are hash-consed, contain no positions, and are shared by all texts.
//
// A set is a sorted list of kernel items (rule state q, origin) and a flag "the text may end here". It contains only
// items with outgoing edges; predicted items are implied by the kernel. The origin of an item is the *id* of the set
// where its rule began. The sets therefore form an acyclic graph of pending rules (a graph-structured stack), and equal
// ids mean equal residual languages. Because no symbol is nullable (see rule-automata), the origin of an item always
// has a smaller id than the set that contains it.
//
//     pool:  [accepts, q₀, origin₀, q₁, origin₁, …]        one entry of the sequence table for each set
//     set 0: dead      set 1: before any terminal; the start rule's item has origin 0
//
// `scan` is Earley's scanner. Completions are memoised (completions.ts). Sources: Earley 1970, §4; Aycock and Horspool 2002; Leo 1991.

import { signature } from "@espalier/arguments";
import { burn, createPairTable, createSequenceTable, type PairTable, type SequenceTable } from "@espalier/monitor";
import { automataRules } from "./automata-rules.js";
import { type Completion, createCompletions } from "./completions.js";
import { createKernel } from "./kernel.js";
import { limitsKind, rulesKind } from "./kinds.js";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
import { createLookaheads } from "./lookaheads.js";
import type { RuleAutomata } from "./rule-automata.js";
import { type ChartRules, createRuleStates, sortedEdge } from "./rules.js";

/** The id of an Earley set: {@link DEAD_SET}, or a residual language over terminals. */
export type SetId = number;

/** The set that no terminal continues. */
export const DEAD_SET: SetId = 0;

/**
 * A chart for one compiled grammar. Ids are never reused. Memory grows with the number of distinct sets, up to the
 * limits.
 */
export interface Chart<Rules = RuleAutomata> {
  readonly rules: Rules;
  readonly limits: ChartLimits;
  /** The set before any terminal. */
  readonly start: SetId;
  /**
   * Returns the set after `terminal`; {@link DEAD_SET} if it cannot follow. The result is cached; later calls cost one
   * table read.
   */
  scan(set: SetId, terminal: number): SetId;
  /**
   * Like `scan`, for a *tracked* terminal: what follows depends on the text of the lexeme, so its edges do not lead to
   * states directly (`LazyRules`). `follow` returns the state to which an edge leads; −1 if it leads nowhere. The
   * result is not cached.
   */
  scanFollowing(set: SetId, terminal: number, follow: (edge: number) => number): SetId;
  /** Returns the targets of the edges over `terminal`: states, or what the rules define as targets. */
  edgesOver(set: SetId, terminal: number): readonly number[];
  /** Returns the set whose language is the union of both. */
  merge(a: SetId, b: SetId): SetId;
  /** Returns whether the terminal string may end here. */
  accepts(set: SetId): boolean;
  /**
   * Returns the lookahead of a set, as an id: the terminals that may come next. Equal ids mean equal lookaheads. Read
   * it with {@link Chart.lookaheadTerminals}.
   */
  lookahead(set: SetId): number;
  /** Returns the terminals of a lookahead, ascending. */
  lookaheadTerminals(lookahead: number): readonly number[];
  /** Returns the kernel items of `set`, two integers each: rule state and origin. */
  items(set: SetId): Int32Array;
  /**
   * Returns the items that become live when a `nonterminal` that began at set `origin` ends, in the format of {@link
   * Chart.items}.
   */
  completion(origin: SetId, nonterminal: number): Completion;
  setCount(): number;
  /** Returns the memory that the chart's tables hold, in bytes. */
  bytes(): number;
}

/** Units of fuel to create or find a set, beside those for its items. */
const SET_FUEL = 8;

const checkCreateChart = signature("createChart", { rules: rulesKind, limits: limitsKind });

/**
 * Creates a chart over compiled rules, or over rules whose states are created on demand.
 *
 * @throws ChartLimitError from any method past a limit.
 */
export function createChart<Rules extends RuleAutomata | ChartRules>(
  rules: Rules,
  limits: Partial<ChartLimits> = {},
): Chart<Rules> {
  checkCreateChart(rules, limits);
  const limit: ChartLimits = { ...DEFAULT_CHART_LIMITS, ...limits };
  const source: ChartRules = "edges" in rules ? rules : automataRules(rules);
  const states = createRuleStates(source);
  const lookaheads = createLookaheads(states);
  const sets: SequenceTable = createSequenceTable();
  const scans: PairTable = createPairTable();
  const lookaheadOf: number[] = [];
  // The nonterminals that a set with several items predicts. For a set with one item, the rule state caches them.
  const predictedBy = new Map<SetId, readonly number[]>();
  let predictedBytes = 0;
  const completions = createCompletions(states, sets, predictionsOf);
  const kernel = createKernel(limit.items);
  // The rules that may end before the set under construction: pairs (origin, nonterminal).
  const ended: number[] = [];
  const accepts = (set: SetId): boolean => sets.pool[sets.offset(set)] === 1;

  /** Adds the item. If its rule may end there, `finish` adds the items of its completion. */
  function add(q: number, origin: SetId): void {
    const { live, final, rule } = states.at(q);
    if (live) kernel.add(q, origin);
    if (final) ended.push(origin, rule);
  }

  function clear(): void {
    kernel.clear();
    ended.length = 0;
  }

  function finish(): SetId {
    if (ended.length > 0) completions.addTo(kernel, ended);
    burn("parser", SET_FUEL + kernel.count());
    const id = kernel.intern(sets);
    if (id === DEAD_SET) return id;
    if (id >= limit.sets) throw new ChartLimitError("sets", limit.sets, "create the language again");
    if ((id & 0xfff) === 0 && bytes() > limit.bytes) {
      throw new ChartLimitError("bytes", limit.bytes, "create the language again, or raise the limit");
    }
    return id;
  }

  function bytes(): number {
    const tables = sets.bytes() + scans.bytes() + completions.bytes() + predictedBytes;
    return tables + lookaheads.bytes() + 8 * lookaheadOf.length + states.bytes();
  }

  /** Returns the nonterminals that may begin in `set`. */
  function predictionsOf(set: SetId): readonly number[] {
    const from = sets.offset(set) + 1;
    const to = sets.offset(set + 1);
    if (to - from === 2) return states.predicted(states.at(sets.pool[from]!));
    let list = predictedBy.get(set);
    if (list === undefined) {
      list = states.predictedByAll(sets.pool, from, to);
      predictedBytes += 64 + 8 * list.length;
      predictedBy.set(set, list);
    }
    return list;
  }

  /** Builds the set after the edges over `terminal`. `follow` returns the target of an edge, or −1 to omit it. */
  function advance(set: SetId, terminal: number, follow: ((edge: number) => number) | undefined): SetId {
    clear();
    const from = sets.offset(set) + 1;
    const to = sets.offset(set + 1);
    for (let i = from; i < to; i += 2) {
      let target = sortedEdge(states.at(sets.pool[i]!).terminals, terminal);
      if (target >= 0 && follow !== undefined) target = follow(target);
      if (target >= 0) add(target, sets.pool[i + 1]!);
    }
    for (const n of predictionsOf(set)) {
      let target = sortedEdge(states.startOf(n).terminals, terminal);
      if (target >= 0 && follow !== undefined) target = follow(target);
      if (target >= 0) add(target, set);
    }
    return finish();
  }

  function scan(set: SetId, terminal: number): SetId {
    if (set === DEAD_SET) return DEAD_SET;
    const known = scans.get(set, terminal);
    if (known >= 0) return known;
    const next = advance(set, terminal, undefined);
    scans.set(set, terminal, next);
    return next;
  }

  function edgesOver(set: SetId, terminal: number): readonly number[] {
    const edges: number[] = [];
    for (let i = sets.offset(set) + 1; i < sets.offset(set + 1); i += 2) {
      addEdge(edges, sortedEdge(states.at(sets.pool[i]!).terminals, terminal));
    }
    for (const n of predictionsOf(set)) addEdge(edges, sortedEdge(states.startOf(n).terminals, terminal));
    return edges;
  }

  function merge(a: SetId, b: SetId): SetId {
    if (a === b || b === DEAD_SET) return a;
    if (a === DEAD_SET) return b;
    clear();
    for (const set of [a, b]) {
      if (accepts(set)) kernel.accept();
      for (let i = sets.offset(set) + 1; i < sets.offset(set + 1); i += 2) {
        kernel.add(sets.pool[i]!, sets.pool[i + 1]!);
      }
    }
    return finish();
  }

  function lookahead(set: SetId): number {
    while (lookaheadOf.length <= set) lookaheadOf.push(-1);
    let id = lookaheadOf[set]!;
    if (id >= 0) return id;
    id = lookaheads.ofItems(sets.pool, sets.offset(set) + 1, sets.offset(set + 1));
    lookaheadOf[set] = id;
    return id;
  }

  // Set 0 is the dead set and consists of one zero. Set 1 is the start.
  sets.intern(Int32Array.of(0), 1);
  const acceptsEmpty = source.acceptsEmpty === true ? 1 : 0;
  const first = states.startOf(source.start).live
    ? Int32Array.of(acceptsEmpty, source.startOf(source.start), 0)
    : Int32Array.of(acceptsEmpty);
  const start = sets.intern(first, first.length);

  return {
    rules,
    limits: limit,
    start,
    scan,
    scanFollowing: (set: SetId, terminal: number, follow: (edge: number) => number): SetId =>
      set === DEAD_SET ? DEAD_SET : advance(set, terminal, follow),
    edgesOver,
    merge,
    accepts,
    lookahead,
    lookaheadTerminals: lookaheads.terminals,
    items: (set: SetId): Int32Array => sets.pool.subarray(sets.offset(set) + 1, sets.offset(set + 1)),
    completion: completions.of,
    setCount(): number {
      return sets.size;
    },
    bytes,
  };
}

function addEdge(edges: number[], edge: number): void {
  if (edge >= 0 && !edges.includes(edge)) edges.push(edge);
}
