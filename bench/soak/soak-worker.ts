// A worker thread of a soak: writes some texts, says what came of them, and exits.

import { parentPort, workerData } from "node:worker_threads";
import { createNoise } from "./noise.js";
import type { Plan } from "./plan.js";
import { readVocabulary } from "./serialised-vocabulary.js";
import { pythonFiles } from "./texts.js";
import { createTurns } from "./texts-in-turn.js";

const plan = workerData as Plan;
const noise = createNoise(readVocabulary(plan.vocabulary), plan.seed);
const turns = createTurns(
  plan,
  { seed: plan.seed, schemas: undefined, python: pythonFiles(plan.python) },
  noise,
  () => undefined,
);
while (turns.tally.generations < plan.generations) await turns.step();
await turns.drain();
parentPort!.postMessage(turns.tally);
