// The exponential of numbers that are not positive, to 14 digits. A draw needs it for every token of the vocabulary, and
// `Math.exp` takes three times as long.
//
//   e^x  =  2^−(n ∕ 64) · e^r      n = the nearest integer to −x · 64 ∕ ln 2,  |r| ≤ ln 2 ∕ 128

const PARTS = 64;
const PARTS_BITS = 6;
const SCALE = PARTS / Math.LN2;
/** Below this, 2^−n is not a normal number. */
const LEAST = -700;

const wholes = Float64Array.from({ length: 1024 }, (_, n) => 2 ** -n);
const parts = Float64Array.from({ length: PARTS }, (_, n) => 2 ** (-n / PARTS));

/** Returns e^x for x ≤ 0, with a relative error below 10⁻¹³. */
export function exponential(x: number): number {
  if (!(x >= LEAST)) return Math.exp(x);
  const n = Math.floor(0.5 - x * SCALE);
  const r = x + n / SCALE;
  const power = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r / 120))));
  return wholes[n >>> PARTS_BITS]! * parts[n & (PARTS - 1)]! * power;
}
