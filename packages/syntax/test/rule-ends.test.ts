// Where rules end, within bounds: compared with values that are computed for all rows at once until nothing changes.

import { createFuel, FuelError } from "@espalier/monitor";
import { createRuleEnds } from "@espalier/syntax";
import fc from "fast-check";
import { expect, test } from "vitest";

const STATES = 8;
const PLACES = 3;

interface Rules {
  readonly final: readonly boolean[];
  /** From, target, symbols, and the place to which each place leads. */
  readonly terminals: readonly (readonly [from: number, target: number, symbols: number, places: readonly number[]])[];
  /** From, the start of the called rule, target. */
  readonly calls: readonly (readonly [from: number, called: number, target: number])[];
}

const state = fc.nat(STATES - 1);
const rules: fc.Arbitrary<Rules> = fc.record({
  final: fc.array(fc.boolean(), { minLength: STATES, maxLength: STATES }),
  terminals: fc.array(
    fc.tuple(
      state,
      state,
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(5000)),
      fc.array(fc.nat(PLACES - 1), { minLength: PLACES, maxLength: PLACES }),
    ),
    { maxLength: 12 },
  ),
  calls: fc.array(fc.tuple(state, state, state), { maxLength: 8 }),
});

const movesOf = ({ final, terminals, calls }: Rules) => ({
  final: (q: number) => final[q]!,
  terminals: (q: number, x: number) =>
    terminals.flatMap(([from, target, symbols, places]) => (from === q ? [target, places[x]!, symbols] : [])),
  calls: (q: number) => calls.flatMap(([from, called, target]) => (from === q ? [called, target] : [])),
});

/** The least symbols for (q, x, y), as a list. */
function all({ final, terminals, calls }: Rules): number[] {
  const least = new Array<number>(STATES * PLACES * PLACES).fill(Number.POSITIVE_INFINITY);
  const at = (q: number, x: number, y: number): number => (q * PLACES + x) * PLACES + y;
  const places = Array.from({ length: PLACES }, (_, x) => x);
  const lower = (to: number, symbols: number): boolean => {
    if (symbols >= least[to]!) return false;
    least[to] = symbols;
    return true;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const x of places) {
      final.forEach((ends, q) => {
        if (ends && lower(at(q, x, x), 0)) changed = true;
      });
      for (const y of places) {
        for (const [from, target, symbols, to] of terminals)
          if (lower(at(from, x, y), symbols + least[at(target, to[x]!, y)]!)) changed = true;
        for (const [from, called, target] of calls)
          for (const z of places)
            if (lower(at(from, x, y), least[at(called, x, z)]! + least[at(target, z, y)]!)) changed = true;
      }
    }
  }
  return least;
}

const question = fc.tuple(
  state,
  fc.nat(PLACES - 1),
  fc.oneof(fc.nat(40), fc.constant(Number.POSITIVE_INFINITY)),
  fc.array(fc.nat(20), { maxLength: 2 }),
);

test("ends within any bounds, asked in any order and with too little fuel before, are those without", () => {
  let found = 0;
  let interrupted = 0;
  fc.assert(
    fc.property(rules, fc.array(question, { minLength: 1, maxLength: 12 }), (source, questions) => {
      const least = all(source);
      const ends = createRuleEnds(movesOf(source), 1000);
      for (const [q, x, most, fuels] of questions) {
        for (const units of fuels) {
          try {
            createFuel(units).run(() => ends.of(q, x, most));
          } catch (error) {
            if (!(error instanceof FuelError)) throw error;
            interrupted++;
          }
        }
        const its = ends.of(q, x, most);
        for (let y = 0; y < PLACES; y++) {
          const symbols = least[(q * PLACES + x) * PLACES + y]!;
          const known = its.get(y) ?? Number.POSITIVE_INFINITY;
          if (symbols <= most || ends.complete()) expect(known).toBe(symbols);
          else expect(known).toBeGreaterThanOrEqual(symbols);
          if (symbols > 0 && symbols <= most && symbols < Number.POSITIVE_INFINITY) found++;
        }
      }
    }),
    { numRuns: 2000 },
  );
  expect(found).toBeGreaterThan(1000);
  expect(interrupted).toBeGreaterThan(1000);
});

test("rules without end are left out by a bound", () => {
  // Rule n reads n + 1 symbols, and then calls rule n + 1 or reads one more.
  const opened = new Set<number>();
  const ends = createRuleEnds(
    {
      final: (q) => q % 3 === 2,
      terminals(q, x) {
        opened.add(q);
        return q % 3 === 0 ? [q + 1, x, q / 3 + 1] : q % 3 === 1 ? [q + 1, x, 1] : [];
      },
      calls: (q) => (q % 3 === 1 ? [q + 2, q + 1] : []),
    },
    1000,
  );
  expect([...ends.of(0, 0, 20)]).toEqual([[0, 2]]);
  expect(ends.complete()).toBe(false);
  expect(opened.size).toBeLessThan(20);
  expect([...ends.of(0, 0, 100)]).toEqual([[0, 2]]);
  expect(opened.size).toBeLessThan(45);
});
