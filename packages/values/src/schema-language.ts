// The language of a schema that also parses: it converts texts to values and checks them with the schema's own
// validator if there is one.

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

/** The JSON texts of the values that a schema describes. */
export interface SchemaLanguage<Value = unknown> extends Language {
  /** What is not enforced, and what is checked only when a text is complete. */
  readonly notices: readonly SchemaIssue[];
  /**
   * Returns the value of a text, as returned by the schema's validator, or the issues. Rejects only if the validator
   * throws.
   */
  read(text: string): Promise<Validation<Value>>;
}

/** How to read and write a schema: see `@espalier/json-schema`. */
export interface JsonSchemaOptions extends SchemaOptions, ReadSchemaOptions {}

/** The type of the values of a schema, or of a language made from one. */
export type ObjectValue<Schema> = Schema extends { read(text: string): Promise<Validation<infer Value>> }
  ? Value
  : SchemaValue<Schema>;

const OPTIONS: KindsOf<JsonSchemaOptions> = { ...schemaOptions, ...readOptions };
const checkJsonSchema = signature("jsonSchema", { schema: anything, options: optionsOf(OPTIONS) });

/**
 * Returns the language of a schema: a JSON Schema (an object or a boolean), or a schema of zod, arktype, valibot
 * (through `toStandardJsonSchema`) or TypeBox. Its texts are the JSON texts of valid values. Every keyword is enforced;
 * otherwise the schema is rejected. As in JSON Schema, objects may have undeclared properties, unless `objects` is
 * `"closed"`.
 *
 * @throws SchemaError if the schema is malformed, cannot be enforced, or has no value; with every issue and its
 * position.
 * @throws ArgumentError for an unknown option.
 *
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

/** Returns the language of a schema that has been read. */
export function languageOf<Value>(read: ReadSchema<Value>, options: SchemaOptions = {}): SchemaLanguage<Value> {
  const { draft = read.draft, ...rest } = options;
  const compile = read.validated ? compileValidated : compileSchema;
  const compiled = compile(read.schema, { ...rest, ...(draft === undefined ? {} : { draft }) });
  const language = { ...compiled.language, read: (text: string) => readValue(text, read) };
  return noted(language, () => [...read.notices, ...compiled.notices]);
}

/**
 * Writing options for texts that are only parsed. At most one blank stands between parts, as models write JSON on one
 * line; if more is allowed, small models may fill pages with blanks. Integers have only digits.
 */
export const FOR_VALUES: SchemaOptions = { whitespace: { kind: "flexible", limit: 1 }, integers: "plain" };

/**
 * Returns the language of a schema with closed objects, or the argument if it is already a language.
 *
 * @throws ArgumentError for a language that was not made from a schema.
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
