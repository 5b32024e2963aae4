// Where options of `anyOf` and `oneOf` hold numbers or strings: the full compiler joins them to one set, and the spellings of
// a joined set can differ from those of its parts. A plain schema keeps the parts, so it refuses what would differ.

import type { Subschema } from "../document/subschema.js";
import type { Scalars } from "../nodes/scalars.js";
import { allNumbers, NO_NUMBER, type NumberSet } from "../numbers/number-set.js";
import { countsCharacters } from "../strings/quoting.js";
import { isAnyString, type StringSet, stringRegex } from "../strings/string-set.js";
import { FULL_COMPILER, type Refusals } from "./refusals.js";

/** What applies to one value: its own scalars, or other subschemas in its place. */
export interface Alternatives {
  readonly scalars: Scalars | undefined;
  readonly inPlace: readonly Subschema[];
}

/** Refuses each union whose alternatives hold sets that the full compiler spells differently. */
export function refuseUnions(alternativesOf: ReadonlyMap<Subschema, Alternatives>, refusals: Refusals): void {
  const unions = [...alternativesOf].filter(([, { inPlace }]) => inPlace.length > 1);
  // What applies to an option of another union is found there.
  const options = new Set(unions.flatMap(([, { inPlace }]) => inPlace));
  for (const [schema] of unions) {
    if (options.has(schema)) continue;
    const all = new Set([schema]);
    for (const one of all) for (const option of alternativesOf.get(one)?.inPlace ?? []) all.add(option);
    const scalars = [...all].map((one) => alternativesOf.get(one)?.scalars).filter((own) => own !== undefined);
    const numbers = scalars.reduce<NumberSet | undefined>(
      (joined, own) => joined && allNumbers(joined, own.numbers),
      NO_NUMBER,
    );
    if (numbers === undefined) refusals.add(schema, "anyOf", "joins no different sets of numbers", FULL_COMPILER);
    if (areMixed(scalars.map(({ strings }) => strings)))
      refusals.add(schema, "anyOf", "joins no lengths of strings with patterns and constants", FULL_COMPILER);
  }
}

/** Whether some sets depend on lengths alone, which allows every spelling, and others do not. */
function areMixed(sets: readonly StringSet[]): boolean {
  const some = sets.filter(({ kind }) => kind !== "none");
  if (some.some(isAnyString)) return false;
  const counted = some.filter((set) => set.kind === "text" && countsCharacters(stringRegex(set)));
  return counted.length > 0 && counted.length < some.length;
}
