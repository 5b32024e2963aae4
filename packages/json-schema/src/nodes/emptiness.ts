// Finds conjunctions of subschemas that certainly no value satisfies, without expanding combinators. There are two
// cases: a conjunction contains a subschema and its negation; or some `type`, `const` or `enum` excludes objects and
// arrays, and no scalar satisfies all subschemas. Later stages find the remaining empty conjunctions, at a higher cost.

import type { JsonValue, Keywords } from "../document/subschema.js";
import { isNegative, type Literal, type Literals, negated } from "./literal.js";
import type { ScalarReader } from "./scalars.js";

export type SurelyEmpty = (conjunction: readonly Literal[]) => boolean;

/** The largest number of references and parts of allOf to follow. */
const DEPTH = 8;

export function createSurelyEmpty(literals: Literals, scalars: ScalarReader): SurelyEmpty {
  function excludes(literal: Literal, type: "object" | "array", depth: number): boolean {
    const { keywords } = literals.schema(literal);
    if (typeof keywords === "boolean") return keywords === isNegative(literal);
    if (isNegative(literal) || depth === 0) return false;
    if (keywords.types !== undefined && !keywords.types.has(type)) return true;
    if (valuesOf(keywords)?.every((value) => typeOf(value) !== type) === true) return true;
    return [...(keywords.references ?? []), ...(keywords.allOf ?? [])].some((part) =>
      excludes(literals.of(part), type, depth - 1),
    );
  }

  const known = new Map<Literal | string, boolean>();

  return (conjunction) => {
    const key = conjunction.length === 1 ? conjunction[0]! : conjunction.join();
    let verdict = known.get(key);
    if (verdict === undefined) {
      verdict =
        conjunction.some((literal) => conjunction.includes(negated(literal))) ||
        (conjunction.some((literal) => excludes(literal, "object", DEPTH)) &&
          conjunction.some((literal) => excludes(literal, "array", DEPTH)) &&
          scalars.isEmpty(scalars.of(conjunction)));
      known.set(key, verdict);
    }
    return verdict;
  };
}

const valuesOf = (keywords: Keywords): readonly JsonValue[] | undefined =>
  keywords.const === undefined ? keywords.enum : [keywords.const.value];

const typeOf = (value: JsonValue): string => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);
