// The bytes of a lexeme in progress, as a linked list that shares its beginning with other branches, and their text.

/** Bytes, last byte first. */
export interface Bytes {
  readonly before: Bytes | undefined;
  readonly byte: number;
}

/** Decodes bytes as UTF-8; invalid bytes become U+FFFD. */
export function lexemeText(bytes: Bytes | undefined): string {
  const list: number[] = [];
  for (let at = bytes; at !== undefined; at = at.before) list.push(at.byte);
  list.reverse();
  let text = "";
  for (let i = 0; i < list.length; ) {
    const length = lengthOf(list, i);
    if (length === 0) {
      text += "\ufffd";
      i++;
      continue;
    }
    let point = length === 1 ? list[i]! : list[i]! & (0x7f >> length);
    for (let k = 1; k < length; k++) point = (point << 6) | (list[i + k]! & 0x3f);
    text += String.fromCodePoint(point);
    i += length;
  }
  return text;
}

/** Returns the length in bytes of the character at `at`; 0 if there is none. */
function lengthOf(bytes: readonly number[], at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let k = 1; k < length; k++) if (((bytes[at + k] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  const overlong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
  return overlong || (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f) ? 0 : length;
}
