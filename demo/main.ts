// A small real model, free and within a language: how often is what it says valid, and what does that cost?
//
//   pnpm demo                     a report for people
//   pnpm --silent demo --json     { "grammars": [{ name, samples, unconstrainedValid, constrainedValid, tokensPerSecond, maskShare }] }
//
// In the JSON, validities and shares are fractions in [0, 1]; tokensPerSecond and maskShare are those of the constrained texts.
// Options: --samples N (200), --seed N (1), --max-tokens N (no text gets more; each task has a limit of its own).

import os from "node:os";
import { parseArgs } from "node:util";
import type { Model } from "@espalier/model";
import { modelFolder } from "@espalier/tiny-fim";
import { buildTrie, createMasker } from "@espalier/trie";
import { loadModel } from "espalier";
import { pythonHole } from "./hole.js";
import { measure, type RunOptions, SAMPLING_WORDS, type Way } from "./measure.js";
import { typescriptMember } from "./member.js";
import { colored, type Measured, plain, sampleReport, summary } from "./report.js";
import { type Task, tasks as texts } from "./tasks.js";

const USAGE = "usage: pnpm demo [--samples N] [--seed N] [--max-tokens N] [--json]";
const HELP = `${USAGE}

  --samples N      texts of each kind for each task (200)
  --seed N         the first seed (1)
  --max-tokens N   no text gets more; each task has a limit of its own
  --json           one JSON object instead of the report; \`pnpm --silent demo --json\` gives it alone, without pnpm's own lines
`;

function optionsFrom(args: readonly string[]): (RunOptions & { readonly json: boolean }) | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      samples: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      "max-tokens": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const whole = (name: string, text: string, least: number): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least) throw new RangeError(`--${name} is ${text}; ${USAGE}`);
    return value;
  };
  const most = values["max-tokens"];
  return {
    samples: whole("samples", values.samples, 1),
    seed: whole("seed", values.seed, 0),
    ...(most === undefined ? {} : { maxTokens: whole("max-tokens", most, 1) }),
    json: values.json,
  };
}

/** How far a run is, on standard error: a line that is written over on a terminal, and one line a run elsewhere. */
function progress(task: Task, way: Way, { samples }: RunOptions): (done: number) => void {
  const words = way === "free" ? "whatever the model says" : "within the language";
  return (done) => {
    if (process.stderr.isTTY)
      process.stderr.write(`\r\x1b[K${done < samples ? `${task.name}, ${words}: ${done} of ${samples}` : ""}`);
    else if (done === samples) process.stderr.write(`${task.name}, ${words}: ${samples} texts\n`);
  };
}

/** @throws RangeError when no text of a task's language is sure to fit into `maxTokens`. */
function checkRoom(
  tasks: readonly Task[],
  { vocabulary }: Model,
  { maxTokens = Number.POSITIVE_INFINITY }: RunOptions,
): void {
  const trie = buildTrie(vocabulary);
  // A language that asks knows no cost before it has the answers.
  const needed = tasks
    .filter(({ answer }) => answer === undefined)
    .map(({ name, language }) => {
      const masker = createMasker(trie, language);
      return { name, tokens: masker.tokenCost(language.start) };
    });
  const short = needed.filter(({ tokens }) => tokens > maxTokens);
  if (short.length === 0) return;
  const most = Math.max(...needed.map(({ tokens }) => tokens));
  const names = short.map(({ name }) => name).join(", ");
  throw new RangeError(
    `--max-tokens is ${maxTokens}; that may be too few for any valid text of ${names}. Allow ${most} or more.`,
  );
}

async function main(): Promise<void> {
  const options = optionsFrom(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(HELP);
    return;
  }
  const paint = process.stdout.isTTY && (process.env.NO_COLOR ?? "") === "" ? colored : plain;
  const width = Math.min(Math.max(process.stdout.columns ?? 110, 80), 140);
  const print = (text: string): void => {
    if (!options.json) console.log(text);
  };

  const begun = performance.now();
  // A step of a model this small is over before a second thread has begun.
  const model = await loadModel(modelFolder, { threads: 1 });
  const loaded = ((performance.now() - begun) / 1000).toFixed(2);
  const member = typescriptMember();
  const tasks: readonly Task[] = [...texts, await pythonHole(), member.task];
  checkRoom(tasks, model, options);
  print(paint("bold", "Espalier: a language model, trained along a frame"));
  print(
    paint(
      "dim",
      `tiny-fim, 4.3 million parameters, ${model.vocabulary.size} tokens, loaded in ${loaded} s; onnxruntime-node, ${os.cpus()[0]?.model.trim() ?? "CPU"}\n` +
        `each prompt completed ${options.samples} times freely and ${options.samples} times within a language: ${SAMPLING_WORDS}, seeds from ${options.seed}`,
    ),
  );

  const measured: Measured[] = [];
  for (const task of tasks) {
    const free = await measure(model, task, "free", options, progress(task, "free", options));
    const within = await measure(model, task, "within", options, progress(task, "within", options));
    measured.push({ task, free, within });
    print(sampleReport({ task, free, within }, paint, width));
  }
  await model.dispose();
  member.dispose();

  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  print(`\n${summary(measured, paint)}\n`);
  print(
    paint(
      "dim",
      `${2 * tasks.length * options.samples} texts in ${seconds} s. Each was drawn once; free texts end at the first line break or closing quote.\nWhat a language forces costs no step of the model, so constrained texts may come faster than free ones.`,
    ),
  );
  if (options.json) {
    const grammars = measured.map(({ task, free, within }) => ({
      name: task.name,
      samples: options.samples,
      unconstrainedValid: free.validity,
      constrainedValid: within.validity,
      tokensPerSecond: within.tokensPerSecond,
      maskShare: within.maskShare,
    }));
    console.log(JSON.stringify({ grammars }));
  }
  if (measured.some(({ within }) => within.validity < 1)) {
    console.error("A constrained text was not valid: that is a bug. Please report the seed.");
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
