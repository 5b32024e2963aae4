// Functions that remember their results.

import { createPairTable } from "@espalier/monitor";

/** Returns the function `make` with a memory for its results, which lasts as long as the arguments exist. */
export function remembered<Argument extends object, Result extends NonNullable<unknown>>(
  make: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new WeakMap<Argument, Result>();
  return (argument) => {
    let result = known.get(argument);
    if (result === undefined) known.set(argument, (result = make(argument)));
    return result;
  };
}

/**
 * The same for arguments of any kind, without end.
 *
 * @param keyOf returns a key of an argument; equal keys have equal results. By default, the argument itself.
 */
export function rememberedBy<Argument, Result extends NonNullable<unknown>>(
  make: (argument: Argument) => Result,
  keyOf: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Result {
  const known = new Map<unknown, Result>();
  return (argument) => {
    const key = keyOf(argument);
    let result = known.get(key);
    if (result === undefined) known.set(key, (result = make(argument)));
    return result;
  };
}

/** The same for pairs of integers ≥ 0. */
export function rememberedPairs<Result>(make: (a: number, b: number) => Result): (a: number, b: number) => Result {
  const indices = createPairTable();
  const results: Result[] = [];
  return (a, b) => {
    let at = indices.get(a, b);
    if (at < 0) {
      at = results.push(make(a, b)) - 1;
      indices.set(a, b, at);
    }
    return results[at] as Result;
  };
}
