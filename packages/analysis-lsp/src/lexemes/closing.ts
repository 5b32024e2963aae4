// Closes the brackets, strings and fields that are open at a place. Some servers ignore code inside a bracket that is never closed.

import type { DeclaredLexer } from "./lexer.js";
import { type Frame, keyOf, type LexicalState } from "./state.js";

const encoder = new TextEncoder();

/** The number of texts that are remembered, so that texts that begin with one are read from its end on. */
const MOST_REMEMBERED = 4;
/** The number of states for which the closing before one text is remembered. */
const MOST_CLOSINGS = 256;

/** A text that was read, and the state after it. */
interface Reading {
  readonly text: string;
  readonly state: LexicalState;
}

/** Returns the text that closes all constructs that `before` opens and neither text closes, innermost first. */
export type Closing = (before: string, after: string) => string;

/**
 * Creates a function that closes open brackets and strings in texts of one language. It caches the lexer states after the last four values of `before`, and the
 * results for the last `after`. So a call takes time proportional to what `before` adds to a cached text, and to the length of `after` if there is no cached
 * result.
 */
export function createClosing(lexer: DeclaredLexer): Closing {
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
    let at = state;
    for (const byte of encoder.encode(after)) {
      at = lexer.step(at, byte);
      while (open.length > 0 && !isWithin(open[0]!, at.frame)) open.shift();
      if (open.length === 0) return "";
    }
    return open.map(closerOf).join("");
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

function isWithin(frame: Frame, innermost: Frame | undefined): boolean {
  for (let at = innermost; at !== undefined; at = at.parent) if (at === frame) return true;
  return false;
}

function closerOf(frame: Frame): string {
  if (frame.kind === "string") return frame.close;
  if (frame.kind === "field") return "}";
  return { "(": ")", "[": "]", "{": "}" }[frame.open] ?? ")";
}
