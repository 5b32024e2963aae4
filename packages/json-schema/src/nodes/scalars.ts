// The scalars of a subschema: null and the booleans, numbers, strings. Sets of scalars are closed under union,
// intersection and complement, so every combination of keywords is decided here. Results are cached by subschema.

import type { Keywords, Subschema } from "../document/subschema.js";
import { DivisorLimitError, multipleOf as multiplesOf } from "../numbers/multiples.js";
import { ANY_NUMBER, hasBound, isCombination, NO_NUMBER, type NumberSet } from "../numbers/number-set.js";
import type { NumberSets } from "../numbers/number-sets.js";
import { CombinationLimitError } from "../numbers/one-automaton.js";
import { ANY_STRING, NO_STRING, type StringSet, stringsOfLength } from "../strings/string-set.js";
import type { StringSets } from "../strings/string-sets.js";
import { appliedToItself, tooManyDivisors, unsupported } from "./faults.js";
import { isNegative, type Literal, type Literals } from "./literal.js";
import { FALSE, NULL, type Scalars, scalarsAmong, TRUE } from "./scalar-values.js";

const CONSTANTS = NULL | TRUE | FALSE;

const EVERY: Scalars = { constants: CONSTANTS, numbers: ANY_NUMBER, strings: ANY_STRING };
const NONE: Scalars = { constants: 0, numbers: NO_NUMBER, strings: NO_STRING };

/** The meaning of string keywords. Reading them may throw. */
export interface StringKeywords {
  pattern(source: string, schema: Subschema): StringSet;
  format(name: string, schema: Subschema): StringSet;
}

export interface ScalarReader {
  /** Returns the scalars that satisfy all of `literals`. */
  of(literals: readonly Literal[]): Scalars;
  isEmpty(scalars: Scalars): boolean;
}

export function createScalarReader(
  numbers: NumberSets,
  literals: Literals,
  sets: StringSets,
  meaning: StringKeywords,
): ScalarReader {
  const known = new Map<Literal, Scalars>();
  const reading = new Set<Literal>();
  let preparing = false;

  const { both, either, other } = combining(numbers, sets);

  function read(literal: Literal): Scalars {
    const remembered = known.get(literal);
    if (remembered !== undefined) return remembered;
    if (isNegative(literal)) {
      const made = other(read(literal ^ 1));
      known.set(literal, made);
      return made;
    }
    const schema = literals.schema(literal);
    if (reading.has(literal)) throw appliedToItself(schema);
    const { keywords } = schema;
    if (reading.size > DEEP && !preparing) prepare(literal);
    reading.add(literal);
    const made = keywords === true ? EVERY : keywords === false ? NONE : readKeywords(keywords, schema);
    reading.delete(literal);
    known.set(literal, made);
    return made;
  }

  /** Evaluates the subschemas of a literal bottom up: a long chain of references would overflow the stack. */
  function prepare(literal: Literal): void {
    preparing = true;
    const met = new Set([literal]);
    for (const next of met) {
      const { keywords } = literals.schema(next);
      if (typeof keywords === "boolean") continue;
      for (const part of inPlace(keywords)) {
        const number = literals.of(part);
        if (!known.has(number)) met.add(number);
      }
    }
    // Read the schemas in reverse order of discovery, so that nested schemas are mostly read before those that contain
    // them. If a nested schema still comes late, `read` recurses into it, but not deeply.
    for (const next of [...met].reverse()) if (next !== literal && !reading.has(next)) read(next);
    preparing = false;
  }

  const holds = (schema: Subschema): Scalars => read(literals.of(schema));

  function readKeywords(keywords: Keywords, schema: Subschema): Scalars {
    let result: Scalars = EVERY;
    const { types } = keywords;
    if (types !== undefined || keywords.enum !== undefined || keywords.const !== undefined)
      result = ownValues(keywords);
    if ((hasBound(keywords) || keywords.multipleOf !== undefined) && result.numbers !== NO_NUMBER) {
      result = { ...result, numbers: numbers.both(result.numbers, ownNumbers(keywords, schema)) };
    }
    if (result.strings !== NO_STRING) {
      const strings = ownStrings(keywords, schema);
      if (strings !== ANY_STRING) result = { ...result, strings: sets.both(result.strings, strings) };
    }
    for (const target of keywords.references ?? []) result = both(result, holds(target));
    for (const part of keywords.allOf ?? []) result = both(result, holds(part));
    if (keywords.anyOf !== undefined) {
      result = both(result, joined(keywords.anyOf.map(holds), either));
    }
    if (keywords.oneOf !== undefined) result = both(result, exactlyOne(keywords.oneOf.map(holds)));
    if (keywords.not !== undefined) result = both(result, other(holds(keywords.not)));
    const { if: conditional } = keywords;
    if (conditional !== undefined && (conditional.then !== undefined || conditional.else !== undefined)) {
      const condition = holds(conditional.condition);
      const yes = both(condition, conditional.then === undefined ? EVERY : holds(conditional.then));
      const no = both(other(condition), conditional.else === undefined ? EVERY : holds(conditional.else));
      result = both(result, either(yes, no));
    }
    return result;
  }

  /** Pairwise disjoint options form a plain union; what two of them share is removed. */
  function exactlyOne(options: readonly Scalars[]): Scalars {
    const { once, twice } = joined(options.map(onceOnly), (a, b) => ({
      once: either(a.once, b.once),
      twice: either(either(a.twice, b.twice), both(a.once, b.once)),
    }));
    // Numbers that two options share may have no text in the intersection and yet a text in one of the options.
    const isDecided = !isCombination(twice.numbers) && !numbers.isPartial(twice.numbers);
    const shared: Scalars = {
      constants: twice.constants,
      numbers: isDecided && numbers.isEmpty(twice.numbers) ? NO_NUMBER : twice.numbers,
      strings: sets.isEmpty(twice.strings) ? NO_STRING : twice.strings,
    };
    return both(once, other(shared));
  }

  function ownValues({ types, integerByNotation, enum: values, const: constant }: Keywords): Scalars {
    let result: Scalars = EVERY;
    if (types !== undefined) {
      let constants = 0;
      if (types.has("null")) constants |= NULL;
      if (types.has("boolean")) constants |= TRUE | FALSE;
      const integers: NumberSet = {
        kind: "range",
        integrality: integerByNotation ? "text" : "value",
        multiplesOf: [],
      };
      result = {
        constants,
        numbers: types.has("number") ? ANY_NUMBER : types.has("integer") ? integers : NO_NUMBER,
        strings: types.has("string") ? ANY_STRING : NO_STRING,
      };
    }
    if (values !== undefined) result = both(result, scalarsAmong(values));
    if (constant !== undefined) result = both(result, scalarsAmong([constant.value]));
    return result;
  }

  function ownStrings(keywords: Keywords, schema: Subschema): StringSet {
    const { minLength, maxLength, pattern, format } = keywords;
    let strings: StringSet = ANY_STRING;
    if (minLength !== undefined || maxLength !== undefined) {
      strings = stringsOfLength(minLength ?? 0, maxLength ?? Number.POSITIVE_INFINITY);
    }
    if (pattern !== undefined) strings = sets.both(strings, meaning.pattern(pattern, schema));
    if (format !== undefined) strings = sets.both(strings, meaning.format(format, schema));
    return strings;
  }

  function isEmpty(scalars: Scalars): boolean {
    return scalars.constants === 0 && numbers.isEmpty(scalars.numbers) && sets.isEmpty(scalars.strings);
  }

  return {
    of: (all: readonly Literal[]): Scalars => {
      if (all.length === 1 && !isCombination(read(all[0]!).numbers)) return read(all[0]!);
      let result: Scalars = EVERY;
      // Finite sets come first: they are filtered, and the others need not be intersected with one another.
      const hasFewStrings = (literal: Literal): boolean => read(literal).strings.kind === "finite";
      for (const literal of all) if (hasFewStrings(literal)) result = both(result, read(literal));
      for (const literal of all) if (!hasFewStrings(literal)) result = both(result, read(literal));
      const [first] = all;
      if (first !== undefined) checkTogether(numbers, result.numbers, literals.schema(first));
      return result;
    },
    isEmpty,
  };
}

/** Returns the operations that combine sets of scalars, one for each part. */
function combining(numbers: NumberSets, sets: StringSets) {
  const both = (a: Scalars, b: Scalars): Scalars =>
    a === EVERY || b === NONE
      ? b
      : b === EVERY || a === NONE
        ? a
        : {
            constants: a.constants & b.constants,
            numbers: numbers.both(a.numbers, b.numbers),
            strings: sets.both(a.strings, b.strings),
          };
  const either = (a: Scalars, b: Scalars): Scalars =>
    a === NONE || b === EVERY
      ? b
      : b === NONE || a === EVERY
        ? a
        : {
            constants: a.constants | b.constants,
            numbers: numbers.either(a.numbers, b.numbers),
            strings: sets.either(a.strings, b.strings),
          };
  const other = (a: Scalars): Scalars =>
    a === EVERY
      ? NONE
      : a === NONE
        ? EVERY
        : { constants: CONSTANTS & ~a.constants, numbers: numbers.other(a.numbers), strings: sets.other(a.strings) };
  return { both, either, other };
}

/** What one option holds, and what it holds twice. */
const onceOnly = (option: Scalars): { readonly once: Scalars; readonly twice: Scalars } => ({
  once: option,
  twice: NONE,
});

/** Joins neighbours until one is left: a union of n constants copies each of them log n times. There must be one at least. */
function joined<Part>(parts: readonly Part[], join: (a: Part, b: Part) => Part): Part {
  let left = parts;
  while (left.length > 1) {
    const next: Part[] = [];
    for (let i = 0; i < left.length; i += 2) next.push(i + 1 < left.length ? join(left[i]!, left[i + 1]!) : left[i]!);
    left = next;
  }
  return left[0]!;
}

/** The nesting depth of in-place schemas from which they are evaluated bottom up. */
const DEEP = 200;

/** Returns the schemas that apply to the same value. */
function inPlace({ references, allOf, anyOf, oneOf, not, if: conditional }: Keywords): readonly Subschema[] {
  const one = (schema: Subschema | undefined): readonly Subschema[] => (schema === undefined ? [] : [schema]);
  return [
    ...(references ?? []),
    ...(allOf ?? []),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...one(not),
    ...one(conditional?.condition),
    ...one(conditional?.then),
    ...one(conditional?.else),
  ];
}

/** @throws SchemaError if the constraints on a number need an automaton larger than allowed. */
function checkTogether(numbers: NumberSets, set: NumberSet, schema: Subschema): void {
  if (!isCombination(set)) return;
  try {
    numbers.written(set, "any");
  } catch (error) {
    if (!(error instanceof CombinationLimitError)) throw error;
    throw tooManyDivisors(schema, error.message);
  }
}

/** @throws SchemaError if the divisor needs an automaton larger than allowed. */
function checkDivisor(divisor: number, schema: Subschema): void {
  try {
    multiplesOf(divisor, "doubles");
  } catch (error) {
    if (!(error instanceof DivisorLimitError)) throw error;
    throw unsupported(schema, "multipleOf", error.message, "Use a divisor with fewer digits");
  }
}

function ownNumbers(keywords: Keywords, schema: Subschema): NumberSet {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords;
  if (multipleOf !== undefined) checkDivisor(multipleOf, schema);
  return {
    kind: "range",
    integrality: "number",
    multiplesOf: multipleOf === undefined ? [] : [multipleOf],
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
  };
}
