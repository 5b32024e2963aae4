import { createEngine, parseRegex, type Regex } from "@espalier/automata";
import { compileSchema, SchemaError } from "@espalier/json-schema";
import { bytesOf } from "@espalier/monitor";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type StringSet,
  stringRegex,
  stringsMatching,
  stringsOf,
  stringsOfLength,
} from "../../src/strings/string-set.js";
import { createStringSets } from "../../src/strings/string-sets.js";
import { accepts } from "../languages.js";

const TEXTS = ["", "a", "b", "ab", "ba", "aab", "é", "abé", "aaaa", "x,y", "a\ud800"];
const PATTERNS = ["a*", "[ab]{1,3}", "(a|ab|é)*", "a|b", ".*b"].map((pattern) => parseRegex(pattern));

type Plan =
  | { readonly of: "texts"; readonly texts: readonly string[] }
  | { readonly of: "pattern"; readonly regex: Regex }
  | { readonly of: "length"; readonly min: number; readonly more: number }
  | { readonly of: "both" | "either"; readonly left: Plan; readonly right: Plan }
  | { readonly of: "other"; readonly left: Plan };

const plans = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({ of: fc.constant("texts" as const), texts: fc.subarray(TEXTS) }),
    fc.record({ of: fc.constant("pattern" as const), regex: fc.constantFrom(...PATTERNS) }),
    fc.record({ of: fc.constant("length" as const), min: fc.nat({ max: 3 }), more: fc.nat({ max: 3 }) }),
    fc.record({ of: fc.constantFrom("both" as const, "either" as const), left: tie("plan"), right: tie("plan") }),
    fc.record({ of: fc.constant("other" as const), left: tie("plan") }),
  ),
})).plan;

test("a set has the strings that its expression matches, and those that its parts say", () => {
  const engine = createEngine();
  const sets = createStringSets(engine);
  const make = (plan: Plan): StringSet => {
    switch (plan.of) {
      case "texts":
        return stringsOf(plan.texts);
      case "pattern":
        return stringsMatching(plan.regex);
      case "length":
        return stringsOfLength(plan.min, plan.min + plan.more);
      case "other":
        return sets.other(make(plan.left));
      default:
        return sets[plan.of](make(plan.left), make(plan.right));
    }
  };
  const matches = (regex: Regex, text: string): boolean => {
    let expr = engine.intern(regex);
    for (const byte of bytesOf(text)) expr = engine.derivative(expr, byte);
    return engine.nullable(expr);
  };
  const isMember = (plan: Plan, text: string): boolean => {
    if (text.includes("\ud800")) return false;
    switch (plan.of) {
      case "texts":
        return plan.texts.includes(text);
      case "pattern":
        return matches(plan.regex, text);
      case "length":
        return [...text].length >= plan.min && [...text].length <= plan.min + plan.more;
      case "other":
        return !isMember(plan.left, text);
      case "both":
        return isMember(plan.left, text) && isMember(plan.right, text);
      case "either":
        return isMember(plan.left, text) || isMember(plan.right, text);
    }
  };
  fc.assert(
    fc.property(plans, (plan) => {
      const set = make(plan);
      const writable = TEXTS.filter((text) => !text.includes("\ud800"));
      const found = TEXTS.filter((text) => sets.has(set, text));
      expect(found).toEqual(TEXTS.filter((text) => isMember(plan, text)));
      expect(writable.filter((text) => matches(stringRegex(set), text))).toEqual(found);
      if (found.length > 0) expect(sets.isEmpty(set)).toBe(false);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test("lengths of more than 2³⁰ characters, which no text has", () => {
  for (const bound of [2 ** 30 - 1, 2 ** 30, 2 ** 31 - 1, 1e15, Number.MAX_SAFE_INTEGER]) {
    for (const schema of [{ maxLength: bound }, { propertyNames: { maxLength: bound, pattern: "b" } }]) {
      const { language } = compileSchema(schema);
      for (const text of ['"abc"', '{"abc":1}']) expect([bound, accepts(language, text)]).toEqual([bound, true]);
    }
    const { language } = compileSchema({ type: "string", minLength: bound, maxLength: bound });
    expect(accepts(language, '"abc"')).toBe(false);
    expect(language.cost(language.start)).toBe(2 ** 30 + 1);
  }
  expect(() => compileSchema({ type: "string", minLength: 2 ** 40, maxLength: 2 ** 39 })).toThrow(SchemaError);
});
