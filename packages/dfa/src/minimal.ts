// Minimisation by partition refinement: Hopcroft's algorithm in the form of A. Valmari (Fast brief practical DFA
// minimization, 2012), in O(edges · log states). Missing edges need no sink state, because dead states are dropped
// first.

import { compressed, type Dfa, NO_TEXT, sourcesOf } from "./dfa.js";
import { distances } from "./distances.js";
import { grouped } from "./grouped.js";
import { createPartition } from "./partition.js";

/**
 * Returns the minimal automaton of the same language: each state is on a path to acceptance, and no two states accept
 * the same texts. States keep their order. If the states of `dfa` are in order of discovery, with ascending labels, equal
 * languages give equal automata.
 *
 * @returns `dfa` itself if it is minimal; {@link NO_TEXT} for the empty language.
 */
export function minimal(dfa: Dfa): Dfa {
  const { accepting, first, label, target } = dfa;
  const source = sourcesOf(dfa);
  const distance = distances(accepting, target, (edge) => source[edge]!);
  const isDead = (state: number): boolean => distance[state] === Number.POSITIVE_INFINITY;
  if (isDead(0)) return NO_TEXT;
  const blockOf = equivalence(dfa, source, isDead);
  // By block, one more than the number of its state. One of the blocks may be empty.
  const numbers = new Int32Array(accepting.length + 1);
  const representatives: number[] = [];
  for (let state = 0; state < accepting.length; state++)
    if (!isDead(state)) numbers[blockOf[state]!] ||= representatives.push(state);
  if (representatives.length === accepting.length) return dfa;
  const rows = [0];
  const labels: number[] = [];
  const targets: number[] = [];
  for (const state of representatives) {
    for (let edge = first[state]!; edge < first[state + 1]!; edge++) {
      if (isDead(target[edge]!)) continue;
      labels.push(label[edge]!);
      targets.push(numbers[blockOf[target[edge]!]!]! - 1);
    }
    rows.push(labels.length);
  }
  return compressed(
    representatives.map((state) => accepting[state]!),
    rows,
    labels,
    targets,
  );
}

/**
 * Returns the block of each state. Two states that are not dead are in one block exactly if they accept the same texts.
 *
 * A *block* is a set of states that have not been told apart yet. A *cord* is a set of edges with one label whose targets
 * are in one block. If some but not all states of a block have an edge in a cord, the cord splits the block. A split
 * block in turn splits cords.
 */
function equivalence(
  { accepting, label, target }: Dfa,
  source: Int32Array,
  isDead: (state: number) => boolean,
): Int32Array {
  const into = grouped(target, accepting.length);
  const blocks = createPartition(
    accepting.length,
    grouped(
      Int8Array.from(accepting, (accepts, state) => (isDead(state) ? -1 : accepts)),
      2,
    ),
  );
  // Labels become the indices 0, −1 → 1, 1 → 2, −2 → 3, …
  const labels: number[] = [];
  let labelCount = 0;
  const labelNumbers = new Int32Array(label.length);
  for (let edge = 0; edge < label.length; edge++)
    labelNumbers[edge] = isDead(target[edge]!)
      ? -1
      : (labels[(label[edge]! << 1) ^ (label[edge]! >> 31)] ??= labelCount++);
  const cords = createPartition(label.length, grouped(labelNumbers, labelCount));
  let block = 1;
  for (let cord = 0; cord < cords.size(); cord++) {
    for (let i = cords.first[cord]!; i < cords.past[cord]!; i++) blocks.mark(source[cords.elements[i]!]!);
    blocks.split();
    for (; block < blocks.size(); block++) {
      for (let i = blocks.first[block]!; i < blocks.past[block]!; i++) {
        const state = blocks.elements[i]!;
        for (let j = into.first[state]!; j < into.first[state + 1]!; j++) cords.mark(into.members[j]!);
      }
      cords.split();
    }
  }
  return blocks.setOf;
}
