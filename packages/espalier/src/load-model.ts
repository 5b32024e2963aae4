// Loads models from a folder on disk, through onnxruntime-node.

import type { Model } from "@espalier/model";
import * as onnx from "@espalier/onnx-node";

/**
 * Loads a model that was exported for transformers.js from a local folder, given as a path or a `file:` URL:
 * `tokenizer.json` and `onnx/model*.onnx`. Requires `onnxruntime-node`. Uses no network.
 *
 * @throws ModelError if the folder contains no such model, or the runtime is missing.
 * @throws ArgumentError for an unknown option.
 */
export async function loadModel(folder: string | URL, options: onnx.LoadOptions = {}): Promise<Model> {
  return onnx.loadModel(folder, options);
}
