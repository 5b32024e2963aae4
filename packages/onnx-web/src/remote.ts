// A model in a web worker.

import { type AbortSignalLike, ModelError } from "@espalier/model";
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
declare function setTimeout(call: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare const Worker: new (url: unknown, options: { readonly type: "module" }) => WebWorker;

/** The part of `AbortSignal` that models do not use. */
interface AbortEvents {
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The first message to a worker. */
export interface Opening {
  readonly kind: "open";
  readonly file: DecoderFile;
}

/** The first message from a worker, sent when its script has run. Other scripts do not send it. */
export interface Started {
  readonly kind: "started";
  /** The name of a lock that the worker holds for as long as it lives; absent if the browser refuses locks. */
  readonly lock?: string;
}

/** Milliseconds within which the worker's script must have been loaded. */
const STARTS_WITHIN = 30_000;

const WORKER_HINT =
  "Pass the address of its script as `worker`: the package's export ./worker, bundled into one file. It must be of the page's origin, and the page's policy must allow workers (worker-src). Or take where: \"thread\".";

const ENDED_HINT = { hint: "The browser may have ended it for want of memory. Load the model again." };

/**
 * Opens a model in a separate worker. The bytes of the model are transferred to it.
 *
 * @param script the location of the worker's script; by default beside this module.
 * @param signal ends the worker while it opens the model.
 * @throws {ModelError} the worker's error on opening the model; `worker-failed` if the worker could not start.
 * @throws the signal's reason if the signal aborts.
 */
export async function openRemoteDecoder(
  file: DecoderFile,
  script: object | string | undefined,
  signal: AbortSignalLike | undefined,
): Promise<Decoder> {
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
      hint: WORKER_HINT,
      cause,
    });
  }
  const { decoder, receive, lose } = remoteDecoder({
    send: (request) => worker.postMessage(request, []),
    terminate: () => worker.terminate(),
  });
  const fail = (why: string): void => lose(new ModelError("worker-failed", why, { hint: WORKER_HINT }));
  const late = setTimeout(() => {
    worker.terminate();
    fail(`The model's worker has not started within ${STARTS_WITHIN / 1000} s.`);
  }, STARTS_WITHIN);
  worker.onmessage = ({ data }) => {
    const message = data as Started | Reply;
    if (message.kind !== "started") return receive(message);
    clearTimeout(late);
    const ended = (): void => lose(new ModelError("worker-failed", "The model's worker has ended.", ENDED_HINT));
    if (message.lock !== undefined) platform.navigator?.locks?.request(message.lock, ended).catch(() => {});
  };
  worker.onerror = ({ message = "its script cannot be loaded" }) => {
    clearTimeout(late);
    fail(`The model's worker failed: ${message}.`);
  };
  worker.onmessageerror = () =>
    lose(new ModelError("worker-failed", "A message of the model's worker cannot be read."));
  const buffers = [file.model, ...file.external.map(({ data }) => data)].map(({ buffer }) => buffer as ArrayBuffer);
  worker.postMessage({ kind: "open", file } satisfies Opening, [...new Set(buffers)]);
  const events = Object(signal) as Partial<AbortEvents>;
  const giveUp = (): void => {
    clearTimeout(late);
    worker.terminate();
    fail("The loading was aborted.");
  };
  events.addEventListener?.("abort", giveUp);
  try {
    return await decoder;
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    events.removeEventListener?.("abort", giveUp);
  }
}
