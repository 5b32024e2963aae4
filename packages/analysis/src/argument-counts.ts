// Constrains the number of arguments of a call: commas and the closing bracket must agree with the counts of its
// signatures. The automaton counts the finished arguments. Every live state can still be closed.

import type { ArgumentCount } from "./analysis.js";
import { type ArgumentLexer, bytesWithin, type ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

interface CountState {
  /** How many brackets are open directly inside the call. */
  readonly level: number;
  /** How many arguments a comma has ended. */
  readonly ended: number;
  /** Whether the current argument has begun. A slash may begin the argument or a comment. */
  readonly present: "none" | "slash" | "begun";
}

const COMMA = 0x2c;
const SLASH = 0x2f;

/** The question about the arguments after the opening bracket of a call. */
export function countQuestion<State>(lexer: ProgramLexer<State> & ArgumentLexer<State>): SiteQuestion<State> {
  return {
    kind: "signatures",
    arises: (before, after) => lexer.opensArguments(before, after),
    isOver: (at, _before, after) => lexer.depth(after) < lexer.depth(at),
    bodyOf(value) {
      const counts = value as readonly ArgumentCount[];
      return counts.length === 0 ? undefined : countBody(lexer, counts);
    },
  };
}

function countBody<State>(
  lexer: ProgramLexer<State> & ArgumentLexer<State>,
  counts: readonly ArgumentCount[],
): Body<State> {
  const most = Math.max(...counts.map((each) => each.most));
  const within = bytesWithin(lexer);
  const allows = (count: number): boolean => counts.some((each) => each.least <= count && count <= each.most);
  return {
    id: `a${counts.map((each) => `${each.least}-${each.most}`)}`,
    start: (at): CountState => ({ level: lexer.depth(at), ended: 0, present: "none" }),
    step(inner, byte, before, after): CountState | "over" | undefined {
      let state = inner as CountState;
      const kind = lexer.kind(after);
      if (state.present === "slash") state = { ...state, present: kind === "comment" ? "none" : "begun" };
      if (state.present === "begun" && state.ended >= most) return undefined;
      if (lexer.depth(after) < state.level)
        return allows(state.present === "begun" ? state.ended + 1 : state.ended) ? "over" : undefined;
      if (lexer.depth(after) === state.level) {
        if (lexer.losesCount(after)) return "over";
        if (byte === COMMA && kind === "code")
          return state.ended + 1 > most ? undefined : { ...state, ended: state.ended + 1, present: "none" };
      }
      if (state.present === "begun" || lexer.isInsideCharacter(after) || isBlank(byte, kind)) return asIs(inner, state);
      if (byte === SLASH && kind === "code")
        return lexer.kind(before) === "comment" ? asIs(inner, state) : { ...state, present: "slash" };
      return state.ended < most ? { ...state, present: "begun" } : undefined;
    },
    // Once another argument may follow, only a comma or the closing bracket can be rejected.
    quiet(inner) {
      const { ended, present } = inner as CountState;
      return ended < most && present !== "slash" ? within : undefined;
    },
    accepts: () => true,
    key(inner) {
      const { level, ended, present } = inner as CountState;
      return `${level}.${ended}.${present}`;
    },
  };
}

/** Returns `before` if the state is the same, so that equal states stay one object. */
function asIs(before: unknown, state: CountState): CountState {
  return (before as CountState).present === state.present ? (before as CountState) : state;
}

/** Non-ASCII blanks are characters that belong to no lexeme. */
function isBlank(byte: number, kind: string): boolean {
  return kind === "comment" || (kind === "code" && (byte <= 0x20 || byte > 0x7f));
}
