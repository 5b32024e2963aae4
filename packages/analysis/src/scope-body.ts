// Which names an expression may begin with: a word must be one of them, or the parameter of a function, which an arrow follows.

import { type Monitor, strings } from "@espalier/monitor";
import { createBodies } from "./body-cache.js";
import type { OperandLexer, ProgramLexer } from "./lexical.js";
import { read } from "./names-body.js";
import type { Body, SiteQuestion } from "./site-question.js";

interface ScopeState {
  /** `parameter`: a word that is no name has ended, and an arrow must come; `equals` in the middle of it. */
  readonly place: "before" | "word" | "parameter" | "equals";
  /** The state of the names' automaton; `undefined` for a word that is none of them. */
  readonly names: number | undefined;
  /** Bytes of a character that is not whole yet. */
  readonly pending: string;
}

const BLANK = 0x20;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;

/** The names in scope where an expression begins. */
export function scopeQuestion<State>(lexer: ProgramLexer<State> & OperandLexer<State>): SiteQuestion<State> {
  const bodies = createBodies<State>("inScope", (id, names) => scopeBody(lexer, id, strings(names)));
  return {
    kind: "inScope",
    arises: (before, after) => lexer.expectsOperand(after) && !lexer.expectsOperand(before),
    // After a word that is no name, an arrow may still have to come.
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
  /** A step after a word that is no name. */
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
