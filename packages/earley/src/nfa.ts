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

/** The minimal trimmed automaton of `nfa`'s language, or `undefined` when it would pass `maxStates` states. */
export function determinize(nfa: Nfa, maxStates: number): Dfa | undefined {
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
    if (subsets.length > maxStates) return undefined;
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

function minimize(dfa: Dfa): Dfa {
  const count = dfa.edges.length;
  let block: number[] = dfa.accepting.map((accepts) => (accepts ? 1 : 0));
  for (let blocks = new Set(block).size; ; ) {
    const ids = new Map<string, number>();
    const next = new Array<number>(count);
    for (let state = 0; state < count; state++) {
      const row = [...(dfa.edges[state] as ReadonlyMap<Label, number>)]
        .sort((a, b) => a[0] - b[0])
        .map(([label, target]) => `${label}:${block[target]}`);
      const key = `${block[state]}|${row.join(",")}`;
      let known = ids.get(key);
      if (known === undefined) {
        known = ids.size;
        ids.set(key, known);
      }
      next[state] = known;
    }
    block = next;
    if (ids.size === blocks) break;
    blocks = ids.size;
  }
  const representative: number[] = [];
  block.forEach((b, state) => {
    representative[b] ??= state;
  });
  // Block 0 holds state 0, since states are visited in order.
  const edges = representative.map((state) => {
    const row = new Map<Label, number>();
    for (const [label, target] of dfa.edges[state] as ReadonlyMap<Label, number>)
      row.set(label, block[target] as number);
    return row;
  });
  return { edges, accepting: representative.map((state) => dfa.accepting[state] as boolean) };
}
