// Constrains the names with which an expression may begin. A word must be one of them, or the parameter of a function,
// after which an arrow follows.

import { type Monitor, strings } from "@espalier/monitor";
import { createBodies } from "./body-cache.js";
import type { OperandLexer, ProgramLexer } from "./lexical.js";
import { read } from "./names-body.js";
import type { Body, SiteQuestion } from "./site-question.js";

interface ScopeState {
  /**
   * `parameter`: a word that is not in the list has ended, and an arrow must come. `slash`: after a slash there, which
   * must begin a comment. `equals`: in the middle of the arrow.
   */
  readonly place: "before" | "word" | "parameter" | "slash" | "equals";
  /** The state of the names' automaton; `undefined` for a word that is not in the list. */
  readonly names: number | undefined;
  /** The bytes of an incomplete character; `UNLISTED` if no name contains them here. */
  readonly pending: string;
}

const UNLISTED = "-";
const BLANK = 0x20;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
/** ASCII letters, digits and underscores, which continue a word in every language. */
const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => (/\w/.test(String.fromCharCode(byte)) ? 1 : 0));

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
  /** Steps inside a character. If no name contains it, and it cannot end a name, its bytes are dropped: states are fewer. */
  const inside = (state: ScopeState, pending: string): ScopeState => {
    const isListed = read(automaton, state.names, pending) !== undefined || (state.place === "word" && isName(state));
    return isListed ? { ...state, pending } : { ...state, names: undefined, pending: UNLISTED };
  };
  /** Steps after a word that is not in the list. */
  const towardsArrow = (
    { place }: ScopeState,
    byte: number,
    before: State,
    after: State,
  ): ScopeState | "over" | undefined => {
    const to = (next: ScopeState["place"]): ScopeState => ({ place: next, names: undefined, pending: "" });
    if (place === "equals") return byte === GREATER ? "over" : undefined;
    if (lexer.kind(after) === "comment" || (byte === SLASH && lexer.kind(before) === "comment")) return to("parameter");
    if (place === "slash") return undefined;
    if (byte === EQUALS) return to("equals");
    if (byte === SLASH) return to("slash");
    return byte <= BLANK ? to("parameter") : undefined;
  };
  return {
    id,
    start: (): ScopeState => ({ place: "before", names: automaton.start, pending: "" }),
    step(inner, byte, before, after): ScopeState | "over" | undefined {
      const state = inner as ScopeState;
      if (state.place !== "before" && state.place !== "word") return towardsArrow(state, byte, before, after);
      const pending = state.pending + String.fromCharCode(byte);
      if (lexer.isInsideCharacter(after)) return inside(state, pending);
      if (lexer.kind(after) === "word")
        return { place: "word", names: read(automaton, state.names, pending), pending: "" };
      if (state.place === "before")
        return lexer.expectsOperand(after) ? { ...state, names: automaton.start, pending: "" } : "over";
      return isName(state) ? "over" : towardsArrow(state, byte, before, after);
    },
    // A word may be the parameter of a function, so any word can be read.
    quiet(inner) {
      const { place, pending } = inner as ScopeState;
      return pending === "" && (place === "before" || place === "word") ? WORD_BYTES : undefined;
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
