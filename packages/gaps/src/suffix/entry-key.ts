// Encodes in one number how a tail of a text is entered: with which frames open, and after which guard (what must not
// come directly after the previous lexeme). Caches of tails use the number as their key.

import type { FrameId } from "@espalier/lexer";

/** Marks what must not be cached. */
export const NO_KEY: number = -(2 ** 31);
/** Readings with a guard of at least this number are not cached. */
const MOST_GUARDS = 64;

/** The key of frames and a guard. There are far fewer of both than a number has room for. */
export const keyOf = (open: FrameId, guard: number): number => {
  if (guard === 0) return open;
  return guard < MOST_GUARDS && open < 2 ** 24 ? -1 - (MOST_GUARDS * open + guard) : NO_KEY;
};

export const openOf = (key: number): FrameId => (key >= 0 ? key : Math.floor((-1 - key) / MOST_GUARDS));
export const guardOf = (key: number): number => (key >= 0 ? 0 : (-1 - key) % MOST_GUARDS);
