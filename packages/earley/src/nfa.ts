// Small finite automata over grammar symbols: the right-hand side of a rule during compilation.
//
// A label is a terminal id t ≥ 0, or ~n for nonterminal n. The algorithms are the textbook subset construction and
// partition refinement (Hopcroft, Motwani, Ullman, §2.3 and §4.4). Automata have tens of states, so the code favours
// clarity.

export type Label = number;

/** A nondeterministic automaton under construction, with ε-edges. State 0 is the start. */
export interface Nfa {
  readonly epsilon: number[][];
  readonly edges: [label: Label, target: number][][];
  readonly accepting: Set<number>;
}

/**
 * A deterministic automaton with partial edges; state 0 is the start. Every state is on a path to acceptance, unless
 * there is only state 0.
 */
export interface Dfa {
  readonly edges: readonly ReadonlyMap<Label, number>[];
  readonly accepting: readonly boolean[];
}

export function createNfa(): Nfa {
  return { epsilon: [[]], edges: [[]], accepting: new Set() };
}

export function addState(nfa: Nfa): number {
  nfa.epsilon.push([]);
  nfa.edges.push([]);
  return nfa.edges.length - 1;
}

/** Copies `dfa` into `nfa`. Returns the offset: state q of `dfa` becomes offset + q. */
export function embed(nfa: Nfa, dfa: Dfa): number {
  const base = nfa.edges.length;
  for (const row of dfa.edges) {
    const state = addState(nfa);
    for (const [label, target] of row) nfa.edges[state]!.push([label, base + target]);
  }
  return base;
}

/** Returns the ε-closure of `states`, ascending, limited to states that accept or have labelled edges. */
function close(nfa: Nfa, states: readonly number[]): number[] {
  const seen = new Set(states);
  const pending = [...seen];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const next of nfa.epsilon[state]!) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  const matters = (state: number): boolean => nfa.accepting.has(state) || nfa.edges[state]!.length > 0;
  return [...seen].filter(matters).sort((a, b) => a - b);
}

/** Work limit of the subset construction: total size of all subsets for each allowed state. */
const WORK_PER_STATE = 40;

/**
 * Returns the minimal trimmed automaton of `nfa`; `undefined` if it has more than `maxStates` states or its
 * construction exceeds the work limit.
 */
export function determinize(nfa: Nfa, maxStates: number): Dfa | undefined {
  let work = WORK_PER_STATE * Math.max(maxStates, nfa.edges.length);
  const ids = new Map<string, number>();
  const subsets: number[][] = [];
  // Many edges share their targets. Computing the closure of each target list once keeps long alternatives linear.
  const closed = new Map<string, number>();
  const closedAlone: number[] = [];
  const closure = (targets: readonly number[]): number => {
    const subset = close(nfa, targets);
    const key = subset.join();
    let known = ids.get(key);
    if (known === undefined) {
      known = subsets.length;
      ids.set(key, known);
      subsets.push(subset);
    }
    return known;
  };
  const id = (targets: readonly number[]): number => {
    const [only] = targets;
    if (only !== undefined && targets.length === 1) return (closedAlone[only] ??= closure(targets));
    const raw = targets.join();
    let known = closed.get(raw);
    if (known === undefined) closed.set(raw, (known = closure(targets)));
    return known;
  };
  id([0]);
  const edges: Map<Label, number>[] = [];
  const accepting: boolean[] = [];
  for (let state = 0; state < subsets.length; state++) {
    work -= subsets[state]!.length;
    if (subsets.length > maxStates || work < 0) return undefined;
    const targets = new Map<Label, number[]>();
    let accepts = false;
    for (const member of subsets[state]!) {
      accepts ||= nfa.accepting.has(member);
      for (const [label, target] of nfa.edges[member]!) {
        const known = targets.get(label);
        if (known === undefined) targets.set(label, [target]);
        else known.push(target);
      }
    }
    accepting.push(accepts);
    const row = new Map<Label, number>();
    for (const [label, members] of targets) row.set(label, id(members));
    edges.push(row);
  }
  return minimize(trim({ edges, accepting }));
}

/** Drops states that cannot reach acceptance, except the start. Renumbers the others breadth first. */
function trim(dfa: Dfa): Dfa {
  const sources: number[][] = dfa.edges.map(() => []);
  dfa.edges.forEach((row, state) => {
    for (const target of row.values()) sources[target]!.push(state);
  });
  const useful = new Set<number>();
  const pending: number[] = [];
  for (const [state, accepts] of dfa.accepting.entries()) if (accepts) pending.push(state);
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (useful.has(state)) continue;
    useful.add(state);
    pending.push(...sources[state]!);
  }
  if (useful.size === dfa.edges.length) return dfa;
  const order = new Map<number, number>([[0, 0]]);
  const queue = [0];
  for (const state of queue) {
    for (const target of dfa.edges[state]!.values()) {
      if (!useful.has(target) || order.has(target)) continue;
      order.set(target, queue.length);
      queue.push(target);
    }
  }
  const edges = queue.map((state) => {
    const row = new Map<Label, number>();
    for (const [label, target] of dfa.edges[state]!) {
      if (useful.has(target)) row.set(label, order.get(target)!);
    }
    return row;
  });
  return { edges, accepting: queue.map((state) => dfa.accepting[state]!) };
}

/**
 * Returns the minimal automaton. It splits blocks by their predecessors, smaller halves first (Hopcroft 1971). Missing
 * edges need no sink state: if a state has an edge into a block that is split, the edge leads into exactly one half.
 */
function minimize(dfa: Dfa): Dfa {
  const count = dfa.edges.length;
  const { from, label, source } = edgesInto(dfa);
  const blocks = createBlocks(dfa.accepting);
  const pending = new Set([0, 1]);
  for (const splitter of pending) {
    pending.delete(splitter);
    const into: number[] = [];
    for (const state of blocks.members(splitter)) for (let e = from[state]!; e < from[state + 1]!; e++) into.push(e);
    into.sort((a, b) => label[a]! - label[b]!);
    for (let at = 0; at < into.length; ) {
      const by = label[into[at]!];
      for (; at < into.length && label[into[at]!] === by; at++) blocks.mark(source[into[at]!]!);
      blocks.split((whole, fresh) => {
        if (pending.has(whole) || blocks.size(fresh) <= blocks.size(whole)) pending.add(fresh);
        else pending.add(whole);
      });
    }
  }
  // Number the blocks by their first states, so that state 0 keeps its number and chains stay in order.
  const number = new Map<number, number>();
  const representative: number[] = [];
  for (let state = 0; state < count; state++) {
    const b = blocks.of(state);
    if (number.has(b)) continue;
    number.set(b, representative.length);
    representative.push(state);
  }
  if (representative.length === count) return dfa;
  const edges = representative.map((state) => {
    const row = new Map<Label, number>();
    for (const [by, target] of dfa.edges[state]!) row.set(by, number.get(blocks.of(target))!);
    return row;
  });
  return { edges, accepting: representative.map((state) => dfa.accepting[state]!) };
}

/** The incoming edges of state q: `label/source[from[q], from[q + 1])`. */
interface EdgesInto {
  readonly from: Int32Array;
  readonly label: Int32Array;
  readonly source: Int32Array;
}

function edgesInto(dfa: Dfa): EdgesInto {
  const from = new Int32Array(dfa.edges.length + 1);
  for (const row of dfa.edges) for (const target of row.values()) from[target + 1] = from[target + 1]! + 1;
  for (let q = 0; q < dfa.edges.length; q++) from[q + 1] = from[q + 1]! + from[q]!;
  const total = from[dfa.edges.length]!;
  const [label, source] = [new Int32Array(total), new Int32Array(total)];
  const filled = from.slice();
  for (let state = 0; state < dfa.edges.length; state++) {
    for (const [by, target] of dfa.edges[state]!) {
      const e = filled[target]!;
      filled[target] = e + 1;
      label[e] = by;
      source[e] = state;
    }
  }
  return { from, label, source };
}

/** A partition of states into blocks. To split a block, mark some of its states (Valmari and Lehtinen 2008). */
interface Blocks {
  of(state: number): number;
  size(block: number): number;
  members(block: number): Int32Array;
  mark(state: number): void;
  /**
   * Splits each block that has both marked and unmarked states: the marked states become the block `fresh`. Clears all
   * marks.
   */
  split(done: (whole: number, fresh: number) => void): void;
}

/** Creates two blocks: block 0 for the states that do not accept, block 1 for those that do. */
function createBlocks(accepting: readonly boolean[]): Blocks {
  const count = accepting.length;
  // Block b is states[first[b], end[b]); the states below first[b] + marked[b] are marked.
  const states = new Int32Array(count);
  const place = new Int32Array(count);
  const block = Int32Array.from(accepting, (accepts) => (accepts ? 1 : 0));
  let at = 0;
  for (const b of [0, 1]) {
    for (let state = 0; state < count; state++) {
      if (block[state] !== b) continue;
      states[at] = state;
      place[state] = at++;
    }
  }
  const rejecting = accepting.filter((accepts) => !accepts).length;
  const first = [0, rejecting];
  const end = [rejecting, count];
  const marked = [0, 0];
  let touched: number[] = [];
  const size = (b: number): number => end[b]! - first[b]!;

  return {
    of: (state) => block[state]!,
    size,
    members: (b) => states.slice(first[b], end[b]),
    mark(state: number): void {
      const b = block[state]!;
      const to = first[b]! + marked[b]!;
      const own = place[state]!;
      if (own < to) return;
      if (marked[b] === 0) touched.push(b);
      marked[b] = marked[b]! + 1;
      const other = states[to]!;
      states[to] = state;
      place[state] = to;
      states[own] = other;
      place[other] = own;
    },
    split(done: (whole: number, fresh: number) => void): void {
      const split = touched;
      touched = [];
      for (const b of split) {
        const some = marked[b]!;
        marked[b] = 0;
        if (some === size(b)) continue;
        const fresh = first.length;
        const start = first[b]!;
        first[b] = start + some;
        first.push(start);
        end.push(start + some);
        marked.push(0);
        for (let i = start; i < start + some; i++) block[states[i]!] = fresh;
        done(b, fresh);
      }
    },
  };
}
