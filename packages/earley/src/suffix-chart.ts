// The mirror of the chart: Earley's algorithm from the right end of a text, again with sets that are values.
//
// A suffix is a sorted list of kernel items (rule state q, end): "from q on, the rule can be finished by what lies between here
// and the suffix `end`", and a flag "the text may end here". Like the origins of a left set, ends are ids of suffixes, so no
// positions appear and equal ids mean that the same texts to the left connect, in the same ways. Suffixes are made from the
// right end leftwards by `prepend`; whatever is right of an edit keeps its ids, and what is left of it gets them back as soon as the
// contents agree.
//
//     pool:  [accepts | mark << 1, cycle, q₀, end₀, q₁, end₁, …]        one entry of the sequence table per suffix
//     suffix 0: dead      suffix 1: the end of the text
//
// Rule states are those of the left chart, not of a reversed grammar: where a left item (q, origin) meets a suffix item (q, end)
// the rule is whole. A finished nonterminal brings one memoised closure per (end, nonterminal), as completion does on the left.
// Items that nothing wants are never made: rules are predicted from the end of the text, so a suffix that is not dead connects
// to some text. After: Earley 1970, §4, mirrored; over a nondeterministic automaton as in Melcer et al. 2024, §IV.

import { createPairTable, createSequenceTable, type PairTable, type SequenceTable } from "@espalier/monitor";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
import { type EdgesInto, type ReversedRules, reverseRules } from "./reversed-rules.js";
import type { RuleAutomata } from "./rule-automata.js";
import { type InnerNode, type SuffixNode, solveCycle } from "./suffix-cycle.js";

/** The id of a suffix: {@link DEAD_SUFFIX}, or what may stand to the right of a text. */
export type SuffixId = number;

/** The suffix that connects to no text at all. */
export const DEAD_SUFFIX: SuffixId = 0;

/** Suffixes over one compiled grammar. Ids are never reused; memory grows with distinct suffixes, up to the limits. */
export interface SuffixChart {
  readonly rules: RuleAutomata;
  /** Nothing but the end of the text. */
  readonly end: SuffixId;
  /** `terminal`, and then `suffix`. Memoised: a table read after the first time. */
  prepend(terminal: number, suffix: SuffixId): SuffixId;
  /** One suffix or the other. */
  either(a: SuffixId, b: SuffixId): SuffixId;
  /**
   * Suffixes that may lead back to each other: one for each node, in order. The same nodes give the same ids.
   *
   * @throws RangeError for a node that is not there.
   */
  cycle(nodes: readonly SuffixNode[]): readonly SuffixId[];
  /**
   * The same suffix under an id of its own, so that a caller can tell apart places where the same text follows.
   *
   * @throws RangeError unless `mark` is an integer in [1, 2³⁰).
   */
  mark(suffix: SuffixId, mark: number): SuffixId;
  /** The mark that `suffix` was given; 0 when none. */
  markOf(suffix: SuffixId): number;
  /** May the text end here? */
  accepts(suffix: SuffixId): boolean;
  /** Kernel items, two integers each, ascending: a rule state, and what is left when its rule has ended. Not to be kept. */
  items(suffix: SuffixId): Int32Array;
  /** The states before `nonterminal` when it ends right before `suffix`, through any chain of rules that so begin: items. */
  completion(suffix: SuffixId, nonterminal: number): readonly number[];
  readonly reversed: ReversedRules;
  readonly suffixCount: number;
  /** Bytes held by the tables. */
  readonly bytes: number;
}

const HEADER = 2;
const MOST_MARK = 2 ** 30;

/**
 * A chart of suffixes over rules known whole.
 *
 * @throws ChartLimitError from any method that would pass a limit.
 */
export function createSuffixChart(rules: RuleAutomata, limits: Partial<ChartLimits> = {}): SuffixChart {
  const limit: ChartLimits = { ...DEFAULT_CHART_LIMITS, ...limits };
  const reversed = reverseRules(rules);
  const { terminals, calls, lastTerminals, lastCalls, begins, entered } = reversed;
  const suffixes: SequenceTable = createSequenceTable();
  const prepends: PairTable = createPairTable();
  const unions: PairTable = createPairTable();
  const marked: PairTable = createPairTable();
  const completionIds: PairTable = createPairTable();
  const completions: (readonly number[])[] = [];
  let completionBytes = 0;
  const wantedBy = new Map<SuffixId, readonly number[]>();
  const cycles: SequenceTable = createSequenceTable();
  const cycleIds = new Map<number, readonly SuffixId[]>();

  // The suffix being built: items as pairs, deduplicated through `building` once they are many.
  let count = 0;
  let accepting = false;
  let buffer = new Int32Array(64);
  const building = createPairTable();

  function begin(): void {
    count = 0;
    accepting = false;
    building.clear();
  }

  function addEntered(q: number, end: SuffixId): void {
    if (count < 8) {
      for (let i = 0; i < 2 * count; i += 2) if (buffer[i] === q && buffer[i + 1] === end) return;
    } else {
      if (count === 8) for (let i = 0; i < 16; i += 2) building.set(buffer[i] as number, buffer[i + 1] as number, 1);
      if (building.get(q, end) >= 0) return;
      building.set(q, end, 1);
    }
    if (count >= limit.items) throw tooAmbiguous();
    if (2 * count === buffer.length) {
      const longer = new Int32Array(2 * buffer.length);
      longer.set(buffer);
      buffer = longer;
    }
    buffer[2 * count] = q;
    buffer[2 * count + 1] = end;
    count++;
  }

  function tooAmbiguous(): ChartLimitError {
    return new ChartLimitError(
      "items",
      limit.items,
      "the grammar is too ambiguous here; make its alternatives disjoint",
    );
  }

  /** Adds the item and, where its rule begins, everything that its completion brings. */
  function add(q: number, end: SuffixId): void {
    if (entered[q] === 1) addEntered(q, end);
    const rule = begins[q] as number;
    if (rule < 0) return;
    const items = completion(end, rule);
    for (let i = 0; i < items.length; i += 2) addEntered(items[i] as number, items[i + 1] as number);
  }

  function finish(mark: number, cycle: number): SuffixId {
    if (count === 0 && !accepting && cycle === 0) return DEAD_SUFFIX;
    const out = sorted(buffer, count);
    out[0] = (accepting ? 1 : 0) | (mark << 1);
    out[1] = cycle;
    const id = suffixes.intern(out, HEADER + 2 * count);
    if (id >= limit.sets) throw new ChartLimitError("sets", limit.sets, "release the suffixes and make fresh ones");
    if ((id & 0xfff) === 0 && bytes() > limit.bytes) {
      throw new ChartLimitError("bytes", limit.bytes, "release the suffixes and make fresh ones, or raise the limit");
    }
    return id;
  }

  function bytes(): number {
    const memos = prepends.bytes + unions.bytes + marked.bytes + completionIds.bytes + completionBytes;
    return suffixes.bytes + memos + cycles.bytes;
  }

  const first = (suffix: SuffixId): number => suffixes.offset(suffix) + HEADER;
  const past = (suffix: SuffixId): number => suffixes.offset(suffix + 1);
  const header = (suffix: SuffixId): number => suffixes.pool[suffixes.offset(suffix)] as number;
  const accepts = (suffix: SuffixId): boolean => (header(suffix) & 1) === 1;

  /** The nonterminals that may end right before `suffix`. */
  function wantedBefore(suffix: SuffixId): readonly number[] {
    const from = first(suffix);
    const to = past(suffix);
    if (to - from === 2 && !accepts(suffix)) return reversed.wantedBefore(suffixes.pool[from] as number);
    let list = wantedBy.get(suffix);
    if (list === undefined) {
      const all = new Set<number>(accepts(suffix) ? reversed.wantedAt(0) : []);
      for (let i = from; i < to; i += 2) for (const n of reversed.wantedBefore(suffixes.pool[i] as number)) all.add(n);
      list = [...all];
      completionBytes += 64 + 8 * list.length;
      wantedBy.set(suffix, list);
    }
    return list;
  }

  // The completion being worked out: its items, the pairs (suffix, nonterminal) still to be looked at, and those that have been.
  let found: number[] = [];
  const present = createPairTable();
  const pending: number[] = [];
  const seen = createPairTable();

  function find(q: number, end: SuffixId): void {
    if (found.length < 16) {
      for (let i = 0; i < found.length; i += 2) if (found[i] === q && found[i + 1] === end) return;
    } else {
      if (found.length === 16)
        for (let i = 0; i < 16; i += 2) present.set(found[i] as number, found[i + 1] as number, 1);
      if (present.get(q, end) >= 0) return;
      present.set(q, end, 1);
    }
    if (found.length >= 2 * limit.items) throw tooAmbiguous();
    found.push(q, end);
  }

  function meet(table: EdgesInto, row: number, label: number, end: SuffixId): void {
    for (
      let e = firstEdge(table, row, label);
      table.labels[e] === label && e < (table.offsets[row + 1] as number);
      e++
    ) {
      const q = table.sources[e] as number;
      if (entered[q] === 1) find(q, end);
      const rule = begins[q] as number;
      if (rule >= 0) pending.push(end, rule);
    }
  }

  function completion(suffix: SuffixId, nonterminal: number): readonly number[] {
    const known = completionIds.get(suffix, nonterminal);
    if (known >= 0) return completions[known] as readonly number[];
    found = [];
    present.clear();
    seen.clear();
    pending.length = 0;
    pending.push(suffix, nonterminal);
    while (pending.length > 0) {
      const n = pending.pop() as number;
      const at = pending.pop() as number;
      if (seen.get(at, n) >= 0) continue;
      seen.set(at, n, 1);
      const memo = completionIds.get(at, n);
      if (memo >= 0) {
        const items = completions[memo] as readonly number[];
        for (let i = 0; i < items.length; i += 2) find(items[i] as number, items[i + 1] as number);
        continue;
      }
      for (const p of wantedBefore(at)) meet(lastCalls, p, n, at);
      for (let i = first(at); i < past(at); i += 2) {
        meet(calls, suffixes.pool[i] as number, n, suffixes.pool[i + 1] as number);
      }
    }
    const result = found;
    completionIds.set(suffix, nonterminal, completions.length);
    completions.push(result);
    completionBytes += 96 + 8 * result.length;
    return result;
  }

  /** Adds the sources of the edges over `label` in a row. */
  function addSources(table: EdgesInto, row: number, label: number, end: SuffixId): void {
    for (
      let e = firstEdge(table, row, label);
      table.labels[e] === label && e < (table.offsets[row + 1] as number);
      e++
    ) {
      add(table.sources[e] as number, end);
    }
  }

  function prepend(terminal: number, suffix: SuffixId): SuffixId {
    const known = prepends.get(suffix, terminal);
    if (known >= 0) return known;
    begin();
    for (let i = first(suffix); i < past(suffix); i += 2) {
      addSources(terminals, suffixes.pool[i] as number, terminal, suffixes.pool[i + 1] as number);
    }
    for (const n of wantedBefore(suffix)) addSources(lastTerminals, n, terminal, suffix);
    const id = finish(0, 0);
    prepends.set(suffix, terminal, id);
    return id;
  }

  /** Adds the items of `suffix`, and whether it accepts. */
  function addAll(suffix: SuffixId): void {
    accepting ||= accepts(suffix);
    for (let i = first(suffix); i < past(suffix); i += 2) {
      addEntered(suffixes.pool[i] as number, suffixes.pool[i + 1] as number);
    }
  }

  function either(a: SuffixId, b: SuffixId): SuffixId {
    if (a === b || b === DEAD_SUFFIX) return a;
    if (a === DEAD_SUFFIX) return b;
    const known = unions.get(a, b);
    if (known >= 0) return known;
    begin();
    addAll(a);
    addAll(b);
    const id = finish(markOf(a) === markOf(b) ? markOf(a) : 0, 0);
    unions.set(a, b, id);
    unions.set(b, a, id);
    return id;
  }

  const markOf = (suffix: SuffixId): number => header(suffix) >>> 1;

  function mark(suffix: SuffixId, value: number): SuffixId {
    checkMark(value);
    if (suffix === DEAD_SUFFIX) return DEAD_SUFFIX;
    const known = marked.get(suffix, value);
    if (known >= 0) return known;
    begin();
    addAll(suffix);
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
    // What leads out of the cycle is made before it, so that its own suffixes can be numbered in advance.
    const inner = nodes.map((node): InnerNode => {
      const outward = node.edges.filter(([, target]) => target >= 0);
      const inward = node.edges.filter(([, target]) => target < 0);
      return {
        also: [...(node.also ?? []), ...outward.map(([terminal, target]) => prepend(terminal, target))],
        edges: inward.map(([terminal, target]) => [terminal, ~target] as const),
      };
    });
    const base = suffixes.size;
    const ids = solveCycle(inner, base, limit.items, chart).map(({ accepts: ends, items }, i) => {
      begin();
      accepting = ends;
      for (let j = 0; j < items.length; j += 2) addEntered(items[j] as number, items[j + 1] as number);
      finish(nodes[i]?.mark ?? 0, base + i);
      return items.length === 0 && !ends ? DEAD_SUFFIX : base + i;
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
    items: (suffix: SuffixId): Int32Array => suffixes.pool.subarray(first(suffix), past(suffix)),
    completion,
    reversed,
    get suffixCount(): number {
      return suffixes.size;
    },
    get bytes(): number {
      return bytes();
    },
  };
  suffixes.intern(Int32Array.of(0, 0), HEADER);
  suffixes.intern(Int32Array.of(1, 0), HEADER);
  return chart;
}

function checkMark(mark: number): void {
  if (!Number.isInteger(mark) || mark < 1 || mark >= MOST_MARK)
    throw new RangeError(`a mark is an integer in [1, ${MOST_MARK}), not ${mark}`);
}

function checkNodes(nodes: readonly SuffixNode[], suffixCount: number): void {
  for (const [i, { edges, also, mark }] of nodes.entries()) {
    if (mark !== undefined) checkMark(mark);
    for (const target of [...edges.map((edge) => edge[1]), ...(also ?? [])]) {
      if (Number.isInteger(target) && target >= -nodes.length && target < suffixCount) continue;
      throw new RangeError(
        `node ${i} leads to ${target}: there are ${nodes.length} nodes in this cycle and ${suffixCount} suffixes`,
      );
    }
  }
}

/** A cycle as integers: equal cycles, equal integers. */
function describe(nodes: readonly SuffixNode[]): Int32Array {
  const flat: number[] = [];
  for (const { edges, also = [], mark = 0 } of nodes) {
    flat.push(mark, also.length, ...also, edges.length);
    for (const [terminal, target] of edges) flat.push(terminal, target);
  }
  return Int32Array.from(flat);
}

/** The index of the first edge over `label` in a row, or that of another edge when there is none. */
function firstEdge(table: EdgesInto, row: number, label: number): number {
  const { labels, offsets } = table;
  let low = offsets[row] as number;
  let high = offsets[row + 1] as number;
  while (high - low > 8) {
    const middle = (low + high) >>> 1;
    if ((labels[middle] as number) < label) low = middle + 1;
    else high = middle;
  }
  while (low < high && (labels[low] as number) < label) low++;
  return low;
}

/** Where a suffix is put together before it is interned. */
let out = new Int32Array(66);

/** The pairs of `items[0, 2 · count)` in ascending order, behind room for the header. The array is used again. */
function sorted(items: Int32Array, count: number): Int32Array {
  if (out.length < 2 * count + HEADER) out = new Int32Array(4 * count + HEADER);
  if (count > 24) {
    // States are below 2²¹ and ends below 2³¹: a pair fits into the 53 bits of a number.
    const keys = new Float64Array(count);
    for (let i = 0; i < count; i++) keys[i] = (items[2 * i] as number) * 2 ** 31 + (items[2 * i + 1] as number);
    keys.sort();
    for (let i = 0; i < count; i++) {
      const q = Math.floor((keys[i] as number) / 2 ** 31);
      out[HEADER + 2 * i] = q;
      out[HEADER + 2 * i + 1] = (keys[i] as number) - q * 2 ** 31;
    }
    return out;
  }
  for (let i = 0; i < count; i++) {
    const q = items[2 * i] as number;
    const end = items[2 * i + 1] as number;
    let j = HEADER + 2 * i;
    while (j > HEADER) {
      const before = out[j - 2] as number;
      if (before < q || (before === q && (out[j - 1] as number) < end)) break;
      out[j] = before;
      out[j + 1] = out[j - 1] as number;
      j -= 2;
    }
    out[j] = q;
    out[j + 1] = end;
  }
  return out;
}
