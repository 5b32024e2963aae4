// Keeps a language server running: starts it, starts it again after it has ended, later each time, and gives up after a few times.

import { type Connection, connect } from "./connection.js";
import type { LearnedHovers } from "./hovering.js";
import { listsMembers } from "./probe.js";
import type { ServerProfile } from "./profile.js";

/** What a supervised server is doing: `waiting` is for its next start. */
export type ServerState = "starting" | "loading" | "ready" | "waiting" | "given up" | "closed";

/** How a supervised server is. */
export interface ServerStatus {
  readonly state: ServerState;
  /** What the server calls itself, once it has said so. */
  readonly server: string | undefined;
  readonly starts: number;
  /** What it ended with, or did not do in time, in order; the last 20. */
  readonly failures: readonly string[];
  /** Milliseconds from its last start until it had read the project. */
  readonly startup: number | undefined;
}

/** A server that is kept running. */
export interface Supervisor {
  status(): ServerStatus;
  /** The server, while it is ready. */
  connection(): Connection | undefined;
  /** What the hovers of the server tell; `undefined` where they tell nothing. */
  hovers(): LearnedHovers | undefined;
  /** Increases when the server becomes ready, or ends. */
  generation(): number;
  /** Resolves when the server is ready, or will never be. */
  settled(): Promise<void>;
  /** Says that the server has answered, so that its next failure is the first one again. */
  answered(): void;
  /** Ends a server that no longer answers; it is started again. */
  restart(reason: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds: how long a server may take to read its project, and the pause before each further start in a row. */
export interface Patience {
  readonly loading: number;
  readonly pauses: readonly number[];
}

/** How many failures of a server the report keeps, the last ones. */
const MOST_FAILURES = 20;

/** Starts a server, and starts it again as often as `patience` has pauses. */
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
  const settlers: (() => void)[] = [];
  const closing = new AbortController();

  const isSettled = (): boolean => state === "ready" || state === "given up" || state === "closed";
  const become = (next: ServerState): void => {
    state = next;
    generation++;
    if (isSettled()) for (const settle of settlers.splice(0)) settle();
  };
  const note = (failure: string): void => {
    failures.push(failure);
    failures.splice(0, failures.length - MOST_FAILURES);
  };

  async function start(): Promise<void> {
    starts++;
    become("starting");
    const from = performance.now();
    let reason: string;
    try {
      const connection = await connect({ profile, file, root, milliseconds: patience.loading, signal: closing.signal });
      current = connection;
      server = connection.server;
      become("loading");
      const late = setTimeout(() => {
        note(`the server did not say within ${patience.loading} ms that it has read the project`);
        void connection.close();
      }, patience.loading);
      late.unref();
      const isReady = (learned: LearnedHovers | undefined): void => {
        clearTimeout(late);
        if (current !== connection) return;
        hovers = learned;
        startup = performance.now() - from;
        become("ready");
      };
      // Where the probe fails, the server has ended, or ends when it is too late.
      connection.ready.then(() => listsMembers(connection, profile, root, patience.loading)).then(isReady, () => {});
      reason = await connection.ended;
      clearTimeout(late);
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    current = undefined;
    if ((state as ServerState) === "closed") return;
    note(reason);
    const pause = patience.pauses[failuresInARow++];
    become(pause === undefined ? "given up" : "waiting");
    if (pause === undefined) return;
    waiting = setTimeout(() => void start(), pause);
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
        // The server keeps nothing running, but who waits for it does.
        const waits = setInterval(() => {}, 60_000);
        settlers.push(() => {
          clearInterval(waits);
          resolve();
        });
      }),
    answered() {
      failuresInARow = 0;
    },
    async restart(reason) {
      note(reason);
      await current?.close();
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
