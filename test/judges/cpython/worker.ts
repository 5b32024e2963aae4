// A process that answers requests, a JSON object per line, with JSON values, one per line. Requests wait for each other. Where the process
// ends, or says nothing for too long, before the last answer, the answers so far are kept and the next request starts a fresh process.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** How long one answer may take; loading pyodide is part of the first. */
const ANSWER_MILLISECONDS = 60_000;

export interface Command {
  readonly file: string;
  readonly parameters: readonly string[];
}

export interface Worker {
  /** The answers to a request, in order: `count` of them, or fewer where the process ended or was ended. */
  ask(request: object, count: number): Promise<unknown[]>;
  /** Ends the process; the next request starts another. */
  restart(): void;
  /** Ends the process for good. */
  close(): void;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

export function createWorker({ file, parameters }: Command): Worker {
  let child: Child | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Child {
    // What a dying process says of itself is of no interest; that it died is.
    const started = spawn(file, parameters, { stdio: ["pipe", "pipe", "ignore"] });
    started.stdin.on("error", () => undefined);
    started.stdout.setEncoding("utf8");
    return started;
  }
  function end(): void {
    child?.kill("SIGKILL");
    child = undefined;
  }

  function answersOf(running: Child, request: object, count: number): Promise<unknown[]> {
    return new Promise((resolve) => {
      const answers: unknown[] = [];
      let rest = "";
      let clock = setTimeout(stop, ANSWER_MILLISECONDS);
      function finish(): void {
        clearTimeout(clock);
        running.stdout.off("data", read);
        running.off("close", stop);
        running.off("error", stop);
        resolve(answers);
      }
      function stop(): void {
        if (child === running) end();
        finish();
      }
      function read(chunk: string): void {
        const lines = (rest + chunk).split("\n");
        rest = lines.pop()!;
        for (const line of lines) answers.push(JSON.parse(line));
        clearTimeout(clock);
        if (answers.length >= count) finish();
        else clock = setTimeout(stop, ANSWER_MILLISECONDS);
      }
      running.stdout.on("data", read);
      // All that it wrote has been read when its pipes are closed, which is after its exit.
      running.on("close", stop);
      running.on("error", stop);
      running.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  return {
    ask(request, count) {
      if (count === 0) return Promise.resolve([]);
      const answers = last.then(() => answersOf((child ??= start()), request, count));
      last = answers;
      return answers;
    },
    restart: end,
    close: end,
  };
}
