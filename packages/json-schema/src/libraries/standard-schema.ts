// Turns any accepted schema into a JSON Schema document and, if the schema has one, the validator of its values.
//
// A JSON Schema (an object or a boolean; TypeBox schemas are such objects) is used as it is. A schema with Standard
// Schema's JSON Schema interface is converted by its own library. The *input* side is converted, because a model writes
// values that are validated afterwards: transforms and defaults have not been applied yet. Checks that JSON Schema
// cannot express (refinements, transforms) are left to the validator, which sees every value before the caller does.

import { anything, signature } from "@espalier/arguments";
import { SchemaError, type SchemaIssue } from "../document/issue.js";
import { readOptionsKind } from "../kinds.js";
import { closeObjects } from "./close-objects.js";
import type { SchemaInput, SchemaValue, StandardIssue, StandardResult } from "./schema-types.js";
import { valibotOptions } from "./valibot.js";

/** Options of {@link readSchema}. */
export interface ReadSchemaOptions {
  /**
   * What is allowed in an object that declares properties and does not say whether other properties are allowed.
   * `as-declared` (the default): any property, as in JSON Schema. `closed`: no other property. `closed` is recommended
   * for libraries' schemas, whose `input` side leaves objects open: a model that may invent properties often invents
   * some. Objects with `additionalProperties` or `unevaluatedProperties` are not changed.
   */
  readonly objects?: "as-declared" | "closed";
  /** Passed to the library that converts the schema: zod, for example, takes `{ unrepresentable: "any" }`. */
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

/** A schema as a JSON Schema document, with the validator of its values. */
export interface ReadSchema<Value> {
  /** The JSON Schema: an object or a boolean, not yet checked. */
  readonly schema: unknown;
  /** The draft, if it is known and the document does not state it: TypeBox writes tuples as in draft 2019-09. */
  readonly draft?: "2019-09";
  /** The library that converted the schema: `zod`, `arktype`, `valibot`, …; absent for a JSON Schema. */
  readonly vendor?: string;
  /**
   * Whether `validate` runs a validator. If so, patterns and formats that no language can enforce may be left to it
   * (`compileValidated`).
   */
  readonly validated: boolean;
  /**
   * Findings for the user: values are validated afterwards, objects that could not be closed, checks that nothing runs.
   */
  readonly notices: readonly SchemaIssue[];
  /**
   * Validates a parsed value with the schema's own validator; without one, returns the value unchanged. The promise
   * rejects only if the validator throws.
   */
  validate(value: unknown): Promise<Validation<Value>>;
}

/**
 * The result of validating a value. A valid result holds the validator's output: trimmed, transformed, with defaults.
 */
export type Validation<Value> =
  | { readonly kind: "valid"; readonly value: Value }
  | { readonly kind: "invalid"; readonly issues: readonly ValueIssue[] };

/** One problem in a value. */
export interface ValueIssue {
  readonly message: string;
  /** Keys and indexes from the root to the problem. */
  readonly path: readonly (string | number)[];
}

const TARGET = "draft-2020-12";

const checkReadSchema = signature("readSchema", { input: anything, options: readOptionsKind });

/**
 * Reads a JSON Schema, a TypeBox schema, or a schema with Standard Schema's JSON Schema interface.
 *
 * @throws SchemaError if the input is none of these, or if its library cannot express it as JSON Schema (with the
 * library's reason).
 *
 * @example
 * const { schema } = readSchema({ type: "object", properties: { a: true } }, { objects: "closed" });
 * schema; // => { type: "object", properties: { a: true }, additionalProperties: false }
 */
export function readSchema<const Schema extends SchemaInput>(
  input: Schema,
  options: ReadSchemaOptions = {},
): ReadSchema<SchemaValue<Schema>> {
  checkReadSchema(input, options);
  const read = readDocument(input, options);
  if (options.objects !== "closed") return read as ReadSchema<SchemaValue<Schema>>;
  const { schema, notices } = closeObjects(read.schema);
  return { ...read, schema, notices: [...read.notices, ...notices] } as ReadSchema<SchemaValue<Schema>>;
}

function readDocument(input: unknown, { libraryOptions }: ReadSchemaOptions): ReadSchema<unknown> {
  if (typeof input === "boolean") return { schema: input, validated: false, notices: [], validate: asItIs };
  if ((typeof input !== "object" && typeof input !== "function") || input === null || Array.isArray(input))
    throw invalid(
      "bad-value",
      `a schema cannot be ${wordFor(input)}`,
      "Give a JSON Schema object, or a schema of zod, arktype, valibot or TypeBox.",
    );
  const standard = "~standard" in input ? input["~standard"] : undefined;
  if (isObject(standard)) return readStandard(standard, libraryOptions);
  if (typeof input === "function")
    throw invalid("bad-value", "a schema cannot be a function", "If it makes a schema, call it first.");
  if (!("~kind" in input)) return { schema: input, validated: false, notices: [], validate: asItIs };
  return {
    schema: input,
    draft: "2019-09",
    vendor: "typebox",
    validated: false,
    notices: hasUnchecked(input) ? [UNCHECKED] : [],
    validate: asItIs,
  };
}

function readStandard(
  standard: Readonly<Record<string, unknown>>,
  libraryOptions: ReadSchemaOptions["libraryOptions"],
): ReadSchema<unknown> {
  const vendor = typeof standard.vendor === "string" ? standard.vendor : "its library";
  const { jsonSchema, validate } = standard;
  if (!isObject(jsonSchema) || typeof jsonSchema.input !== "function") {
    const hint =
      vendor === "valibot"
        ? "Wrap it: toStandardJsonSchema(schema), of @valibot/to-json-schema."
        : "Use a version of the library that has it, or give the JSON Schema itself.";
    throw invalid("not-convertible", `this schema of ${vendor} lacks Standard Schema's JSON Schema interface`, hint);
  }
  let schema: unknown;
  const left = new Set<string>();
  const own = vendor === "valibot" ? valibotOptions((check) => left.add(check)) : {};
  try {
    schema = jsonSchema.input({ target: TARGET, libraryOptions: { ...own, ...libraryOptions } });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unsupported(
      "not-convertible",
      `${vendor} cannot express this schema as JSON Schema: ${reason.replace(/[.\s]+$/, "")}`,
      "Describe what the JSON text holds (for a date: a string with a format) and transform it afterwards.",
    );
  }
  if (typeof schema !== "boolean" && (!isObject(schema) || Array.isArray(schema)))
    throw invalid(
      "not-convertible",
      `${vendor} converted this schema to ${wordFor(schema)}`,
      "This is a fault of the library.",
    );
  if (typeof validate !== "function") return { schema, vendor, validated: false, notices: [], validate: asItIs };
  const judge = validate.bind(standard) as (
    value: unknown,
  ) => StandardResult<unknown> | Promise<StandardResult<unknown>>;
  return {
    schema,
    vendor,
    validated: true,
    notices: [validatedBy(vendor, left)],
    validate: async (value) => validation(await judge(value)),
  };
}

/** Returns whether a TypeBox schema has refinements or codecs, which its JSON does not show. */
function hasUnchecked(schema: object): boolean {
  const seen = new Set<object>([schema]);
  for (const each of seen) {
    if ("~refine" in each || "~codec" in each) return true;
    for (const value of Object.values(each)) if (isObject(value)) seen.add(value);
  }
  return false;
}

function validation(result: StandardResult<unknown>): Validation<unknown> {
  if (!result.issues) return { kind: "valid", value: (result as { readonly value: unknown }).value };
  return { kind: "invalid", issues: Array.from(result.issues, valueIssue) };
}

function valueIssue({ message, path = [] }: StandardIssue): ValueIssue {
  const keys = Array.from(path, (part) => (typeof part === "object" ? part.key : part));
  return { message: String(message), path: keys.map((key) => (typeof key === "number" ? key : String(key))) };
}

async function asItIs(value: unknown): Promise<Validation<unknown>> {
  return { kind: "valid", value };
}

function validatedBy(vendor: string, left: ReadonlySet<string>): SchemaIssue {
  const named = left.size === 0 ? "" : ` (here: ${[...left].join(", ")})`;
  return {
    code: "validated-afterwards",
    pointer: "#",
    message: `${vendor} validates complete values: refinements and transforms are not part of JSON Schema${named}`,
    hint: "A value that fails is an error; allow retries, or say it as a pattern, a format or a bound.",
  };
}

const UNCHECKED: SchemaIssue = {
  code: "not-validated",
  pointer: "#",
  message: "Refinements and codecs of TypeBox are not part of JSON Schema, and nothing runs them",
  hint: "Run Value.Decode of TypeBox on the value.",
};

function invalid(code: string, message: string, hint: string): SchemaError {
  return new SchemaError("invalid-schema", [{ code, pointer: "#", message, hint }]);
}

function unsupported(code: string, message: string, hint: string): SchemaError {
  return new SchemaError("unsupported-schema", [{ code, pointer: "#", message, hint }]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function wordFor(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
