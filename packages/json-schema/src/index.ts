// JSON Schema as a language.

export { SchemaError, type SchemaErrorCode, type SchemaIssue } from "./document/issue.js";
export type { Draft } from "./document/subschema.js";
// For packages that pass options on.
export { readOptions, schemaOptions } from "./kinds.js";
export { type CompiledSchema, compileSchema } from "./language/compile.js";
export { compileValidated } from "./language/leave-to-validator.js";
export { createPartialJson, JsonTextError, type PartialJson } from "./language/partial.js";
export { type SchemaSource, schemaSource } from "./language/source.js";
export type {
  JsonSchemaValue,
  SchemaInput,
  SchemaInstance,
  SchemaValue,
  StandardJsonSchema,
} from "./libraries/schema-types.js";
export {
  type ReadSchema,
  type ReadSchemaOptions,
  readSchema,
  type Validation,
  type ValueIssue,
} from "./libraries/standard-schema.js";
export type { NumberModule, PlainModules, StringModule } from "./plain/modules.js";
export { numberRanges } from "./plain/numbers.js";
export { type PlainSchemaOptions, type PlainSchemaSource, plainSchemaSource } from "./plain/plain-source.js";
export { formatKeyword, patternKeyword } from "./plain/string-keywords.js";
export type { MemberOrder, SchemaLimits, SchemaOptions } from "./rules/options.js";
export type { Whitespace } from "./rules/whitespace.js";
export type { Escapes } from "./strings/quoting.js";
