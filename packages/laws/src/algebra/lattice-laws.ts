// Product and union are the meet and the join of a bounded distributive lattice, both for the texts read and for those
// accepted. Sequence is a monoid that distributes over unions.

import { bottom, type Monitor, strings, top } from "@espalier/monitor";
import { type AlgebraLaw, type Combinators, type Draws, differenceOf } from "./algebra-law.js";
import { refuteBy } from "./refute.js";

type Side = (using: Combinators, automata: readonly Monitor<unknown>[]) => Monitor<unknown>;

const [empty, everything, nothing] = [strings([""]), top, bottom] as readonly Monitor<unknown>[] as [
  Monitor<unknown>,
  Monitor<unknown>,
  Monitor<unknown>,
];

/** A law that two sides are the same language. */
function equation(name: string, statement: string, left: Side, right: Side): AlgebraLaw {
  return {
    name,
    statement,
    holds(using: Combinators, { automata }: Draws) {
      refuteBy(statement, differenceOf(left(using, automata), right(using, automata)));
    },
  };
}

export const latticeLaws: readonly AlgebraLaw[] = [
  equation(
    "product-commutes",
    "M ∧ N = N ∧ M",
    (c, [m, n]) => c.product(m!, n!),
    (c, [m, n]) => c.product(n!, m!),
  ),
  equation(
    "product-associates",
    "(M ∧ N) ∧ O = M ∧ (N ∧ O)",
    (c, [m, n, o]) => c.product(c.product(m!, n!), o!),
    (c, [m, n, o]) => c.product(m!, c.product(n!, o!)),
  ),
  equation(
    "product-is-idempotent",
    "M ∧ M = M",
    (c, [m]) => c.product(m!, m!),
    (_, [m]) => m!,
  ),
  equation(
    "product-has-a-unit",
    "M ∧ ⊤ = M",
    (c, [m]) => c.product(m!, everything),
    (_, [m]) => m!,
  ),
  equation(
    "product-has-a-zero",
    "M ∧ ⊥ = ⊥",
    (c, [m]) => c.product(m!, nothing),
    () => nothing,
  ),
  equation(
    "union-commutes",
    "M ∨ N = N ∨ M",
    (c, [m, n]) => c.union(m!, n!),
    (c, [m, n]) => c.union(n!, m!),
  ),
  equation(
    "union-associates",
    "(M ∨ N) ∨ O = M ∨ (N ∨ O)",
    (c, [m, n, o]) => c.union(c.union(m!, n!), o!),
    (c, [m, n, o]) => c.union(m!, c.union(n!, o!)),
  ),
  equation(
    "union-is-idempotent",
    "M ∨ M = M",
    (c, [m]) => c.union(m!, m!),
    (_, [m]) => m!,
  ),
  equation(
    "union-has-a-unit",
    "M ∨ ⊥ = M",
    (c, [m]) => c.union(m!, nothing),
    (_, [m]) => m!,
  ),
  equation(
    "union-has-a-zero",
    "M ∨ ⊤ = ⊤",
    (c, [m]) => c.union(m!, everything),
    () => everything,
  ),
  equation(
    "product-distributes",
    "M ∧ (N ∨ O) = (M ∧ N) ∨ (M ∧ O)",
    (c, [m, n, o]) => c.product(m!, c.union(n!, o!)),
    (c, [m, n, o]) => c.union(c.product(m!, n!), c.product(m!, o!)),
  ),
  equation(
    "product-absorbs",
    "M ∧ (M ∨ N) = M",
    (c, [m, n]) => c.product(m!, c.union(m!, n!)),
    (_, [m]) => m!,
  ),
  equation(
    "union-absorbs",
    "M ∨ (M ∧ N) = M",
    (c, [m, n]) => c.union(m!, c.product(m!, n!)),
    (_, [m]) => m!,
  ),
  equation(
    "sequence-associates",
    "(M · N) · O = M · (N · O)",
    (c, [m, n, o]) => c.sequence(c.sequence(m!, n!), o!),
    (c, [m, n, o]) => c.sequence(m!, c.sequence(n!, o!)),
  ),
  equation(
    "sequence-has-a-left-unit",
    "ε · M = M",
    (c, [m]) => c.sequence(empty, m!),
    (_, [m]) => m!,
  ),
  equation(
    "sequence-has-a-right-unit",
    "M · ε = M",
    (c, [m]) => c.sequence(m!, empty),
    (_, [m]) => m!,
  ),
  equation(
    "sequence-distributes-on-the-left",
    "M · (N ∨ O) = (M · N) ∨ (M · O)",
    (c, [m, n, o]) => c.sequence(m!, c.union(n!, o!)),
    (c, [m, n, o]) => c.union(c.sequence(m!, n!), c.sequence(m!, o!)),
  ),
  equation(
    "sequence-distributes-on-the-right",
    "(M ∨ N) · O = (M · O) ∨ (N · O)",
    (c, [m, n, o]) => c.sequence(c.union(m!, n!), o!),
    (c, [m, n, o]) => c.union(c.sequence(m!, o!), c.sequence(n!, o!)),
  ),
  {
    name: "trimmed-keeps-the-language",
    statement: "L(trimmed(M ∧ N)) = L(M ∧ N), and every live state has a completion",
    holds(using, { automata: [m, n] }) {
      const whole = using.product(m!, n!);
      const trim = using.trimmed(whole);
      refuteBy(this.statement, differenceOf(trim, whole, "accepted"));
      const seen = new Set<unknown>([trim.start]);
      for (const state of seen) {
        const nexts = Array.from({ length: 256 }, (_, byte) => trim.step(state, byte)).filter((to) => to !== undefined);
        for (const to of nexts) seen.add(to);
        const stuck = state !== trim.start && nexts.length === 0 && !trim.accepts(state);
        if (stuck) refuteBy(this.statement, { text: [], what: `the live state ${String(state)} has no next state` });
      }
    },
  },
];
