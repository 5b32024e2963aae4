// For `uniqueItems`: how many different scalars (strings, numbers, booleans, null) satisfy a node, and how short they
// are; both as bounds. Each value is represented by one spelling of its JSON text.

import { and, type Engine, not, parseEcmaRegex, type Regex } from "@espalier/automata";
import { bytesOf } from "@espalier/monitor";
import type { NumberSet } from "../numbers/number-set.js";
import type { NumberSets } from "../numbers/number-sets.js";
import { plainTexts } from "../strings/reserved-texts.js";
import { fewTexts, lengthOfMany } from "../strings/short-texts.js";
import { type StringSet, stringRegex } from "../strings/string-set.js";
import { FALSE, NULL, type Scalars, TRUE } from "./scalar-values.js";

export interface Distinct {
  /** A lower bound on the number of different values; `Infinity` if there are infinitely many. */
  readonly atLeast: number;
  /** An upper bound on the number of different values. */
  readonly atMost: number;
  /**
   * A length in bytes within which there are as many values as were requested, or all known ones if there are fewer.
   */
  readonly ample: number;
  /**
   * The length in bytes of the shortest value; an upper bound if it is a string that needs escapes. `Infinity` if there
   * is no value, 0 if the length is unknown.
   */
  readonly least: number;
}

const NONE: Distinct = { atLeast: 0, atMost: 0, ample: 0, least: Number.POSITIVE_INFINITY };
/** Returns bounds on the number of different scalars. The number is exact only up to `count`. */
export function distinctScalars(scalars: Scalars, engine: Engine, numbers: NumberSets, count: number): Distinct {
  const constants = [NULL, TRUE, FALSE].filter((bit) => (scalars.constants & bit) !== 0);
  const parts = [
    constants.length === 0 ? NONE : exactly(constants.map((bit) => (bit === FALSE ? 5 : 4))),
    distinctNumbers(scalars.numbers, engine, numbers, count),
    distinctStrings(scalars.strings, engine, count),
  ];
  const many = parts.filter(({ atLeast }) => atLeast > count).map(({ ample }) => ample);
  const sum = (number: (part: Distinct) => number): number => parts.reduce((total, part) => total + number(part), 0);
  return {
    atLeast: sum(({ atLeast }) => atLeast),
    atMost: sum(({ atMost }) => atMost),
    ample: many.length > 0 ? Math.min(...many) : Math.max(...parts.map(({ ample }) => ample)),
    least: Math.min(...parts.map(({ least }) => least)),
  };
}

function exactly(lengths: readonly number[]): Distinct {
  let [longest, least] = [0, Number.POSITIVE_INFINITY];
  for (const length of lengths) {
    longest = Math.max(longest, length);
    least = Math.min(least, length);
  }
  return { atLeast: lengths.length, atMost: lengths.length, ample: longest, least };
}

/** Counts the texts of a language. Each takes up to `perByte` bytes for each of its own bytes, and `more` besides. */
function counted(engine: Engine, regex: Regex, count: number, perByte: number, more: number): Distinct {
  const many = lengthOfMany(engine, regex, count);
  const shortest = lengthOfMany(engine, regex, 0);
  const least = shortest === undefined ? 0 : perByte * shortest + more;
  if (many !== undefined)
    return { atLeast: count + 1, atMost: Number.POSITIVE_INFINITY, ample: perByte * many + more, least };
  const few = fewTexts(engine, regex, count);
  if (few !== undefined) return exactly(few.map(({ length }) => perByte * length + more));
  return { atLeast: 1, atMost: Number.POSITIVE_INFINITY, ample: 0, least };
}

function distinctStrings(set: StringSet, engine: Engine, count: number): Distinct {
  if (set.kind === "none") return NONE;
  if (set.kind === "finite") return exactly([...set.values].map((value) => jsonLength(value)));
  const regex = stringRegex(set);
  const plain = lengthOfMany(engine, and(regex, plainTexts), count);
  if (plain !== undefined) {
    const least = (lengthOfMany(engine, and(regex, plainTexts), 0) ?? plain) + 2;
    return { atLeast: count + 1, atMost: Number.POSITIVE_INFINITY, ample: plain + 2, least };
  }
  return counted(engine, regex, count, 6, 2);
}

const jsonLength = (value: string): number => bytesOf(JSON.stringify(value)).length;

const canonical = and(parseEcmaRegex("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]*[1-9])?"), not(parseEcmaRegex("-0")));

function distinctNumbers(set: NumberSet, engine: Engine, numbers: NumberSets, count: number): Distinct {
  if (set.kind === "none") return NONE;
  if (set.kind === "finite" && set.values.size > count)
    return exactly([...set.values].map((value) => String(value).length));
  const { atLeast, atMost, ample, least } = counted(engine, and(numbers.comparable(set), canonical), count, 1, 0);
  // A set that is not a list of constants may hold more numbers with over 15 digits, which are never written.
  return { atLeast, atMost: set.kind === "finite" ? atMost : Number.POSITIVE_INFINITY, ample, least };
}
