// Random grammars in the shapes that parsers get wrong: left, right and hidden left recursion, nullable loops, rules that derive
// themselves, ambiguity, rules that derive nothing.

import {
  choice,
  type Expression,
  type Grammar,
  nonterminal,
  optional,
  plus,
  repeat,
  sequence,
  star,
  terminal,
} from "@espalier/grammar";
import fc from "fast-check";

export const TERMINALS: readonly string[] = ["a", "b", "c"];

const NAMES = ["s", "p", "q", "r"];
const letter: fc.Arbitrary<Expression> = fc.constantFrom(...TERMINALS).map((name) => terminal(name));

function body(self: string, names: readonly string[]): fc.Arbitrary<Expression> {
  const me = nonterminal(self);
  const other: fc.Arbitrary<Expression> = fc.constantFrom(...names).map((name) => nonterminal(name));
  const free = fc.letrec<{ expression: Expression }>((tie) => {
    const several = fc.array(tie("expression"), { minLength: 2, maxLength: 3 });
    return {
      expression: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 4, arbitrary: letter },
        { weight: 3, arbitrary: other },
        { weight: 3, arbitrary: several.map((items) => sequence(...items)) },
        { weight: 3, arbitrary: several.map((options) => choice(...options)) },
        { weight: 1, arbitrary: tie("expression").map(star) },
        { weight: 1, arbitrary: tie("expression").map(plus) },
        { weight: 1, arbitrary: tie("expression").map(optional) },
        { weight: 1, arbitrary: tie("expression").map((item) => repeat(item, 2, 3)) },
      ),
    };
  }).expression;
  const shape: fc.Arbitrary<Expression> = fc.oneof(
    letter.map((t) => sequence(me, t)), // left recursion
    letter.map((t) => sequence(t, me)), // right recursion
    fc.tuple(letter, letter).map(([open, close]) => sequence(open, me, close)), // nesting
    fc.tuple(other, letter).map(([r, t]) => sequence(r, t)), // left recursion through another rule
    fc.tuple(other, letter).map(([r, t]) => sequence(optional(r), me, t)), // hidden left recursion
    fc.tuple(other, letter).map(([r, t]) => sequence(t, me, optional(r))), // hidden right recursion
    fc.tuple(other, other).map(([x, y]) => sequence(x, me, y)), // nesting in whatever
    other.map((r) => sequence(star(optional(r)), optional(me))), // nullable loops
    fc.constant(sequence(me, me)), // ambiguity
    other, // a rule that may derive itself
    fc.constant(sequence()), // the empty text
  );
  return fc.tuple(free, fc.array(shape, { maxLength: 3 })).map(([base, shapes]) => choice(base, ...shapes));
}

/** Grammars over {@link TERMINALS} of one to four rules; the first is the start. */
export const grammars: fc.Arbitrary<Grammar> = fc
  .integer({ min: 1, max: NAMES.length })
  .map((count) => NAMES.slice(0, count))
  .chain((names) => fc.tuple(...names.map((name) => body(name, names))))
  .map((bodies) => ({ start: "s", rules: bodies.map((body, i) => ({ name: NAMES[i]!, body })) }));
