// What terminals of sets of strings and numbers are called, and which sets have one terminal.

import { isAnyNumber, type NumberSet } from "../numbers/number-set.js";
import { isAnyString, type StringSet } from "../strings/string-set.js";

export interface SetName {
  /** Equal for sets that have one terminal; `undefined` if each set has its own. */
  readonly key: string | undefined;
  readonly name: string;
}

/** The first three of several texts. */
const few = (texts: readonly string[]): string => texts.slice(0, 3).join(" | ");

export function stringName(set: StringSet): SetName {
  if (isAnyString(set)) return { key: "string", name: "string" };
  if (set.kind === "finite") {
    const texts = [...set.values].map((value) => JSON.stringify(value));
    return { key: `constant ${texts.join()}`, name: texts.length > 3 ? `${few(texts)} | …` : few(texts) };
  }
  const { min, max, regex } = set as Extract<StringSet, { kind: "text" }>;
  if (regex !== undefined) return { key: undefined, name: "string with a pattern" };
  return { key: `length ${min} ${max}`, name: `string of length ${min}–${max}` };
}

export function numberName(set: NumberSet): SetName {
  if (isAnyNumber(set)) return { key: "number", name: "number" };
  if (set.kind === "finite") {
    const texts = [...set.values].map(String);
    return { key: `number = ${texts.join()}`, name: few(texts) };
  }
  if (set.kind !== "range") return { key: undefined, name: "number in a set" };
  const { integrality, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multiplesOf } = set;
  const bounds = [minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...multiplesOf].map(String);
  const name = integrality === "number" ? "number" : "integer";
  return {
    key: `number ${integrality} ${bounds.join()}`,
    name: bounds.every((bound) => bound === "undefined") ? name : `${name} in a range`,
  };
}
