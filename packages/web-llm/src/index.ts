export {
  createLogitProcessor,
  type LanguageLogitProcessor,
  type TextOptions,
  WebLlmError,
  type WebLlmErrorCode,
} from "./logit-processor.js";
