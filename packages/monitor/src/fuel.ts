// Fuel: a machine-independent count of work, with which a server can bound the cost of an input.
//
// Code whose work grows with its input calls `burn`, at places where it may throw anyway. The work is charged to the
// fuel whose `run` is active, and to all enclosing ones. Without active fuel, `burn` does nothing.

import { ArgumentError, number, signature } from "@espalier/arguments";

/** The component that used fuel. */
export type FuelUse = "schema" | "regex" | "lexer" | "parser" | "search" | "steps";

const NAMES: Readonly<Record<FuelUse, string>> = {
  schema: "combining subschemas",
  regex: "regular expressions",
  lexer: "states of the lexer",
  parser: "sets of the parser",
  search: "looking for completions",
  steps: "steps of large products and unions",
};

/** A budget of work. A unit takes some tens of nanoseconds and, in most cases, retains some bytes. */
export interface Fuel {
  /** The units that all calls of `run` together may use. */
  readonly allowed: number;
  /**
   * Calls `work`, which must be synchronous.
   *
   * @throws FuelError if it needs more than is left. What was computed before stays usable.
   * @throws ArgumentError if `work` returns a promise: what it does later would take no fuel.
   */
  run<Result>(work: () => Result): Result;
  /** Returns the units used so far. */
  spent(): number;
  /** Returns the units by component, largest first. */
  uses(): readonly (readonly [use: FuelUse, units: number])[];
}

/** Something needed more work than its fuel allows. */
export class FuelError extends Error {
  override readonly name = "FuelError";
  readonly code = "fuel";
  readonly fuel: Fuel;

  constructor(fuel: Fuel) {
    const percentOf = (units: number): number => Math.round((100 * units) / fuel.spent());
    const shares = fuel
      .uses()
      .filter(([, units]) => percentOf(units) > 0)
      .map(([use, units]) => `${NAMES[use]} ${percentOf(units)} %`);
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

/** Charges `units` of work. @throws FuelError if an active fuel has fewer left. */
export function burn(use: FuelUse, units: number): void {
  for (let tank = current; tank !== undefined; tank = tank.outer) {
    tank.used[use] += units;
    tank.left -= units;
    if (tank.left < 0) throw new FuelError(tank);
  }
}

const ASYNCHRONOUS = "run: work must be synchronous; it returned a promise.";

const checkCreateFuel = signature("createFuel", { allowed: number({ min: 0, max: Number.POSITIVE_INFINITY }) });

/**
 * Creates fuel for the work inside {@link Fuel.run}: a compile, a step, a mask, a whole text.
 *
 * @throws ArgumentError unless `allowed` is a number ≥ 0.
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
    used: { schema: 0, regex: 0, lexer: 0, parser: 0, search: 0, steps: 0 },
    outer: undefined,
    run<Result>(work: () => Result): Result {
      for (let outer = current; outer !== undefined; outer = outer.outer) if (outer === tank) return work();
      tank.outer = current;
      current = tank;
      let result: Result;
      try {
        result = work();
      } finally {
        current = tank.outer;
        tank.outer = undefined;
      }
      if (typeof (result as { then?: unknown } | undefined)?.then === "function")
        throw new ArgumentError("wrong-type", "work", ASYNCHRONOUS);
      return result;
    },
    spent(): number {
      const { schema, regex, lexer, parser, search, steps } = tank.used;
      return schema + regex + lexer + parser + search + steps;
    },
    uses() {
      const all = Object.entries(tank.used) as [FuelUse, number][];
      return all.filter(([, units]) => units > 0).sort((a, b) => b[1] - a[1]);
    },
  };
  return tank;
}
