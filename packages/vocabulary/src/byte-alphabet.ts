// The byte alphabet of byte-level BPE files, which write each byte as a printable character. 188 printable bytes stand
// for themselves. The 68 others stand, in order, for U+0100 … U+0143 (a space is Ġ, a line feed Ċ). Source: GPT-2's
// `bytes_to_unicode` (Radford et al. 2019), used by every byte-level tokenizer since.

const BYTE_OF: ReadonlyMap<number, number> = (() => {
  const byteOf = new Map<number, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const prints = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    byteOf.set(prints ? byte : next++, byte);
  }
  return byteOf;
})();

/**
 * Returns the bytes that `token` encodes in the byte alphabet; `undefined` if one of its characters is not in the
 * alphabet.
 */
export function bytesOfAlphabet(token: string): Uint8Array | undefined {
  const bytes = new Uint8Array(token.length);
  for (let at = 0; at < token.length; at++) {
    const byte = BYTE_OF.get(token.charCodeAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
