// The judge: the language of a grammar up to a length, as the least fixpoint of string sets. Slow, obvious, independent.

import type { Expression, Grammar } from "@espalier/grammar";

/** All strings of at most `length` terminals (each named by one letter) that the start rule derives. */
export function languageUpTo(grammar: Grammar, length: number): ReadonlySet<string> {
  const languages = new Map<string, ReadonlySet<string>>(grammar.rules.map((rule) => [rule.name, new Set<string>()]));
  const concat = (left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> => {
    const out = new Set<string>();
    for (const a of left) for (const b of right) if (a.length + b.length <= length) out.add(a + b);
    return out;
  };
  const of = (expression: Expression): ReadonlySet<string> => {
    switch (expression.kind) {
      case "terminal":
        return new Set([expression.name]);
      case "nonterminal":
        return languages.get(expression.name)!;
      case "sequence":
        return expression.items.reduce((set: ReadonlySet<string>, item) => concat(set, of(item)), new Set([""]));
      case "choice":
        return new Set(expression.options.flatMap((option) => [...of(option)]));
      case "repeat": {
        const item = of(expression.item);
        let power: ReadonlySet<string> = new Set([""]);
        const out = new Set<string>();
        for (let i = 0; i <= Math.min(expression.max, expression.min + length); i++) {
          if (i >= expression.min) for (const text of power) out.add(text);
          power = concat(power, item);
        }
        return out;
      }
    }
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const rule of grammar.rules) {
      const now = of(rule.body);
      if (now.size > languages.get(rule.name)!.size) {
        languages.set(rule.name, now);
        changed = true;
      }
    }
  }
  return languages.get(grammar.start)!;
}
