// Monitors of this package's tests: one with control symbols, and one whose states split in two.

import { type Factor, fromAutomaton, type Monitor } from "@espalier/monitor";

/** Any number of `a`, perhaps `<call>` with `b` after it: class 0 is `a`, 1 is `b`, 2 the rest. */
export const calls: Monitor<number> = fromAutomaton({
  start: 0,
  accepting: [0],
  classOf: Array.from({ length: 256 }, (_, byte) => (byte === 97 ? 0 : byte === 98 ? 1 : 2)),
  classCount: 3,
  controls: ["<call>"],
  next: [0, -1, -1, 1, -1, 0, -1, -1],
});

/**
 * Words of `a` and words of `b` by turns, as a lexer and a parser would see them: the parser's state is the word that comes
 * next (0: `a`), the local state is 1 before an `a`-word, 2 inside one, 3 and 4 for `b`. State = parser · 8 + local.
 */
export const factored: Monitor<number> & { readonly factor: Factor<number> } = (() => {
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) => (byte === 97 ? 1 : byte === 98 ? 2 : 0));
  const factor: Factor<number> = {
    automaton: {
      step: (local, byte) => (classOf[byte] === (local <= 2 ? 1 : 2) ? (local <= 2 ? 2 : 4) : 0),
      exit: (local) => (local === 2 ? 1 : local === 4 ? 2 : 0),
      closes: () => false,
    },
    local: (state) => state & 7,
    cross: (state, exit) => (state >> 3 === exit - 1 ? (exit === 1 ? 8 + 3 : 1) : undefined),
  };
  const step = (state: number, symbol: number): number | undefined => {
    if (symbol > 255) return undefined;
    const inside = factor.automaton.step(factor.local(state), symbol);
    if (inside !== 0) return (state & ~7) | inside;
    const exit = factor.automaton.exit(factor.local(state));
    const after = exit === 0 ? undefined : factor.cross(state, exit);
    return after === undefined ? undefined : step(after, symbol);
  };
  return {
    start: 1,
    step,
    accepts: (state) => (state & 7) % 2 === 0,
    cost: (state) => ((state & 7) % 2 === 0 ? 0 : 1),
    trim: true,
    table: { classOf, classCount: 3, generation: 0 },
    factor,
  };
})();
