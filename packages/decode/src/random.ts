// A small generator of random numbers that gives the same numbers everywhere: xoshiro128++ (Blackman & Vigna, "Scrambled
// linear pseudorandom number generators", 2021), seeded by SplitMix32. Four 32-bit words of state; not for secrets.

/** A source of numbers in [0, 1). */
export interface Random {
  /** The next number: a multiple of 2⁻³² in [0, 1). */
  next(): number;
}

/**
 * The generator of `seed`. Equal seeds give equal numbers.
 *
 * @param seed a whole number; only its low 32 bits count.
 * @throws {RangeError} when `seed` is not a safe integer.
 * @example
 * createRandom(7).next() === createRandom(7).next(); // => true
 */
export function createRandom(seed: number): Random {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`The seed is ${seed}; it must be a whole number.`);
  let mix = seed | 0;
  const word = (): number => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let [a, b, c, d] = [word(), word(), word(), word()];
  return {
    next: () => {
      const sum = (a + d) | 0;
      const result = (((sum << 7) | (sum >>> 25)) + a) >>> 0;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      return result / 0x100000000;
    },
  };
}
