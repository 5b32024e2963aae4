// A model file of a folder, opened in this thread.

import { join } from "node:path";
import { type Decoder, decoderOf } from "@espalier/onnx";
import { openFile, type SessionOptions } from "./runtime.js";

/** Everything that is needed to open a model file, as data, so that it can be sent to a worker. */
export interface DecoderFile extends SessionOptions {
  readonly folder: string;
  /** Relative to the folder. */
  readonly path: string;
  readonly heads?: number;
  readonly firstPosition: number;
}

/** @throws {ModelError} as `openFile` and `decoderOf` do. */
export async function openDecoder(file: DecoderFile): Promise<Decoder> {
  const session = await openFile(join(file.folder, ...file.path.split("/")), file.path, file);
  const { heads, firstPosition } = file;
  return decoderOf(session, file.path, {
    firstPosition,
    caches: "main-memory",
    ...(heads === undefined ? {} : { heads }),
  });
}
