// An estimate of the number of bytes that complete a text, from terminals alone. Every terminal counts with its shortest text, and separators between terminals
// are ignored. It guides witness.ts, which constructs the text and so finds the exact number.

import type { Engine } from "@espalier/automata";
import type { Chart } from "@espalier/earley";
import { createLazyCost, type LazyCost } from "@espalier/earley";
import type { ColumnRules } from "../source/column-rules.js";
import type { Compiled } from "../source/compiled.js";

/** By terminal: the length of its shortest text, in bytes. */
export function spellingCosts(compiled: Compiled, engine: Engine): readonly number[] {
  const costs = new Array<number>(compiled.terminals.length).fill(Number.POSITIVE_INFINITY);
  for (const { kind, terminals } of compiled.kinds) {
    const length = engine.distance(engine.intern(kind.regex));
    for (const t of terminals) if (t >= 0) costs[t] = Math.min(costs[t]!, length);
  }
  // A line end is one byte; a deeper column is at least one more. Leaving a block removes blanks.
  if (compiled.newline >= 0) costs[compiled.newline] = 1;
  if (compiled.indent >= 0) costs[compiled.indent] = 1;
  if (compiled.dedent >= 0) costs[compiled.dedent] = 0;
  return costs;
}

/** By rule state of the grammar: the smallest cost to the end of its rule. */
function stateCosts(compiled: Compiled, spelling: readonly number[]): Float64Array {
  const { automata } = compiled.rules;
  const costs = new Float64Array(automata.stateCount).fill(Number.POSITIVE_INFINITY);
  for (let changed = true; changed; ) {
    changed = false;
    for (let q = automata.stateCount - 1; q >= 0; q--) {
      let best = automata.final[q] === 1 ? 0 : costs[q]!;
      for (let e = automata.terminalEdges[q]!; e < automata.terminalEdges[q + 1]!; e++) {
        const t = automata.terminalLabel[e]!;
        best = Math.min(best, spelling[t]! + costs[automata.terminalTarget[e]!]!);
      }
      for (let e = automata.callEdges[q]!; e < automata.callEdges[q + 1]!; e++) {
        const callee = automata.startOf[automata.callLabel[e]!]!;
        best = Math.min(best, costs[callee]! + costs[automata.callTarget[e]!]!);
      }
      if (best < costs[q]!) {
        costs[q] = best;
        changed = true;
      }
    }
  }
  return costs;
}

/**
 * Returns a function from an Earley set to the estimated number of bytes to the end of the text.
 *
 * @param usable by terminal, whether it may be used; by default, all may.
 */
export function createRest(
  chart: Chart<ColumnRules>,
  compiled: Compiled,
  engine: Engine,
  usable?: readonly boolean[],
): LazyCost {
  const spelling = spellingCosts(compiled, engine);
  const costs = stateCosts(
    compiled,
    spelling.map((cost, t) => (usable?.[t] === false ? Number.POSITIVE_INFINITY : cost)),
  );
  const { rules } = compiled;
  return createLazyCost({
    ...chart,
    rules: { ...rules, cost: (state: number) => costs[rules.baseOf(state)]! },
  });
}
