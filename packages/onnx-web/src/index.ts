export type { Dtype } from "@espalier/onnx";
export type { CacheUse } from "./download.js";
export { type LoadOptions, loadModel, type Progress } from "./load-model.js";
export type { Device } from "./runtime.js";
