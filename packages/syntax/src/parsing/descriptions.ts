// Describes readings for people: which terminals they expect, and what the parser is reading.

import type { ReadingView } from "../states/reading-view.js";
import type { Parts } from "./parts.js";
import type { Reader, Reading } from "./reading.js";

export interface Descriptions {
  terminalName(terminal: number): string;
  /** The names of the terminals that some of the readings expect. */
  expected(readings: readonly Reading[]): readonly string[];
  view(reading: Reading): ReadingView;
}

export function createDescriptions({ lexer, chart }: Parts, reader: Reader): Descriptions {
  const terminalName = (t: number): string => chart.rules.terminals[t]!;

  function expected(readings: readonly Reading[]): readonly string[] {
    const names = new Set<string>();
    for (const { lexeme, set } of readings) {
      if (lexer.begins(lexeme)) {
        for (const t of chart.lookaheadTerminals(chart.lookahead(set))) names.add(terminalName(t));
        continue;
      }
      for (const t of lexer.possible(lexeme)) names.add(terminalName(t));
      const exit = lexer.exit(lexeme);
      if (exit === 0) continue;
      for (const t of chart.lookaheadTerminals(chart.lookahead(reader.cross(set, exit)))) names.add(terminalName(t));
    }
    return [...names];
  }

  function view(reading: Reading): ReadingView {
    const { lexeme, set } = reading;
    const inside = !lexer.begins(lexeme);
    const exit = lexer.exit(lexeme);
    const after = inside ? (exit === 0 ? 0 : reader.cross(set, exit)) : set;
    const items = chart.items(set);
    const rules = new Set<string>();
    for (let i = 0; i < items.length; i += 2) {
      rules.add(chart.rules.nonterminals[chart.rules.ruleOf[items[i]!]!]!);
    }
    return {
      lexeme: lexer.possible(lexeme).map(terminalName),
      inside,
      next: chart.lookaheadTerminals(chart.lookahead(after)).map(terminalName),
      accepts: reader.accepts(reading),
      rules: [...rules],
    };
  }

  return { terminalName, expected, view };
}
