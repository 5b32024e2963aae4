// Keeps a language server running. It restarts a server that has ended, after a delay that grows, and gives up after a few attempts.

import { type Connection, connect } from "./connection.js";
import type { LearnedHovers } from "./hovering.js";
import { listsMembers } from "./probe.js";
import type { ServerProfile } from "./profile.js";
import { startTimer } from "./timer.js";

/** What a supervised server is doing. In the state `waiting`, it has failed, and waits for its next start. */
export type ServerState = "starting" | "loading" | "ready" | "waiting" | "given up" | "closed";

/** The status of a supervised server. */
export interface ServerStatus {
  readonly state: ServerState;
  /** The server's name, once it has reported it. */
  readonly server: string | undefined;
  readonly starts: number;
  /** The reasons for which it ended or missed a deadline, in order; the last 20. */
  readonly failures: readonly string[];
  /** Milliseconds from its last start until it had read the project. */
  readonly startup: number | undefined;
}

/** A server that is kept running. */
export interface Supervisor {
  status(): ServerStatus;
  /** The connection, while the server is ready. */
  connection(): Connection | undefined;
  /** What was learned about the server's hovers; `undefined` if they are not conclusive. */
  hovers(): LearnedHovers | undefined;
  /** Increases whenever the server becomes ready or ends. */
  generation(): number;
  /** Resolves when the server is ready, or when it never will be. */
  settled(): Promise<void>;
  /** Kills a server that no longer answers, and starts it again. */
  restart(reason: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that a server may take to read its project, and the delay before each consecutive restart. */
export interface Patience {
  readonly loading: number;
  readonly pauses: readonly number[];
}

/** How many failures the status keeps, from the end. */
const MOST_FAILURES = 20;

/** Starts a server, and restarts it as often as `patience` has delays. */
export function supervise(profile: ServerProfile, file: string, root: string, patience: Patience): Supervisor {
  let state: ServerState = "starting";
  let current: Connection | undefined;
  let hovers: LearnedHovers | undefined;
  let generation = 0;
  let starts = 0;
  let failuresInARow = 0;
  let startup: number | undefined;
  let server: string | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const failures: string[] = [];
  /** The connections whose end has been noted with its cause. */
  const explained = new WeakSet<Connection>();
  const settlers: (() => void)[] = [];
  const closing = new AbortController();

  const isSettled = (): boolean => state === "ready" || state === "given up" || state === "closed";
  /** A closed server stays closed, whatever it still answers. */
  const become = (next: ServerState): void => {
    if (state === "closed") return;
    state = next;
    generation++;
    if (isSettled()) for (const settle of settlers.splice(0)) settle();
  };
  const endFor = async (failure: string, connection: Connection): Promise<void> => {
    note(failure);
    explained.add(connection);
    await connection.close();
  };
  const note = (failure: string): void => {
    failures.push(failure);
    failures.splice(0, failures.length - MOST_FAILURES);
  };

  /** A connection whose answers let the count of consecutive failures start over, once the server is ready. */
  const heard = (connection: Connection): Connection => ({
    ...connection,
    async request(method, parameters, milliseconds) {
      const result = await connection.request(method, parameters, milliseconds);
      if (state === "ready") failuresInARow = 0;
      return result;
    },
  });

  async function start(): Promise<void> {
    starts++;
    become("starting");
    const from = performance.now();
    let reason: string | undefined;
    try {
      const starting = { profile, file, root, milliseconds: patience.loading, signal: closing.signal };
      const started = await connect(starting);
      const connection = heard(started);
      current = connection;
      server = connection.server;
      become("loading");
      let last = "";
      const late = startTimer(() => {
        const failure = `the server did not say within ${patience.loading} ms that it has read the project${last}`;
        void endFor(failure, connection);
      }, patience.loading);
      const told = (answer: string): void => {
        last = `: ${answer}`;
      };
      late.unref();
      const isReady = (learned: LearnedHovers | undefined): void => {
        clearTimeout(late);
        if (current !== connection) return;
        hovers = learned;
        startup = performance.now() - from;
        become("ready");
      };
      // If the probe fails, the server has ended.
      connection.ready
        .then(() => listsMembers({ ...started, request: started.expect }, profile, root, patience.loading, told))
        .then(isReady, () => {});
      const ended = await connection.ended;
      reason = explained.has(connection) ? undefined : ended;
      clearTimeout(late);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    current = undefined;
    if ((state as ServerState) === "closed") return;
    if (reason !== undefined) note(reason);
    const pause = patience.pauses[failuresInARow++];
    become(pause === undefined ? "given up" : "waiting");
    if (pause === undefined) return;
    waiting = startTimer(() => void start(), pause);
    waiting.unref();
  }

  void start();
  return {
    status: () => ({ state, server, starts, failures: [...failures], startup }),
    connection: () => (state === "ready" ? current : undefined),
    hovers: () => hovers,
    generation: () => generation,
    settled: () =>
      new Promise((resolve) => {
        if (isSettled()) return resolve();
        // The server does not keep this process alive, but a caller that waits for it does.
        const waits = setInterval(() => {}, 60_000);
        settlers.push(() => {
          clearInterval(waits);
          resolve();
        });
      }),
    async restart(reason) {
      if (current === undefined || explained.has(current)) return;
      // From now on, questions are answered at once, and not by a server that is ending.
      become("waiting");
      await endFor(reason, current);
    },
    async close() {
      clearTimeout(waiting);
      const connection = current;
      become("closed");
      await connection?.close();
      closing.abort();
    },
  };
}
