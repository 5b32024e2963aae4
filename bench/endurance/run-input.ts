// A process that takes one input of inputs.ts, by its name, and prints what it took as a line of JSON. Alone, so that the peak of
// resident memory is the input's, and so that a heap may be given to it.

import { INPUTS } from "./inputs.js";
import type { Outcome } from "./outcome.js";

const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;
const resident = (): number => process.resourceUsage().maxRSS / 1024;

function outcomeOf(name: string): Outcome {
  const input = INPUTS[name];
  if (input === undefined) throw new RangeError(`there is no input "${name}"`);
  const before = resident();
  const start = process.cpuUsage();
  let compiled = Number.NaN;
  let verdict: string;
  try {
    const read = input.compile();
    compiled = seconds(process.cpuUsage(start));
    verdict = read();
  } catch (error) {
    verdict = codeOf(error);
  }
  const all = seconds(process.cpuUsage(start));
  return {
    name,
    verdict,
    expected: input.expected,
    compileSeconds: Number.isNaN(compiled) ? all : compiled,
    textSeconds: Number.isNaN(compiled) ? 0 : all - compiled,
    peakMegabytes: resident(),
    grownMegabytes: resident() - before,
  };
}

/** How an error is told by programs. @throws whatever has no `code`: no input may end so. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}

process.stdout.write(`${JSON.stringify(outcomeOf(process.argv[2] ?? ""))}\n`);
