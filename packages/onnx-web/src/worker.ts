// The script of a web worker that runs one model. It holds a lock for as long as it lives, and reports that it has started. The first message that it receives
// opens the model; later ones are requests.

import { type Request, serveDecoder } from "@espalier/onnx";
import { openDecoder } from "./open-decoder.js";
import { platform, type WebWorker } from "./platform.js";
import type { Opening, Started } from "./remote.js";

const scope = globalThis as unknown as Pick<WebWorker, "postMessage" | "onmessage">;
let receive: ((request: Request) => void) | undefined;

scope.onmessage = ({ data }) => {
  const message = data as Opening | Request;
  if (message.kind !== "open") receive?.(message);
  else
    receive = serveDecoder(
      () => openDecoder(message.file),
      (reply, transfer) => scope.postMessage(reply, transfer),
    );
};
const started = (lock?: string): void =>
  scope.postMessage({ kind: "started", ...(lock !== undefined && { lock }) } satisfies Started, []);
const { locks } = platform.navigator ?? {};
if (locks === undefined) started();
else {
  // A browser tells nobody that a worker has ended, but it releases its locks.
  const name = `espalier-model-${Date.now()}-${Math.random()}`;
  const held = (): Promise<never> => {
    started(name);
    return new Promise(() => {});
  };
  locks.request(name, held).catch(() => started());
}
