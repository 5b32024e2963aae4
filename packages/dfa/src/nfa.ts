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

/** A list of states that exists once. */
interface States {
  readonly members: Int32Array;
  /** The ε-closure, once it is known. */
  closure: States | undefined;
  /** Whether this is a closure, and thus a state of the subset construction. */
  isClosure: boolean;
}

/** Returns a function that returns the same object for equal lists. */
function createLists(): (members: readonly number[]) => States {
  const byHash = new Map<number, States[]>();
  const isEqual = (known: Int32Array, members: readonly number[]): boolean => {
    if (known.length !== members.length) return false;
    for (let i = 0; i < known.length; i++) if (known[i] !== members[i]) return false;
    return true;
  };
  return (members) => {
    let hash = members.length;
    for (let i = 0; i < members.length; i++) hash = Math.imul(hash ^ members[i]!, 0x9e3779b1) ^ (hash >>> 15);
    let bucket = byHash.get(hash);
    if (bucket === undefined) byHash.set(hash, (bucket = []));
    for (const known of bucket) if (isEqual(known.members, members)) return known;
    const made: States = { members: Int32Array.from(members), closure: undefined, isClosure: false };
    bucket.push(made);
    return made;
  };
}

/** Work limit of the subset construction: total size of all subsets for each allowed state. */
const WORK_PER_STATE = 40;

/**
 * Returns the minimal automaton of `nfa`; `undefined` if there are more than `maxStates` subsets, or their construction
 * exceeds the work limit.
 *
 * @param spend is called with the number of states in a closure, or of edges of a subset, before anything is made of
 * them. It may throw.
 */
export function determinize(nfa: Nfa, maxStates: number, spend?: (work: number) => void): Dfa | undefined {
  let work = WORK_PER_STATE * Math.max(maxStates, nfa.edges.length);
  const listOf = createLists();
  const alone: (States | undefined)[] = [];
  /** By state, the number of the last closure that met it. */
  const metIn = new Int32Array(nfa.edges.length);
  let closures = 0;

  /** Returns the ε-closure of `targets`, ascending, limited to states that accept or have labelled edges. */
  function close(targets: Int32Array): States {
    closures++;
    const met: number[] = [];
    const meet = (state: number): void => {
      if (metIn[state] === closures) return;
      metIn[state] = closures;
      met.push(state);
    };
    for (const target of targets) meet(target);
    // The list grows while it is read.
    for (const state of met) for (const next of nfa.epsilon[state]!) meet(next);
    spend?.(met.length);
    const matter = met.filter((state) => nfa.edges[state]!.length > 0 || nfa.accepting.has(state));
    const closure = listOf(matter.sort((a, b) => a - b));
    if (!closure.isClosure) work -= closure.members.length;
    closure.isClosure = true;
    return closure;
  }

  // Many edges share their targets. Computing the closure of each list of targets once keeps long alternatives linear.
  const closed = (targets: States): States => (targets.closure ??= close(targets.members));
  const closedAlone = (target: number): States => closed((alone[target] ??= listOf([target])));

  const found = explored(
    closedAlone(0),
    ({ members }, add) => {
      if (work < 0) return false;
      let edges = 0;
      for (const member of members) edges += nfa.edges[member]!.length;
      spend?.(edges);
      // Most labels lead to one state.
      const targets = new Map<number, number | number[]>();
      for (const member of members) {
        for (const [label, target] of nfa.edges[member]!) {
          const known = targets.get(label);
          if (known === undefined) targets.set(label, target);
          else if (typeof known === "number") targets.set(label, [known, target]);
          else known.push(target);
        }
      }
      for (const [label, all] of targets) {
        if (work < 0) break;
        add(label, typeof all === "number" ? closedAlone(all) : closed(listOf(all)));
      }
      return members.some((member) => nfa.accepting.has(member));
    },
    maxStates,
  );
  return found === undefined || work < 0 ? undefined : minimal(found.dfa);
}
