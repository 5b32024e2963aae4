// Sets of used names against a model: a list of names and unknown names with their regions.

import fc from "fast-check";
import { expect, test } from "vitest";
import { samples } from "../../../test/support/samples.js";
import { createUsedNames } from "../src/rules/used-names.js";

const REGIONS = 3;
/** A name of a region, or an unknown name of it. */
const member = fc.tuple(
  fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
  fc.integer({ min: 0, max: REGIONS - 1 }),
);

test("sets with the same members have the same id, and a set tells its members by region", () => {
  fc.assert(
    fc.property(fc.array(fc.array(member, { maxLength: 6 }), { minLength: 1, maxLength: 4 }), fc.gen(), (all, gen) => {
      const sets = createUsedNames();
      for (const members of all) {
        const made = (list: typeof members): number =>
          list.reduce((set, [name, region]) => sets.with(set, name, region), sets.none);
        const set = made(members);
        const shuffled = gen(() => fc.shuffledSubarray(members, { minLength: members.length }));
        expect(made(shuffled)).toBe(set);
        const known = new Set(members.flatMap(([name, region]) => (name === undefined ? [] : [`${name}${region}`])));
        const unknown = members.filter(([name]) => name === undefined);
        expect(sets.size(set)).toBe(known.size + unknown.length);
        expect(sets.names(set)).toEqual(new Set([...known].map((each) => each[0])));
        for (let region = 0; region < REGIONS; region++) {
          for (const name of ["a", "b", "c", "d"])
            expect(sets.has(set, name, region)).toBe(known.has(`${name}${region}`));
          expect(sets.hasUnknown(set, region)).toBe(unknown.some(([, its]) => its === region));
        }
        const names = members.filter(([name]) => name !== undefined);
        expect(sets.known(set)).toBe(made(names));
        const listed = sets.builtBySet<readonly string[]>([], (before, name, region) => [
          ...before,
          `${name}${region}`,
        ]);
        expect([...listed(sets.known(set))].sort()).toEqual([...known].sort());
      }
    }),
    { numRuns: samples(2000) },
  );
});
