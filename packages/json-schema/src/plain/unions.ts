// Checks options of `anyOf` and `oneOf` that contain numbers or strings. The full compiler joins these options to one
// set, and the spellings of a joined set can differ from those of its parts. A plain schema keeps the parts apart, so
// it refuses options for which the spellings would differ.

import type { Subschema } from "../document/subschema.js";
import type { Scalars } from "../nodes/scalar-values.js";
import { isAnyNumber } from "../numbers/number-set.js";
import { countsCharacters } from "../strings/quoting.js";
import { isAnyString, stringRegex } from "../strings/string-set.js";
import { FULL_COMPILER, type Refusals } from "./refusals.js";

/** What applies to one value: its own scalars, or other subschemas in its place. */
export interface Alternatives {
  readonly scalars: Scalars | undefined;
  readonly inPlace: readonly Subschema[];
}

/** The kinds of numbers and strings that the alternatives of a subschema hold; {@link ANY} stands for all of them. */
interface Held {
  /** Constants, and each different range; more than two kinds are as good as two. */
  readonly numbers: ReadonlySet<string>;
  /** Strings of some length, in every spelling, and others. */
  readonly strings: ReadonlySet<string>;
}

const ANY = "any";
const CONSTANTS = "constants";
const COUNTED = "counted";
const OTHERS = "others";

/** Refuses each union whose alternatives hold sets that the full compiler spells differently. Linear in the subschemas. */
export function refuseUnions(alternativesOf: ReadonlyMap<Subschema, Alternatives>, refusals: Refusals): void {
  const heldBy = new Map<Subschema, Held>();
  for (const schema of alternativesOf.keys()) hold(schema, alternativesOf, heldBy);
  for (const [schema, { inPlace }] of alternativesOf) {
    if (inPlace.length < 2) continue;
    const { numbers, strings } = heldBy.get(schema)!;
    if (!numbers.has(ANY) && numbers.size > 1)
      refusals.add(schema, "anyOf", "joins no different sets of numbers", FULL_COMPILER);
    if (!strings.has(ANY) && strings.size > 1)
      refusals.add(schema, "anyOf", "joins no lengths of strings with patterns and constants", FULL_COMPILER);
  }
}

/** Computes what `root` holds, from the subschemas in its place up. A chain of them may be long, so this is no recursion. */
function hold(
  root: Subschema,
  alternativesOf: ReadonlyMap<Subschema, Alternatives>,
  heldBy: Map<Subschema, Held>,
): void {
  const pending = [root];
  const entered = new Set<Subschema>();
  for (let schema = pending.at(-1); schema !== undefined; schema = pending.at(-1)) {
    const { scalars, inPlace } = alternativesOf.get(schema) ?? { scalars: undefined, inPlace: [] };
    if (heldBy.has(schema)) pending.pop();
    else if (entered.has(schema)) {
      const parts = [scalars && own(scalars), ...inPlace.map((option) => heldBy.get(option))];
      heldBy.set(schema, together(parts.filter((part) => part !== undefined)));
      pending.pop();
    } else {
      entered.add(schema);
      for (const option of inPlace) if (!heldBy.has(option)) pending.push(option);
    }
  }
}

function together(parts: readonly Held[]): Held {
  const numbers = new Set<string>();
  for (const part of parts) for (const kind of part.numbers) if (kind === ANY || numbers.size < 2) numbers.add(kind);
  return { numbers, strings: new Set(parts.flatMap(({ strings }) => [...strings])) };
}

function own({ numbers, strings }: Scalars): Held {
  const range = numbers.kind === "range" ? [isAnyNumber(numbers) ? ANY : JSON.stringify(numbers)] : [];
  const counts = strings.kind === "text" && countsCharacters(stringRegex(strings));
  return {
    numbers: new Set(numbers.kind === "finite" ? [CONSTANTS] : range),
    strings: new Set(strings.kind === "none" ? [] : [isAnyString(strings) ? ANY : counts ? COUNTED : OTHERS]),
  };
}
