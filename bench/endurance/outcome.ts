// What one input took, and the process that found out.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { INPUTS } from "./inputs.js";

export interface Outcome {
  readonly name: string;
  /** The text's verdict, or the code of the error that refused the input. */
  readonly verdict: string;
  readonly expected: string;
  /** CPU seconds of all threads of the process, the garbage collector's among them. */
  readonly compileSeconds: number;
  readonly textSeconds: number;
  /** Resident memory at its peak, in MiB, and what the input added to it. */
  readonly peakMegabytes: number;
  readonly grownMegabytes: number;
}

/** Runs the input `name` in a process of its own, whose heap is bounded as the input says. `flags` are Node's. */
export function runInput(name: string, flags: readonly string[]): Promise<Outcome> {
  const input = INPUTS[name];
  if (input === undefined) throw new RangeError(`there is no input "${name}"`);
  const script = fileURLToPath(new URL("run-input.ts", import.meta.url));
  const child = spawn(process.execPath, [...flags, `--max-old-space-size=${input.memory}`, script, name], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      if (status === 0) resolve(JSON.parse(output) as Outcome);
      else reject(new Error(`"${name}" ended with ${status}: ${errors.slice(0, 2000)}`));
    });
  });
}
