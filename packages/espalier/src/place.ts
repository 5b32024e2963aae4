// Where a byte stands in a text, as people count: lines from 1, columns from 1 in characters.

/** A place in a text: 1-based line, and 1-based column in code points. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 0x0a;

/** The place of byte `offset`; a byte within a character has the character's place. O(offset). */
export function placeOf(bytes: Uint8Array, offset: number): Place {
  const from = lineStart(bytes, offset);
  let line = 1;
  for (let at = 0; at < from; at++) if (bytes[at] === NEWLINE) line++;
  let column = 1;
  // Every byte but a continuation byte begins a character; the one at `offset` may continue one that began before.
  for (let at = from; at < offset; at++) if (!continues(bytes[at])) column++;
  if (continues(bytes[offset]) && column > 1) column--;
  return { line, column };
}

/** Where the line of byte `offset` begins. */
export function lineStart(bytes: Uint8Array, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(NEWLINE, offset - 1) + 1;
}

function continues(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
