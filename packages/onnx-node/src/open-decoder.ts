// Opens a model file of a folder in this thread.

import { join } from "node:path";
import { type Decoder, decoderOf } from "@espalier/onnx";
import { openFile, type SessionOptions } from "./runtime.js";

/** What is needed to open a model file, as data that can be sent to a worker. */
export interface DecoderFile extends SessionOptions {
  readonly folder: string;
  /** Relative to the folder. */
  readonly path: string;
  readonly heads?: number;
  readonly firstPosition: number;
}

/** @throws {ModelError} as `openFile` and `decoderOf`. */
export async function openDecoder(file: DecoderFile): Promise<Decoder> {
  const session = await openFile(join(file.folder, ...file.path.split("/")), file.path, file);
  const { heads, firstPosition } = file;
  return decoderOf(session, file.path, {
    firstPosition,
    caches: "main-memory",
    ...(heads === undefined ? {} : { heads }),
  });
}
