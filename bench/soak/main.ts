// `pnpm run soak --seconds N`: languages of all kinds are made, used, forked, interleaved, rolled back and dropped in one process, with random
// logits over Llama 3's vocabulary. Prints memory, errors and the times of masks; exits with 1 when there was an error that no option
// asked for.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { llama3Vocabulary } from "../vocabularies.js";
import { bundleSoak } from "./bundle.js";
import type { Outcome } from "./outcome.js";
import type { Plan } from "./plan.js";
import { formatOutcome } from "./report.js";
import { writeVocabulary } from "./serialised-vocabulary.js";
import { KINDS } from "./subjects.js";
import { unpacked } from "./unpack.js";

const HELP = `pnpm run soak [--seconds N | --tokens N | --generations N] …

  --seconds N       until so much time has passed, without that of measuring (60, where nothing else is said)
  --tokens N        until so many tokens are written
  --generations N   until so many texts are written
  --length N        the most tokens of a text (40)
  --seed N          of languages, texts and turns (1)
  --kind NAME       languages of one kind alone: ${Object.keys(KINDS).join(", ")}
  --live N          languages that are kept at a time (32)
  --interleave N    texts that are written at a time (16)
  --sample N        texts of the fixed sample that is written at 10 %, 30 % and 90 % of the run; with few, two masks
                    decide p99.9 of the sample's masks (40)
  --workers N       worker threads that each write some texts and exit, one after another (3)
  --heap N          the limit of V8's old generation in MiB, so that uncollected garbage does not count as need (352);
                    its young generation has 12 MiB for the same reason,
                    and glibc returns blocks of 256 KiB and more when they are freed
  --data PLACE      MaskBench's data, folder or tarball: every second schema comes from there
  --only T:L        text T in language L alone, to repeat an error
  --out FILE        the result as JSON
  --json            the result as JSON on standard output, instead of a table
`;

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seconds: { type: "string" },
    tokens: { type: "string" },
    generations: { type: "string" },
    length: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    kind: { type: "string" },
    live: { type: "string", default: "32" },
    interleave: { type: "string", default: "16" },
    sample: { type: "string", default: "40" },
    workers: { type: "string", default: "3" },
    heap: { type: "string", default: "352" },
    data: { type: "string" },
    only: { type: "string" },
    out: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function wrong(message: string): never {
  process.stderr.write(`soak: ${message}\n`);
  process.exit(2);
}

function whole(name: string, text: string, least = 0): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= least
    ? value
    : wrong(`--${name} is a whole number of at least ${least}, not "${text}"`);
}

/** A bound that was not named is none. */
function bound(name: "seconds" | "tokens" | "generations"): number {
  const text = options[name];
  return text === undefined ? Number.MAX_SAFE_INTEGER : whole(name, text, 1);
}

function planOf(): Plan {
  const { kind, data, only } = options;
  if (kind !== undefined && !(kind in KINDS)) wrong(`--kind is one of ${Object.keys(KINDS).join(", ")}`);
  if (kind === "maskbench" && data === undefined) wrong("--kind maskbench needs --data");
  const [text, language] = only?.split(":") ?? [];
  const bounded = options.seconds ?? options.tokens ?? options.generations ?? only;
  return {
    seed: whole("seed", options.seed),
    ...{ seconds: bounded === undefined ? 60 : bound("seconds"), tokens: bound("tokens") },
    generations: only === undefined ? bound("generations") : 1,
    length: whole("length", options.length, 1),
    interleave: only === undefined ? whole("interleave", options.interleave, 1) : 1,
    live: whole("live", options.live, 1),
    sample: whole("sample", options.sample, 1),
    workers: only === undefined ? whole("workers", options.workers) : 0,
    vocabulary: writeVocabulary(llama3Vocabulary()),
    python: fileURLToPath(new URL("../../models/tiny-fim/recipe/", import.meta.url)),
    ...(kind !== undefined && { kind }),
    ...(data !== undefined && { data: path.resolve(data), folder: unpacked(path.resolve(data)) }),
    ...(text !== undefined && { only: { text: whole("only", text), language: whole("only", language ?? "") } }),
  };
}

async function run(plan: Plan, heap: number): Promise<Outcome> {
  const script = path.join(await bundleSoak(), "run-soak.mjs");
  // The young generation is three semispaces.
  const flags = ["--expose-gc", `--max-old-space-size=${heap}`, "--max-semi-space-size=4"];
  const child = spawn(process.execPath, [...flags, script, JSON.stringify(plan)], {
    stdio: ["ignore", "pipe", "inherit"],
    // Memory that is free does not count as need. Once glibc has freed a block of up to 32 MiB, it no longer returns
    // blocks up to that size to the system. With a fixed threshold, it returns every block above the threshold.
    env: { ...process.env, MALLOC_MMAP_THRESHOLD_: String(2 ** 18) },
  });
  const end = (): void => void child.kill();
  process.once("exit", end);
  // A signal with a handler does not end the process by itself.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => {
      process.off("exit", end);
      if (status === 0) resolve(JSON.parse(output) as Outcome);
      else reject(new Error(`the process of the soak ended with ${status ?? signal}`));
    });
  });
}

if (options.help) process.stdout.write(HELP);
else {
  const outcome = await run(planOf(), whole("heap", options.heap, 64));
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(outcome, undefined, 1)}\n`);
  process.stdout.write(options.json ? `${JSON.stringify(outcome)}\n` : formatOutcome(outcome));
  process.exitCode = outcome.failed === 0 ? 0 : 1;
}
