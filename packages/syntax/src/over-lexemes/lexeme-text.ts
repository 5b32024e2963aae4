// The bytes of a lexeme in progress, as a linked list that shares its beginning with other branches.

import { utf8Decode } from "@espalier/utf8";

/** Bytes, last byte first. */
export interface Bytes {
  readonly before: Bytes | undefined;
  readonly byte: number;
}

/** Decodes bytes as UTF-8; every maximal invalid part becomes U+FFFD. */
export const lexemeText = (bytes: Bytes | undefined): string => utf8Decode(Uint8Array.from(listed(bytes)));

/** Returns a string that is equal for equal bytes only. Their text does not suffice: it may end within a character. */
export function lexemeKey(bytes: Bytes | undefined): string {
  let key = "";
  for (const byte of listed(bytes)) key += String.fromCharCode(byte);
  return key;
}

function listed(bytes: Bytes | undefined): number[] {
  const list: number[] = [];
  for (let at = bytes; at !== undefined; at = at.before) list.push(at.byte);
  return list.reverse();
}
