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
// `scan` is Earley's scanner. Completion is one memoised closure for each (origin, nonterminal): the items that become
// live when that nonterminal ends there, through any chain of further completions. So a right-recursive chain is walked
// only once (the effect of Leo 1991). Sources: Earley 1970, §4; Aycock and Horspool 2002; Leo 1991.

import { signature } from "@espalier/arguments";
import { burn, createPairTable, createSequenceTable, type PairTable, type SequenceTable } from "@espalier/monitor";
import { automataRules } from "./automata-rules.js";
import { limitsKind, rulesKind } from "./kinds.js";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
import { createLookaheads } from "./lookaheads.js";
import type { RuleAutomata } from "./rule-automata.js";
import { anyEdge, type ChartRules, createRuleStates, sortedEdge } from "./rules.js";

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

/** The transitive effect of completing one nonterminal. */
export interface Completion {
  /** Whether the start rule ends, so that the text may end. */
  readonly accepts: boolean;
  /** Items (rule state, origin) with outgoing edges, two integers each. */
  readonly items: readonly number[];
}

/** Scratch for a set under construction. */
let out = new Int32Array(66);

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
  const completionIds: PairTable = createPairTable();
  const completions: Completion[] = [];
  let completionBytes = 0;
  const lookaheadOf: number[] = [];
  // The nonterminals that a set with several items predicts. For a set with one item, the rule state caches them.
  const predictedBy = new Map<SetId, readonly number[]>();

  // The set under construction: pairs of integers. Once there are many, `building` detects duplicates.
  let count = 0;
  let accepting = false;
  const buffer: number[] = [];
  const building = createPairTable();

  function begin(): void {
    count = 0;
    accepting = false;
    building.clear();
  }

  function addLive(q: number, origin: SetId): void {
    if (count < 8) {
      for (let i = 0; i < count; i++) if (buffer[2 * i] === q && buffer[2 * i + 1] === origin) return;
    } else {
      if (count === 8) for (let i = 0; i < 8; i++) building.set(buffer[2 * i]!, buffer[2 * i + 1]!, 1);
      if (building.get(q, origin) >= 0) return;
      building.set(q, origin, 1);
    }
    if (count >= limit.items) {
      throw new ChartLimitError(
        "items",
        limit.items,
        "the grammar is too ambiguous here; make its alternatives disjoint",
      );
    }
    buffer[2 * count] = q;
    buffer[2 * count + 1] = origin;
    count++;
  }

  /** Adds the item. If its rule may end there, also adds the items of its completion. */
  function add(q: number, origin: SetId): void {
    const { live, final, rule } = states.at(q);
    if (live) addLive(q, origin);
    if (!final) return;
    const done = completion(origin, rule);
    if (done.accepts) accepting = true;
    for (let i = 0; i < done.items.length; i += 2) addLive(done.items[i]!, done.items[i + 1]!);
  }

  function finish(): SetId {
    burn("parser", 1 + count);
    if (count === 0 && !accepting) return DEAD_SET;
    if (out.length < 2 * count + 1) out = new Int32Array(4 * count + 2);
    // Insertion sort by (state, origin), because kernels have few items. Long ones use the engine's sort.
    if (count > 24) {
      const order = Array.from({ length: count }, (_, i) => i).sort(
        (a, b) => buffer[2 * a]! - buffer[2 * b]! || buffer[2 * a + 1]! - buffer[2 * b + 1]!,
      );
      for (let to = 0; to < count; to++) {
        const from = order[to]!;
        out[1 + 2 * to] = buffer[2 * from]!;
        out[2 + 2 * to] = buffer[2 * from + 1]!;
      }
    } else {
      for (let i = 0; i < count; i++) {
        const q = buffer[2 * i]!;
        const origin = buffer[2 * i + 1]!;
        let j = i - 1;
        while (j >= 0 && (out[1 + 2 * j]! > q || (out[1 + 2 * j]! === q && out[2 + 2 * j]! > origin))) {
          out[3 + 2 * j] = out[1 + 2 * j]!;
          out[4 + 2 * j] = out[2 + 2 * j]!;
          j--;
        }
        out[3 + 2 * j] = q;
        out[4 + 2 * j] = origin;
      }
    }
    out[0] = accepting ? 1 : 0;
    const id = sets.intern(out, 1 + 2 * count);
    if (id >= limit.sets) throw new ChartLimitError("sets", limit.sets, "create the language again");
    if ((id & 0xfff) === 0 && bytes() > limit.bytes) {
      throw new ChartLimitError("bytes", limit.bytes, "create the language again, or raise the limit");
    }
    return id;
  }

  function bytes(): number {
    const tables = sets.bytes() + scans.bytes() + completionIds.bytes() + completionBytes;
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
      completionBytes += 64 + 8 * list.length;
      predictedBy.set(set, list);
    }
    return list;
  }

  // The completion under construction: its items, the pairs (set, nonterminal) still to visit, and those already
  // visited.
  let found: number[] = [];
  const present = createPairTable();
  const pending: number[] = [];
  const looked: number[] = [];
  const seen = createPairTable();

  /** Adds an item unless it is present. A few items are compared one by one; many use `present`. */
  function find(q: number, from: SetId): void {
    if (found.length < 16) {
      for (let i = 0; i < found.length; i += 2) if (found[i] === q && found[i + 1] === from) return;
    } else {
      if (found.length === 16) for (let i = 0; i < 16; i += 2) present.set(found[i]!, found[i + 1]!, 1);
      if (present.get(q, from) >= 0) return;
      present.set(q, from, 1);
    }
    found.push(q, from);
  }

  function meet(q: number, from: SetId): void {
    const { live, final, rule } = states.at(q);
    if (live) find(q, from);
    if (final) pending.push(from, rule);
  }

  /** Whether this is the first visit of the pair. */
  function look(at: SetId, nonterminal: number): boolean {
    if (looked.length < 16) {
      for (let i = 0; i < looked.length; i += 2) if (looked[i] === at && looked[i + 1] === nonterminal) return false;
      looked.push(at, nonterminal);
      if (looked.length === 16) for (let i = 0; i < 16; i += 2) seen.set(looked[i]!, looked[i + 1]!, 1);
      return true;
    }
    if (seen.get(at, nonterminal) >= 0) return false;
    seen.set(at, nonterminal, 1);
    return true;
  }

  function completion(origin: SetId, nonterminal: number): Completion {
    const known = completionIds.get(origin, nonterminal);
    if (known >= 0) return completions[known]!;
    // Depth first over (set, nonterminal) pairs. Only pairs with the same set can recur, through unit rules.
    let accepts = false;
    found = [];
    present.clear();
    seen.clear();
    pending.length = 0;
    looked.length = 0;
    pending.push(origin, nonterminal);
    while (pending.length > 0) {
      const n = pending.pop()!;
      const at = pending.pop()!;
      if (at === 0) {
        accepts = true;
        continue;
      }
      if (!look(at, n)) continue;
      const memo = completionIds.get(at, n);
      if (memo >= 0) {
        const done = completions[memo]!;
        accepts ||= done.accepts;
        for (let i = 0; i < done.items.length; i += 2) find(done.items[i]!, done.items[i + 1]!);
        continue;
      }
      for (const p of predictionsOf(at)) {
        const target = anyEdge(states.startOf(p).calls, n);
        if (target >= 0) meet(target, at);
      }
      const end = sets.offset(at + 1);
      for (let i = sets.offset(at) + 1; i < end; i += 2) {
        const target = anyEdge(states.at(sets.pool[i]!).calls, n);
        if (target >= 0) meet(target, sets.pool[i + 1]!);
      }
    }
    const result: Completion = { accepts, items: found };
    completionIds.set(origin, nonterminal, completions.length);
    completions.push(result);
    completionBytes += 96 + 8 * found.length;
    return result;
  }

  /** Builds the set after the edges over `terminal`. `follow` returns the target of an edge, or −1 to omit it. */
  function advance(set: SetId, terminal: number, follow: ((edge: number) => number) | undefined): SetId {
    begin();
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
    begin();
    for (const set of [a, b]) {
      accepting ||= sets.pool[sets.offset(set)] === 1;
      for (let i = sets.offset(set) + 1; i < sets.offset(set + 1); i += 2) {
        addLive(sets.pool[i]!, sets.pool[i + 1]!);
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
    accepts: (set: SetId): boolean => sets.pool[sets.offset(set)] === 1,
    lookahead,
    lookaheadTerminals: lookaheads.terminals,
    items: (set: SetId): Int32Array => sets.pool.subarray(sets.offset(set) + 1, sets.offset(set + 1)),
    completion,
    setCount(): number {
      return sets.size;
    },
    bytes(): number {
      return bytes();
    },
  };
}

function addEdge(edges: number[], edge: number): void {
  if (edge >= 0 && !edges.includes(edge)) edges.push(edge);
}
