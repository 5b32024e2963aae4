// A user's monitor over the lexemes of a language (over-lexemes.ts), and how it is called with or without the text of a
// lexeme.

import { checkedKey, MonitorError, snapshot } from "@espalier/monitor";
import type { LexemeSteps } from "../states/lexeme-steps.js";
import { type Bytes, lexemeText } from "./lexeme-text.js";

/** A complete lexeme. */
export interface Lexeme {
  /** The name of its terminal in the grammar; for a control symbol, that of its terminal. */
  readonly terminal: string;
  /**
   * The text of the lexeme; empty for a control symbol. Masks are faster if you do not read it. So write `(state,
   * lexeme)` and read `lexeme.text` only for the terminals that need it: the parameter `(state, { terminal, text })`
   * always reads it.
   */
  readonly text: string;
}

/** The monitor that {@link overLexemes} takes in addition to a language. */
export interface LexemeMonitor<Own> {
  readonly start: Own;
  /**
   * Returns the state after one more lexeme; `undefined` if the lexeme must not follow. The function must be pure. It
   * is not called for ignored lexemes (blanks, comments).
   */
  lexeme(state: Own, lexeme: Lexeme): Own | undefined;
  /** Returns whether the text may end here. */
  accepts(state: Own): boolean;
  /** Returns a key; equal keys mean equal states. Not needed if states are strings, numbers or booleans. */
  key?(state: Own): string | number;
}

/**
 * A test detects monitors that modify their state in place. It runs on the first `TRIED` lexemes, and later on every
 * `TRIED`th.
 */
const TRIED = 32;
/** The cache of terminals with their names holds this many; it is then cleared. */
const MOST_UNKNOWNS = 2 ** 14;

/** In place of a state: what follows depends on the unknown text of the lexeme. */
export const DEPENDS_ON_TEXT: unique symbol = Symbol("depends on the text");

/** Calls a user's monitor. */
export interface LexemeReader<Own> {
  /** Returns the state after a lexeme of terminal number `terminal` (−1: an ignored one) with these bytes. */
  after(own: Own, terminal: number, bytes: Bytes | undefined): Own | undefined;
  /** Returns the state after a lexeme with an unknown text. */
  afterAny(own: Own, terminal: number): Own | undefined | typeof DEPENDS_ON_TEXT;
  accepts(own: Own): boolean;
  /** Whether the monitor has keys. */
  readonly isKeyed: boolean;
  /** Returns the key of a state, or the state itself. */
  keyOf(own: Own): unknown;
  /** Returns whether the monitor has read any text so far. Until then, its results do not depend on texts. */
  readsTexts(): boolean;
}

/** Returns whether a value has a `then` method. */
const isPromise = (value: unknown): boolean => typeof (value as { then?: unknown } | null)?.then === "function";

/** What a monitor has read of the lexemes that it was given. */
interface Reading {
  readsTexts: boolean;
}

// These classes are not in the function below: V8's minor collections do not free what a class within a function refers to.

class Known implements Lexeme {
  readonly terminal: string;
  readonly #bytes: Bytes | undefined;
  readonly #reading: Reading;

  constructor(terminal: string, bytes: Bytes | undefined, reading: Reading) {
    this.terminal = terminal;
    this.#bytes = bytes;
    this.#reading = reading;
  }

  get text(): string {
    this.#reading.readsTexts = true;
    return lexemeText(this.#bytes);
  }
}

class Unknown implements Lexeme {
  readonly terminal: string;
  isRead: boolean;
  readonly #reading: Reading;

  constructor(terminal: string, reading: Reading) {
    this.terminal = terminal;
    this.isRead = false;
    this.#reading = reading;
  }

  get text(): string {
    this.#reading.readsTexts = true;
    this.isRead = true;
    throw DEPENDS_ON_TEXT;
  }
}

export function createLexemeReader<Own>(lexemes: LexemeSteps, monitor: LexemeMonitor<Own>): LexemeReader<Own> {
  const reading: Reading = { readsTexts: false };
  let shown = 0;

  // For each terminal, a lexeme with an unknown text and the terminal's name, which a language may have to compute.
  const unknowns = new Map<number, Unknown>();

  function unknownOf(terminal: number): Unknown {
    let lexeme = unknowns.get(terminal);
    if (lexeme === undefined) {
      if (unknowns.size >= MOST_UNKNOWNS) unknowns.clear();
      unknowns.set(terminal, (lexeme = new Unknown(lexemes.terminalName(terminal), reading)));
    }
    return lexeme;
  }

  function checked(next: Own | undefined, terminal: string): Own | undefined {
    if (typeof next !== "object" || (next !== null && !isPromise(next))) return next;
    const what = next === null ? "null; undefined means that nothing follows" : "a Promise; lexeme is synchronous";
    throw new MonitorError("step-result", `lexeme returned ${what} (at ${terminal})`);
  }

  function threw(terminal: string, error: unknown): MonitorError {
    if (error instanceof MonitorError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new MonitorError("step-throws", `lexeme threw an error at ${terminal}: ${message}`, error);
  }

  function ask(own: Own, lexeme: Lexeme): Own | undefined {
    const isTried = ++shown < TRIED || shown % TRIED === 0;
    const before = isTried ? snapshot(own) : "";
    const next = monitor.lexeme(own, lexeme);
    if (isTried && snapshot(own) !== before) {
      const what = `lexeme changed its argument from ${before} to ${snapshot(own)} (at ${lexeme.terminal})`;
      throw new MonitorError("step-changes-state", what);
    }
    return next;
  }

  return {
    after(own, terminal, bytes) {
      if (terminal < 0) return own;
      const name = unknownOf(terminal).terminal;
      let next: Own | undefined;
      try {
        next = ask(own, new Known(name, bytes, reading));
      } catch (error) {
        throw threw(name, error);
      }
      return checked(next, name);
    },
    afterAny(own, terminal) {
      if (terminal < 0) return own;
      const lexeme = unknownOf(terminal);
      lexeme.isRead = false;
      let next: Own | undefined;
      try {
        next = ask(own, lexeme);
      } catch (error) {
        if (lexeme.isRead) return DEPENDS_ON_TEXT;
        throw threw(lexeme.terminal, error);
      }
      return lexeme.isRead ? DEPENDS_ON_TEXT : checked(next, lexeme.terminal);
    },
    accepts(own) {
      let accepted: boolean;
      try {
        accepted = monitor.accepts(own);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new MonitorError("accepts-throws", `accepts threw an error: ${message}`, error);
      }
      if (typeof accepted !== "boolean") {
        const what = isPromise(accepted) ? "a Promise; accepts is synchronous" : `${String(accepted)}, no boolean`;
        throw new MonitorError("accepts-result", `accepts returned ${what}`);
      }
      return accepted;
    },
    isKeyed: monitor.key !== undefined,
    keyOf: monitor.key === undefined ? (own) => own : checkedKey((own) => monitor.key!(own)),
    readsTexts: () => reading.readsTexts,
  };
}
