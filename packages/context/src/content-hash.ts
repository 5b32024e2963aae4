// A hash that identifies a file's content, so that an unchanged file is not parsed again. It consists of two 32-bit
// hashes of the MurmurHash3 family over the UTF-16 units. It is not secure against deliberate collisions: code that
// relies on equality also compares the texts.

/** Returns sixteen hexadecimal digits that depend only on `text`. O(length). */
export function contentHash(text: string): string {
  let low = 0x9e3779b9 ^ text.length;
  let high = 0x85ebca6b ^ text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
    high = Math.imul(high ^ unit, 0xc2b2ae35);
    high ^= high >>> 13;
  }
  return digits(finish(low)) + digits(finish(high));
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function digits(word: number): string {
  return word.toString(16).padStart(8, "0");
}
