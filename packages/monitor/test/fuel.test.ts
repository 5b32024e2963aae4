import { burn, createFuel, FuelError } from "@espalier/monitor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const uses = fc.constantFrom("schema", "regex", "lexer", "parser", "search", "steps");
const work = fc.array(fc.tuple(uses, fc.nat({ max: 50 })), { maxLength: 30 });

describe("fuel", () => {
  it("refuses work that returns a promise, because what follows would take no fuel", () => {
    const fuel = createFuel(10);
    expect(() => fuel.run(async () => burn("search", 1))).toThrow("work must be synchronous");
    expect(fuel.run(() => "usable")).toBe("usable");
  });

  it("counts what is used within, by what used it, and throws at the unit that is too many", () => {
    fc.assert(
      fc.property(work, fc.nat({ max: 500 }), (list, allowed) => {
        const fuel = createFuel(allowed);
        const total = list.reduce((sum, [, units]) => sum + units, 0);
        const all = (): string => {
          for (const [use, units] of list) burn(use, units);
          return "done";
        };
        if (total > allowed) {
          expect(() => fuel.run(all)).toThrow(FuelError);
          expect(fuel.spent()).toBeGreaterThan(allowed);
          return;
        }
        expect(fuel.run(all)).toBe("done");
        expect(fuel.spent()).toBe(total);
        for (const [use, units] of fuel.uses()) {
          expect(units).toBe(list.reduce((sum, [each, its]) => sum + (each === use ? its : 0), 0));
        }
      }),
    );
  });

  it("lasts over calls, and counts nothing outside of them", () => {
    const fuel = createFuel(10);
    fuel.run(() => burn("lexer", 6));
    burn("lexer", 100);
    fuel.run(() => burn("parser", 4));
    expect(fuel.uses()).toEqual([
      ["lexer", 6],
      ["parser", 4],
    ]);
    expect(() => fuel.run(() => burn("search", 1))).toThrow(
      expect.objectContaining({ code: "fuel", fuel, message: expect.stringContaining("states of the lexer 55 %") }),
    );
    expect(() => burn("search", 1)).not.toThrow();
  });

  it("names in its error what took one per cent or more", () => {
    const fuel = createFuel(1000);
    fuel.run(() => burn("lexer", 2));
    expect(() => fuel.run(() => burn("regex", 999))).toThrow(/used up: regular expressions 100 %; use/);
  });

  it("within other fuel counts in both, and the one that is used up throws", () => {
    const outer = createFuel(10);
    const inner = createFuel(100);
    outer.run(() => inner.run(() => burn("regex", 7)));
    expect([outer.spent(), inner.spent()]).toEqual([7, 7]);
    // The same fuel twice is used once.
    outer.run(() => outer.run(() => burn("regex", 1)));
    expect(outer.spent()).toBe(8);
    expect(() => outer.run(() => inner.run(() => burn("regex", 7)))).toThrow(expect.objectContaining({ fuel: outer }));
    inner.run(() => burn("regex", 7));
    expect(inner.spent()).toBe(21);
  });

  it("is a number of units", () => {
    expect(() => createFuel(-1)).toThrow("createFuel: allowed must be a number of at least 0, not -1.");
    expect(() => createFuel(Number.NaN)).toThrow("createFuel: allowed must be a number of at least 0, not NaN.");
  });
});
