// The exports for a first program, 45 at most. The underlying packages export what is needed to compose languages,
// masks and loops.

// Languages from text.

export { python } from "@espalier/python";
export { jsonSchema } from "@espalier/values";
export { gbnf, lark, regex } from "./languages.js";
export { nestedSchemas } from "./nested-schema.js";

// Without a model: check a text, sample sentences, explain.

export { type Check, check } from "./check.js";
export { type Explanation, explain, explainToken, type TokenExplanation } from "./explain.js";
export { type SampleOptions, sample } from "./sample.js";

// With a model: generate.

export { chatPrompt } from "@espalier/values";
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

// With a model and a gap: fill what stands between a prefix and a suffix.

export { fillMiddle } from "@espalier/gaps";
export { type Filled, type FillOptions, fill } from "./fill.js";
export { repository } from "./node.js";
export type { Repository } from "./repository.js";
export { stopRules } from "./stop-rules.js";

// With a model and a program: allow only what exists in it.

export { typescript } from "@espalier/analysis-typescript";
export { lsp } from "./node.js";
export type { MonitorRecord } from "./program-monitors.js";

// With a model and a schema: typed values, and tool calls.

export { generateObject, generateToolCalls, toolCalls } from "@espalier/values";
export { streamObject } from "./object-stream.js";

// Errors, identified by `name` and `code`.

export { ArgumentError } from "@espalier/arguments";
export { BudgetError, DeadEndError } from "@espalier/decode";
export { FillError } from "@espalier/gaps";
export { SchemaError } from "@espalier/json-schema";
export { ModelError } from "@espalier/model";
export { NotationError } from "@espalier/notation";
export { ObjectError } from "@espalier/values";
