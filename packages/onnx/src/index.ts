export {
  type Configuration,
  DTYPE_SUFFIX,
  type Dtype,
  externalDataCount,
  FILE_STEMS,
  preferredDtype,
} from "./configuration.js";
export { type Decoder, decoderOf, type Feeding } from "./decoder.js";
export { exportedModel, type ModelFiles, type ReadFiles, readFiles } from "./exported-model.js";
export { dtypeKind, threadsKind, urlKind } from "./kinds.js";
export type { PackedError, Reply, Request } from "./messages.js";
export { type RemoteDecoder, remoteDecoder, type WorkerPort } from "./remote-decoder.js";
export {
  firstLine,
  type InferenceSession,
  isOutOfMemory,
  messageOf,
  openingError,
  type RunOptions,
  type Tensor,
  type TensorData,
  type ValueInfo,
} from "./runtime.js";
export { serveDecoder } from "./serve-decoder.js";
export type { PastId, Step, Stepper } from "./stepper.js";
