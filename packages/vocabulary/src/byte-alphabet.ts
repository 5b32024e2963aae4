// The alphabet in which byte-level BPE files write bytes as printable characters: 188 bytes that print stand for
// themselves, the 68 others stand, in order, for U+0100 … U+0143 (so a space is Ġ, a line feed Ċ).
// Source: GPT-2's `bytes_to_unicode` (Radford et al. 2019), kept by every byte-level tokenizer since.

const BYTE_OF: ReadonlyMap<number, number> = (() => {
  const byteOf = new Map<number, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const prints = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    byteOf.set(prints ? byte : next++, byte);
  }
  return byteOf;
})();

/** The bytes that `token` writes in the byte alphabet; `undefined` when a character of it is not in the alphabet. */
export function bytesOfAlphabet(token: string): Uint8Array | undefined {
  const bytes = new Uint8Array(token.length);
  for (let at = 0; at < token.length; at++) {
    const byte = BYTE_OF.get(token.charCodeAt(at));
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}
