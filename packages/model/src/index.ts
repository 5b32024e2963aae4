export type { ModelErrorCode, ModelErrorDetails } from "./error.js";
export { ModelError } from "./error.js";
// Used by the packages that take models.
export { modelKind, sessionKind, signalKind } from "./kinds.js";
export { checkLogits, float16ToFloat32, logitsOf } from "./logits.js";
export type {
  AbortSignalLike,
  Addition,
  ChatTemplate,
  Checkpoint,
  Logits,
  Model,
  RecommendedSampling,
  Session,
} from "./model.js";
export { checkLogitsSize } from "./pair.js";
