// Opens a fetched model file in this thread.

import { type Decoder, decoderOf } from "@espalier/onnx";
import { type ExternalData, openModel, type RuntimeOptions } from "./runtime.js";

/** What is needed to open a model, as data that can be sent to a worker. */
export interface DecoderFile extends RuntimeOptions {
  readonly model: Uint8Array;
  readonly external: readonly ExternalData[];
  /** The model file, relative to its folder, for error messages. */
  readonly path: string;
  readonly heads?: number;
  readonly firstPosition: number;
}

/** @throws {ModelError} as `openModel` and `decoderOf`. */
export async function openDecoder({
  model,
  external,
  path,
  heads,
  firstPosition,
  ...options
}: DecoderFile): Promise<Decoder> {
  const session = await openModel(model, external, path, options);
  return decoderOf(session, path, {
    firstPosition,
    caches: options.device === "webgpu" ? "gpu" : "main-memory",
    ...(heads === undefined ? {} : { heads }),
  });
}
