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

/** The sets of numbers and strings that the alternatives of a subschema hold. */
interface Held {
  anyNumber: boolean;
  constants: boolean;
  /** Each different range once; more than two are as good as two. */
  readonly ranges: Set<string>;
  anyString: boolean;
  /** Strings of some length, in every spelling. */
  counted: boolean;
  otherStrings: boolean;
}

/** Refuses each union whose alternatives hold sets that the full compiler spells differently. Linear in the subschemas. */
export function refuseUnions(alternativesOf: ReadonlyMap<Subschema, Alternatives>, refusals: Refusals): void {
  const heldBy = new Map<Subschema, Held>();
  for (const schema of alternativesOf.keys()) hold(schema, alternativesOf, heldBy);
  for (const [schema, { inPlace }] of alternativesOf) {
    if (inPlace.length < 2) continue;
    const { anyNumber, constants, ranges, anyString, counted, otherStrings } = heldBy.get(schema)!;
    if (!anyNumber && ranges.size + (constants ? 1 : 0) > 1)
      refusals.add(schema, "anyOf", "joins no different sets of numbers", FULL_COMPILER);
    if (!anyString && counted && otherStrings)
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
      heldBy.set(
        schema,
        together(
          scalars,
          inPlace.map((option) => heldBy.get(option)).filter((held) => held !== undefined),
        ),
      );
      pending.pop();
    } else {
      entered.add(schema);
      for (const option of inPlace) if (!heldBy.has(option)) pending.push(option);
    }
  }
}

function together(scalars: Scalars | undefined, options: readonly Held[]): Held {
  const held = scalars === undefined ? NOTHING() : own(scalars);
  for (const option of options) {
    held.anyNumber ||= option.anyNumber;
    held.constants ||= option.constants;
    for (const range of option.ranges) if (held.ranges.size < 2) held.ranges.add(range);
    held.anyString ||= option.anyString;
    held.counted ||= option.counted;
    held.otherStrings ||= option.otherStrings;
  }
  return held;
}

const NOTHING = (): Held => ({
  ...{ anyNumber: false, constants: false, ranges: new Set<string>() },
  ...{ anyString: false, counted: false, otherStrings: false },
});

function own({ numbers, strings }: Scalars): Held {
  const anyNumber = isAnyNumber(numbers);
  const isText = strings.kind === "text";
  const counted = isText && countsCharacters(stringRegex(strings));
  return {
    anyNumber,
    constants: numbers.kind === "finite",
    ranges: new Set(numbers.kind === "range" && !anyNumber ? [JSON.stringify(numbers)] : []),
    anyString: isAnyString(strings),
    counted,
    otherStrings: strings.kind !== "none" && !counted,
  };
}
