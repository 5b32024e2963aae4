// JSON Schema to a language.
export type { SchemaIssue } from "./issue.js";
export { SchemaError } from "./issue.js";
export { createPartialJson, JsonTextError, type PartialJson } from "./partial.js";
export type { JsonSchemaValue, SchemaInput, SchemaValue, StandardJsonSchema } from "./schema-types.js";
export {
  type ReadSchema,
  type ReadSchemaOptions,
  readSchema,
  type Validation,
  type ValueIssue,
} from "./standard-schema.js";
