#!/usr/bin/env node
// The `espalier` command: the process around `main`.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { main } from "./command/program.js";

// One folder below the package in its sources and in its build, which is ESM and CommonJS.
const here = typeof __dirname === "string" ? __dirname : path.dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(path.join(here, "../package.json"), "utf8")) as {
  readonly version: string;
};

// `pnpm espalier …` and `npm run espalier …` run in the package's folder; the paths are those of whoever typed them. Other
// scripts keep the folder they run in, since their paths stand in package.json.
const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
if (script === "espalier" && typedIn !== undefined && existsSync(typedIn)) process.chdir(typedIn);

// A reader that has had enough, such as `head`, is no failure.
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
 * Puts off V8's optimising compiler. A command that ends within a second gains little from optimised code: a fill in 2,000 lines takes 30 % less CPU
 * time without most of it, and its main thread takes the same. Only Node 20 was measured; later versions have further compilers.
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
