// A user's monitor over the lexemes of a language instead of its bytes, for example a protocol of calls over the
// terminals of a grammar.
//
// A text may have several readings. Each is a branch with its own user state, so the user's monitor sees a single
// sequence of lexemes. A text belongs to the language if one of its readings is accepted.

import { signature } from "@espalier/arguments";
import { auditStep, FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import { lexemeLanguageKind, lexemeMonitorKind } from "../kinds.js";
import type { Language } from "../languages/language-of.js";
import { SyntaxLimitError } from "../states/error.js";
import type { LanguageState } from "../states/generations.js";
import type { EndedLexeme } from "../states/lexeme-steps.js";
import { createLexemeReader, type LexemeMonitor, type LexemeReader } from "./lexeme-monitor.js";
import { createLexemeSketches } from "./lexeme-sketches.js";
import { lexemeKey } from "./lexeme-text.js";
import { type Branch, type LexemesState, RememberingState } from "./lexemes-state.js";

const checkOverLexemes = signature("overLexemes", { language: lexemeLanguageKind, monitor: lexemeMonitorKind });

/** The most branches of a state. */
const MOST_BRANCHES = 64;

/**
 * Returns the texts of `language` with a reading that `monitor` accepts as a sequence of lexemes.
 *
 * The result is not trim and has no cost, because the language may continue where the monitor can no longer be
 * satisfied. Masks are those of the language without the tokens that end a lexeme which the monitor rejects.
 *
 * @throws SyntaxLimitError from a step after which the text can be split into lexemes in more than 64 ways.
 *
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
  type State = RememberingState<Own>;
  const { lexemes, factor } = language;
  const reader = createLexemeReader(lexemes, monitor);
  const keyOfOwn = ownKeys(reader);

  /**
   * Returns the branch (one way to split the text into lexemes) after `symbol`, which ended some lexemes and led to the
   * language state `at`; `undefined` if the monitor rejects one of these lexemes.
   */
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
        if (symbol < FIRST_CONTROL) bytes = { before: bytes, byte: symbol };
      }
      own = reader.after(own, lexeme.terminal, bytes);
      if (own === undefined) return undefined;
      bytes = undefined;
    }
    return { at, own, bytes: used ? undefined : { before: bytes, byte: symbol } };
  }

  const isSame = (a: Branch<Own>, b: Branch<Own>): boolean =>
    a.at === b.at && keyOfOwn(a.own) === keyOfOwn(b.own) && lexemeKey(a.bytes) === lexemeKey(b.bytes);

  const keyOfBranch = ({ at, own, bytes }: Branch<Own>): string =>
    reader.readsTexts() ? `${at}:${keyOfOwn(own)}:${JSON.stringify(lexemeKey(bytes))}` : `${at}:${keyOfOwn(own)}`;

  const own: Monitor<State> = {
    start: new RememberingState(language.start, [{ at: language.start, own: monitor.start, bytes: undefined }]),
    step(state, symbol) {
      const whole = language.step(state.whole, symbol);
      if (whole === undefined) return undefined;
      const branches: Branch<Own>[] = [];
      let refused = false;
      for (const branch of state.branches) {
        lexemes.step(branch.at, symbol, (at, ended) => {
          const next = advanced(branch, symbol, at, ended);
          refused ||= next === undefined;
          if (next !== undefined && !branches.some((other) => isSame(other, next))) branches.push(next);
        });
      }
      if (branches.length > MOST_BRANCHES)
        throw new SyntaxLimitError(
          "readings",
          MOST_BRANCHES,
          "the lexemes overlap too much; give terminals priorities",
        );
      const [first] = branches;
      if (first === undefined) return undefined;
      // Terminals that the monitor does not distinguish are one branch, as in the language.
      const isWhole =
        branches.length > 1 && !refused && state.branches.length === 1 && state.branches[0]!.at === state.whole;
      if (isWhole && branches.every((branch) => isSame(first, { ...branch, at: first.at })))
        return new RememberingState(whole, [{ ...first, at: whole }], state);
      return new RememberingState(whole, branches, state);
    },
    accepts(state) {
      if (!language.accepts(state.whole)) return false;
      let accepted = false;
      for (const branch of state.branches) {
        lexemes.finish(branch.at, (terminal) => {
          const last = terminal === undefined ? branch.own : reader.after(branch.own, terminal, branch.bytes);
          accepted ||= last !== undefined && reader.accepts(last);
        });
      }
      return accepted;
    },
    ...(language.controls.length > 0 && { controls: language.controls }),
    key: ({ whole, branches }) => `${whole}|${branches.map(keyOfBranch).join("|")}`,
    expected: (state) => language.expected(state.whole),
  };
  reader.accepts(monitor.start);
  for (let byte = 0; byte < FIRST_CONTROL; byte++) auditStep(own, own.start, byte);
  if (factor !== undefined) {
    return { ...own, sketches: createLexemeSketches(language, factor, reader) };
  }
  return {
    ...own,
    conjunction: {
      parts: [language, own] as readonly Monitor<unknown>[],
      stateOf: (state, part) => (part === 0 ? state.whole : state),
      // Bytes that leave the language state unchanged end no lexeme; for example all bytes inside a string except its
      // quotes.
      quiet: (state, byte) => (state as State).branches.every(({ at }) => stays(language, at, byte)),
    },
  };
}

/** Returns whether `byte` leads from `at` back to `at` without ending a lexeme. */
function stays({ lexemes }: Language, at: LanguageState, byte: number): boolean {
  let back = false;
  lexemes.step(at, byte, (next, ended) => {
    back ||= next === at && ended.length === 0;
  });
  return back;
}

/** Returns the key of a user's state: the user's key, the value itself, or a number for each object. */
function ownKeys<Own>(reader: LexemeReader<Own>): (own: Own) => string {
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return (own) => {
    const key = reader.keyOf(own);
    if ((typeof key !== "object" && typeof key !== "function") || key === null) return `${typeof key} ${String(key)}`;
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = ++count));
    return `object ${number}`;
  };
}
