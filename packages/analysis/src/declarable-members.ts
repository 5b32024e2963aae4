// Member names where an assignment may declare a new one, for example `self.size = 1` in Python. A listed name is
// always allowed. Another name is allowed only if the text after it declares it.

import type { Declaring } from "./analysis.js";
import type { ProgramLexer } from "./lexical.js";
import type { Body } from "./site-question.js";

/** The progress of a name that may not be listed. */
interface OtherName {
  readonly place: "before" | "word" | "after";
  /** The text after the name and blanks, as long as it does not decide. */
  readonly tail: string;
}

interface DeclarableState {
  /** The state of the body of the listed names; `undefined` once it has rejected the text. */
  readonly listed: unknown;
  readonly other: OtherName | undefined;
}

/**
 * Allows what `listed` allows, and any other name that is declared. `expects` returns whether a name must come next.
 */
export function declarableBody<State>(
  lexer: ProgramLexer<State>,
  expects: (state: State) => boolean,
  listed: Body<State> | undefined,
  { by, never }: Declaring,
): Body<State> {
  function follow(tail: string): OtherName | "over" | undefined {
    if (never.some((text) => tail.startsWith(text))) return undefined;
    const mayBeRefused = never.some((text) => text.startsWith(tail));
    if (!mayBeRefused && by.some((text) => tail.startsWith(text))) return "over";
    return mayBeRefused || by.some((text) => text.startsWith(tail)) ? { place: "after", tail } : undefined;
  }

  function stepOther({ place, tail }: OtherName, byte: number, after: State): OtherName | "over" | undefined {
    if (place !== "after") {
      if (lexer.isInsideCharacter(after)) return { place, tail };
      if (lexer.kind(after) === "word") return { place: "word", tail };
      if (place === "before") return expects(after) ? { place, tail } : undefined;
    }
    if (tail === "" && BLANKS.has(byte)) return { place: "after", tail };
    return follow(tail + String.fromCharCode(byte));
  }

  return {
    id: `${listed?.id ?? "none"}+${JSON.stringify([by, never])}`,
    start: (at): DeclarableState => ({ listed: listed?.start(at), other: { place: "before", tail: "" } }),
    step(inner, byte, before, after): DeclarableState | "over" | undefined {
      const state = inner as DeclarableState;
      const next = state.listed === undefined ? undefined : listed!.step(state.listed, byte, before, after);
      const other = state.other && stepOther(state.other, byte, after);
      if (next === "over" || other === "over") return "over";
      return next === undefined && other === undefined ? undefined : { listed: next, other };
    },
    accepts(inner) {
      const state = inner as DeclarableState;
      const { tail = "" } = state.other ?? {};
      return (state.listed !== undefined && listed!.accepts(state.listed)) || by.some((text) => tail.startsWith(text));
    },
    key(inner) {
      const state = inner as DeclarableState;
      const { place, tail } = state.other ?? {};
      return `${state.listed === undefined ? "-" : listed!.key(state.listed)}.${place}.${JSON.stringify(tail ?? "")}`;
    },
  };
}

/** Space, tab and form feed. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0c]);
