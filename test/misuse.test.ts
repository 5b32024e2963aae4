// Misuse, as plain JavaScript commits it: values of every kind in each parameter and each option of every function that a package exports, all else
// being right. The function takes the value, or throws an error that a program can tell and a person can read: none from deep inside, and none longer
// than 1,000 characters. No parameter and no option takes a symbol.
import { describe, expect, test } from "vitest";
import { EXEMPT_FUNCTIONS, EXEMPT_PACKAGES, takesAnything } from "./attack/misuse/exempt.js";
import { explore } from "./attack/misuse/explore.js";
import { functionsOf, PACKAGES } from "./attack/misuse/functions.js";
import { wrongValues } from "./attack/misuse/values.js";

test.each([
  ["a function without a check", (text: string) => text.length, "f(text): takes a symbol"],
  ["an error from deep inside", (text: string) => text.trim(), "reading 'trim') (and 28 more values)"],
])("%s is found", async (_, f, fault) => {
  const { faults } = await explore("f", f as (...values: unknown[]) => unknown, wrongValues(), () => false);
  expect(faults.join("\n")).toContain(fault);
});

test("whoever is exempt is there", async () => {
  expect(PACKAGES).toEqual(expect.arrayContaining(Object.keys(EXEMPT_PACKAGES)));
  const all = (await Promise.all(PACKAGES.map(functionsOf))).flat().map(({ name }) => name);
  expect(all).toEqual(expect.arrayContaining(Object.keys(EXEMPT_FUNCTIONS)));
});

describe.each(PACKAGES.filter((name) => !Object.hasOwn(EXEMPT_PACKAGES, name)))("%s", (name) => {
  test("takes a value, or refuses it with a typed error that is short", { timeout: 120_000 }, async () => {
    const faults: string[] = [];
    for (const { name: own, f } of await functionsOf(name)) {
      if (!Object.hasOwn(EXEMPT_FUNCTIONS, own))
        faults.push(...(await explore(own, f, wrongValues(), takesAnything)).faults);
    }
    expect(faults).toEqual([]);
  });
});
