// The steps of a generation of a lazy language, separately for each terminal that a lexeme may be (lexeme-steps.ts).

import { DEAD_SET, type SetId } from "@espalier/earley";
import { FIRST_CONTROL } from "@espalier/monitor";
import { type LanguageState, VAGUE_STATE } from "../states/generations.js";
import type { EndedLexeme, LexemeSteps } from "../states/lexeme-steps.js";
import type { LazyMachines } from "../tracking/lazy-machines.js";
import { type TerminalCrossing, VAGUE_SET } from "../tracking/tracked-lexemes.js";
import { DEAD, type LazySuccessors, VAGUE } from "./lazy-successors.js";

export function createLazyLexemeSteps(
  { source, lexer, chart, terminals, tracked, texts, configurations }: LazyMachines,
  { at, settled, textThatMatters, textAfter }: LazySuccessors,
): LexemeSteps {
  function crossedEach(set: SetId, exit: number, text: number): readonly TerminalCrossing[] {
    if (text !== 0) return tracked.crossedEach(set, exit, text);
    const each = terminals.ofExit(exit).map((terminal) => ({ terminal, after: chart.scan(set, terminal) }));
    return each.filter(({ after }) => after !== DEAD_SET);
  }

  type VisitBranch = (next: LanguageState, ended: readonly EndedLexeme[]) => void;

  /** {@link LazySuccessors.settled}, for each terminal. */
  function settleEach(
    lexeme: number,
    set: SetId,
    text: number,
    ended: readonly EndedLexeme[],
    visit: VisitBranch,
  ): void {
    if (!lexer.closes(lexeme)) {
      const state = settled(lexeme, set, text);
      if (state !== 0) visit(state, ended);
      return;
    }
    const mattering = text === 0 ? 0 : textThatMatters(lexeme, set, text);
    if (mattering === DEAD) return;
    if (mattering === VAGUE) {
      visit(VAGUE_STATE, ended);
      return;
    }
    for (const { terminal, after } of crossedEach(set, lexer.exit(lexeme), mattering))
      visit(at(after), [...ended, { terminal, at: "after" }]);
  }

  return {
    step(branch, symbol, visit) {
      if (symbol >= FIRST_CONTROL) return;
      const set = configurations.set(branch);
      const lexeme = configurations.lexeme(branch);
      const longer = lexer.step(lexeme, symbol);
      if (longer !== 0) {
        settleEach(longer, set, textAfter(branch, set, symbol), [], visit);
        return;
      }
      const exit = lexer.exit(lexeme);
      if (exit === 0) return;
      for (const { terminal, after } of crossedEach(set, exit, configurations.text(branch))) {
        if (after === VAGUE_SET) {
          visit(VAGUE_STATE, []);
          continue;
        }
        const first = lexer.step(tracked.begin(after), symbol);
        if (first === 0) continue;
        const text = tracked.of(after).length > 0 ? texts.longer(0, symbol) : 0;
        settleEach(first, after, text, [{ terminal, at: "before" }], visit);
      }
    },
    cross(branch, exit, visit) {
      for (const { terminal, after } of crossedEach(configurations.set(branch), exit, configurations.text(branch)))
        visit(at(after), terminal);
    },
    finish(branch, visit) {
      const set = configurations.set(branch);
      if (!configurations.isInside(branch)) {
        if (chart.accepts(set)) visit(undefined);
        return;
      }
      const exit = lexer.exit(configurations.lexeme(branch));
      if (exit === 0) return;
      for (const { terminal, after } of crossedEach(set, exit, configurations.text(branch)))
        if (after !== VAGUE_SET && chart.accepts(after)) visit(terminal);
    },
    terminalName: (terminal) => source.terminalName(terminal),
  };
}
