// A monitor of the user's own over the lexemes of a language, not over its bytes: a protocol of calls over the terminals of a grammar.
//
// A text may have several readings. Each is a branch with a state of the user's own, so what the user's monitor sees is one sequence of
// lexemes, and a text belongs to the language when one of its readings is accepted.

import { signature } from "@espalier/arguments";
import type { Monitor } from "@espalier/monitor";
import { SyntaxLimitError } from "./error.js";
import type { LanguageState } from "./generations.js";
import { lexemeLanguageKind, lexemeMonitorKind } from "./kinds.js";
import type { Language } from "./language.js";
import type { EndedLexeme } from "./lexeme-steps.js";
import { type Bytes, lexemeText } from "./lexeme-text.js";

const checkOverLexemes = signature("overLexemes", { language: lexemeLanguageKind, monitor: lexemeMonitorKind });

/** A lexeme that has ended. */
export interface Lexeme {
  /** The name of its terminal in the grammar; of a control symbol, that of the terminal it stands for. */
  readonly terminal: string;
  /** Its bytes as UTF-8; empty for a control symbol. A monitor that never reads it has faster masks. */
  readonly text: string;
}

/** What {@link overLexemes} takes beside a language. */
export interface LexemeMonitor<Own> {
  readonly start: Own;
  /** The state after one more lexeme; `undefined` when it may not follow. Pure. Ignored lexemes (blanks, comments) are not shown. */
  lexeme(state: Own, lexeme: Lexeme): Own | undefined;
  /** May the text end here? */
  accepts(state: Own): boolean;
  /** What makes states equal. States that are strings, numbers or booleans need none. */
  key?(state: Own): string | number;
}

/** A state: the language's own, and the branches that are left. */
export interface LexemesState<Own> {
  readonly whole: LanguageState;
  readonly branches: readonly Branch<Own>[];
}

interface Branch<Own> {
  readonly at: LanguageState;
  readonly own: Own;
  /** The bytes of the lexeme in progress. */
  readonly bytes: Bytes | undefined;
}

/** The most branches of a state. */
const MOST_BRANCHES = 64;

/**
 * The texts of `language` of which some reading, as a sequence of lexemes, is accepted by `monitor`.
 *
 * It is not trim and has no cost: the language may go on where the monitor can no longer be satisfied. Masks are the language's, less the
 * tokens that end a lexeme which the monitor refuses.
 *
 * @throws SyntaxLimitError from a step after which more than 64 branches are left.
 * @example
 * import { literal } from "@espalier/automata";
 * import { choice, star, terminal } from "@espalier/grammar";
 * import { createLanguage } from "@espalier/syntax";
 * import { verdict } from "@espalier/monitor";
 *
 * const pattern = (name: string) => ({ kind: "pattern", name, regex: literal(name) }) as const;
 * const body = star(choice(terminal("lock;"), terminal("free;")));
 * const language = createLanguage({
 *   grammar: { start: "calls", rules: [{ name: "calls", body }] },
 *   terminals: [pattern("lock;"), pattern("free;")],
 *   skip: [],
 *   munch: "maximal",
 * });
 * const paired = overLexemes(language, {
 *   start: "free;",
 *   lexeme: (last, { terminal }) => (terminal === last ? undefined : terminal),
 *   accepts: (last) => last === "free;",
 * });
 * ["lock;free;", "lock;", "free;"].map((text) => verdict(paired, text).kind); // => ["accepted", "incomplete", "dead"]
 */
export function overLexemes<Own>(language: Language, monitor: LexemeMonitor<Own>): Monitor<LexemesState<Own>> {
  checkOverLexemes(language, monitor);
  type State = LexemesState<Own>;
  const { lexemes } = language;
  // Until the monitor has asked for a text, it cannot have told two texts apart.
  let readsTexts = false;
  const keyOfOwn = ownKeys(monitor);

  class Ended implements Lexeme {
    readonly terminal: string;
    readonly #bytes: Bytes | undefined;

    constructor(terminal: string, bytes: Bytes | undefined) {
      this.terminal = terminal;
      this.#bytes = bytes;
    }

    get text(): string {
      readsTexts = true;
      return lexemeText(this.#bytes);
    }
  }

  const after = (own: Own, terminal: number, bytes: Bytes | undefined): Own | undefined =>
    terminal < 0 ? own : monitor.lexeme(own, new Ended(lexemes.terminalName(terminal), bytes));

  /** The branch after `symbol`, which ended some lexemes and led to `at`; `undefined` where the monitor refuses one. */
  function advanced(
    { own: before, bytes: read }: Branch<Own>,
    symbol: number,
    at: LanguageState,
    ended: readonly EndedLexeme[],
  ): Branch<Own> | undefined {
    let own: Own | undefined = before;
    let bytes = read;
    let used = false;
    for (const lexeme of ended) {
      if (lexeme.at === "after") {
        used = true;
        if (symbol < 256) bytes = { before: bytes, byte: symbol };
      }
      own = after(own, lexeme.terminal, bytes);
      if (own === undefined) return undefined;
      bytes = undefined;
    }
    return { at, own, bytes: used ? undefined : { before: bytes, byte: symbol } };
  }

  const isSame = (a: Branch<Own>, b: Branch<Own>): boolean =>
    a.at === b.at && keyOfOwn(a.own) === keyOfOwn(b.own) && lexemeText(a.bytes) === lexemeText(b.bytes);

  const keyOfBranch = ({ at, own, bytes }: Branch<Own>): string =>
    readsTexts ? `${at}:${keyOfOwn(own)}:${JSON.stringify(lexemeText(bytes))}` : `${at}:${keyOfOwn(own)}`;

  const own: Monitor<State> = {
    start: { whole: language.start, branches: [{ at: language.start, own: monitor.start, bytes: undefined }] },
    step(state, symbol) {
      const whole = language.step(state.whole, symbol);
      if (whole === undefined) return undefined;
      const branches: Branch<Own>[] = [];
      for (const branch of state.branches) {
        lexemes.step(branch.at, symbol, (at, ended) => {
          const next = advanced(branch, symbol, at, ended);
          if (next !== undefined && !branches.some((other) => isSame(other, next))) branches.push(next);
        });
      }
      if (branches.length > MOST_BRANCHES)
        throw new SyntaxLimitError(
          "readings",
          MOST_BRANCHES,
          "the lexemes overlap too much; give terminals priorities",
        );
      return branches.length === 0 ? undefined : { whole, branches };
    },
    accepts(state) {
      let accepted = false;
      for (const branch of state.branches) {
        lexemes.finish(branch.at, (terminal) => {
          const last = terminal === undefined ? branch.own : after(branch.own, terminal, branch.bytes);
          accepted ||= last !== undefined && monitor.accepts(last);
        });
      }
      return accepted;
    },
    ...(language.controls.length > 0 && { controls: language.controls }),
    key: ({ whole, branches }) => `${whole}|${branches.map(keyOfBranch).join("|")}`,
    expected: (state) => language.expected(state.whole),
  };
  return {
    ...own,
    conjunction: {
      parts: [language, own] as readonly Monitor<unknown>[],
      stateOf: (state, part) => (part === 0 ? state.whole : state),
      // Bytes that leave the language where it is end no lexeme: inside a string, all but its quotes.
      quiet: (state, byte) => (state as State).branches.every(({ at }) => stays(language, at, byte)),
    },
  };
}

/** Whether `byte` leads from `at` back to it without ending a lexeme. */
function stays({ lexemes }: Language, at: LanguageState, byte: number): boolean {
  let back = false;
  lexemes.step(at, byte, (next, ended) => {
    back ||= next === at && ended.length === 0;
  });
  return back;
}

/** The key of a state of the user's own: the user's, the value itself, or a number for each object. */
function ownKeys<Own>(monitor: LexemeMonitor<Own>): (own: Own) => string {
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return (own) => {
    if (monitor.key !== undefined) return `${typeof monitor.key(own)} ${monitor.key(own)}`;
    if ((typeof own !== "object" && typeof own !== "function") || own === null) return `${typeof own} ${String(own)}`;
    let number = numbers.get(own);
    if (number === undefined) numbers.set(own, (number = ++count));
    return `object ${number}`;
  };
}
