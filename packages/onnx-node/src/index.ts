export type { Dtype } from "./folder.js";
export type { LoadOptions, Progress } from "./load-model.js";
export { loadModel } from "./load-model.js";
