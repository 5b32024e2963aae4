// Closes the brackets, strings and fields that are open at a place. Some servers ignore code inside a bracket that is never closed.

import type { DeclaredLexer } from "./lexer.js";
import type { Frame } from "./state.js";

const encoder = new TextEncoder();

/** Returns the text that closes all constructs that `before` opens and neither text closes, innermost first. Takes time proportional to both. */
export function closing(lexer: DeclaredLexer, before: string, after: string): string {
  let state = lexer.start;
  // A frame does not store its bracket, so a map holds the bracket of each frame.
  const brackets = new Map<Frame, string>();
  for (const byte of encoder.encode(before)) {
    const outer = state.frame;
    state = lexer.step(state, byte);
    if (state.frame !== undefined && state.frame !== outer) brackets.set(state.frame, String.fromCharCode(byte));
  }
  const open: Frame[] = [];
  for (let frame = state.frame; frame !== undefined; frame = frame.parent) open.push(frame);
  if (open.length === 0) return "";
  for (const byte of encoder.encode(after)) {
    state = lexer.step(state, byte);
    while (open.length > 0 && !isWithin(open[0]!, state.frame)) open.shift();
    if (open.length === 0) return "";
  }
  return open.map((frame) => closerOf(frame, brackets.get(frame) ?? "(")).join("");
}

function isWithin(frame: Frame, innermost: Frame | undefined): boolean {
  for (let at = innermost; at !== undefined; at = at.parent) if (at === frame) return true;
  return false;
}

function closerOf(frame: Frame, bracket: string): string {
  if (frame.kind === "string") return frame.close;
  if (frame.kind === "field") return "}";
  return { "(": ")", "[": "]", "{": "}" }[bracket] ?? ")";
}
