// JSON Schema in pages, as `@espalier/json-schema/page`: what a page downloads first. It has no static import of the
// full compiler, so a bundler that splits code leaves this out.

export { SchemaError, type SchemaErrorCode, type SchemaIssue } from "./document/issue.js";
export type { CompiledSchema } from "./language/compile.js";
export { type LoadSchemaOptions, loadSchema } from "./language/load-schema.js";
export { createPartialJson, JsonTextError, type PartialJson } from "./language/partial.js";
export { type ReadSchema, type ReadSchemaOptions, readSchema } from "./libraries/standard-schema.js";
export type { NumberModule, PlainModules, StringModule } from "./plain/modules.js";
export { type PlainSchemaOptions, type PlainSchemaSource, plainSchemaSource } from "./plain/plain-source.js";
