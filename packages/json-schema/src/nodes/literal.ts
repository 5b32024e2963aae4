// Literals: a subschema or its negation, as an integer. A node (node.ts) is the set of values that satisfy several
// literals.
//
//     2 · number            the subschema holds
//     2 · number + 1        the subschema does not hold

import { emptyKeywords } from "../document/empty-keywords.js";
import type { JsonValue, Keywords, Subschema } from "../document/subschema.js";
import { onceFor } from "../text/recall.js";
import { createContents } from "./contents.js";

export type Literal = number;

/** Numbers subschemas as they are met, including those made from constants. */
export interface Literals {
  /**
   * Returns the literal "this subschema holds". A subschema that is only a reference has the literal of its target, and
   * subschemas with the same content have the same literal.
   */
  of(schema: Subschema): Literal;
  /** Returns the literal "the value is this one" for an object or an array. It makes a schema that says so. */
  ofValue(value: JsonValue): Literal;
  schema(literal: Literal): Subschema;
  /** Returns whether the schema is `false`. */
  refusesAll(literal: Literal): boolean;
  /** Returns the literal "one of these holds". */
  anyOf(schemas: readonly Subschema[]): Literal;
  readonly nothing: Literal;
  readonly anything: Literal;
}

export const negated = (literal: Literal): Literal => literal ^ 1;
export const isNegative = (literal: Literal): boolean => (literal & 1) === 1;

const BLANK: Keywords = emptyKeywords();

/** Returns the end of a chain of subschemas that are only references. Chains have ends: loops.ts refuses the others. */
function targetOf(schema: Subschema): Subschema {
  let target = schema;
  for (let next = referenceOf(target); next !== undefined; next = referenceOf(target)) target = next;
  return target;
}

/** Returns the target of a subschema that is only a reference. */
function referenceOf({ keywords }: Subschema): Subschema | undefined {
  if (typeof keywords === "boolean" || keywords.references?.length !== 1) return undefined;
  const only = (Object.keys(BLANK) as (keyof Keywords)[]).every(
    (name) => name === "references" || name === "integerByNotation" || keywords[name] === undefined,
  );
  return only ? keywords.references[0] : undefined;
}

const ARRAY: ReadonlySet<"array"> = new Set(["array"]);
const OBJECT: ReadonlySet<"object"> = new Set(["object"]);

export function createLiterals(): Literals {
  const numbers = new Map<Subschema, number>();
  const schemas: Subschema[] = [];
  const sameContent = createContents();

  function of(schema: Subschema): Literal {
    let number = numbers.get(schema);
    if (number === undefined) {
      const meant = sameContent(targetOf(schema));
      number = numbers.get(meant);
      if (number === undefined) {
        number = schemas.length;
        numbers.set(meant, number);
        schemas.push(meant);
      }
      numbers.set(schema, number);
    }
    return 2 * number;
  }

  const made = (keywords: Keywords | boolean): Subschema => ({ id: -1, pointer: "", keywords });
  const nothing = made(false);

  const schemaOf = (value: JsonValue): Subschema =>
    value === null || typeof value !== "object" ? made({ ...BLANK, const: { value } }) : containerLike(value);

  const containerLike = onceFor((value: Exclude<JsonValue, null | boolean | number | string>) =>
    made(Array.isArray(value) ? arrayLike(value) : objectLike(value as { readonly [key: string]: JsonValue })),
  );

  const arrayLike = (value: readonly JsonValue[]): Keywords => ({
    ...BLANK,
    types: ARRAY,
    ...(value.length === 0 ? {} : { prefixItems: value.map(schemaOf) }),
    items: nothing,
    minItems: value.length,
  });

  function objectLike(value: { readonly [key: string]: JsonValue }): Keywords {
    const keys = Object.keys(value);
    const properties = new Map(keys.map((key) => [key, schemaOf(value[key]!)]));
    return { ...BLANK, types: OBJECT, properties, required: keys, additionalProperties: nothing };
  }

  return {
    of,
    ofValue: (value: JsonValue): Literal => of(schemaOf(value)),
    schema: (literal: Literal): Subschema => schemas[literal >> 1]!,
    refusesAll: (literal: Literal): boolean => schemas[literal >> 1]!.keywords === false,
    anyOf: (schemas: readonly Subschema[]): Literal =>
      of(schemas.length === 1 ? schemas[0]! : made({ ...BLANK, anyOf: schemas })),
    nothing: of(nothing),
    anything: of(made(true)),
  };
}
