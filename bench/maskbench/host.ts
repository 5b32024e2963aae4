// A process that holds one engine, seen from the main program: started when it is first needed and again after it died or was
// ended, for having taken too long or too much memory. Either is an answer about the schema it was at.

import { type ChildProcess, fork, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { residentBytes } from "./memory-use.js";
import { type Answer, type Job, OURS, type Ready } from "./protocol.js";

/** An engine of which one may ask. */
export interface Host {
  readonly name: string;
  /** What it said of itself when it was last started. */
  readonly ready: Ready | undefined;
  /** Always an answer, whatever becomes of the process. @throws Error when the process cannot be started. */
  ask(job: Job): Promise<Answer>;
  close(): void;
}

/** A process as messages: how it is started, spoken to, and listened to. */
interface Channel {
  readonly child: ChildProcess;
  send(job: Job): void;
  listen(message: (message: Ready | Answer) => void): void;
}

export interface HostLimits {
  /** Bytes that a process may hold. */
  readonly memory: number;
}

/** An engine that does not notice that its time is up (by the CPU) is ended after so many times as long (by the wall), and a bit. */
const PATIENCE = 2;
const GRACE_MILLISECONDS = 5000;
/** Starts may fail for a moment, on a machine with much to do. */
const STARTS = 3;
/** A process has so long to make its vocabulary's tables. */
const START_MILLISECONDS = 120_000;
const MEMORY_CHECK_MILLISECONDS = 200;

/** An engine in a process of Node, given a vocabulary's file. One that is `fragile` is not used again after a refusal. */
export function nodeHost(engine: string, vocabulary: string, fragile: boolean, limits: HostLimits): Host {
  return createHost(engine, fragile, limits, () => openWorker(checkout, engine, vocabulary, limits));
}

/** The engine of another checkout of this project, whose packages are built: `folder` is its root. */
export function checkoutHost(name: string, folder: string, vocabulary: string, limits: HostLimits): Host {
  return createHost(name, false, limits, () => openWorker(folder, OURS, vocabulary, limits));
}

/** The root of this checkout. */
const checkout = fileURLToPath(new URL("../..", import.meta.url));

/** Starts a checkout's worker. It runs in that checkout's folder, so that it resolves the packages of that checkout. */
function openWorker(folder: string, engine: string, vocabulary: string, limits: HostLimits): Channel {
  const heap = `--max-old-space-size=${Math.round(limits.memory / 2 ** 20)}`;
  const child = fork(path.join(folder, "bench/maskbench/worker.ts"), [engine, vocabulary], {
    cwd: folder,
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [...process.execArgv, heap],
  });
  return { child, send: (job) => child.send(job), listen: (message) => child.on("message", message) };
}

/** An engine in any process that reads a job and writes an answer as a line of JSON each, its times as numbers in a list. */
export function lineHost(name: string, command: readonly string[], limits: HostLimits): Host {
  return createHost(name, false, limits, () => {
    const child = spawn(command[0]!, command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.on("error", () => undefined);
    return {
      child,
      send: (job) => child.stdin.write(`${JSON.stringify(job)}\n`),
      listen(message) {
        createInterface({ input: child.stdout }).on("line", (line) =>
          message(revived(JSON.parse(line) as Ready | Answer)),
        );
      },
    };
  });
}

function revived(message: Ready | Answer): Ready | Answer {
  if ("ready" in message) return message;
  return { ...message, passes: message.passes.map((pass) => ({ ...pass, times: Float32Array.from(pass.times) })) };
}

function createHost(name: string, fragile: boolean, limits: HostLimits, open: () => Channel): Host {
  let channel: Channel | undefined;
  let ready: Ready | undefined;
  let received: ((message: Ready | Answer | { readonly ended: string }) => void) | undefined;

  function close(): void {
    channel?.child.removeAllListeners("exit");
    channel?.child.kill("SIGKILL");
    channel = undefined;
  }
  async function next(
    milliseconds: number,
    onTimeout: () => Answer,
  ): Promise<Ready | Answer | { readonly ended: string }> {
    const { child } = channel!;
    return new Promise((resolve) => {
      const clocks: NodeJS.Timeout[] = [];
      const settle = (message: Ready | Answer | { readonly ended: string }): void => {
        for (const clock of clocks) clearInterval(clock);
        received = undefined;
        resolve(message);
      };
      received = settle;
      const cut = (answer: Answer): void => {
        close();
        settle(answer);
      };
      clocks.push(setTimeout(() => cut(onTimeout()), milliseconds));
      clocks.push(
        setInterval(() => {
          const held = residentBytes(child.pid ?? 0);
          if (held !== undefined && held > limits.memory)
            cut(failed("memory", `${Math.round(held / 2 ** 20)} MiB held`, held));
        }, MEMORY_CHECK_MILLISECONDS),
      );
    });
  }
  async function start(): Promise<void> {
    for (let tries = 1; ; tries++) {
      channel = open();
      const { child } = channel;
      const ended = (how: string): void => {
        if (channel?.child !== child) return;
        channel = undefined;
        received?.({ ended: how });
      };
      child.on("exit", (code, signal) => ended(signal === null ? `exit code ${code}` : `signal ${signal}`));
      child.on("error", (error) => ended(error.message));
      channel.listen((message) => received?.(message));
      const first = await next(START_MILLISECONDS, () => failed("timeout", "no start"));
      if ("ready" in first) {
        ready = first;
        return;
      }
      close();
      if (tries === STARTS) throw new Error(`${name} did not start: ${JSON.stringify(first)}`);
    }
  }

  return {
    name,
    get ready() {
      return ready;
    },
    async ask(job) {
      if (channel === undefined) await start();
      channel!.send(job);
      const tooLong = (): Answer => failed("timeout", `ended after ${job.seconds} s`);
      const answer = await next(PATIENCE * 1000 * job.seconds + GRACE_MILLISECONDS, tooLong);
      if ("ended" in answer) return failed("crash", answer.ended);
      if ("ready" in answer) throw new Error(`${name} is ready twice`);
      if (fragile && answer.refusal !== undefined) close();
      return answer;
    },
    close,
  };
}

function failed(kind: NonNullable<Answer["failure"]>["kind"], message: string, peak?: number): Answer {
  return {
    failure: { kind, message },
    passes: [],
    contradictions: [],
    cpuShare: 1,
    ...(peak === undefined ? {} : { peakBytes: peak }),
  };
}
