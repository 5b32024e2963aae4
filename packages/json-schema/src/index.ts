// JSON Schema to a language.
export type { SchemaIssue } from "./issue.js";
export { SchemaError } from "./issue.js";
