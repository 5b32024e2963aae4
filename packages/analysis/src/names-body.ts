// What an answer of names rules: the next word must be one of them.

import { type Monitor, strings } from "@espalier/monitor";
import type { ProgramLexer } from "./lexical.js";

/** A body while it rules. */
export interface NamesState {
  /** Whether the word has begun. */
  readonly begun: boolean;
  /** The state of the names' automaton. */
  readonly names: number;
  /** Bytes of a character that is not whole yet; it may end the word. */
  readonly pending: string;
}

/** What one closed answer allows. */
export interface NamesBody {
  /** Different for different lists. */
  readonly id: number;
  readonly automaton: Monitor<number>;
}

/** How a step within a body ends: another state of it, `"over"` where it rules no more, `undefined` where the byte is refused. */
export type NamesStep = NamesState | "over" | undefined;

export function startOf({ automaton }: NamesBody): NamesState {
  return { begun: false, names: automaton.start, pending: "" };
}

/** How many lists of names keep their automaton in memory. */
const MOST_BODIES = 256;

/** Makes bodies: one for each list of names, as far as it remembers. */
export function namesBodies(): (names: readonly string[]) => NamesBody {
  const known = new Map<string, NamesBody>();
  let last = 0;
  return (names) => {
    const key = JSON.stringify(names);
    let body = known.get(key);
    if (body === undefined) {
      if (known.size >= MOST_BODIES) known.delete(known.keys().next().value as string);
      known.set(key, (body = { id: ++last, automaton: strings(names) }));
    }
    return body;
  };
}

/**
 * The step of a body over one byte, which leads the lexer from `before` to `after`. Until the word begins, blanks and comments may come. A
 * byte that ends the word needs the word to be one of the names.
 */
export function stepNames<State>(
  lexer: ProgramLexer<State>,
  { automaton }: NamesBody,
  state: NamesState,
  byte: number,
  before: State,
  after: State,
): NamesStep {
  const pending = state.pending + String.fromCharCode(byte);
  if (lexer.isInsideCharacter(after))
    return reads(automaton, state, pending) || endsWord(automaton, state, byte) ? { ...state, pending } : undefined;
  if (lexer.kind(after) === "word") {
    const names = read(automaton, state.names, pending);
    return names === undefined ? undefined : { begun: true, names, pending: "" };
  }
  if (state.begun) return automaton.accepts(state.names) ? "over" : undefined;
  if (lexer.expectsMember(after)) return { ...state, pending: "" };
  return lexer.expectsMemberOrOther(before) ? "over" : undefined;
}

function read(automaton: Monitor<number>, from: number, bytes: string): number | undefined {
  let state: number | undefined = from;
  for (let at = 0; at < bytes.length && state !== undefined; at++) state = automaton.step(state, bytes.charCodeAt(at));
  return state;
}

function reads(automaton: Monitor<number>, { names }: NamesState, bytes: string): boolean {
  return read(automaton, names, bytes) !== undefined;
}

/** Bytes with which blanks beyond ASCII begin. */
const BLANK_LEADS: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/** Whether the character that begins with `byte` may be a blank, where one may come; a later byte of it goes on with what began. */
function endsWord(automaton: Monitor<number>, { begun, names, pending }: NamesState, byte: number): boolean {
  if (begun && !automaton.accepts(names)) return false;
  return pending === "" ? BLANK_LEADS.has(byte) : BLANK_LEADS.has(pending.charCodeAt(0));
}
