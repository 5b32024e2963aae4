// Closes the brackets, strings and fields that are open at a place. Some servers ignore code inside a bracket that is never closed.

import type { DeclaredLexer } from "./lexer.js";
import { type Frame, keyOf, type LexicalState } from "./state.js";

const encoder = new TextEncoder();
const LINE_END = 0x0a;

/** The number of texts that are remembered, so that texts that begin with one are read from its end on. */
const MOST_REMEMBERED = 4;
/** The number of states for which the closing before one text is remembered. */
const MOST_CLOSINGS = 256;

/** A text that was read, and the state after it. */
interface Reading {
  readonly text: string;
  readonly state: LexicalState;
}

/**
 * Returns the shortest text that closes constructs of `before`, innermost first, so that `after` closes all others with the brackets that match them. It ends in
 * a comma if `after` goes on with another item of a bracket.
 */
export type Closing = (before: string, after: string) => string;

/**
 * Creates a function that closes open brackets and strings in texts of one language. `item` matches a text that begins with an operand. The function caches the
 * lexer states after the last four values of `before`, and the results for the last `after`. So a call takes time proportional to what `before` adds to a cached
 * text, and to the length of `after` if there is no cached result.
 */
export function createClosing(lexer: DeclaredLexer, item: RegExp): Closing {
  let readings: readonly Reading[] = [];
  /** For the last text after a place: the closing before it, for the key of each state. */
  let known = { after: "", closings: new Map<string, string>() };

  /** The state after `text`. */
  function read(text: string): LexicalState {
    let from: Reading = { text: "", state: lexer.start };
    for (const reading of readings)
      if (reading.text.length > from.text.length && text.startsWith(reading.text)) from = reading;
    let { state } = from;
    for (const byte of encoder.encode(text.slice(from.text.length))) state = lexer.step(state, byte);
    // A text may end within a surrogate pair. Its halves have other bytes than the pair, but the lexer reads all bytes from 0x80 on alike.
    readings = [{ text, state }, ...readings.filter((reading) => reading !== from)].slice(0, MOST_REMEMBERED);
    return state;
  }

  /** Returns the closing from `state`, with open constructs, to the text `after`. */
  function closingAfter(state: LexicalState, after: string): string {
    const open: Frame[] = [];
    for (let frame = state.frame; frame !== undefined; frame = frame.parent) open.push(frame);
    const bytes = encoder.encode(after);
    const outermost = open.findLastIndex(({ kind }) => kind === "string");
    if (outermost !== -1 && endsString(state, open[outermost] as StringFrame, bytes)) return "";
    const within = open
      .slice(0, outermost + 1)
      .map(closerOf)
      .join("");
    const brackets = open
      .slice(outermost + 1)
      .map(closerOf)
      .join("");
    const closers = closersOf(bytes, brackets.length);
    let closed = 0;
    while (!closers.startsWith(brackets.slice(closed))) closed++;
    const isItem = closed < brackets.length && item.test(after);
    return `${within}${brackets.slice(0, closed)}${isItem ? "," : ""}`;
  }

  /** Whether `after` contains the end of the string that `frame` opens around `state`. */
  function endsString(state: LexicalState, frame: StringFrame, after: Uint8Array): boolean {
    let at = state;
    for (const byte of after) {
      if (byte === LINE_END && frame.form.multiline !== true) return false;
      const within = at.frame;
      at = lexer.step(at, byte);
      if (at.frame !== within && !isWithin(frame, at.frame)) return true;
    }
    return false;
  }

  /** The brackets in `text` that close brackets in front of it, at most `most`. */
  function closersOf(text: Uint8Array, most: number): string {
    const start: LexicalState = { ...lexer.start, frame: AROUND };
    let at = start;
    let closers = "";
    for (const byte of text) {
      if (closers.length === most) break;
      at = lexer.step(at, byte);
      if (at.frame !== undefined) continue;
      closers += String.fromCharCode(byte);
      at = { ...at, frame: AROUND };
    }
    return closers;
  }

  return (before, after) => {
    const state = read(before);
    if (state.frame === undefined) return "";
    if (known.after !== after || known.closings.size === MOST_CLOSINGS) known = { after, closings: new Map() };
    const key = keyOf(state);
    const closing = known.closings.get(key) ?? closingAfter(state, after);
    known.closings.set(key, closing);
    return closing;
  };
}

type StringFrame = Extract<Frame, { kind: "string" }>;

/** The bracket around a text whose surroundings are not read. */
const AROUND: Frame = { kind: "bracket", parent: undefined, open: "(", isAfterOperand: false };

function isWithin(frame: Frame, innermost: Frame | undefined): boolean {
  for (let at = innermost; at !== undefined; at = at.parent) if (at === frame) return true;
  return false;
}

function closerOf(frame: Frame): string {
  if (frame.kind === "string") return frame.close;
  if (frame.kind === "field") return "}";
  return { "(": ")", "[": "]", "{": "}" }[frame.open] ?? ")";
}
