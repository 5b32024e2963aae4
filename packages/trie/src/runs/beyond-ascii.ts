// Whether the characters beyond ASCII lead a local state back to itself, by its steps alone. There are a million, but nearly all of their
// beginnings lead to few states: what is left of a character by its last bytes is asked once for each state. Only where blanks are among
// the characters with one beginning are they told apart.

import type { LocalAutomaton } from "@espalier/monitor";
import { addSymbol, BLANKS, OTHERS } from "./class-planes.js";
import { BLANK_POINTS, isBlank, isPlainPoint } from "./plain-reader.js";

/** Adds to `others` those of the two symbols beyond ASCII whose characters cannot be read; false where some are read and lead elsewhere. */
export function addBeyondAscii(automaton: LocalAutomaton, loop: number, others: Int32Array): boolean {
  const asked = new Map<number, boolean>();
  const back = [false, false]; // by kind: whether characters lead back, whether they are refused
  const refused = [false, false];

  /** Whether all texts of `left` bytes that end a character lead from `local` to the loop. */
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

  /** Reads the characters with a beginning, of which `left` bytes are missing; false where some lead elsewhere. */
  function read(local: number, beginning: number, left: number): boolean {
    const from = beginning << (6 * left);
    const to = from + (1 << (6 * left)) - 1;
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

/** Whether characters begin so: not the surrogates, none written longer than it is, none past the last. */
function begins(beginning: number, left: number): boolean {
  const from = beginning << (6 * left);
  if (from > 0x10ffff || (left === 1 && from >= 0xd800 && from < 0xe000)) return false;
  return left === 1 ? from >= 0x800 : from >= 0x10000;
}
