// Constrains the module name of an import. An answer covers the string up to its end or to the next slash, where the
// question is asked again.

import { type Monitor, strings } from "@espalier/monitor";
import { createBodies } from "./body-cache.js";
import type { ImportLexer, ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

const SLASH = 0x2f;

export function moduleQuestion<State>(lexer: ProgramLexer<State> & ImportLexer<State>): SiteQuestion<State> {
  const bodies = createBodies<State>("modulesFrom", (id, texts) => moduleBody(lexer, id, strings(texts)));
  return {
    kind: "modulesFrom",
    wakesAt: SLASH,
    arises: (before, after, byte) => lexer.isInModuleName(after) && (!lexer.isInModuleName(before) || byte === SLASH),
    isOver: (_at, _before, after, byte) => !lexer.isInModuleName(after) || byte === SLASH,
    bodyOf: (value) => bodies(value as readonly string[]),
  };
}

/** The texts contain a slash only at their end. */
function moduleBody<State>(
  lexer: ProgramLexer<State> & ImportLexer<State>,
  id: string,
  automaton: Monitor<number>,
): Body<State> {
  return {
    id,
    start: () => automaton.start,
    step(inner, byte, _before, after): number | "over" | undefined {
      const state = inner as number;
      if (!lexer.isInModuleName(after)) return automaton.accepts(state) ? "over" : undefined;
      const next = automaton.step(state, byte);
      return next !== undefined && byte === SLASH ? "over" : next;
    },
    refuses: (inner, byte) =>
      automaton.step(inner as number, byte) === undefined && !automaton.accepts(inner as number),
    accepts: (inner) => automaton.accepts(inner as number),
    key: (inner) => String(inner),
  };
}
