// Earley's sets without memoised completions: each set follows the chain of every completion anew. The judge of the chart's effects.

import type { RuleAutomata } from "@espalier/earley";

/** The origin of the item with which a text begins. */
const WHOLE = -1;

export interface NaiveSet {
  readonly accepts: boolean;
  /** Pairs of a rule state and the number of terminals before its rule began; {@link WHOLE} for the whole text. */
  readonly items: readonly (readonly [state: number, origin: number])[];
}

/** Reads a text, terminal by terminal. */
export interface NaiveReader {
  readonly sets: readonly NaiveSet[];
  read(terminal: number): void;
  /** What becomes live when `nonterminal` ends now, if it began after `origin` terminals. */
  completion(origin: number, nonterminal: number): NaiveSet;
}

export function naiveReader(rules: RuleAutomata): NaiveReader {
  const sets: NaiveSet[] = [{ accepts: rules.acceptsEmpty, items: [[rules.startOf[0]!, WHOLE]] }];

  const edge = (edges: Int32Array, labels: Int32Array, targets: Int32Array, q: number, label: number): number[] => {
    const found: number[] = [];
    for (let i = edges[q]!; i < edges[q + 1]!; i++) if (labels[i] === label) found.push(targets[i]!);
    return found;
  };

  /** The items of a set, and those of the rules that may begin there. */
  function withPredictions(at: number): readonly (readonly [number, number])[] {
    const items = [...sets[at]!.items];
    const begun = new Set<number>();
    for (const [q] of items) {
      for (let i = rules.callEdges[q]!; i < rules.callEdges[q + 1]!; i++) {
        const rule = rules.callLabel[i]!;
        if (!begun.has(rule)) items.push([rules.startOf[rule]!, at]);
        begun.add(rule);
      }
    }
    return items;
  }

  function closed(
    begin: (meet: (q: number, origin: number) => void, end: (origin: number, rule: number) => void) => void,
  ): NaiveSet {
    const items = new Map<string, readonly [number, number]>();
    const ended = new Set<string>();
    let accepts = false;
    const meet = (q: number, origin: number): void => {
      const live =
        rules.terminalEdges[q] !== rules.terminalEdges[q + 1] || rules.callEdges[q] !== rules.callEdges[q + 1];
      if (live) items.set(`${q},${origin}`, [q, origin]);
      if (rules.final[q] === 1) end(origin, rules.ruleOf[q]!);
    };
    const end = (origin: number, rule: number): void => {
      if (ended.has(`${origin},${rule}`)) return;
      ended.add(`${origin},${rule}`);
      if (origin === WHOLE) accepts = true;
      else {
        for (const [q, from] of withPredictions(origin))
          for (const target of edge(rules.callEdges, rules.callLabel, rules.callTarget, q, rule)) meet(target, from);
      }
    };
    begin(meet, end);
    return { accepts, items: [...items.values()] };
  }

  return {
    sets,
    read(terminal) {
      const before = withPredictions(sets.length - 1);
      const next = closed((meet) => {
        for (const [q, from] of before)
          for (const target of edge(rules.terminalEdges, rules.terminalLabel, rules.terminalTarget, q, terminal))
            meet(target, from);
      });
      sets.push(next);
    },
    completion: (origin, nonterminal) => closed((_, end) => end(origin, nonterminal)),
  };
}
