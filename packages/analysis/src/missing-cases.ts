// Keeps a `switch` open while cases are missing: until another case or a default begins, its closing brace is refused. After each case,
// the question comes again.

import { bytesWithin, type ProgramLexer, type SwitchLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

/** The question about missing cases, at the brace that opens a `switch` and at the colon of each case. */
export function missingCasesQuestion<State>(lexer: ProgramLexer<State> & SwitchLexer<State>): SiteQuestion<State> {
  const isOver = (level: number, before: State, after: State): boolean =>
    lexer.depth(after) === level && lexer.switchPart(before, after) !== undefined;
  const within = bytesWithin(lexer);
  const body: Body<State> = {
    id: "casesMissing",
    // The state is how many brackets are open directly inside the switch.
    start: (at) => lexer.depth(at),
    step(inner, _byte, before, after) {
      const level = inner as number;
      if (lexer.depth(after) < level) return undefined;
      return isOver(level, before, after) ? "over" : level;
    },
    quiet: () => within,
    accepts: () => true,
    key: String,
  };
  return {
    kind: "casesMissing",
    arises(before, after) {
      const part = lexer.switchPart(before, after);
      return part === "open" || part === "case";
    },
    isOver: (at, before, after) => lexer.depth(after) < lexer.depth(at) || isOver(lexer.depth(at), before, after),
    bodyOf: (value) => ((value as readonly string[]).length === 0 ? undefined : body),
  };
}
