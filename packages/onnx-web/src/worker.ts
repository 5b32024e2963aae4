// The script of a web worker that runs one model. It reports that it has started. The first message that it receives
// opens the model; later ones are requests.

import { type Request, serveDecoder } from "@espalier/onnx";
import { openDecoder } from "./open-decoder.js";
import type { WebWorker } from "./platform.js";
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
scope.postMessage({ kind: "started" } satisfies Started, []);
