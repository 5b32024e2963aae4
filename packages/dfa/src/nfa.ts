// Nondeterministic automata with ε-edges, and the subset construction (Rabin and Scott 1959), which makes them
// deterministic. Automata have tens of states, such as the right-hand sides of rules during compilation.

import type { Dfa } from "./dfa.js";
import { explored } from "./explored.js";
import { minimal } from "./minimal.js";

/** A nondeterministic automaton under construction. State 0 is the start. */
export interface Nfa {
  readonly epsilon: number[][];
  readonly edges: [label: number, target: number][][];
  readonly accepting: Set<number>;
}

/** Creates an automaton with one state, the start. */
export function createNfa(): Nfa {
  return { epsilon: [[]], edges: [[]], accepting: new Set() };
}

/** Adds a state without edges and returns it. */
export function addState(nfa: Nfa): number {
  nfa.epsilon.push([]);
  return nfa.edges.push([]) - 1;
}

/**
 * Copies the states and edges of `dfa` into `nfa`. Returns the offset: state q of `dfa` becomes offset + q.
 *
 * @param keeps returns whether an edge of `dfa` is copied. All states have been added before the first call.
 */
export function embed(
  nfa: Nfa,
  { first, label, target }: Dfa,
  keeps: (source: number, label: number, target: number) => boolean = () => true,
): number {
  const base = nfa.edges.length;
  for (let state = 0; state + 1 < first.length; state++) addState(nfa);
  for (let state = 0; state + 1 < first.length; state++)
    for (let edge = first[state]!; edge < first[state + 1]!; edge++)
      if (keeps(state, label[edge]!, target[edge]!))
        nfa.edges[base + state]!.push([label[edge]!, base + target[edge]!]);
  return base;
}

/** Returns the ε-closure of `states`, ascending, limited to states that accept or have labelled edges. */
function close(nfa: Nfa, states: readonly number[]): number[] {
  const seen = new Set(states);
  for (const state of seen) for (const next of nfa.epsilon[state]!) seen.add(next);
  const matter = [...seen].filter((state) => nfa.edges[state]!.length > 0 || nfa.accepting.has(state));
  return matter.sort((a, b) => a - b);
}

/** A state of the subset construction: its members, ascending, and the same as text. */
interface Subset {
  readonly members: readonly number[];
  readonly key: string;
}

/** Work limit of the subset construction: total size of all subsets for each allowed state. */
const WORK_PER_STATE = 40;

/**
 * Returns the minimal automaton of `nfa`; `undefined` if there are more than `maxStates` subsets, or their construction
 * exceeds the work limit.
 */
export function determinize(nfa: Nfa, maxStates: number): Dfa | undefined {
  let work = WORK_PER_STATE * Math.max(maxStates, nfa.edges.length);
  // Many edges share their targets. Computing the closure of each target list once keeps long alternatives linear.
  const closed = new Map<string, Subset>();
  const subsetOf = (targets: readonly number[]): Subset => {
    const raw = targets.join();
    let known = closed.get(raw);
    if (known === undefined) {
      const members = close(nfa, targets);
      closed.set(raw, (known = { members, key: members.join() }));
    }
    return known;
  };
  const found = explored(
    subsetOf([0]),
    ({ members }, add) => {
      work -= members.length;
      if (work < 0) return false;
      const targets = new Map<number, number[]>();
      for (const member of members) {
        for (const [label, target] of nfa.edges[member]!) {
          const known = targets.get(label);
          if (known === undefined) targets.set(label, [target]);
          else known.push(target);
        }
      }
      for (const [label, all] of targets) add(label, subsetOf(all));
      return members.some((member) => nfa.accepting.has(member));
    },
    maxStates,
    ({ key }) => key,
  );
  return found === undefined || work < 0 ? undefined : minimal(found.dfa);
}
