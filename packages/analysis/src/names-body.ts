// Questions whose answers are names: the next word must be one of them.

import { type Monitor, strings } from "@espalier/monitor";
import type { DeclarableMembers, QuestionKind } from "./analysis.js";
import { createBodies } from "./body-cache.js";
import { declarableBody } from "./declarable-members.js";
import type { ImportLexer, ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

const BLANK = 0x20;
const DOT = 0x2e;
const SLASH = 0x2f;

interface NamesState {
  /**
   * The position of a state within the text that the answer constrains. `before`: before the word. `word`: in it.
   * `modified`: after a modifier such as `type`, before its name. `name`: in that name. `slash`: after a slash between
   * modifier and name, which must begin a comment. `named`: after a name that a dot must follow.
   */
  readonly place: "before" | "word" | "modified" | "slash" | "name" | "named";
  /** The state of the names' automaton. */
  readonly names: number;
  /** The bytes of an incomplete character, which may end the word. */
  readonly pending: string;
}

/** The places of one kind of names. */
interface NamePlaces<State> {
  readonly kind: QuestionKind;
  /** Returns whether a name must come next; blanks and comments may follow what raised the question. */
  expects(state: State): boolean;
  /** Returns whether the byte between `state`, which expects a name, and `after` may come although it begins no name. */
  allowsOther(state: State, after: State): boolean;
}

/** The question about members after a member operator. */
export function memberQuestion<State>(lexer: ProgramLexer<State>): SiteQuestion<State> {
  return namesQuestion(lexer, {
    kind: "members",
    expects: (state) => lexer.expectsMember(state),
    allowsOther: (state, after) => lexer.expectsMemberOrOther(state, after),
  });
}

/** The question about names in the braces of imports and exports. */
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
    // The byte that ends the word may be an operator after which another name is expected.
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
 * Constrains a word to the names in an answer. Blanks and comments may precede the word. A byte may end the word if the
 * word is one of the names, or a modifier of a name. A modifier is a text that ends with a blank. After a name whose
 * text ends with a dot, a dot must follow.
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
  const needsDot = (names: number): boolean => {
    const dot = automaton.step(names, DOT);
    return dot !== undefined && automaton.accepts(dot);
  };
  /** Steps after a name that a dot must follow. */
  const beforeDot = (state: NamesState, byte: number): NamesState | "over" | undefined => {
    if (byte === DOT) return "over";
    return byte <= BLANK ? { ...state, place: "named" } : undefined;
  };
  /** Steps between a modifier and its name. */
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
        if (state.place === "slash" || state.place === "named") return undefined;
        const names = read(automaton, state.names, pending);
        const place = state.place === "before" || state.place === "word" ? "word" : "name";
        return names === undefined ? undefined : { place, names, pending: "" };
      }
      if (state.place === "modified" || state.place === "slash") return gap(state, byte, before, after);
      if (state.place === "named") return beforeDot(state, byte);
      if (state.place !== "before") {
        if (automaton.accepts(state.names)) return "over";
        if (needsDot(state.names)) return beforeDot(state, byte);
        const isModified = state.place === "word" && isModifier(state.names);
        return isModified
          ? gap({ place: "modified", names: automaton.start, pending: "" }, byte, before, after)
          : undefined;
      }
      if (expects(after)) return { ...state, pending: "" };
      return allowsOther(before, after) ? "over" : undefined;
    },
    refuses(inner, byte) {
      const { place, names, pending } = inner as NamesState;
      // In a word, a byte goes on with it or ends it. A blank beyond ASCII ends only a name.
      if ((place !== "word" && place !== "name") || pending !== "") return false;
      if (automaton.step(names, byte) !== undefined || automaton.accepts(names)) return false;
      return !isModifier(names) && !needsDot(names);
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

/** Returns the state of `automaton` after `bytes` (one character for each byte); `undefined` once it is dead. */
export function read(automaton: Monitor<number>, from: number | undefined, bytes: string): number | undefined {
  let state = from;
  for (let at = 0; at < bytes.length && state !== undefined; at++) state = automaton.step(state, bytes.charCodeAt(at));
  return state;
}

/** The first bytes of non-ASCII blanks. */
const BLANK_LEADS: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

/** Returns whether `byte` begins, or continues, a character that may be a blank and may end the word here. */
function mayEndWord(automaton: Monitor<number>, { place, names, pending }: NamesState, byte: number): boolean {
  if (place !== "before" && !automaton.accepts(names)) return false;
  return pending === "" ? BLANK_LEADS.has(byte) : BLANK_LEADS.has(pending.charCodeAt(0));
}
