export type { Dtype } from "@espalier/onnx";
export type { LoadOptions, Progress } from "./load-model.js";
export { loadModel } from "./load-model.js";
