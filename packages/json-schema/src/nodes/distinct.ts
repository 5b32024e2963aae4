// How many different scalars a node has: what `uniqueItems` needs to know. A value is named by its JSON text in one spelling.

import type { Engine } from "@espalier/automata";
import { isEmptyNumberSet, type NumberSet } from "./number-set.js";
import { FALSE, NULL, type Scalars, TRUE } from "./scalars.js";
import { type StringSet, type StringSets, stringsOf } from "./string-set.js";

export interface Distinct {
  /** At least this many different values; `Infinity` when there is no end of them. */
  readonly atLeast: number;
  /** At most this many. */
  readonly atMost: number;
}

/** Bounds on the number of different scalars. */
export function distinctScalars(scalars: Scalars, sets: StringSets, engine: Engine): Distinct {
  const constants = [NULL, TRUE, FALSE].filter((bit) => (scalars.constants & bit) !== 0).length;
  const numbers = distinctNumbers(scalars.numbers, engine);
  const strings = distinctStrings(scalars.strings, sets);
  return {
    atLeast: constants + numbers.atLeast + strings.atLeast,
    atMost: constants + numbers.atMost + strings.atMost,
  };
}

const exactly = (count: number): Distinct => ({ atLeast: count, atMost: count });
const ENDLESS = exactly(Number.POSITIVE_INFINITY);

function distinctStrings(set: StringSet, sets: StringSets): Distinct {
  if (set.kind === "none") return exactly(0);
  if (set.kind === "finite") return exactly(set.values.size);
  if (set.regex === undefined) return set.max === 0 ? exactly(1) : ENDLESS;
  if (sets.isEmpty(set)) return exactly(0);
  return { atLeast: 1, atMost: Number.POSITIVE_INFINITY };
}

function distinctNumbers(set: NumberSet, engine: Engine): Distinct {
  if (set.kind === "none") return exactly(0);
  if (set.kind === "finite") return exactly(set.values.size);
  if (set.kind === "regular" || set.multiplesOf.length > 0) {
    if (isEmptyNumberSet(set, engine)) return exactly(0);
    return { atLeast: 1, atMost: Number.POSITIVE_INFINITY };
  }
  const low = set.exclusiveMinimum ?? set.minimum;
  const high = set.exclusiveMaximum ?? set.maximum;
  if (low === undefined || high === undefined) return ENDLESS;
  if (set.integrality === "number") return low === high ? exactly(1) : ENDLESS;
  const first = Math.max(
    set.minimum === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(set.minimum),
    set.exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : Math.floor(set.exclusiveMinimum) + 1,
  );
  const last = Math.min(
    set.maximum === undefined ? Number.POSITIVE_INFINITY : Math.floor(set.maximum),
    set.exclusiveMaximum === undefined ? Number.POSITIVE_INFINITY : Math.ceil(set.exclusiveMaximum) - 1,
  );
  return exactly(Math.max(0, last - first + 1));
}

/** The strings of a node without those among `used`, which are JSON texts. */
export function unusedStrings(set: StringSet, used: ReadonlySet<string>, sets: StringSets): StringSet {
  const strings = [...used].filter((text) => text.startsWith('"')).map((text) => JSON.parse(text) as string);
  return strings.length === 0 ? set : sets.both(set, sets.other(stringsOf(strings)));
}
