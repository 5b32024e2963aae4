// UTF-8 (RFC 3629) encoding of strings and code points.

/** Returns the UTF-8 of a string. @throws RangeError on a lone surrogate. */
export function encodeUtf8(text: string): number[] {
  const out: number[] = [];
  for (let offset = 0; offset < text.length; offset++) {
    const point = text.codePointAt(offset)!;
    if (point >= 0xd800 && point <= 0xdfff) {
      throw new RangeError(`lone surrogate U+${point.toString(16).toUpperCase()} at offset ${offset} has no UTF-8`);
    }
    if (point > 0xffff) offset++;
    pushUtf8(out, point);
  }
  return out;
}

/** Appends the UTF-8 of one scalar value. */
export function pushUtf8(out: number[], point: number): void {
  if (point < 0x80) out.push(point);
  else if (point < 0x800) out.push(0xc0 | (point >> 6), 0x80 | (point & 63));
  else if (point < 0x10000) out.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  else out.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
}
