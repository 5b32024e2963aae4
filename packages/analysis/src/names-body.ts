// Questions that are answered by names: the next word must be one of them.

import { type Monitor, strings } from "@espalier/monitor";
import type { DeclarableMembers, QuestionKind } from "./analysis.js";
import { createBodies } from "./body-cache.js";
import { declarableBody } from "./declarable-members.js";
import type { ImportLexer, ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

const BLANK = 0x20;
const SLASH = 0x2f;

interface NamesState {
  /** `modified` before the name that a modifier needs, and `name` in it; `slash` between them, where a comment must begin. */
  readonly place: "before" | "word" | "modified" | "slash" | "name";
  /** The state of the names' automaton. */
  readonly names: number;
  /** Bytes of a character that is not whole yet; it may end the word. */
  readonly pending: string;
}

/** Where names of one kind stand. */
interface NamePlaces<State> {
  readonly kind: QuestionKind;
  /** Whether a name must come, with blanks and comments since what raised the question. */
  expects(state: State): boolean;
  /** Whether something other than a name may come after `state`, which expects one. */
  allowsOther(state: State): boolean;
}

/** The members after a member operator. */
export function memberQuestion<State>(lexer: ProgramLexer<State>): SiteQuestion<State> {
  return namesQuestion(lexer, {
    kind: "members",
    expects: (state) => lexer.expectsMember(state),
    allowsOther: (state) => lexer.expectsMemberOrOther(state),
  });
}

/** The names in the braces of imports and exports. */
export function exportQuestion<State>(lexer: ProgramLexer<State> & ImportLexer<State>): SiteQuestion<State> {
  return namesQuestion(lexer, {
    kind: "exportsOf",
    expects: (state) => lexer.expectsImportedName(state),
    allowsOther: () => true,
  });
}

function namesQuestion<State>(lexer: ProgramLexer<State>, places: NamePlaces<State>): SiteQuestion<State> {
  const { kind, expects } = places;
  const bodies = createBodies<State>(kind, (id, names) => namesBody(lexer, places, id, strings(names)));
  return {
    kind,
    arises: (before, after) => expects(after) && !expects(before),
    // The byte that ends the word may be an operator, after which a name is expected again.
    isOver: (_at, before, after) =>
      lexer.kind(before) === "word"
        ? lexer.kind(after) !== "word"
        : !expects(after) && !(lexer.kind(after) === "word" && expects(before)),
    bodyOf(value) {
      if (Array.isArray(value)) return bodies(value as readonly string[]);
      const { names, declaring } = value as DeclarableMembers;
      return declarableBody(lexer, expects, bodies(names), declaring);
    },
  };
}

/**
 * Blanks and comments may come before the word. A byte that ends the word is allowed if the word is one of the names, or a modifier of a name. A modifier is
 * a text that ends with a blank.
 */
function namesBody<State>(
  lexer: ProgramLexer<State>,
  { expects, allowsOther }: NamePlaces<State>,
  id: string,
  automaton: Monitor<number>,
): Body<State> {
  const isModifier = (names: number): boolean => {
    const blank = automaton.step(names, BLANK);
    return blank !== undefined && automaton.accepts(blank);
  };
  /** The step between a modifier and its name. */
  const gap = (state: NamesState, byte: number, before: State, after: State): NamesState | undefined => {
    if (lexer.kind(after) === "comment" || (byte === SLASH && lexer.kind(before) === "comment"))
      return { ...state, place: "modified" };
    if (state.place === "slash") return undefined;
    if (byte === SLASH) return { ...state, place: "slash" };
    return byte <= BLANK ? state : undefined;
  };
  return {
    id,
    start: (): NamesState => ({ place: "before", names: automaton.start, pending: "" }),
    step(inner, byte, before, after): NamesState | "over" | undefined {
      const state = inner as NamesState;
      const pending = state.pending + String.fromCharCode(byte);
      if (lexer.isInsideCharacter(after) && lexer.kind(after) === "comment") return state;
      if (lexer.isInsideCharacter(after))
        return read(automaton, state.names, pending) !== undefined || mayEndWord(automaton, state, byte)
          ? { ...state, pending }
          : undefined;
      if (lexer.kind(after) === "word") {
        if (state.place === "slash") return undefined;
        const names = read(automaton, state.names, pending);
        const place = state.place === "before" || state.place === "word" ? "word" : "name";
        return names === undefined ? undefined : { place, names, pending: "" };
      }
      if (state.place === "modified" || state.place === "slash") return gap(state, byte, before, after);
      if (state.place !== "before") {
        if (automaton.accepts(state.names)) return "over";
        const isModified = state.place === "word" && isModifier(state.names);
        return isModified
          ? gap({ place: "modified", names: automaton.start, pending: "" }, byte, before, after)
          : undefined;
      }
      if (expects(after)) return { ...state, pending: "" };
      return allowsOther(before) ? "over" : undefined;
    },
    accepts(inner) {
      const { place, names, pending } = inner as NamesState;
      return (place === "word" || place === "name") && pending === "" && automaton.accepts(names);
    },
    key(inner) {
      const { place, names, pending } = inner as NamesState;
      return `${names}.${place}.${pending}`;
    },
  };
}

/** The state of `automaton` after bytes, one a character; `undefined` once it is dead. */
export function read(automaton: Monitor<number>, from: number | undefined, bytes: string): number | undefined {
  let state = from;
  for (let at = 0; at < bytes.length && state !== undefined; at++) state = automaton.step(state, bytes.charCodeAt(at));
  return state;
}

/** Bytes with which blanks beyond ASCII begin. */
const BLANK_LEADS: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/** Whether the character that begins with `byte` may be a blank, where one may come; a later byte of it goes on with what began. */
function mayEndWord(automaton: Monitor<number>, { place, names, pending }: NamesState, byte: number): boolean {
  if (place !== "before" && !automaton.accepts(names)) return false;
  return pending === "" ? BLANK_LEADS.has(byte) : BLANK_LEADS.has(pending.charCodeAt(0));
}
