// The scalars of a plain subschema, read from its own keywords alone: nothing is combined, so nothing needs an engine.

import { and, type Regex } from "@espalier/automata";
import type { SchemaIssue } from "../document/issue.js";
import type { Keywords, Subschema, TypeName } from "../document/subschema.js";
import { FALSE, NULL, type Scalars, scalarsAmong, TRUE } from "../nodes/scalar-values.js";
import { isSurelyEmpty, NO_NUMBER, type NumberSet } from "../numbers/number-set.js";
import { NO_STRING, type StringSet } from "../strings/string-set.js";
import { digits } from "./digits.js";
import { MULTIPLES, type OwnNumbers, type PlainModules } from "./modules.js";
import { FULL_COMPILER, type Refusals } from "./refusals.js";

/** The longest bounded string: a plain lexer unrolls its characters, and takes some fifty states for each. */
const MOST_CHARACTERS = 1_000;
/** The same for all strings that count differently. */
const MOST_CHARACTERS_IN_ALL = 1_800;

export interface ScalarSets {
  /** Returns the scalars that the keywords of `schema` allow. What it cannot enforce goes to the refusals. */
  of(schema: Subschema, keywords: Keywords): Scalars;
  /** Returns the texts of a set of {@link ScalarSets.of}. */
  written(set: NumberSet): Regex;
  /** What is not enforced: formats of unknown names. */
  readonly notices: readonly SchemaIssue[];
}

export function createScalarSets(modules: PlainModules, refusals: Refusals): ScalarSets {
  const numbers = modules.numbers ?? digits;
  const texts = new Map<NumberSet, Regex>();
  const notices: SchemaIssue[] = [];
  /** Unknown formats that a notice has named. */
  const unknown = new Set<string>();
  /** The kinds of bounded strings so far, and how many characters they count. */
  const kinds = new Set<string>();
  let characters = 0;

  /** Returns how many characters the bounded strings count so far. Strings of the same kind count once. */
  function counted(kind: string, length: number): number {
    if (!kinds.has(kind)) characters += length;
    kinds.add(kind);
    return characters;
  }

  /** Computes the texts of a set, or refuses it if the module lacks them. */
  function checked(set: OwnNumbers, schema: Subschema, keyword: string): NumberSet {
    const lacking = numbers.lacks(set);
    if (lacking === undefined) texts.set(set, numbers.written(set));
    else {
      const isAdded = lacking !== MULTIPLES && modules.numbers === undefined;
      const remedy = isAdded ? "Pass modules.numbers (numberRanges)" : FULL_COMPILER;
      refusals.add(schema, keyword, `has no ${lacking}${isAdded ? " without a module" : ""}`, remedy);
    }
    return set;
  }

  function listed(
    schema: Subschema,
    keyword: "const" | "enum",
    values: readonly unknown[],
    keywords: Keywords,
  ): Scalars {
    const allowed = values.filter((value) => admitsValue(keywords, value));
    for (const value of allowed) {
      if (typeof value !== "object" || value === null) continue;
      refusals.add(schema, keyword, "has no arrays and objects as constants", FULL_COMPILER);
    }
    const scalars = scalarsAmong(allowed);
    const { numbers: set } = scalars;
    if (set.kind !== "finite") return scalars;
    if (keywords.integerByNotation && !admits(keywords, "number"))
      refusals.add(schema, keyword, "has no constants that are integers by their notation", FULL_COMPILER);
    return { ...scalars, numbers: checked(set, schema, keyword) };
  }

  function rangeOf(schema: Subschema, keywords: Keywords): NumberSet {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, integerByNotation } = keywords;
    const set: OwnNumbers = {
      kind: "range",
      integrality: admits(keywords, "number") ? "number" : integerByNotation ? "text" : "value",
      multiplesOf: multipleOf === undefined ? [] : [multipleOf],
      minimum,
      maximum,
      exclusiveMinimum,
      exclusiveMaximum,
    };
    // The full compiler keeps an empty range of other numbers, which matters in unions.
    if (set.integrality !== "number" && isSurelyEmpty(set) === true) return NO_NUMBER;
    const bounds = ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;
    return checked(set, schema, bounds.find((name) => keywords[name] !== undefined) ?? "type");
  }

  function stringsFor(schema: Subschema, { minLength: min = 0, maxLength, pattern, format }: Keywords): StringSet {
    const max = maxLength ?? Number.POSITIVE_INFINITY;
    // A malformed pattern is an error even where no string is long enough.
    const regexes = [matching(schema, "pattern", pattern), matching(schema, "format", format)].filter(
      (regex) => regex !== undefined,
    );
    if (min > max) return NO_STRING;
    const longest = Math.max(min, maxLength ?? 0);
    const keyword = maxLength === undefined ? "minLength" : "maxLength";
    if (longest > MOST_CHARACTERS)
      refusals.add(schema, keyword, `counts at most ${MOST_CHARACTERS} characters`, FULL_COMPILER);
    else if (counted(JSON.stringify([min, maxLength, pattern, format]), longest) > MOST_CHARACTERS_IN_ALL) {
      const message = `counts at most ${MOST_CHARACTERS_IN_ALL} characters in strings of different lengths together`;
      refusals.add(schema, keyword, message, FULL_COMPILER);
    }
    return { kind: "text", min, max, ...(regexes.length === 0 ? {} : { regex: and(...regexes) }) };
  }

  function matching(schema: Subschema, keyword: "pattern" | "format", value: string | undefined): Regex | undefined {
    if (value === undefined) return undefined;
    const module = modules[keyword];
    if (module === undefined) {
      refusals.add(
        schema,
        keyword,
        `has no \`${keyword}\` without a module`,
        `Pass modules.${keyword} (${keyword}Keyword)`,
      );
      return undefined;
    }
    const regex = module.strings(value, schema);
    if (regex === undefined) {
      if (!unknown.has(value) && module.unknown !== undefined) notices.push(module.unknown(value, schema));
      unknown.add(value);
    } else if (hasComplement(regex))
      refusals.add(schema, keyword, `cannot enforce this \`${keyword}\`: it takes a complement`, FULL_COMPILER);
    return regex;
  }

  return {
    notices,
    written: (set) => texts.get(set)!,
    of(schema, keywords) {
      const { const: constant, enum: values } = keywords;
      if (constant !== undefined) return listed(schema, "const", [constant.value], keywords);
      if (values !== undefined) return listed(schema, "enum", values, keywords);
      const isNumeric = admits(keywords, "number") || admits(keywords, "integer");
      return {
        constants: (admits(keywords, "null") ? NULL : 0) | (admits(keywords, "boolean") ? TRUE | FALSE : 0),
        numbers: isNumeric ? rangeOf(schema, keywords) : NO_NUMBER,
        strings: admits(keywords, "string") ? stringsFor(schema, keywords) : NO_STRING,
      };
    },
  };
}

/** Whether `type` allows the type: it is among its types, or there is no such keyword. */
export function admits({ types }: Keywords, type: TypeName): boolean {
  return types === undefined || types.has(type);
}

/** Whether `type` allows a value. */
function admitsValue(keywords: Keywords, value: unknown): boolean {
  if (value === null) return admits(keywords, "null");
  if (Array.isArray(value)) return admits(keywords, "array");
  if (Number.isInteger(value) && admits(keywords, "integer")) return true;
  return admits(keywords, typeof value as TypeName);
}

/** Whether a regex has a complement, which a plain lexer refuses. Each part is looked at once. */
function hasComplement(whole: Regex): boolean {
  const parts = new Set([whole]);
  for (const part of parts) {
    if (part.kind === "not") return true;
    for (const inner of partsOf(part)) parts.add(inner);
  }
  return false;
}

function partsOf(regex: Regex): readonly Regex[] {
  switch (regex.kind) {
    case "sequence":
      return regex.items;
    case "choice":
      return regex.options;
    case "and":
      return regex.operands;
    case "repeat":
      return [regex.item];
    case "deferred":
      return [regex.load()];
    default:
      return [];
  }
}
