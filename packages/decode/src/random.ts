// A small random number generator that gives the same numbers on every platform: xoshiro128++ (Blackman & Vigna,
// "Scrambled linear pseudorandom number generators", 2021), seeded by SplitMix32. Its state is four 32-bit words. Not
// cryptographically secure.

import { integer, signature } from "@espalier/arguments";

/** A source of numbers in [0, 1). */
export interface Random {
  /** Returns the next number: a multiple of 2⁻³² in [0, 1). */
  next(): number;
}

const checkCreateRandom = signature("createRandom", { seed: integer() });

/**
 * Creates the generator for `seed`. Equal seeds give equal numbers.
 *
 * @param seed an integer; only its low 32 bits count.
 * @throws {ArgumentError} if `seed` is not an integer.
 *
 * @example
 * createRandom(7).next() === createRandom(7).next(); // => true
 */
export function createRandom(seed: number): Random {
  checkCreateRandom(seed);

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

/** A generator whose next numbers can be read in advance. */
export interface Foreseen extends Random {
  /** Returns a generator of the numbers that `next` will return. Valid until `next` is called. */
  ahead(): Random;
}

export function foreseen(random: Random): Foreseen {
  const seen: number[] = [];
  return {
    next: () => seen.shift() ?? random.next(),
    ahead() {
      let at = 0;
      return {
        next: () => {
          if (at === seen.length) seen.push(random.next());
          return seen[at++]!;
        },
      };
    },
  };
}
