// Constrains the names with which an expression may begin. A word must be one of them, or the parameter of a function,
// after which an arrow follows.

import { type Monitor, strings } from "@espalier/monitor";
import { createBodies } from "./body-cache.js";
import type { OperandLexer, ProgramLexer } from "./lexical.js";
import { read } from "./names-body.js";
import type { Body, SiteQuestion } from "./site-question.js";

interface ScopeState {
  /**
   * `parameter`: a word that is not in the list has ended, and an arrow must come. `equals`: in the middle of the
   * arrow.
   */
  readonly place: "before" | "word" | "parameter" | "equals";
  /** The state of the names' automaton; `undefined` for a word that is not in the list. */
  readonly names: number | undefined;
  /** The bytes of an incomplete character. */
  readonly pending: string;
}

const BLANK = 0x20;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** The question about names in scope where an expression begins. */
export function scopeQuestion<State>(lexer: ProgramLexer<State> & OperandLexer<State>): SiteQuestion<State> {
  const bodies = createBodies<State>("inScope", (id, names) => scopeBody(lexer, id, strings(names)));
  return {
    kind: "inScope",
    arises: (before, after) => lexer.expectsOperand(after) && !lexer.expectsOperand(before),
    // After a word that is not in the list, an arrow may still be required.
    isOver: (_at, _before, after, byte) =>
      !lexer.expectsOperand(after) && lexer.kind(after) !== "word" && !isGap(lexer, byte, after) && byte !== EQUALS,
    bodyOf: (value) => bodies(value as readonly string[]),
  };
}

function isGap<State>(lexer: ProgramLexer<State>, byte: number, after: State): boolean {
  return byte <= BLANK || byte === SLASH || lexer.kind(after) === "comment";
}

function scopeBody<State>(
  lexer: ProgramLexer<State> & OperandLexer<State>,
  id: string,
  automaton: Monitor<number>,
): Body<State> {
  const isName = ({ names }: ScopeState): boolean => names !== undefined && automaton.accepts(names);
  /** Steps after a word that is not in the list. */
  const towardsArrow = (state: ScopeState, byte: number, after: State): ScopeState | "over" | undefined => {
    if (state.place === "equals") return byte === GREATER ? "over" : undefined;
    if (byte === EQUALS) return { place: "equals", names: undefined, pending: "" };
    return isGap(lexer, byte, after) ? { place: "parameter", names: undefined, pending: "" } : undefined;
  };
  return {
    id,
    start: (): ScopeState => ({ place: "before", names: automaton.start, pending: "" }),
    step(inner, byte, _before, after): ScopeState | "over" | undefined {
      const state = inner as ScopeState;
      if (state.place === "parameter" || state.place === "equals") return towardsArrow(state, byte, after);
      const pending = state.pending + String.fromCharCode(byte);
      if (lexer.isInsideCharacter(after)) return { ...state, pending };
      if (lexer.kind(after) === "word")
        return { place: "word", names: read(automaton, state.names, pending), pending: "" };
      if (state.place === "before") return lexer.expectsOperand(after) ? { ...state, pending: "" } : "over";
      return isName(state) ? "over" : towardsArrow(state, byte, after);
    },
    accepts(inner) {
      const state = inner as ScopeState;
      return state.place === "word" && state.pending === "" && isName(state);
    },
    key(inner) {
      const { place, names, pending } = inner as ScopeState;
      return `${place}.${names ?? "-"}.${pending}`;
    },
  };
}
