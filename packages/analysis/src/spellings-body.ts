// Questions whose answers are texts of a few lexemes, such as `Color.Red` or `"circle"`: one of them must follow a
// keyword.

import { type Monitor, strings } from "@espalier/monitor";
import type { QuestionKind } from "./analysis.js";
import { createBodies } from "./body-cache.js";
import type { KeywordLexer, ProgramLexer } from "./lexical.js";
import type { Body, SiteQuestion } from "./site-question.js";

/** A keyword that raises a question, and what must follow the answer's text. */
export interface KeywordQuestion {
  readonly kind: QuestionKind;
  readonly keyword: string;
  /** The bytes one of which must follow, after blanks and comments; absent if anything may follow. */
  readonly ends?: ReadonlySet<number>;
}

interface SpellingState {
  /** `slash`: a slash was read before or after the text; it must begin a comment. */
  readonly place: "before" | "within" | "after";
  readonly slash: boolean;
  readonly spelt: number;
}

const SLASH = 0x2f;

export function spellingQuestion<State>(
  lexer: ProgramLexer<State> & KeywordLexer<State>,
  { kind, keyword, ends }: KeywordQuestion,
): SiteQuestion<State> {
  const bodies = createBodies<State>(kind, (id, texts) => spellingsBody(lexer, id, strings(texts), ends));
  return {
    kind,
    arises: (before, after) => lexer.keywordBeforeOperand(before, after) === keyword,
    isOver: (_at, before, after, byte) =>
      ends === undefined
        ? lexer.kind(before) === "word" && lexer.kind(after) !== "word"
        : ends.has(byte) && lexer.kind(after) === "code",
    bodyOf: (value) => bodies(value as readonly string[]),
  };
}

function spellingsBody<State>(
  lexer: ProgramLexer<State>,
  id: string,
  automaton: Monitor<number>,
  ends: ReadonlySet<number> | undefined,
): Body<State> {
  const isGap = (byte: number, before: State, after: State): boolean =>
    byte <= 0x20 || lexer.kind(after) === "comment" || (byte === SLASH && lexer.kind(before) === "comment");
  /** Steps between the lexemes of the text. */
  const between = (state: SpellingState, byte: number, before: State, after: State): SpellingState | undefined => {
    if (state.slash) return lexer.kind(after) === "comment" ? { ...state, slash: false } : undefined;
    if (isGap(byte, before, after)) return state;
    return byte === SLASH ? { ...state, slash: true } : undefined;
  };
  /** Steps after the complete text. */
  const ended = (
    state: SpellingState,
    byte: number,
    before: State,
    after: State,
  ): SpellingState | "over" | undefined =>
    ends === undefined || (ends.has(byte) && lexer.kind(after) === "code" && !state.slash)
      ? "over"
      : between({ ...state, place: "after" }, byte, before, after);
  return {
    id,
    start: (): SpellingState => ({ place: "before", slash: false, spelt: automaton.start }),
    step(inner, byte, before, after): SpellingState | "over" | undefined {
      const state = inner as SpellingState;
      if (state.place === "after") return ended(state, byte, before, after);
      const spelt = state.slash ? undefined : automaton.step(state.spelt, byte);
      if (spelt !== undefined) {
        const isWhole = automaton.accepts(spelt) && ends === undefined && !goesOn(lexer.kind(after));
        return isWhole ? "over" : { place: "within", slash: false, spelt };
      }
      if (state.place === "before") return between(state, byte, before, after);
      if (!automaton.accepts(state.spelt) || lexer.isInsideCharacter(after)) return undefined;
      const kind = lexer.kind(after);
      return goesOn(kind) && kind === lexer.kind(before) ? undefined : ended(state, byte, before, after);
    },
    refuses(inner, byte) {
      const { place, spelt } = inner as SpellingState;
      return place === "within" && automaton.step(spelt, byte) === undefined && !automaton.accepts(spelt);
    },
    accepts(inner) {
      const { place, spelt } = inner as SpellingState;
      return ends === undefined && place === "within" && automaton.accepts(spelt);
    },
    key(inner) {
      const { place, slash, spelt } = inner as SpellingState;
      return `${place}.${slash}.${spelt}`;
    },
  };
}

/** Returns whether a lexeme of this kind ends only where the next one begins. */
function goesOn(kind: string): boolean {
  return kind === "word" || kind === "number";
}
