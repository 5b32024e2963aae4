export { type ChatPromptOptions, chatPrompt } from "./chat-prompt.js";
export { generateToolCalls, type ToolCallGenerationOptions, type ToolCallResult } from "./generate-tool-calls.js";
export { ObjectError } from "./object-error.js";
export type { ObjectEvent, ObjectResult, PartialValue } from "./object-event.js";
export { generateObject, type ObjectOptions, streamObject } from "./objects.js";
// For packages that have options of their own.
export { IN_SAMPLING, omitted, optionsOf, picked } from "./options.js";
export { type JsonSchemaOptions, jsonSchema, type ObjectValue, type SchemaLanguage } from "./schema-language.js";
export type { ThinkFirst } from "./think-first.js";
export {
  type TextWithCalls,
  type ToolCall,
  type ToolCallFormat,
  type ToolCallLanguage,
  type Tools,
  toolCalls,
} from "./tool-calls.js";
export type { WritingOptions, WrittenText } from "./writing.js";
