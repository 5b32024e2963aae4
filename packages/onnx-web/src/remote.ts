// A model in a web worker.

import { ModelError } from "@espalier/model";
import { type Decoder, type Reply, remoteDecoder } from "@espalier/onnx";
import type { DecoderFile } from "./open-decoder.js";
import { platform, type WebWorker } from "./platform.js";

declare global {
  interface ImportMeta {
    url: string;
  }
}
// Bundlers find a worker's script by exactly these names.
declare const URL: new (path: string, base: string) => object;
declare const Worker: new (url: unknown, options: { readonly type: "module" }) => WebWorker;

/** The first message to a worker. */
export interface Opening {
  readonly kind: "open";
  readonly file: DecoderFile;
}

/**
 * Opens a model in a separate worker. The bytes of the model are transferred to it.
 *
 * @param script the location of the worker's script; by default beside this module.
 * @throws {ModelError} the worker's error on opening the model; `worker-failed` if the worker could not start.
 */
export async function openRemoteDecoder(file: DecoderFile, script: object | string | undefined): Promise<Decoder> {
  // In Node, onnxruntime-web sets a global Worker that lacks the interface of web workers.
  if (platform.Worker === undefined || !("onmessage" in platform.Worker.prototype))
    throw new ModelError("worker-failed", "This platform does not provide web workers.", {
      hint: 'Take where: "thread".',
    });
  let worker: WebWorker;
  try {
    worker =
      script === undefined
        ? new Worker(new URL("./worker.js", import.meta.url), { type: "module" })
        : new Worker(script, { type: "module" });
  } catch (cause) {
    throw new ModelError("worker-failed", `The worker cannot start: ${String(cause)}.`, {
      hint: "Pass the address of its script as `worker`: it is the package's export ./worker. It must be of the page's origin.",
      cause,
    });
  }
  const { decoder, receive, lose } = remoteDecoder({
    send: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
  });
  worker.onmessage = ({ data }) => receive(data as Reply);
  worker.onerror = ({ message = "its script cannot be loaded" }) =>
    lose(new ModelError("worker-failed", `The model's worker failed: ${message}.`));
  worker.onmessageerror = () =>
    lose(new ModelError("worker-failed", "A message of the model's worker cannot be read."));
  const buffers = [file.model, ...file.external.map(({ data }) => data)].map(({ buffer }) => buffer as ArrayBuffer);
  worker.postMessage({ kind: "open", file } satisfies Opening, [...new Set(buffers)]);
  return decoder;
}
