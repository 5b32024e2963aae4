// Small finite automata over grammar symbols: the compile-time form of a rule's right-hand side.
//
// A label is a terminal id t ≥ 0, or ~n for nonterminal n. Subset construction and partition refinement are the
// textbook ones (Hopcroft, Motwani, Ullman, §2.3 and §4.4); sizes here are tens of states, so clarity wins.

export type Label = number;

/** A nondeterministic automaton under construction, with ε-edges. State 0 is the start. */
export interface Nfa {
  readonly epsilon: number[][];
  readonly edges: [label: Label, target: number][][];
  readonly accepting: Set<number>;
}

/** A deterministic automaton: partial edges, state 0 the start, every state on a path to acceptance (or only state 0). */
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

/** Copies `dfa` into `nfa`; returns the number that `dfa`'s state 0 has there (state q becomes that plus q). */
export function embed(nfa: Nfa, dfa: Dfa): number {
  const base = nfa.edges.length;
  for (const row of dfa.edges) {
    const state = addState(nfa);
    for (const [label, target] of row) (nfa.edges[state] as [Label, number][]).push([label, base + target]);
  }
  return base;
}

/** What `states` reach by ε-edges, ascending, but only what matters: states that accept or have labelled edges. */
function close(nfa: Nfa, states: Iterable<number>): number[] {
  const seen = new Set(states);
  const pending = [...seen];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    for (const next of nfa.epsilon[state] as number[]) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  const matters = (state: number): boolean => nfa.accepting.has(state) || (nfa.edges[state] as unknown[]).length > 0;
  return [...seen].filter(matters).sort((a, b) => a - b);
}

/** States closed over, all subsets together, per state allowed: what a construction may cost before it is given up. */
const WORK_PER_STATE = 40;

/**
 * The minimal trimmed automaton of `nfa`'s language, or `undefined` when it would pass `maxStates` states or take work out of
 * proportion to them.
 */
export function determinize(nfa: Nfa, maxStates: number): Dfa | undefined {
  let work = WORK_PER_STATE * Math.max(maxStates, nfa.edges.length);
  const ids = new Map<string, number>();
  const subsets: number[][] = [];
  // Many edges share their targets: closing each list of targets once keeps long alternatives linear.
  const closed = new Map<string, number>();
  const id = (targets: number[]): number => {
    const raw = targets.join();
    let known = closed.get(raw);
    if (known !== undefined) return known;
    const subset = close(nfa, targets);
    const key = subset.join();
    known = ids.get(key);
    if (known === undefined) {
      known = subsets.length;
      ids.set(key, known);
      subsets.push(subset);
    }
    closed.set(raw, known);
    return known;
  };
  id([0]);
  const edges: Map<Label, number>[] = [];
  const accepting: boolean[] = [];
  for (let state = 0; state < subsets.length; state++) {
    work -= (subsets[state] as number[]).length;
    if (subsets.length > maxStates || work < 0) return undefined;
    const targets = new Map<Label, number[]>();
    let accepts = false;
    for (const member of subsets[state] as number[]) {
      accepts ||= nfa.accepting.has(member);
      for (const [label, target] of nfa.edges[member] as [Label, number][]) {
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

/** Drops states that reach no acceptance (the start stays) and renumbers in breadth-first order. */
function trim(dfa: Dfa): Dfa {
  const sources: number[][] = dfa.edges.map(() => []);
  dfa.edges.forEach((row, state) => {
    for (const target of row.values()) (sources[target] as number[]).push(state);
  });
  const useful = new Set<number>();
  const pending: number[] = [];
  for (const [state, accepts] of dfa.accepting.entries()) if (accepts) pending.push(state);
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (useful.has(state)) continue;
    useful.add(state);
    pending.push(...(sources[state] as number[]));
  }
  const order = new Map<number, number>([[0, 0]]);
  const queue = [0];
  for (const state of queue) {
    for (const target of (dfa.edges[state] as ReadonlyMap<Label, number>).values()) {
      if (!useful.has(target) || order.has(target)) continue;
      order.set(target, queue.length);
      queue.push(target);
    }
  }
  const edges = queue.map((state) => {
    const row = new Map<Label, number>();
    for (const [label, target] of dfa.edges[state] as ReadonlyMap<Label, number>) {
      if (useful.has(target)) row.set(label, order.get(target) as number);
    }
    return row;
  });
  return { edges, accepting: queue.map((state) => dfa.accepting[state] as boolean) };
}

/**
 * The minimal automaton, by splitting blocks on who leads into them, smaller halves first (Hopcroft 1971). A missing edge
 * needs no sink: of the states that lead into a split block by one label, each leads into exactly one half.
 */
function minimize(dfa: Dfa): Dfa {
  const count = dfa.edges.length;
  const sources: [label: Label, source: number][][] = dfa.edges.map(() => []);
  for (const [state, row] of dfa.edges.entries()) {
    for (const [label, target] of row) (sources[target] as [Label, number][]).push([label, state]);
  }
  const block = dfa.accepting.map((accepts): number => (accepts ? 1 : 0));
  const members: Set<number>[] = [new Set(), new Set()];
  for (const [state, b] of block.entries()) (members[b] as Set<number>).add(state);
  const pending = new Set([0, 1]);
  for (const splitter of pending) {
    pending.delete(splitter);
    const into = new Map<Label, number[]>();
    for (const state of members[splitter] as Set<number>) {
      for (const [label, source] of sources[state] as [Label, number][]) {
        const list = into.get(label);
        if (list === undefined) into.set(label, [source]);
        else list.push(source);
      }
    }
    for (const list of into.values()) {
      const touched = new Map<number, number[]>();
      for (const source of list) {
        const b = block[source] as number;
        const part = touched.get(b);
        if (part === undefined) touched.set(b, [source]);
        else part.push(source);
      }
      for (const [b, part] of touched) {
        const whole = members[b] as Set<number>;
        if (part.length === whole.size) continue;
        const fresh = members.length;
        for (const state of part) {
          whole.delete(state);
          block[state] = fresh;
        }
        members.push(new Set(part));
        if (pending.has(b) || part.length <= whole.size) pending.add(fresh);
        else pending.add(b);
      }
    }
  }
  // Number the blocks by their first state, so that state 0 keeps its number and chains stay in order.
  const number = new Map<number, number>();
  const representative: number[] = [];
  for (let state = 0; state < count; state++) {
    const b = block[state] as number;
    if (number.has(b)) continue;
    number.set(b, representative.length);
    representative.push(state);
  }
  const edges = representative.map((state) => {
    const row = new Map<Label, number>();
    for (const [label, target] of dfa.edges[state] as ReadonlyMap<Label, number>) {
      row.set(label, number.get(block[target] as number) as number);
    }
    return row;
  });
  return { edges, accepting: representative.map((state) => dfa.accepting[state] as boolean) };
}
