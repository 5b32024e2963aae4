// The front door. First, languages from text:

export { python } from "@espalier/python";
export { type JsonSchemaOptions, jsonSchema, type SchemaLanguage } from "./json-schema.js";
export { gbnf, lark, regex } from "./languages.js";
export { nestedSchemas } from "./nested-schema.js";

// Without a model: check a text, draw sentences, see why.

export { type Check, check } from "./check.js";
export { type Explanation, explain, explainToken, type TokenExplanation } from "./explain.js";
export { SampleLengthError, type SampleOptions, sample } from "./sample.js";

// With a model: generate.

export { type ChatPromptOptions, chatPrompt } from "./chat-prompt.js";
export {
  complete,
  type Generated,
  type GeneratedEvent,
  type GenerateOptions,
  generate,
  type ProgramOptions,
  type WrittenFile,
} from "./generate.js";
export { loadModel } from "./node.js";

// With a model and a gap: what stands between a prefix and a suffix.

export { type Filled, type FillOptions, fill } from "./fill.js";
export { lsp, repository } from "./node.js";
export type { MonitorRecord } from "./program-monitors.js";
export type { Repository } from "./repository.js";
export type { ContextOptions } from "./repository-context.js";

// With a model and a schema: typed values.

export { generateToolCalls, type ToolCallGenerationOptions, type ToolCallResult } from "./generate-tool-calls.js";
export type { ObjectEvent, ObjectResult, PartialValue } from "./object-event.js";
export type { ObjectStream } from "./object-stream.js";
export { generateObject, type ObjectOptions, streamObject } from "./objects.js";
export type { ThinkFirst } from "./think-first.js";
export { type ToolCall, type ToolCallFormat, type ToolCallLanguage, toolCalls } from "./tool-calls.js";

// What goes wrong; each is told by its `name` and `code`.

export type { AskedQuestion, HoleMonitor, ProgramMonitor } from "@espalier/analysis";
export type { LspMonitor } from "@espalier/analysis-lsp";
export { type TypescriptMonitor, typescript } from "@espalier/analysis-typescript";
export { ArgumentError } from "@espalier/arguments";
export { RegexSyntaxError } from "@espalier/automata";
export { BudgetError, DeadEndError, partialOf } from "@espalier/decode";
export { SchemaError } from "@espalier/json-schema";
export { ModelError } from "@espalier/model";
export { formatNotationError, NotationError } from "@espalier/notation";
export { ObjectError } from "./object-error.js";

// The parts, under their own names.

export type { RegexMonitor } from "@espalier/automata";
export {
  createDecoder,
  type Generation,
  type GenerationEvent,
  type Sampling,
} from "@espalier/decode";
export {
  FillError,
  fillMiddle,
  type Gap,
  type LexedLanguage,
  type OpaqueRegion,
  withPlaceholders,
} from "@espalier/gaps";
export { type SchemaInput, type SchemaIssue, type SchemaValue, schemaSource } from "@espalier/json-schema";
export type { Model } from "@espalier/model";
export {
  type Answer,
  afterGiven,
  createFuel,
  deny,
  endsWith,
  type Fuel,
  FuelError,
  type FuelUse,
  gate,
  type Marker,
  type Monitor,
  MonitorError,
  type MonitorParts,
  monitorOf,
  type ObjectState,
  objectStates,
  onTrigger,
  optional,
  type Protocol,
  product,
  protocol,
  scoped,
  sequence,
  star,
  strings,
  type Typestate,
  type TypestateEvent,
  trigger,
  trimmed,
  typestate,
  union,
  until,
} from "@espalier/monitor";
export { readGbnf, readLark, writeGbnf, writeLark } from "@espalier/notation";
export { type Language, type Lexeme, type LexemeMonitor, overLexemes } from "@espalier/syntax";
export { buildTrie, createMasker, createPlainMasker } from "@espalier/trie";
export { type StopAfter, stopRules } from "./stop-rules.js";
