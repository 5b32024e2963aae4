// Fuel: work counted in units that are the same on every machine, so that a server can bound what an input may take.
//
// Whoever does work that grows with its input says so with `burn`, at the places where it may throw anyway. That counts in the
// fuel whose `run` is under way, and in every fuel around that one. Without any, `burn` does nothing.

import { number, signature } from "@espalier/arguments";

/** What fuel is used for. */
export type FuelUse = "schema" | "regex" | "lexer" | "parser" | "search";

const NAMES: Readonly<Record<FuelUse, string>> = {
  schema: "combining subschemas",
  regex: "regular expressions",
  lexer: "states of the lexer",
  parser: "sets of the parser",
  search: "looking for completions",
};

/** An amount of work. A unit takes some tens of nanoseconds, and mostly some bytes that are kept. */
export interface Fuel {
  /** Units that may be used, in all calls of `run` together. */
  readonly allowed: number;
  /**
   * Calls `work`, which must be synchronous.
   *
   * @throws FuelError when that uses more than is left; what was computed before stays usable.
   */
  run<Result>(work: () => Result): Result;
  /** Units used so far. */
  spent(): number;
  /** The units by what used them, the greatest first. */
  uses(): readonly (readonly [use: FuelUse, units: number])[];
}

/** Something needed more work than it was given fuel for. */
export class FuelError extends Error {
  override readonly name = "FuelError";
  readonly code = "fuel";
  readonly fuel: Fuel;

  constructor(fuel: Fuel) {
    const spent = fuel.spent();
    const shares = fuel.uses().map(([use, units]) => `${NAMES[use]} ${Math.round((100 * units) / spent)} %`);
    super(`the fuel of ${fuel.allowed} units is used up: ${shares.join(", ")}; use a smaller input, or give more fuel`);
    this.fuel = fuel;
  }
}

interface Tank extends Fuel {
  left: number;
  readonly used: Record<FuelUse, number>;
  outer: Tank | undefined;
}

let current: Tank | undefined;

/** Counts `units` of work. @throws FuelError when a fuel in use has fewer left. */
export function burn(use: FuelUse, units: number): void {
  for (let tank = current; tank !== undefined; tank = tank.outer) {
    tank.used[use] += units;
    tank.left -= units;
    if (tank.left < 0) throw new FuelError(tank);
  }
}

const checkCreateFuel = signature("createFuel", { allowed: number({ min: 0, max: Number.POSITIVE_INFINITY }) });

/**
 * Fuel for what is done within {@link Fuel.run}: a compile, a step, a mask, a whole text.
 *
 * @throws ArgumentError when `allowed` is not a number ≥ 0.
 *
 * @example
 * ```ts
 * import { createFuel } from "@espalier/monitor";
 *
 * const fuel = createFuel(1000);
 * fuel.run(() => "done"); // => "done"
 * fuel.spent(); // => 0
 * ```
 */
export function createFuel(allowed: number): Fuel {
  checkCreateFuel(allowed);
  const tank: Tank = {
    allowed,
    left: allowed,
    used: { schema: 0, regex: 0, lexer: 0, parser: 0, search: 0 },
    outer: undefined,
    run<Result>(work: () => Result): Result {
      for (let outer = current; outer !== undefined; outer = outer.outer) if (outer === tank) return work();
      tank.outer = current;
      current = tank;
      try {
        return work();
      } finally {
        current = tank.outer;
        tank.outer = undefined;
      }
    },
    spent(): number {
      return Object.values(tank.used).reduce((sum, units) => sum + units, 0);
    },
    uses() {
      const all = Object.entries(tank.used) as [FuelUse, number][];
      return all.filter(([, units]) => units > 0).sort((a, b) => b[1] - a[1]);
    },
  };
  return tank;
}
