// The front door. First, languages from text:

export { gbnf, lark, regex } from "./languages.js";

// Without a model: check a text, draw sentences, see why.

export { type Check, check } from "./check.js";
export { type Explanation, explain, explainToken, type TokenExplanation } from "./explain.js";
export { SampleLengthError, type SampleOptions, sample } from "./sample.js";

// With a model: generate.

export { loadModel } from "@espalier/onnx-node";
export { complete, type GenerateOptions, generate } from "./generate.js";

// The parts, under their own names.

export type { RegexMonitor } from "@espalier/automata";
export {
  BudgetError,
  createDecoder,
  DeadEndError,
  type Generation,
  type GenerationEvent,
  type Sampling,
} from "@espalier/decode";
export type { Model } from "@espalier/model";
export { deny, type Monitor, product, sequence, strings, union } from "@espalier/monitor";
export { formatNotationError, readGbnf, readLark, writeGbnf, writeLark } from "@espalier/notation";
export type { Language } from "@espalier/syntax";
export { buildTrie, createMasker } from "@espalier/trie";
