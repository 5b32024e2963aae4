// Whether the options of a plain `oneOf` exclude each other, so that it means the same as `anyOf`: by type, by constants,
// or by a required property with different constants.

import type { Keywords, Subschema } from "../document/subschema.js";

/** The longest chain of references to follow. */
const MOST_STEPS = 8;

/** The most options to compare: each is compared with each. */
const MOST_OPTIONS = 500;

/** Returns whether certainly no value satisfies two of `options`; false for more than 500. */
export function areDisjoint(options: readonly Subschema[]): boolean {
  if (options.length > MOST_OPTIONS) return false;
  return options.every((option, i) => options.slice(0, i).every((other) => excludes(option, other)));
}

function excludes(left: Subschema, right: Subschema): boolean {
  const [a, b] = [keywordsOf(left), keywordsOf(right)];
  if (a === undefined || b === undefined) return false;
  const [some, others] = [constantsOf(a), constantsOf(b)];
  if (some !== undefined && others !== undefined) return [...some].every((value) => !others.has(value));
  const [types, otherTypes] = [typesOf(a), typesOf(b)];
  if (types === undefined || otherTypes === undefined) return false;
  const common = [...types].filter((type) => otherTypes.has(type));
  return common.length === 0 || (common.join() === "object" && areTagged(a, b));
}

/** Whether both require a property that has other constants in the other. */
function areTagged(a: Keywords, b: Keywords): boolean {
  return (a.required ?? []).some((name) => {
    const [one, other] = [a.properties?.get(name), b.properties?.get(name)];
    if (one === undefined || other === undefined || b.required?.includes(name) !== true) return false;
    const [some, others] = [one, other].map((schema) => constantsOf(keywordsOf(schema)));
    return some !== undefined && others !== undefined && [...some].every((value) => !others.has(value));
  });
}

/** The constants of a subschema as JSON; `undefined` if it is not restricted to constants. */
function constantsOf(keywords: Keywords | undefined): ReadonlySet<string> | undefined {
  const values = keywords?.const === undefined ? keywords?.enum : [keywords.const.value];
  return values === undefined ? undefined : new Set(values.map((value) => JSON.stringify(value)));
}

function typesOf(keywords: Keywords): ReadonlySet<string> | undefined {
  if (keywords.types !== undefined) {
    return new Set([...keywords.types].map((type) => (type === "integer" ? "number" : type)));
  }
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  return values === undefined ? undefined : new Set(values.map((value) => (value === null ? "null" : typeof value)));
}

/** Returns the keywords of a subschema or of what it only refers to; `undefined` if it is `true` or `false`. */
function keywordsOf(schema: Subschema): Keywords | undefined {
  let { keywords } = schema;
  for (let step = 0; step < MOST_STEPS && typeof keywords === "object"; step++) {
    const target = keywords.references ?? keywords.allOf;
    if (target === undefined || target.length > 1) return keywords;
    keywords = target[0]!.keywords;
  }
  return undefined;
}
