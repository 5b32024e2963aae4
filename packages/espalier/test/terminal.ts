// Running the command line in a test: within this process, which is fast, and as a process of its own, which is the real thing.

import { spawn } from "node:child_process";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { main } from "../src/command/program.js";

export const modelFolder: string = fileURLToPath(new URL("../../../models/tiny-fim", import.meta.url));
export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** What a command did. */
export interface Outcome {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line within this process. Without `stdin`, standard input is a terminal. */
export async function run(
  args: readonly string[],
  stdin?: string | Uint8Array,
  signal?: AbortSignal,
): Promise<Outcome> {
  const [stdout, stderr] = [collector(), collector()];
  const input = Object.assign(Readable.from(stdin === undefined ? [] : [Buffer.from(stdin as string)]), {
    isTTY: stdin === undefined,
  });
  const exit = await main(args, {
    version: "1.2.3",
    stdin: input,
    stdout: stdout.stream,
    stderr: stderr.stream,
    interrupted: () => signal ?? new AbortController().signal,
  });
  return { exit, stdout: stdout.text(), stderr: stderr.text() };
}

const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const NODE_ARGS = ["--import", "tsx", "--conditions=@espalier/source", CLI];

/**
 * Runs a command line as a process of its own, from sources. `meddle` may close its output, send it signals, or, where its input
 * is to be "more to come", write and end that.
 */
export function spawned(
  args: readonly string[],
  stdin: string | "more to come" = "",
  meddle: (child: ReturnType<typeof spawn>) => void = () => {},
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [...NODE_ARGS, ...args], { stdio: "pipe", env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  if (stdin !== "more to come") child.stdin.end(stdin);
  meddle(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit) => resolve({ exit, stdout, stderr }));
  });
}

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
