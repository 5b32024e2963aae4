// A model in a Node worker thread. The worker keeps the process alive only while an answer is awaited.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { ModelError } from "@espalier/model";
import { type Decoder, type Reply, remoteDecoder } from "@espalier/onnx";
import type { DecoderFile } from "./open-decoder.js";

/**
 * Opens a model file in a worker thread.
 *
 * @param entry the location of the worker's script; by default beside this module.
 * @throws {ModelError} the worker's error on opening the file, or `worker-failed` if the worker could not start.
 */
export async function openRemoteDecoder(file: DecoderFile, entry: URL | undefined): Promise<Decoder> {
  const worker = new Worker(entry ?? workerEntry(), { workerData: file });
  const { decoder, receive, lose } = remoteDecoder({
    send: (request) => worker.postMessage(request),
    terminate: async () => void (await worker.terminate()),
    busy: (awaiting) => (awaiting ? worker.ref() : worker.unref()),
  });
  worker.on("message", (reply: Reply) => receive(reply));
  worker.on("error", (cause) =>
    lose(new ModelError("worker-failed", `The model's thread failed: ${String(cause)}`, { cause })),
  );
  worker.on("exit", (code) => lose(new ModelError("worker-failed", `The model's thread ended with code ${code}.`)));
  return decoder;
}

/** Returns the built worker script: beside the built index or, when running from sources, in the package's `dist`. */
function workerEntry(): URL {
  // CommonJS lacks one of the two, ES modules the other.
  const here = typeof __dirname === "string" ? __dirname : dirname(fileURLToPath(import.meta.url));
  for (const path of [join(here, "worker.js"), join(here, "..", "dist", "worker.js")]) {
    if (existsSync(path)) return pathToFileURL(path);
  }
  throw new ModelError("worker-failed", "The worker's script worker.js is missing next to this package's index.", {
    hint: "If a bundler moved the package, pass the script's place as `worker`: it is the package's export ./worker.",
  });
}
