// The worker's side of a model in a separate thread: one decoder, controlled by messages (see `remote-decoder.ts`). The
// forward pass blocks this thread and not the caller's, so masks are computed while the model runs.

import type { Decoder } from "./decoder.js";
import { packError, type Reply, type Request } from "./messages.js";

/**
 * Opens a decoder and answers requests.
 *
 * @param send sends a reply to the caller's thread and transfers the given buffers.
 * @returns the handler for requests.
 */
export function serveDecoder(
  open: () => Promise<Decoder>,
  send: (reply: Reply, transfer: readonly ArrayBuffer[]) => void,
): (request: Request) => void {
  const opened = open();
  opened.then(
    ({ stepper: _, ...facts }) => send({ kind: "ready", ...facts }, []),
    (error: unknown) => send({ kind: "failed", call: 0, error: packError(error) }, []),
  );
  const answer = async (request: Exclude<Request, { kind: "drop" }>): Promise<void> => {
    try {
      const { stepper } = await opened;
      if (request.kind === "close") {
        await stepper.close();
        send({ kind: "closed", call: request.call }, []);
        return;
      }
      const steps = await stepper.step(request.pasts, request.ids, request.rows);
      const buffers = steps.map(({ logits }) => logits.buffer as ArrayBuffer);
      send({ kind: "stepped", call: request.call, steps }, buffers);
    } catch (error) {
      send({ kind: "failed", call: request.call, error: packError(error) }, []);
    }
  };
  return (request) => {
    if (request.kind !== "drop") void answer(request);
    else
      void opened.then(
        ({ stepper }) => stepper.drop(request.past),
        () => {},
      );
  };
}
