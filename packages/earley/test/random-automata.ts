// Random automata over terminals: strings, branches that meet again, loops.

import type { TerminalAutomaton } from "@espalier/earley";
import fc from "fast-check";

const letter = fc.nat({ max: 2 });

/** Automata of one to five nodes over terminals 0, 1 and 2; some have no string at all. */
export const automata: fc.Arbitrary<TerminalAutomaton> = fc.integer({ min: 1, max: 5 }).chain((nodeCount) => {
  const node = fc.nat({ max: nodeCount - 1 });
  const anywhere = fc.tuple(node, letter, node);
  const forward = anywhere.map(([a, t, b]) => [Math.min(a, b), t, Math.max(a, b)] as const);
  const line = fc
    .array(letter, { minLength: nodeCount - 1, maxLength: nodeCount - 1 })
    .map((letters) => letters.map((t, i) => [i, t, i + 1] as const));
  return fc.record({
    nodeCount: fc.constant(nodeCount),
    edges: fc.oneof(line, fc.array(forward, { maxLength: 7 }), fc.array(anywhere, { maxLength: 7 })),
    starts: fc.array(node, { minLength: 1, maxLength: 2 }),
    finals: fc.array(node, { minLength: 1, maxLength: 2 }),
  });
});
