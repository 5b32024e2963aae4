// The character classes of TypeScript and JavaScript, and incremental UTF-8 decoding.

/** The result for invalid UTF-8: the replacement character, which cannot occur in a name. */
const REPLACEMENT = 0xfffd;

/** An incomplete character: `need` bytes are missing, and `value` holds the bits so far. */
export interface PartialCharacter {
  readonly value: number;
  readonly need: number;
}

/** Reads a byte ≥ 0x80. Returns an incomplete character, or a code point. */
export function readByte(partial: PartialCharacter | undefined, byte: number): PartialCharacter | number {
  if (partial !== undefined && (byte & 0xc0) === 0x80) {
    const value = (partial.value << 6) | (byte & 0x3f);
    if (partial.need > 1) return { value, need: partial.need - 1 };
    return value <= 0x10ffff ? value : REPLACEMENT;
  }
  if (byte >= 0xc2 && byte < 0xe0) return { value: byte & 0x1f, need: 1 };
  if (byte >= 0xe0 && byte < 0xf0) return { value: byte & 0x0f, need: 2 };
  if (byte >= 0xf0 && byte < 0xf5) return { value: byte & 0x07, need: 3 };
  return REPLACEMENT;
}

export function isLineBreak(character: number): boolean {
  return character === 0x0a || character === 0x0d || character === 0x2028 || character === 0x2029;
}

const SPACES = /^[\t\v\f \u0085\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]$/;

/** Returns whether `character` is white space, including line breaks. */
export function isSpace(character: number): boolean {
  if (character < 0x80) return character === 0x20 || (character >= 0x09 && character <= 0x0d);
  return isLineBreak(character) || SPACES.test(String.fromCodePoint(character));
}

export function isDigit(character: number): boolean {
  return character >= 0x30 && character <= 0x39;
}

const LETTERS = /^[\p{ID_Start}]$/u;
const PARTS = /^[\p{ID_Continue}\u200c\u200d]$/u;

/** Returns whether an identifier may begin with `character`. */
export function isNameStart(character: number): boolean {
  if (character < 0x80) return ((character | 0x20) - 0x61) >>> 0 < 26 || character === 0x5f || character === 0x24;
  return LETTERS.test(String.fromCodePoint(character));
}

/** Returns whether an identifier may continue with `character`. */
export function isNamePart(character: number): boolean {
  if (character < 0x80) return isNameStart(character) || isDigit(character);
  return PARTS.test(String.fromCodePoint(character));
}
