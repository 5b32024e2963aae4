// Random sentences of a grammar by leftmost derivation. A list of numbers determines the choices. When it runs out,
// every choice takes the option with the flattest derivation, so that derivations end. A shorter list gives a shorter
// derivation; sentences shrink this way.

import { signature } from "@espalier/arguments";
import type { Expression, Grammar } from "@espalier/grammar";
import { grammarKind } from "@espalier/grammar";
import fc from "fast-check";
import { sentencesKind } from "./kinds.js";

/** The length of sentences. */
export interface SentencesOptions {
  /** The most random choices before the derivation is completed; 20 by default. */
  readonly choices?: number;
}

/** The most terminals of a sentence: the rules of a grammar can each double the length. */
const LONGEST = 4096;

const checkSentences = signature("sentences", { grammar: grammarKind, options: sentencesKind });

/**
 * Generates sentences of `grammar`, as lists of terminal names.
 *
 * @throws RangeError if the grammar derives no sentence; while drawing, if a sentence exceeds 4,096 terminals.
 *
 * @example
 * import { choice, type Grammar, nonterminal, sequence, terminal } from "@espalier/grammar";
 * import fc from "fast-check";
 *
 * const grammar: Grammar = {
 *   start: "s",
 *   rules: [{ name: "s", body: choice(sequence(terminal("("), nonterminal("s"), terminal(")")), terminal("x")) }],
 * };
 * const [sentence] = fc.sample(sentences(grammar), { numRuns: 1, seed: 3 });
 * sentence!.filter((name) => name === "x"); // => ["x"]
 */
export function sentences(grammar: Grammar, options: SentencesOptions = {}): fc.Arbitrary<readonly string[]> {
  checkSentences(grammar, options);
  const { choices = 20 } = options;
  const bodies = new Map(grammar.rules.map(({ name, body }) => [name, body]));
  const height = heightsOf(grammar);
  if (height({ kind: "nonterminal", name: grammar.start }) === Number.POSITIVE_INFINITY) {
    throw new RangeError(`the grammar of ${grammar.rules.length} rules derives no sentence`);
  }
  return fc.array(fc.noBias(fc.nat()), { maxLength: choices, size: "max" }).map((numbers) => {
    const sentence: string[] = [];
    const pending: Expression[] = [{ kind: "nonterminal", name: grammar.start }];
    let used = 0;
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      switch (next.kind) {
        case "terminal":
          if (sentence.push(next.name) > LONGEST)
            throw new RangeError(
              `a drawn sentence has more than ${LONGEST} terminals: use a grammar with shorter sentences`,
            );
          break;
        case "nonterminal":
          pending.push(bodies.get(next.name)!);
          break;
        case "sequence":
          for (let i = next.items.length - 1; i >= 0; i--) pending.push(next.items[i]!);
          break;
        case "choice": {
          const open = next.options.filter((option) => height(option) !== Number.POSITIVE_INFINITY);
          pending.push(used < numbers.length ? open[numbers[used++]! % open.length]! : least(open, height));
          break;
        }
        case "repeat": {
          const most = height(next.item) === Number.POSITIVE_INFINITY ? next.min : Math.min(next.max, next.min + 2);
          const count = used < numbers.length ? next.min + (numbers[used++]! % (most - next.min + 1)) : next.min;
          for (let i = 0; i < count; i++) pending.push(next.item);
        }
      }
    }
    return sentence;
  });
}

function least(options: readonly Expression[], height: (expression: Expression) => number): Expression {
  return options.reduce((best, option) => (height(option) < height(best) ? option : best));
}

/** Returns the depth, in rules, of the flattest derivation of an expression; Infinity if it derives nothing. */
function heightsOf({ rules }: Grammar): (expression: Expression) => number {
  const heights = new Map<string, number>();
  const of = (expression: Expression): number => {
    switch (expression.kind) {
      case "terminal":
        return 0;
      case "nonterminal":
        return 1 + (heights.get(expression.name) ?? Number.POSITIVE_INFINITY);
      case "sequence":
        return expression.items.reduce((most, item) => Math.max(most, of(item)), 0);
      case "choice":
        return expression.options.reduce((best, option) => Math.min(best, of(option)), Number.POSITIVE_INFINITY);
      case "repeat":
        return expression.min === 0 ? 0 : of(expression.item);
    }
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const { name, body } of rules) {
      const now = of(body);
      if (now >= (heights.get(name) ?? Number.POSITIVE_INFINITY)) continue;
      heights.set(name, now);
      changed = true;
    }
  }
  return of;
}
