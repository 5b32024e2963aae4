// Questions that are answered by names: the next word must be one of them.

import { type Monitor, strings } from "@espalier/monitor";
import { createBodies } from "./body-cache.js";
import type { ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

interface NamesState {
  /** Whether the word has begun. */
  readonly begun: boolean;
  /** The state of the names' automaton. */
  readonly names: number;
  /** Bytes of a character that is not whole yet; it may end the word. */
  readonly pending: string;
}

/** The members after a member operator. */
export function memberQuestion<State>(lexer: ProgramLexer<State>): SiteQuestion<State> {
  const bodies = createBodies<State>("members", (id, names) => namesBody(lexer, id, strings(names)));
  return {
    kind: "members",
    arises: (before, after) => lexer.expectsMember(after) && !lexer.expectsMember(before),
    // The byte that ends the word may be an operator, after which a name is expected again.
    isOver: (_at, before, after) =>
      lexer.kind(before) === "word"
        ? lexer.kind(after) !== "word"
        : !lexer.expectsMember(after) && !(lexer.kind(after) === "word" && lexer.expectsMember(before)),
    bodyOf: (value) => bodies(value as readonly string[]),
  };
}

/** Until the word begins, blanks and comments may come. A byte that ends the word needs the word to be one of the names. */
function namesBody<State>(lexer: ProgramLexer<State>, id: string, automaton: Monitor<number>): Body<State> {
  return {
    id,
    start: (): NamesState => ({ begun: false, names: automaton.start, pending: "" }),
    step(inner, byte, before, after): NamesState | "over" | undefined {
      const state = inner as NamesState;
      const pending = state.pending + String.fromCharCode(byte);
      if (lexer.isInsideCharacter(after))
        return read(automaton, state.names, pending) !== undefined || mayEndWord(automaton, state, byte)
          ? { ...state, pending }
          : undefined;
      if (lexer.kind(after) === "word") {
        const names = read(automaton, state.names, pending);
        return names === undefined ? undefined : { begun: true, names, pending: "" };
      }
      if (state.begun) return automaton.accepts(state.names) ? "over" : undefined;
      if (lexer.expectsMember(after)) return { ...state, pending: "" };
      return lexer.expectsMemberOrOther(before) ? "over" : undefined;
    },
    accepts(inner) {
      const { begun, names, pending } = inner as NamesState;
      return begun && pending === "" && automaton.accepts(names);
    },
    key(inner) {
      const { begun, names, pending } = inner as NamesState;
      return `${names}.${begun}.${pending}`;
    },
  };
}

function read(automaton: Monitor<number>, from: number, bytes: string): number | undefined {
  let state: number | undefined = from;
  for (let at = 0; at < bytes.length && state !== undefined; at++) state = automaton.step(state, bytes.charCodeAt(at));
  return state;
}

/** Bytes with which blanks beyond ASCII begin. */
const BLANK_LEADS: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/** Whether the character that begins with `byte` may be a blank, where one may come; a later byte of it goes on with what began. */
function mayEndWord(automaton: Monitor<number>, { begun, names, pending }: NamesState, byte: number): boolean {
  if (begun && !automaton.accepts(names)) return false;
  return pending === "" ? BLANK_LEADS.has(byte) : BLANK_LEADS.has(pending.charCodeAt(0));
}
