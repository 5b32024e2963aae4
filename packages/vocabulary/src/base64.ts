// Base64 (RFC 4648, §4), decoded strictly: the standard alphabet, padding present, no white space.

const VALUE_OF: Int8Array = (() => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const values = new Int8Array(128).fill(-1);
  for (let value = 0; value < 64; value++) values[alphabet.charCodeAt(value)] = value;
  return values;
})();

/** Returns the bytes that `text` encodes; `undefined` if it is not padded base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  let padding = 0;
  if (text.endsWith("==")) padding = 2;
  else if (text.endsWith("=")) padding = 1;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let to = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < digits; at++) {
    const unit = text.charCodeAt(at);
    const value = unit < 128 ? VALUE_OF[unit]! : -1;
    if (value < 0) return undefined;
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[to++] = (held >> bits) & 0xff;
    }
  }
  return bytes;
}
