// The caller's side of a model that runs in a worker thread: a stepper whose steps are messages. The worker keeps the process
// alive only while a step is under way.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { ModelError } from "@espalier/model";
import { type Reply, type Request, unpackError } from "./messages.js";
import type { Decoder, DecoderFile } from "./open-decoder.js";
import type { Step, Stepper } from "./stepper.js";

/**
 * Opens a model file in a worker thread.
 *
 * @param entry where the worker's script is; by default beside this module.
 * @throws {ModelError} what the worker met when it opened the file, or `worker-failed` when it could not start.
 */
export async function openRemoteDecoder(file: DecoderFile, entry: URL | undefined): Promise<Decoder> {
  const worker = new Worker(entry ?? workerEntry(), { workerData: file });
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: ModelError): void }>();
  let calls = 0;
  let gone: ModelError | undefined;

  const settle = (
    call: number,
    how: (waiter: { resolve(reply: Reply): void; reject(error: ModelError): void }) => void,
  ): void => {
    const waiter = waiting.get(call);
    if (waiter === undefined) return;
    waiting.delete(call);
    if (waiting.size === 0) worker.unref();
    how(waiter);
  };
  const lose = (error: ModelError): void => {
    gone ??= error;
    for (const call of [...waiting.keys()]) settle(call, (waiter) => waiter.reject(gone!));
  };
  worker.on("message", (reply: Reply) => {
    const call = reply.kind === "ready" ? 0 : reply.call;
    settle(call, (waiter) =>
      reply.kind === "failed" ? waiter.reject(unpackError(reply.error)) : waiter.resolve(reply),
    );
  });
  worker.on("error", (cause) =>
    lose(new ModelError("worker-failed", `The model's thread failed: ${String(cause)}`, { cause })),
  );
  worker.on("exit", (code) => lose(new ModelError("worker-failed", `The model's thread ended with code ${code}.`)));

  const answer = (call: number): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (gone !== undefined) {
        reject(gone);
        return;
      }
      waiting.set(call, { resolve, reject });
      worker.ref();
    });
  const ask = (make: (call: number) => Request): Promise<Reply> => {
    const call = ++calls;
    const reply = answer(call);
    worker.postMessage(make(call));
    return reply;
  };

  let ready: Reply;
  try {
    ready = await answer(0);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  if (ready.kind !== "ready") throw new ModelError("worker-failed", `The model's thread began with ${ready.kind}.`);

  const stepper: Stepper = {
    step: async (pasts, ids, rows): Promise<readonly Step[]> => {
      const reply = await ask((call) => ({ kind: "step", call, pasts, ids: ids.map((each) => [...each]), rows }));
      if (reply.kind !== "stepped")
        throw new ModelError("worker-failed", `The model's thread answered ${reply.kind} to a step.`);
      return reply.steps;
    },
    drop: (past) => {
      if (gone === undefined && past !== 0) worker.postMessage({ kind: "drop", past } satisfies Request);
    },
    close: async () => {
      if (gone !== undefined) return;
      await ask((call) => ({ kind: "close", call })).catch(() => undefined);
      gone ??= new ModelError("disposed", "The model was disposed.");
      await worker.terminate();
    },
  };
  const { kind: _, ...facts } = ready;
  return { stepper, ...facts };
}

/** The built worker script: beside the built index, or, when running from sources, in the package's `dist`. */
function workerEntry(): URL {
  // One of the two is absent in each module format that this file is built to.
  const here = typeof __dirname === "string" ? __dirname : dirname(fileURLToPath(import.meta.url));
  for (const path of [join(here, "worker.js"), join(here, "..", "dist", "worker.js")]) {
    if (existsSync(path)) return pathToFileURL(path);
  }
  throw new ModelError("worker-failed", "The worker's script worker.js is not beside this package's index.", {
    hint: "If a bundler moved the package, pass the script's place as `worker`: it is the package's export ./worker.",
  });
}
