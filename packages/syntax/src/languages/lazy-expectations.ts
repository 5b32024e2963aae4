// What may follow a state of a lazy language, by the names of the grammar.

import type { SetId } from "@espalier/earley";
import type { LanguageState } from "../states/generations.js";
import type { ReadingView } from "../states/reading-view.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import type { LazySuccessors } from "./lazy-successors.js";

/** The names of what may follow a state. */
export interface LazyExpectations {
  /** Returns the terminals that the lexeme in progress may become, and those that may follow it if it ends here. */
  expected(state: LanguageState): readonly string[];
  /** Returns the single reading of a state. */
  describe(state: LanguageState): readonly ReadingView[];
}

export function createLazyExpectations(
  { source, lexer, chart, terminals, tracked, configurations }: LazyMachines,
  { ended }: LazySuccessors,
): LazyExpectations {
  /** Returns the terminals that the lexeme in progress may become. */
  function possible(state: LanguageState): readonly number[] {
    const set = configurations.set(state);
    const lexeme = configurations.lexeme(state);
    const allowed = chart.lookaheadTerminals(chart.lookahead(set));
    const met = new Set<number>();
    for (let i = 0; i < lexer.size(lexeme); i++) {
      const slot = lexer.slotAt(lexeme, i);
      for (const t of terminals.ofSlot(slot)) met.add(t);
      for (const edge of tracked.of(set)) if (edge.slot === slot) met.add(edge.terminal);
    }
    return allowed.filter((t) => met.has(t));
  }

  const namesOf = (list: readonly number[]): readonly string[] => [...new Set(list.map((t) => source.terminalName(t)))];
  const following = (set: SetId): readonly number[] => chart.lookaheadTerminals(chart.lookahead(set));

  return {
    expected(state: LanguageState): readonly string[] {
      const after = configurations.isInside(state) ? following(ended(state)) : [];
      return namesOf([...possible(state), ...after]);
    },
    describe(state: LanguageState): readonly ReadingView[] {
      const set = configurations.set(state);
      const inside = configurations.isInside(state);
      const items = chart.items(set);
      const rules = new Set<string>();
      for (let i = 0; i < items.length; i += 2) {
        const rule = source.rules.ruleOf(items[i]!);
        rules.add(source.nonterminalName?.(rule) ?? `rule ${rule}`);
      }
      return [
        {
          lexeme: namesOf(possible(state)),
          inside,
          next: namesOf(following(ended(state))),
          accepts: chart.accepts(ended(state)),
          rules: [...rules],
        },
      ];
    },
  };
}
