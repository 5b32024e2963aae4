// Random context-free grammars with constructs that parsers often get wrong: left, right and hidden left recursion,
// rules that derive themselves, nullable loops, ambiguity. Every rule derives something: a rule that would derive
// nothing gets a terminal as an additional option.

import { signature } from "@espalier/arguments";
import {
  choice,
  type Expression,
  type Grammar,
  nonterminal,
  optional,
  plus,
  productiveRules,
  repeat,
  sequence,
  star,
  terminal,
} from "@espalier/grammar";
import fc from "fast-check";
import { grammarsKind } from "./kinds.js";

/** Options of {@link grammars}. */
export interface GrammarsOptions {
  /** The names of the terminals; `["a", "b", "c"]` by default. */
  readonly terminals?: readonly string[];
  /** The most rules (included); 4 by default. */
  readonly rules?: number;
  /** The nesting of expressions (included); 2 by default. */
  readonly depth?: number;
}

const checkGrammars = signature("grammars", { options: grammarsKind });

/**
 * Generates grammars with rules `r0` (the start), `r1`, …. Every rule is productive; some may be unreachable.
 *
 * @throws RangeError if there are no terminals or no rules.
 *
 * @example
 * import fc from "fast-check";
 *
 * const [grammar] = fc.sample(grammars({ rules: 1 }), { numRuns: 1, seed: 1 });
 * grammar!.start; // => "r0"
 */
export function grammars(options: GrammarsOptions = {}): fc.Arbitrary<Grammar> {
  checkGrammars(options);
  const { terminals = ["a", "b", "c"], rules = 4, depth = 2 } = options;
  if (terminals.length === 0 || rules < 1) {
    throw new RangeError(`grammars need terminals and rules, and there are ${terminals.length} and ${rules}`);
  }
  return fc
    .integer({ min: 1, max: rules })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => body(i, count, terminals, depth))))
    .map((bodies) => productive({ start: "r0", rules: bodies.map((body, i) => ({ name: `r${i}`, body })) }, terminals));
}

function body(index: number, count: number, terminals: readonly string[], depth: number): fc.Arbitrary<Expression> {
  const self = nonterminal(`r${index}`);
  const other = fc.nat({ max: count - 1 }).map((i) => nonterminal(`r${i}`));
  const letter = fc.constantFrom(...terminals).map(terminal);
  const free = fc.letrec<{ expression: Expression }>((tie) => {
    const several = fc.array(tie("expression"), { minLength: 2, maxLength: 3 });
    return {
      expression: fc.oneof(
        { maxDepth: depth, withCrossShrink: true },
        { weight: 4, arbitrary: letter },
        { weight: 2, arbitrary: other },
        { weight: 3, arbitrary: several.map((items) => sequence(...items)) },
        { weight: 2, arbitrary: several.map((options) => choice(...options)) },
        { weight: 1, arbitrary: tie("expression").map(star) },
        { weight: 1, arbitrary: tie("expression").map(plus) },
        { weight: 1, arbitrary: tie("expression").map(optional) },
        { weight: 1, arbitrary: tie("expression").map((item) => repeat(item, 2, 3)) },
      ),
    };
  }).expression;
  const shape: fc.Arbitrary<Expression> = fc.oneof(
    letter.map((t) => sequence(self, t)), // left recursion
    letter.map((t) => sequence(t, self)), // right recursion
    fc.tuple(letter, letter).map(([open, close]) => sequence(open, self, close)), // nesting
    fc.tuple(other, letter).map(([r, t]) => sequence(optional(r), self, t)), // hidden left recursion
    other.map((r) => sequence(star(optional(r)), optional(self))), // nullable loops
    fc.constant(sequence(self, self)), // ambiguity
    other, // a rule that may derive itself
    fc.constant(sequence()), // the empty text
  );
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: free }, { weight: 2, arbitrary: shape }), { minLength: 1, maxLength: 3 })
    .map((options) => choice(...options));
}

/** Adds a terminal to every rule that derives nothing. */
function productive(grammar: Grammar, terminals: readonly string[]): Grammar {
  const good = productiveRules(grammar);
  const rules = grammar.rules.map(({ name, body }, i) =>
    good.has(name) ? { name, body } : { name, body: choice(body, terminal(terminals[i % terminals.length]!)) },
  );
  return { start: grammar.start, rules };
}
