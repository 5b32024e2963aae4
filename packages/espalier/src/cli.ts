#!/usr/bin/env node
// The `espalier` command: the process around `main`.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { main } from "./command/program.js";

// The package root is one folder above this file, both in the sources and in the build (ESM and CommonJS).
const here = typeof __dirname === "string" ? __dirname : path.dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(path.join(here, "../package.json"), "utf8")) as {
  readonly version: string;
};

// `pnpm espalier …` and `npm run espalier …` run in the package's folder, but the user's paths are relative to the
// folder where the command was typed. So for these two scripts, the process changes to that folder. Other scripts of a
// package.json contain their paths themselves, so for them the folder stays the same.
const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
if (script === "espalier" && typedIn !== undefined && existsSync(typedIn)) process.chdir(typedIn);

// If a reader such as `head` closes the pipe, that is not a failure.
for (const output of [process.stdout, process.stderr]) {
  output.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

function interrupted(): AbortSignal {
  const controller = new AbortController();
  // A second interrupt ends the process as usual.
  process.once("SIGINT", () => controller.abort());
  return controller.signal;
}

/** Bytes of bytecode that a function runs before V8 11 compiles it to optimised code; V8's default is 132 KiB. */
const INTERRUPT_BUDGET = 300_000;

/**
 * Delays V8's optimising compiler. A command that ends within a second gains little from optimised code: filling a gap
 * in 2,000 lines takes 30 % less CPU time with this delay, and the same time on the main thread. Measured only with
 * Node 20; later versions have further compilers.
 */
function hurry(): void {
  if (process.release.name === "node" && process.versions.node.startsWith("20."))
    setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET}`);
}

void main(process.argv.slice(2), {
  version,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted,
  hurry,
}).then((exit) => {
  process.exitCode = exit;
  process.stdin.destroy();
});
