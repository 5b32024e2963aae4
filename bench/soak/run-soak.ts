// The process of a soak, alone in it, so that its memory is the soak's: `run-soak.ts PLAN` takes the plan as JSON and prints what it found.
// bundle.ts starts this file as JavaScript, with --expose-gc: the memory in use is measured after a collection.

import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { openData, readCase } from "../maskbench/data.js";
import { createHistogram } from "./histogram.js";
import { createNoise } from "./noise.js";
import type { MemoryAt, Outcome } from "./outcome.js";
import type { Plan } from "./plan.js";
import { formatMemory } from "./report.js";
import { readVocabulary } from "./serialised-vocabulary.js";
import type { Schemas } from "./subjects.js";
import { pythonFiles } from "./texts.js";
import { createTurns, type Tally } from "./texts-in-turn.js";

const WORKER = new URL("soak-worker.mjs", import.meta.url);
const MOMENTS = [0.1, 0.3, 0.9];
/**
 * Which languages are alive at a given time is random, and a large one takes several per cent of the memory in use. The memory in use at a moment is therefore the
 * mean of `count` measurements. The last is at the moment itself, and `apart` is the fraction of the run between two of them.
 */
const LOOKS = { count: 5, apart: 0.01 };
const MIB = 2 ** 20;
/** What a worker thread is to write. */
const OF_WORKER = { interleave: 4, live: 6, workers: 0, seconds: 1e9, tokens: 1e9 };
const TEXTS_OF_WORKER = 20;
const HEAP_OF_WORKER = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 };

/** The sample by which moments are compared. */
const SAMPLE = { interleave: 4, live: 16, workers: 0, seconds: 1e9, tokens: 1e9 };
const SAMPLE_SEED = 5000;

type InUse = MemoryAt["inUse"];

const mib = (bytes: number): number => Number((bytes / MIB).toFixed(1));

/**
 * Waits before each collection: an object that a weak reference has returned stays alive until the present job ends, and
 * one that V8's compiler uses stays alive until the compilation ends.
 */
async function inUse(): Promise<InUse> {
  for (let n = 0; n < 3; n++) {
    await setTimeout(20);
    globalThis.gc!();
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heap: mib(heapUsed), external: mib(external) };
}

function meanOf(looks: readonly InUse[]): InUse {
  const mean = (of: "heap" | "external"): number =>
    Number((looks.reduce((sum, look) => sum + look[of], 0) / looks.length).toFixed(1));
  return { heap: mean("heap"), external: mean("external") };
}

function schemasOf(folder: string | undefined): Schemas | undefined {
  if (folder === undefined) return undefined;
  const { names, read } = openData(folder);
  return { names, read: (name) => readCase(name, read(name)).schema };
}

async function soak(plan: Plan): Promise<Outcome> {
  const began = performance.now();
  const noise = createNoise(readVocabulary(plan.vocabulary), plan.seed);
  const around = { seed: plan.seed, schemas: schemasOf(plan.folder), python: pythonFiles(plan.python) };
  const histogram = createHistogram();
  let progress = 0;
  const turns = createTurns(plan, around, noise, (us) => histogram.add(us, progress));
  const { tally } = turns;
  const memory: MemoryAt[] = [];
  /** The memory in use before the next moment. */
  let looks: InUse[] = [];
  const workers = { exited: 0, tokens: 0 };
  let working: Promise<void> | undefined;
  let started = 0;
  let told = 0;

  /** Milliseconds that measuring took: the run is the time of writing alone, or its moments would fall together. */
  let measuring = 0;
  const seconds = (): number => (performance.now() - began - measuring) / 1000;
  const share = (): number =>
    Math.max(seconds() / plan.seconds, tally.tokens / plan.tokens, tally.generations / plan.generations);

  function startWorker(): void {
    const number = started++;
    working = runWorker({
      ...plan,
      ...OF_WORKER,
      generations: Math.min(TEXTS_OF_WORKER, plan.generations),
      seed: plan.seed + 1000 + number,
    })
      .then((theirs) => {
        workers.exited++;
        workers.tokens += theirs.tokens;
        tally.failed += theirs.failed;
        tally.failures.push(...theirs.failures);
      })
      .finally(() => {
        working = undefined;
      });
  }

  /** Memory in use when the sample's texts are written, and its languages are still there, and what their masks took. */
  async function ofSample(): Promise<Pick<MemoryAt, "sample" | "sampleMasks">> {
    const seed = plan.seed + SAMPLE_SEED;
    const times = createHistogram();
    const sample = createTurns({ ...plan, ...SAMPLE, seed }, { ...around, seed }, noise, (us) => times.add(us, 0));
    while (sample.tally.generations < plan.sample) await sample.step();
    const used = await inUse();
    await sample.drain();
    tally.failed += sample.tally.failed;
    tally.failures.push(...sample.tally.failures);
    return { sample: used, sampleMasks: times.percentiles(0) };
  }

  async function measure(at: number): Promise<void> {
    await working;
    const from = performance.now();
    const before = meanOf([...looks, await inUse()]);
    looks = [];
    await turns.drain();
    const left = await inUse();
    const { rss } = process.memoryUsage();
    const sampled = await ofSample();
    const peak = process.resourceUsage().maxRSS * 1024;
    const moment = { progress: at, inUse: before, left, ...sampled, resident: mib(rss), peak: mib(peak) };
    memory.push(moment);
    measuring += performance.now() - from;
    // A long run that is ended early has said what it found so far.
    process.stderr.write(`after ${tally.tokens} tokens, ${Math.round(seconds())} s: ${formatMemory(moment)}\n`);
  }

  async function look(): Promise<void> {
    const from = performance.now();
    looks.push(await inUse());
    measuring += performance.now() - from;
  }

  for (progress = 0; progress < 1; progress = share()) {
    const moment = MOMENTS[memory.length] ?? Number.POSITIVE_INFINITY;
    if (progress >= moment) await measure(moment);
    else if (progress >= moment - LOOKS.apart * (LOOKS.count - 1 - looks.length)) await look();
    // Evenly over the run, but for its end.
    if (working === undefined && started < plan.workers && progress > (started + 0.5) / (plan.workers + 1))
      startWorker();
    await turns.step();
    for (; told < tally.failures.length; told++) {
      const { kind, error, repeat } = tally.failures[told]!;
      process.stderr.write(`FAILED ${kind}: ${error}\n  ${repeat}\n`);
    }
  }
  await working;
  await turns.drain();
  return {
    ...tally,
    ...{ plan, node: process.version, seconds: Math.round(seconds()), memory, workers },
    longest: turns.longest,
    masks: { first: histogram.percentiles(0), last: histogram.percentiles(9) },
  };
}

/** Runs a plan in a thread of its own, which then exits. */
function runWorker(plan: Plan): Promise<Tally> {
  const worker = new Worker(WORKER, { workerData: plan, resourceLimits: HEAP_OF_WORKER });
  return new Promise((resolve, reject) => {
    let tally: Tally | undefined;
    worker.on("message", (message: Tally) => {
      tally = message;
    });
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (tally === undefined) reject(new Error(`a worker thread exited with ${code} and said nothing`));
      else resolve(tally);
    });
  });
}

process.stdout.write(`${JSON.stringify(await soak(JSON.parse(process.argv[2]!) as Plan))}\n`);
