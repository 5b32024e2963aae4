// The worker's side of a model that runs in a thread of its own: one decoder, asked by messages (see `remote.ts`). The forward
// pass blocks this thread and leaves the caller's free, so masks are computed while the model runs.

import { parentPort, workerData } from "node:worker_threads";
import { packError, type Reply, type Request } from "./messages.js";
import { type Decoder, type DecoderFile, openDecoder } from "./open-decoder.js";

const port = parentPort;
if (port === null) throw new Error("This file is the entry of a worker thread and cannot be run by itself.");
const reply = (message: Reply, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);

async function serve(): Promise<void> {
  let decoder: Decoder;
  try {
    decoder = await openDecoder(workerData as DecoderFile);
  } catch (error) {
    reply({ kind: "failed", call: 0, error: packError(error) });
    return;
  }
  const { stepper, ...facts } = decoder;
  const answer = async (request: Exclude<Request, { kind: "drop" }>): Promise<void> => {
    try {
      if (request.kind === "close") {
        await stepper.close();
        reply({ kind: "closed", call: request.call });
        return;
      }
      const steps = await stepper.step(request.pasts, request.ids, request.rows);
      const buffers = steps.map(({ logits }) => logits.buffer as ArrayBuffer);
      reply({ kind: "stepped", call: request.call, steps }, buffers);
    } catch (error) {
      reply({ kind: "failed", call: request.call, error: packError(error) });
    }
  };
  port!.on("message", (request: Request) => {
    if (request.kind === "drop") stepper.drop(request.past);
    else void answer(request);
  });
  reply({ kind: "ready", ...facts });
}

void serve();
