// Tests whether all non-ASCII characters lead a lexer state back to itself, using only its steps. There are a million
// such characters, but their first bytes lead to few states, so the last bytes are tested once for each state.
// Characters are tested one by one only where some of them are blanks.

import type { LocalAutomaton } from "@espalier/monitor";
import { addSymbol, BLANKS, OTHERS } from "./class-planes.js";
import { BLANK_POINTS, isBlank, isPlainPoint } from "./plain-reader.js";

/**
 * Tests the non-ASCII characters, which count as two symbols: blanks, and all others. Adds to `others` each symbol
 * whose characters cannot be read. Returns false if some characters can be read, but do not lead back to `loop`.
 */
export function addBeyondAscii(automaton: LocalAutomaton, loop: number, others: Int32Array): boolean {
  const asked = new Map<number, boolean>();
  const back = [false, false]; // by kind: whether characters lead back, whether they are rejected
  const refused = [false, false];

  /** Returns whether all texts of `left` bytes that complete a character lead from `local` to the loop. */
  function leadBack(local: number, left: number): boolean {
    if (left === 0) return local === loop;
    if (local === 0 || automaton.exit(local) !== 0 || automaton.closes(local)) return false;
    const key = 4 * local + left;
    let known = asked.get(key);
    if (known === undefined) {
      known = true;
      for (let byte = 0x80; byte < 0xc0 && known; byte++) known = leadBack(automaton.step(local, byte), left - 1);
      asked.set(key, known);
    }
    return known;
  }

  /** Reads the characters with a given prefix and `left` missing bytes. Returns false if some lead elsewhere. */
  function read(local: number, beginning: number, left: number): boolean {
    const to = ((beginning + 1) << (6 * left)) - 1;
    // Bytes that spell a lesser character in more bytes than it needs are not UTF-8.
    const from = Math.max(beginning << (6 * left), left === 3 ? 0x10000 : left === 2 ? 0x800 : 0x80);
    if (left === 0) {
      if (!isPlainPoint(from)) return true;
      const kind = isBlank(from) ? 1 : 0;
      if (local === 0) refused[kind] = true;
      else if (local === loop) back[kind] = true;
      else return false;
      return true;
    }
    const blanks = BLANK_POINTS.some(([first, last]) => first <= to && from <= last);
    if (local === 0) {
      refused[0] = true;
      refused[1] ||= blanks;
      return true;
    }
    if (leadBack(local, left)) {
      back[0] = true;
      back[1] ||= blanks;
      return true;
    }
    if (automaton.exit(local) !== 0 || automaton.closes(local)) return false;
    for (let byte = 0x80; byte < 0xc0; byte++) {
      const point = (beginning << 6) | (byte & 63);
      if (left > 1 && !begins(point, left - 1)) continue;
      if (!read(automaton.step(local, byte), point, left - 1) || someDiffer()) return false;
    }
    return true;
  }

  const someDiffer = (): boolean => (back[0]! && refused[0]!) || (back[1]! && refused[1]!);

  for (let byte = 0xc2; byte < 0xf5; byte++) {
    const left = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    if (!read(automaton.step(loop, byte), byte & (0x3f >>> left), left) || someDiffer()) return false;
  }
  if (someDiffer()) return false;
  if (refused[0]) addSymbol(others, OTHERS);
  if (refused[1]) addSymbol(others, BLANKS);
  return true;
}

/** Returns whether characters begin like this: excludes surrogates, overlong forms, and code points past the last. */
function begins(beginning: number, left: number): boolean {
  const from = beginning << (6 * left);
  if (from > 0x10ffff || (left === 1 && from >= 0xd800 && from < 0xe000)) return false;
  return left === 1 ? from >= 0x800 : from >= 0x10000;
}
