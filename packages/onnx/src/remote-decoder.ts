// The caller's side of a model that runs in a worker: a decoder whose steps are messages. Workers differ between
// platforms, so the caller provides a port for the messages.

import { ModelError } from "@espalier/model";
import type { Decoder } from "./decoder.js";
import { type Reply, type Request, unpackError } from "./messages.js";
import type { Step, Stepper } from "./stepper.js";

declare function setTimeout(call: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** Milliseconds that a worker has to close its model before it is terminated. It may be in a step, or gone. */
const CLOSES_WITHIN = 1_000;

/** The connection to a worker. */
export interface WorkerPort {
  send(request: Request): void;
  /** Stops the worker in any state. */
  terminate(): Promise<void> | void;
  /**
   * Called with true when an answer is awaited, and with false when none is awaited any more, so that the process can
   * end then.
   */
  busy?(awaiting: boolean): void;
}

/** A decoder in a worker, and handlers for the events of its port. */
export interface RemoteDecoder {
  /** Resolves once the worker has opened its model; rejects with the worker's error. */
  readonly decoder: Promise<Decoder>;
  receive(reply: Reply): void;
  /** Reports that the worker has ended: everything that is awaited rejects. */
  lose(error: ModelError): void;
}

interface Waiter {
  resolve(reply: Reply): void;
  reject(error: ModelError): void;
}

/** Creates a decoder for a port whose worker runs {@link serveDecoder}. */
export function remoteDecoder(port: WorkerPort): RemoteDecoder {
  const waiting = new Map<number, Waiter>();
  let calls = 0;
  let gone: ModelError | undefined;

  const settle = (call: number, how: (waiter: Waiter) => void): void => {
    const waiter = waiting.get(call);
    if (waiter === undefined) return;
    waiting.delete(call);
    if (waiting.size === 0) port.busy?.(false);
    how(waiter);
  };
  const answer = (call: number): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (gone !== undefined) {
        reject(gone);
        return;
      }
      waiting.set(call, { resolve, reject });
      port.busy?.(true);
    });
  const ask = (make: (call: number) => Request): Promise<Reply> => {
    const call = ++calls;
    const reply = answer(call);
    if (gone === undefined) port.send(make(call));
    return reply;
  };

  const lose = (error: ModelError): void => {
    gone ??= error;
    for (const call of [...waiting.keys()]) settle(call, (waiter) => waiter.reject(gone!));
  };

  const stepper: Stepper = {
    step: async (pasts, ids, rows): Promise<readonly Step[]> => {
      const reply = await ask((call) => ({ kind: "step", call, pasts, ids: ids.map((each) => [...each]), rows }));
      if (reply.kind !== "stepped")
        throw new ModelError("worker-failed", `The model's thread answered ${reply.kind} to a step.`);
      return reply.steps;
    },
    drop: (past) => {
      if (gone === undefined && past !== 0) port.send({ kind: "drop", past });
    },
    close: async () => {
      if (gone !== undefined) return;
      const closed = ask((call) => ({ kind: "close", call })).catch(() => undefined);
      let timer: unknown;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSES_WITHIN);
      });
      await Promise.race([closed, late]);
      clearTimeout(timer);
      lose(new ModelError("disposed", "The model was disposed."));
      await port.terminate();
    },
  };

  const opened = async (first: Promise<Reply>): Promise<Decoder> => {
    try {
      const ready = await first;
      if (ready.kind !== "ready") throw new ModelError("worker-failed", `The model's thread began with ${ready.kind}.`);
      const { kind: _, ...facts } = ready;
      return { stepper, ...facts };
    } catch (error) {
      await port.terminate();
      throw error;
    }
  };
  return {
    decoder: opened(answer(0)),
    receive: (reply) =>
      settle(reply.kind === "ready" ? 0 : reply.call, (waiter) =>
        reply.kind === "failed" ? waiter.reject(unpackError(reply.error)) : waiter.resolve(reply),
      ),
    lose,
  };
}
