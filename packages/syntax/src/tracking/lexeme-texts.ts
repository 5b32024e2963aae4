// Interned texts of lexemes in progress. Each is an earlier text plus one byte, so a step costs one lookup, and equal
// texts have equal ids. 0 is the empty text; 1 is an unknown text, which stays unknown whatever is appended.

import { createPairTable } from "@espalier/monitor";

/** An unknown text. */
export const UNKNOWN_TEXT = 1;

export interface LexemeTexts {
  /** Returns the text with one more byte. */
  longer(text: number, byte: number): number;
  /** Return the text without its last byte, and that byte. */
  before(text: number): number;
  lastByte(text: number): number;
  bytesOf(text: number): Uint8Array;
  bytes(): number;
}

export function createLexemeTexts(): LexemeTexts {
  const ids = createPairTable();
  const before: number[] = [0, 0];
  const last: number[] = [0, 0];
  const lengths: number[] = [0, 0];
  return {
    longer(text: number, byte: number): number {
      if (text === UNKNOWN_TEXT) return text;
      let id = ids.get(text, byte);
      if (id < 0) {
        id = before.length;
        before.push(text);
        last.push(byte);
        lengths.push(lengths[text]! + 1);
        ids.set(text, byte, id);
      }
      return id;
    },
    before: (text: number): number => before[text]!,
    lastByte: (text: number): number => last[text]!,
    bytesOf(text: number): Uint8Array {
      const bytes = new Uint8Array(lengths[text]!);
      for (let at = text, i = bytes.length - 1; i >= 0; i--, at = before[at]!) bytes[i] = last[at]!;
      return bytes;
    },
    bytes(): number {
      return ids.bytes() + 24 * before.length;
    },
  };
}
