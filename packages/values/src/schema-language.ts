// A schema to a language that also reads: its texts as values, judged by the schema's own validator where it has one.

import { ArgumentError, anything, type KindsOf, signature } from "@espalier/arguments";
import {
  compileSchema,
  compileValidated,
  type ReadSchema,
  type ReadSchemaOptions,
  readOptions,
  readSchema,
  type SchemaInput,
  type SchemaIssue,
  type SchemaOptions,
  type SchemaValue,
  schemaOptions,
  type Validation,
} from "@espalier/json-schema";
import type { Language } from "@espalier/syntax";
import { noted } from "./noted.js";
import { isObject, optionsOf } from "./options.js";

/** The JSON texts whose values a schema describes. */
export interface SchemaLanguage<Value = unknown> extends Language {
  /** What is not enforced, and what is checked only once a text is whole. */
  readonly notices: readonly SchemaIssue[];
  /** The value of a text, as the schema's validator gives it; what is wrong with it otherwise. Rejects only if the validator throws. */
  read(text: string): Promise<Validation<Value>>;
}

/** How a schema is read and written: see `@espalier/json-schema`. */
export interface JsonSchemaOptions extends SchemaOptions, ReadSchemaOptions {}

/** The type of the values that a schema, or a language made of one, gives. */
export type ObjectValue<Schema> = Schema extends { read(text: string): Promise<Validation<infer Value>> }
  ? Value
  : SchemaValue<Schema>;

const OPTIONS: KindsOf<JsonSchemaOptions> = { ...schemaOptions, ...readOptions };
const checkJsonSchema = signature("jsonSchema", { schema: anything, options: optionsOf(OPTIONS) });

/**
 * The language of a schema: a JSON Schema (an object or a boolean), or a schema of zod, arktype, valibot (through
 * `toStandardJsonSchema`) or TypeBox. Its texts are the JSON texts of valid values; every keyword is enforced, or the schema is refused.
 * Objects may have properties that nobody declared, as JSON Schema has it; `objects: "closed"` does not let them.
 *
 * @throws SchemaError for a schema that is malformed, cannot be enforced, or has no value; with every issue and its place.
 * @throws ArgumentError when an option is unknown.
 * @example
 * const language = jsonSchema({ type: "object", properties: { port: { type: "integer", maximum: 65535 } }, required: ["port"] });
 * await language.read('{"port": 80}'); // => { kind: "valid", value: { port: 80 } }
 */
export function jsonSchema<const Schema extends SchemaInput>(
  schema: Schema,
  options: JsonSchemaOptions = {},
): SchemaLanguage<SchemaValue<Schema>> {
  checkJsonSchema(schema, options);
  const { objects, libraryOptions, ...compiling } = options;
  return languageOf(
    readSchema(schema, { ...(objects && { objects }), ...(libraryOptions && { libraryOptions }) }),
    compiling,
  );
}

/** The language of a schema that was read. */
export function languageOf<Value>(read: ReadSchema<Value>, options: SchemaOptions = {}): SchemaLanguage<Value> {
  const { draft = read.draft, ...rest } = options;
  const compile = read.validated ? compileValidated : compileSchema;
  const compiled = compile(read.schema, { ...rest, ...(draft === undefined ? {} : { draft }) });
  const language = { ...compiled.language, read: (text: string) => readValue(text, read) };
  return noted(language, () => [...read.notices, ...compiled.notices]);
}

/**
 * How values are written that are only to be read. Parts have at most one blank between them, as models write JSON on one line; where more is
 * allowed, small models fill pages with it. Integers are digits alone.
 */
export const FOR_VALUES: SchemaOptions = { whitespace: { kind: "flexible", limit: 1 }, integers: "plain" };

/**
 * What was given as a schema, as a language with closed objects; or the language that it is.
 *
 * @throws ArgumentError for a language that was made of no schema.
 */
export function schemaLanguage(where: string, schema: unknown): SchemaLanguage<unknown> {
  if (isSchemaLanguage(schema)) return schema;
  if (isObject(schema) && typeof schema.step === "function" && typeof schema.accepts === "function")
    throw new ArgumentError(
      "wrong-type",
      "schema",
      `${where} takes a schema, or a language that jsonSchema made of one.`,
    );
  return languageOf(readSchema(schema as SchemaInput, { objects: "closed" }), FOR_VALUES);
}

function isSchemaLanguage(schema: unknown): schema is SchemaLanguage<unknown> {
  return isObject(schema) && typeof schema.step === "function" && typeof schema.read === "function";
}

async function readValue<Value>(text: string, { validate }: ReadSchema<Value>): Promise<Validation<Value>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: "invalid", issues: [{ message: (error as Error).message, path: [] }] };
  }
  return validate(value);
}
