// Models from a folder on disk, through onnxruntime-node.

import type { Model } from "@espalier/model";
import * as onnx from "@espalier/onnx-node";

/**
 * Loads a model that was exported for transformers.js from a local folder, a path or a `file:` URL: `tokenizer.json` and
 * `onnx/model*.onnx`. Needs `onnxruntime-node`. Nothing is fetched from a network.
 *
 * @throws ModelError when the folder holds no such model, or there is no runtime.
 * @throws ArgumentError when an option is unknown.
 */
export async function loadModel(folder: string | URL, options: onnx.LoadOptions = {}): Promise<Model> {
  return onnx.loadModel(folder, options);
}
