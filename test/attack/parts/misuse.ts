// Misuse: values of the wrong kind, made at random, in each parameter and each option of every function that the packages export.
import fc from "fast-check";
import { EXEMPT_FUNCTIONS, EXEMPT_PACKAGES, takesAnything } from "../misuse/exempt.js";
import { explore } from "../misuse/explore.js";
import { functionsOf, PACKAGES } from "../misuse/functions.js";
import { wrongValues } from "../misuse/values.js";
import type { Counts, Part } from "../part.js";
import { tally } from "../part.js";

/** Values of one round, for each place. */
const VALUES = 12;

/** Random values, small ones: as counts and limits large numbers are right, and what they ask for takes for ever. */
const values: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...wrongValues()),
  fc.anything({
    maxDepth: 2,
    maxKeys: 3,
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withTypedArray: true,
    withSparseArray: true,
    values: [
      fc.integer({ min: -300, max: 300 }),
      fc.double({ min: -2, max: 2 }),
      fc.string(),
      fc.boolean(),
      fc.constantFrom(undefined, null),
    ],
  }),
);

export const misuse: Part = {
  name: "misuse",
  about:
    "values of the wrong kind in each parameter and option of every function; typed, short errors, and no parameter takes a symbol",
  async open() {
    const counts: Counts = { functions: 0, places: 0, calls: 0 };
    const names = PACKAGES.filter((name) => !Object.hasOwn(EXEMPT_PACKAGES, name));
    const functions = (await Promise.all(names.map(functionsOf)))
      .flat()
      .filter(({ name }) => !Object.hasOwn(EXEMPT_FUNCTIONS, name));
    return {
      counts,
      async round(seed, milliseconds) {
        const began = performance.now();
        const drawn = fc.sample(values, { seed, numRuns: VALUES });
        const faults: string[] = [];
        for (let i = 0; i < functions.length && performance.now() - began < milliseconds; i++) {
          // A short round does not reach all functions; each begins elsewhere.
          const { name, f } = functions[(i + 31 * seed) % functions.length]!;
          const explored = await explore(name, f, drawn, takesAnything);
          tally(counts, "functions");
          tally(counts, "places", explored.places.length);
          tally(counts, "calls", explored.calls);
          faults.push(...explored.faults);
        }
        return faults.length === 0 ? undefined : faults.join("\n");
      },
      close: () => undefined,
    };
  },
};
