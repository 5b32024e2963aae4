// Converts byte offsets to lines and columns, both counted from 1, with columns in characters.

/** A position in a text: 1-based line, and 1-based column in code points. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 0x0a;

/** Returns the position of byte `offset`; for a byte inside a character, that of the character. O(offset). */
export function placeOf(bytes: Uint8Array, offset: number): Place {
  const from = lineStart(bytes, offset);
  let line = 1;
  for (let at = 0; at < from; at++) if (bytes[at] === NEWLINE) line++;
  let column = 1;
  // Every byte except continuation bytes begins a character; the one at `offset` may continue a character that began
  // before.
  for (let at = from; at < offset; at++) if (!continues(bytes[at])) column++;
  if (continues(bytes[offset]) && column > 1) column--;
  return { line, column };
}

/** Returns the offset where the line of byte `offset` begins. */
export function lineStart(bytes: Uint8Array, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(NEWLINE, offset - 1) + 1;
}

function continues(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
