export type { LogitsTensor, TransformersTokenizer } from "./kinds.js";
export { type LanguageProcessor, languageProcessor, type ProcessorOptions } from "./language-processor.js";
export { type ObjectStreamerOptions, type OnValue, objectStreamer, type Streamer } from "./object-streamer.js";
export { ProcessorError, type ProcessorErrorCode } from "./processor-error.js";
export type { BatchIds } from "./sequences.js";
