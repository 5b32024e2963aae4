// Constrains strings to those that the expected type allows.

import { type Monitor, strings } from "@espalier/monitor";
import { createBodies } from "./body-cache.js";
import type { ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

/** The question about strings where one is opened. Strings that name modules have a question of their own. */
export function stringQuestion<State>(lexer: ProgramLexer<State>): SiteQuestion<State> {
  const bodies = createBodies<State>("expectedStrings", (id, texts) => contentBody(lexer, id, strings(texts)));
  const isIn = (state: State): boolean => lexer.kind(state) === "string";
  return {
    kind: "expectedStrings",
    arises: (before, after) => isIn(after) && !isIn(before) && lexer.isInModuleName?.(after) !== true,
    isOver: (_at, _before, after) => !isIn(after),
    bodyOf: (value) => bodies(value as readonly string[]),
  };
}

/** Allows the end of the string only if its content is one of the texts. */
function contentBody<State>(lexer: ProgramLexer<State>, id: string, automaton: Monitor<number>): Body<State> {
  return {
    id,
    start: () => automaton.start,
    step(inner, byte, _before, after): number | "over" | undefined {
      const state = inner as number;
      if (lexer.kind(after) !== "string") return automaton.accepts(state) ? "over" : undefined;
      return automaton.step(state, byte);
    },
    refuses: (inner, byte) =>
      automaton.step(inner as number, byte) === undefined && !automaton.accepts(inner as number),
    accepts: (inner) => automaton.accepts(inner as number),
    key: (inner) => String(inner),
  };
}
