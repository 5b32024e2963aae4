// The process of one JavaScript engine: `worker.ts ENGINE VOCABULARY` takes jobs from its parent, one at a time,
// and answers each.

import type { Vocabulary } from "@espalier/vocabulary";
import type { Engine } from "./engine.js";
import { forgetPeak, peakBytes } from "./memory-use.js";
import type { Answer, Job, Ready } from "./protocol.js";
import { runJob } from "./run-job.js";
import { createStopwatch } from "./stopwatch.js";
import { readVocabulary } from "./vocabulary-file.js";

// Each engine is loaded in its own process only.
const OPENERS: Readonly<Record<string, (vocabulary: Vocabulary) => Promise<Engine>>> = {
  ours: async (vocabulary) => (await import("./engines/ours.js")).openOurs(vocabulary),
  "web-xgrammar": async (vocabulary) => (await import("./engines/web-xgrammar.js")).openWebXgrammar(vocabulary),
  "structured-output": async (vocabulary) =>
    (await import("./engines/structured-output.js")).openStructuredOutput(vocabulary),
};

const [, , name, vocabulary] = process.argv;
const engine = await OPENERS[name!]!(readVocabulary(vocabulary!));
const watch = createStopwatch();

process.on("message", (job: Job) => {
  void answer(job);
});
const ready: Ready = { ready: true, version: engine.version, clock: watch.overhead };
process.send!(ready);

async function answer(job: Job): Promise<void> {
  forgetPeak();
  const before = peakBytes();
  const cpu = process.cpuUsage();
  const began = performance.now();
  const judged = await runJob(engine, job, watch);
  const { user, system } = process.cpuUsage(cpu);
  const peak = peakBytes();
  const answer: Answer = {
    ...judged,
    ...(peak === undefined || before === undefined ? {} : { peakBytes: peak, grownBytes: peak - before }),
    cpuShare: (user + system) / (1000 * (performance.now() - began)),
  };
  process.send!(answer);
}
