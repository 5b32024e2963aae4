// Numbers for pairs of integers, counted from 0 in the order of their first use.

import { createPairTable } from "@espalier/monitor";

export interface PairNumbers {
  /** The number of a pair of integers ≥ 0. */
  of(first: number, second: number): number;
  first(number: number): number;
  second(number: number): number;
}

export function createPairNumbers(): PairNumbers {
  const numbers = createPairTable();
  const firsts: number[] = [];
  const seconds: number[] = [];
  return {
    of(first, second) {
      let number = numbers.get(first, second);
      if (number < 0) {
        number = firsts.push(first) - 1;
        seconds.push(second);
        numbers.set(first, second, number);
      }
      return number;
    },
    first: (number) => firsts[number]!,
    second: (number) => seconds[number]!,
  };
}
