// Computes the least number of symbols that complete a text so that a finite automaton accepts it too. It starts from
// an Earley set and a place (a situation between two lexemes, places.ts), and finishes every rule that is pending in
// the set. Older sets say what follows a pending rule, so this is a shortest path (Dijkstra 1959)
//
//     from   (nonterminal N, begun at set o, ended at place y)
//     to     (the rule of q, begun at set o', ended at place y')      for each item (q, o') of the completion of N at o,
//                                                                    and each end y' of q at y (rule-ends.ts)
//
// A result is cached for all nodes on the path. If no completion exists, this is cached for all visited nodes. There is
// no recursion, so nesting may be deep.

import type { Chart, SetId } from "@espalier/earley";
import { burn, createPairTable } from "@espalier/monitor";
import type { RuleEnds } from "./rule-ends.js";

export interface Rest {
  /**
   * Returns the least number of symbols to the end of the text, from `set` at the start of a lexeme, at place x (which
   * contains the state of the automaton); Infinity if there is no completion.
   *
   * @param most the largest number that matters, by default Infinity. If there is no completion with so few symbols,
   * the result is Infinity, which is a proof only if `proves` returns true.
   */
  of(set: SetId, x: number, most?: number): number;
  /** Returns whether the last result was not Infinity because of a bound. */
  proves(): boolean;
  bytes(): number;
}

/** The cached cost for "no way"; larger than any finite cost. */
const UNFINISHABLE = 2 ** 31 - 1;
const NOT_KNOWN = -1;

interface Step {
  /** The node, or −1 for the set itself and −2 for the end of the text. */
  readonly node: number;
  readonly symbols: number;
  readonly before: Step | undefined;
}

const SET = -1;
const END = -2;

/** The part of a chart that the shortest path needs. */
export type PendingChart = Pick<Chart<unknown>, "accepts" | "items" | "completion">;

/**
 * Creates the search for the least number of symbols that complete all pending rules of an Earley set, so that a
 * finite automaton accepts too.
 *
 * @param ruleOf returns the nonterminal to which a state of a rule belongs.
 * @param last returns the least number of symbols from a place (a situation between two lexemes) to the end of the text
 * when no rule is pending. It is 0 if the automaton accepts there.
 */
export function createRest(
  chart: PendingChart,
  ruleOf: (q: number) => number,
  ends: RuleEnds,
  last: (place: number) => number,
): Rest {
  // Ids of nodes by (pending nonterminal, place), and their costs.
  const pendings = createPairTable();
  const nodes = createPairTable();
  const origins: number[] = [];
  const nonterminals: number[] = [];
  const pendingOf: number[] = [];
  const placeOf: number[] = [];
  const costs: number[] = [];
  const sets = createPairTable();
  let isProof = true;

  function nodeOf(origin: SetId, nonterminal: number, place: number): number {
    let pending = pendings.get(origin, nonterminal);
    if (pending < 0) {
      pending = origins.length;
      pendings.set(origin, nonterminal, pending);
      origins.push(origin);
      nonterminals.push(nonterminal);
    }
    let node = nodes.get(pending, place);
    if (node < 0) {
      node = costs.length;
      nodes.set(pending, place, node);
      pendingOf.push(pending);
      placeOf.push(place);
      costs.push(NOT_KNOWN);
    }
    return node;
  }

  function search(set: SetId, x: number, most: number): number {
    isProof = true;
    const queue: Step[][] = [];
    const seen = new Set<number>();
    let met: number[] = [];
    const push = (node: number, symbols: number, before: Step): void => {
      if (symbols > most) isProof = false;
      else (queue[symbols] ??= []).push({ node, symbols, before });
    };
    const end = (place: number, symbols: number, before: Step): void => {
      const trailing = last(place);
      if (trailing !== Number.POSITIVE_INFINITY) push(END, symbols + trailing, before);
    };
    const follow = (items: ArrayLike<number>, place: number, from: Step): void => {
      for (let i = 0; i < items.length; i += 2) {
        const q = items[i]!;
        const origin = items[i + 1]!;
        for (const [y, symbols] of ends.of(q, place, most - from.symbols)) {
          const at = from.symbols + symbols;
          if (origin !== 0) push(nodeOf(origin, ruleOf(q), y), at, from);
          else end(y, at, from);
        }
      }
    };
    const found = (last: Step, symbols: number): number => {
      for (let at: Step | undefined = last; at !== undefined; at = at.before)
        if (at.node >= 0) costs[at.node] = symbols - at.symbols;
      return symbols;
    };
    const start: Step = { node: SET, symbols: 0, before: undefined };
    if (chart.accepts(set)) end(x, 0, start);
    follow(chart.items(set).slice(), x, start);
    for (let rank = 0; rank < queue.length; rank++) {
      for (let step = queue[rank]?.pop(); step !== undefined; step = queue[rank]?.pop()) {
        const { node, symbols } = step;
        if (node === END) return found(step, symbols);
        if (seen.has(node)) continue;
        seen.add(node);
        const known = costs[node]!;
        if (known === UNFINISHABLE) continue;
        if (known >= 0) {
          push(END, symbols + known, step);
          continue;
        }
        met.push(node);
        const pending = pendingOf[node]!;
        const place = placeOf[node]!;
        const { accepts, items } = chart.completion(origins[pending]!, nonterminals[pending]!);
        burn("search", 1 + items.length);
        if (accepts) end(place, symbols, step);
        follow(items, place, step);
      }
    }
    isProof &&= most === Number.POSITIVE_INFINITY || ends.complete();
    if (isProof) for (const node of met) costs[node] = UNFINISHABLE;
    met = [];
    return UNFINISHABLE;
  }

  return {
    of(set, x, most = Number.POSITIVE_INFINITY) {
      let symbols = sets.get(set, x);
      if (symbols < 0) {
        symbols = search(set, x, most);
        if (symbols !== UNFINISHABLE || isProof) sets.set(set, x, symbols);
      } else isProof = true;
      return symbols === UNFINISHABLE ? Number.POSITIVE_INFINITY : symbols;
    },
    proves: () => isProof,
    bytes: () => pendings.bytes() + nodes.bytes() + sets.bytes() + 24 * costs.length + 16 * origins.length,
  };
}
