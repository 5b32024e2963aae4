// Hostile inputs, in child processes with limits of time and memory: each is read as it must be, or refused with a typed error.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { HostileLine } from "../hostile-child.js";
import { HOSTILE_INPUTS } from "../hostile-inputs.js";
import { type Counts, type Part, tally } from "../part.js";

/** Inputs of one process. */
const BATCH = 8;
/** The most seconds of one input, and the most MiB of the heap of its process. */
const SECONDS = 60;
const MEGABYTES = 768;

const FLAGS = ["--import", "tsx", "--conditions=@espalier/source", `--max-old-space-size=${MEGABYTES}`];
const script = fileURLToPath(new URL("../hostile-child.ts", import.meta.url));

/** Runs inputs in one process. Returns what became of each, in order, up to one that the process did not survive. */
async function runInputs(names: readonly string[]): Promise<readonly HostileLine[]> {
  const child = spawn(process.execPath, [...FLAGS, script, ...names], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (part: Buffer) => (errors = (errors + part.toString()).slice(-2_000)));
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const done: HostileLine[] = [];
  let begun: string | undefined;
  let late = false;
  let clock: NodeJS.Timeout | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    clearTimeout(clock);
    const read = JSON.parse(line) as HostileLine;
    begun = read.outcome === undefined ? read.name : undefined;
    if (read.outcome !== undefined) done.push(read);
    clock = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, 1000 * SECONDS);
  }
  clearTimeout(clock);
  await ended;
  if (begun === undefined && done.length === names.length) return done;
  const fault = late ? `takes more than ${SECONDS} s` : `ends its process (heap of ${MEGABYTES} MiB): ${errors}`;
  return [...done, { name: begun ?? names[done.length]!, outcome: "died", fault }];
}

export const hostile: Part = {
  name: "hostile",
  about: `${HOSTILE_INPUTS.length} hostile inputs, each within ${SECONDS} s and ${MEGABYTES} MiB; the outcomes that are right`,
  async open() {
    const counts: Counts = { inputs: 0, refused: 0 };
    let next: number | undefined;
    return {
      counts,
      // A short attack does not reach all inputs; each begins elsewhere.
      async round(seed, milliseconds) {
        next ??= seed % HOSTILE_INPUTS.length;
        let done = 0;
        const began = performance.now();
        const faults: string[] = [];
        while (done < HOSTILE_INPUTS.length && performance.now() - began < milliseconds) {
          const batch = HOSTILE_INPUTS.slice(next, next + BATCH);
          const lines = await runInputs(batch.map(({ name }) => name));
          done += lines.length;
          next = next + lines.length >= HOSTILE_INPUTS.length ? 0 : next + lines.length;
          tally(counts, "inputs", lines.length);
          tally(counts, "refused", lines.filter(({ outcome }) => outcome === "refused").length);
          const wrong = lines.filter(({ name, outcome }) => !isExpected(name, outcome));
          faults.push(...wrong.map(({ name, outcome, fault = "" }) => `${name}: ${outcome} ${fault}`));
        }
        return faults.length === 0 ? undefined : faults.join("\n");
      },
      close: () => undefined,
    };
  },
};

function isExpected(name: string, outcome: string | undefined): boolean {
  return HOSTILE_INPUTS.some(
    (each) => each.name === name && (each.expected as readonly string[]).includes(outcome ?? ""),
  );
}
