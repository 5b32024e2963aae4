// Single bits of bitsets: bit `id & 31` of word `id >> 5` (the form of a TokenSet).

export const hasBit = (words: Uint32Array, id: number): boolean => ((words[id >>> 5]! >>> id) & 1) === 1;

export function addBit(words: Uint32Array, id: number): void {
  words[id >>> 5] = words[id >>> 5]! | (1 << id);
}

export function removeBit(words: Uint32Array, id: number): void {
  words[id >>> 5] = words[id >>> 5]! & ~(1 << id);
}
