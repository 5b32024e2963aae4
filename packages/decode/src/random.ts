// A small generator of random numbers that gives the same numbers everywhere: xoshiro128++ (Blackman & Vigna, "Scrambled
// linear pseudorandom number generators", 2021), seeded by SplitMix32. Four 32-bit words of state; not for secrets.

import { integer, signature } from "@espalier/arguments";

/** A source of numbers in [0, 1). */
export interface Random {
  /** The next number: a multiple of 2⁻³² in [0, 1). */
  next(): number;
}

const checkCreateRandom = signature("createRandom", { seed: integer() });

/**
 * The generator of `seed`. Equal seeds give equal numbers.
 *
 * @param seed a whole number; only its low 32 bits count.
 * @throws {ArgumentError} when `seed` is not an integer.
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

/** A generator whose next numbers can be seen before they are drawn. */
export interface Foreseen extends Random {
  /** The same numbers as `next` is going to give, from here on. Valid until the next of them is drawn. */
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
