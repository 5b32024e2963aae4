// JSON Schema to a language.
export { type CompiledSchema, compileSchema } from "./compile.js";
export type { Draft } from "./document/subschema.js";
export { SchemaError, type SchemaErrorCode, type SchemaIssue } from "./issue.js";
// Used by packages that pass options on.
export { readOptions, schemaOptions } from "./kinds.js";
export { compileValidated } from "./leave-to-validator.js";
export type { MemberOrder, SchemaLimits, SchemaOptions } from "./options.js";
export { createPartialJson, JsonTextError, type PartialJson } from "./partial.js";
export type { Whitespace } from "./rules/whitespace.js";
export type { JsonSchemaValue, SchemaInput, SchemaInstance, SchemaValue, StandardJsonSchema } from "./schema-types.js";
export { type SchemaSource, schemaSource } from "./source.js";
export {
  type ReadSchema,
  type ReadSchemaOptions,
  readSchema,
  type Validation,
  type ValueIssue,
} from "./standard-schema.js";
export type { Escapes } from "./text/quoting.js";
