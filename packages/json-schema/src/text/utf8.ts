// A UTF-8 decoder, because the core packages cannot use TextDecoder. The encoder is `bytesOf` of @espalier/monitor.

/** Decodes well-formed UTF-8. */
export function textOf(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i]!;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let code = length === 1 ? first : first & (0x7f >> length);
    for (let k = 1; k < length; k++) code = (code << 6) | (bytes[i + k]! & 63);
    text += String.fromCodePoint(code);
    i += length;
  }
  return text;
}
