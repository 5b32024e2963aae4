// How far each state of a finite automaton is from acceptance: breadth first, against the edges (Moore 1959). States
// that are infinitely far are dead. The others are co-accessible.

import { type Dfa, sourcesOf } from "./dfa.js";
import { grouped } from "./grouped.js";

/**
 * Returns, for each state, the least number of edges to an accepting state; `Infinity` if there is no path. The
 * automaton need not be deterministic. O(states + edges).
 *
 * @param accepting one entry for each state: 1 if it accepts.
 * @param target the target of each edge; −1 for entries of a table that are no edge.
 * @param sourceOf returns the source of an edge.
 * @param isFree returns whether an edge reads nothing (an ε-edge), so that it does not count.
 */
export function distances(
  accepting: ArrayLike<number>,
  target: ArrayLike<number>,
  sourceOf: (edge: number) => number,
  isFree?: (edge: number) => boolean,
): Float64Array {
  const { first, members } = grouped(target, accepting.length);
  const distance = new Float64Array(accepting.length).fill(Number.POSITIVE_INFINITY);
  let level: number[] = [];
  for (let state = 0; state < accepting.length; state++) {
    if (accepting[state] !== 1) continue;
    distance[state] = 0;
    level.push(state);
  }
  for (let steps = 0; level.length > 0; steps++) {
    const further: number[] = [];
    for (const state of level) {
      // An ε-edge has since given the state a smaller distance.
      if (distance[state] !== steps) continue;
      for (let i = first[state]!; i < first[state + 1]!; i++) {
        const edge = members[i]!;
        const source = sourceOf(edge);
        const reached = isFree?.(edge) ? steps : steps + 1;
        if (distance[source]! <= reached) continue;
        distance[source] = reached;
        (reached === steps ? level : further).push(source);
      }
    }
    level = further;
  }
  return distance;
}

/** Returns, for each state of `dfa`, the length of the shortest text to acceptance; `Infinity` for dead states. */
export function distancesIn(dfa: Dfa): Float64Array {
  const source = sourcesOf(dfa);
  return distances(dfa.accepting, dfa.target, (edge) => source[edge]!);
}
