export type { ModelErrorCode, ModelErrorDetails } from "./error.js";
export { ModelError } from "./error.js";
// For packages that take models as arguments.
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
