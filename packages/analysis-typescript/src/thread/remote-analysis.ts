// The caller's side of the compiler's thread: an analysis whose answers come by messages. When the thread fails, what is awaited is unknown, and the next question
// starts another thread. If that one fails before it has answered, the next start waits, for longer each time.

import type { Analysis, ProgramPlace } from "@espalier/analysis";
import type { Answer } from "@espalier/monitor";
import { ProjectError, unopened } from "../project-error.js";
import { type QuestionName, type Reply, type Request, type ServedProject, unpackError } from "./messages.js";
import { nodeThreads, type ScriptUrl } from "./node-threads.js";

declare function setTimeout(work: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** Milliseconds that a thread has for one answer, or for opening the project; then it is ended. */
const MOST_SILENCE = 60_000;
/** Milliseconds that a thread has to release its compiler; then it is ended. */
const ENDS_WITHIN = 1_000;

/** Milliseconds before a thread is started after two failures without an answer in between; twice as many after each further one. */
const FIRST_PAUSE = 1_000;
/** The longest pause in milliseconds before a thread is started that takes the place of one that has failed. */
const LONGEST_PAUSE = 60_000;

/** An analysis in a thread. */
export interface RemoteAnalysis {
  readonly analysis: Analysis;
  readonly configurationErrors: readonly string[];
  /** Ends the thread. Every later question fails. */
  dispose(): Promise<void>;
}

/** One thread, and what is awaited from it. */
interface Connection {
  /** Rejects if the project does not open. */
  readonly opened: Promise<Reply & { readonly kind: "opened" }>;
  ask(question: QuestionName, at: ProgramPlace): Promise<Answer<never>>;
  end(): Promise<void>;
}

/** Why an answer is missing, if the thread failed. */
class ThreadFailure extends Error {
  override readonly name = "ThreadFailure";
}

/**
 * Opens a project in a thread.
 *
 * @throws the thread's error on opening the project, or ProjectError with the code `unloaded` if the thread failed.
 */
export async function openRemoteAnalysis(script: ScriptUrl | string, served: ServedProject): Promise<RemoteAnalysis> {
  let epoch = "";
  let isDisposed = false;
  let starts = 0;
  /** The failures since the last answer, and the time from which a thread may start. */
  let failures = 0;
  let failure = "";
  let startsFrom = 0;
  const start = (): Connection => {
    // Another thread counts its epochs anew.
    const number = ++starts;
    const its = connect(script, served, {
      changed: (now) => (epoch = `${number}.${now}`),
      lost: (reason) => {
        if (connection !== its) return;
        failures++;
        failure = reason;
        const pause = failures === 1 ? 0 : Math.min(FIRST_PAUSE * 2 ** (failures - 2), LONGEST_PAUSE);
        startsFrom = Date.now() + pause;
        connection = undefined;
        // An answer that is missing for this reason is not the answer of another thread.
        epoch = `${number} lost`;
      },
    });
    return its;
  };
  let connection: Connection | undefined = start();
  const { questions, configurationErrors } = await connection.opened.catch((error: Error) => {
    throw error instanceof ThreadFailure ? unopened(error.message) : error;
  });

  /** Milliseconds until a thread may start. A clock that is set back ends the pause. */
  const pauseLeft = (): number => {
    const left = connection === undefined ? startsFrom - Date.now() : 0;
    return left > LONGEST_PAUSE ? 0 : left;
  };
  const ask = async (question: QuestionName, at: ProgramPlace): Promise<Answer<never>> => {
    if (isDisposed)
      throw new ProjectError(
        "disposed",
        "The project was used after dispose(). Open it again, or dispose of it later.",
      );
    const pause = pauseLeft();
    if (pause > 0)
      return {
        kind: "unknown",
        reason: `${failure}; another one starts in ${Math.ceil(pause / 1_000)} s at the earliest`,
      };
    connection ??= start();
    try {
      const answer = await connection.ask(question, at);
      failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof ThreadFailure) return { kind: "unknown", reason: error.message };
      throw error;
    }
  };
  const asking = questions.map((question) => [question, (at: ProgramPlace) => ask(question, at)]);
  const answers = Object.fromEntries(asking) as Partial<Analysis>;
  // What is answered during a pause is valid during the pause.
  const epochNow = (): string => (pauseLeft() > 0 ? `${epoch}, paused` : epoch);
  return {
    analysis: { ...answers, epoch: epochNow },
    configurationErrors,
    async dispose() {
      isDisposed = true;
      await connection?.end();
    },
  };
}

/** What waits for a reply. */
interface Waiter {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/** The call that waits for the opening. */
const OPENING = 0;

function connect(
  script: ScriptUrl | string,
  workerData: ServedProject,
  events: { changed(epoch: string): void; lost(reason: string): void },
): Connection {
  const { Worker } = nodeThreads();
  // The script is built code: it needs none of the loaders and conditions with which the process may run.
  const thread = new Worker(script, { workerData, execArgv: [] });
  const waiting = new Map<number, Waiter>();
  let calls = OPENING;
  let timer: unknown;
  let isLost = false;

  /** Only what is awaited keeps the process alive, and only for as long as a thread may be silent. */
  const watch = (): void => {
    clearTimeout(timer);
    if (waiting.size === 0) {
      thread.unref();
      return;
    }
    thread.ref();
    timer = setTimeout(() => lose(`the compiler's thread gave no answer within ${MOST_SILENCE} ms`), MOST_SILENCE);
  };
  const awaited = (call: number): Promise<Reply> =>
    new Promise((resolve, reject) => {
      waiting.set(call, { resolve, reject });
      // A further question gives a silent thread no more time.
      if (waiting.size === 1) watch();
    });
  const settle = (call: number, how: (waiter: Waiter) => void): void => {
    const waiter = waiting.get(call);
    if (waiter === undefined) return;
    waiting.delete(call);
    watch();
    how(waiter);
  };
  const lose = (reason: string): void => {
    if (isLost) return;
    isLost = true;
    events.lost(reason);
    void thread.terminate();
    for (const call of [...waiting.keys()]) settle(call, ({ reject }) => reject(new ThreadFailure(reason)));
  };
  thread.on("message", (message) => {
    if (isLost) return;
    const reply = message as Reply;
    if ("epoch" in reply) events.changed(reply.epoch);
    if (reply.kind === "opened") settle(OPENING, ({ resolve }) => resolve(reply));
    else if (reply.kind === "answered") settle(reply.call, ({ resolve }) => resolve(reply));
    else if (reply.kind === "failed") settle(reply.call ?? OPENING, ({ reject }) => reject(unpackError(reply.error)));
  });
  thread.on("error", (error) =>
    lose(`the compiler's thread failed: ${error instanceof Error ? error.message : error}`),
  );
  thread.on("exit", (code) => lose(`the compiler's thread ended with code ${code}`));
  const send = (request: Request): void => thread.postMessage(request);

  const opened = awaited(OPENING) as Connection["opened"];
  opened.catch(() => {
    if (!isLost) lose("the compiler's thread did not open the project");
  });
  return {
    opened,
    async ask(question, at) {
      await opened;
      const call = ++calls;
      const reply = awaited(call);
      send({ kind: "ask", call, question, at });
      return ((await reply) as Reply & { readonly kind: "answered" }).answer;
    },
    async end() {
      if (isLost) return;
      send({ kind: "end" });
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, ENDS_WITHIN);
        thread.ref();
        thread.on("exit", () => {
          clearTimeout(late);
          resolve();
        });
      });
      lose("the project was disposed");
    },
  };
}
