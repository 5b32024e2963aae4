// Gaps in broken files against their unbroken twins and CPython:
//
//   pnpm --silent bench:editing --files DIR --trials 3000 --seconds 600 > out.json
//
// DIR is a folder of Python files, those below it included. Prints one JSON object; how far it is goes to standard error.

import { parseArgs } from "node:util";
import { buildTrie } from "@espalier/trie";
import { python } from "espalier";
import { openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons, isVersion } from "../../test/judges/cpython/pythons.js";
import { randomFrom } from "../../test/judges/cpython/random.js";
import { pythonFiles, readSource } from "../fim/cuts.js";
import { llama3Vocabulary } from "../vocabularies.js";
import { brokenFile, type Made, shapeOf } from "./broken-files.js";
import { createTally } from "./tally.js";
import { type Outcome, trialOf, unchanged } from "./trial.js";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    files: { type: "string" },
    trials: { type: "string", default: "3000" },
    seconds: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    python: { type: "string", default: "3.13" },
    "max-bytes": { type: "string", default: "200000" },
    "show-failures": { type: "string", default: "20" },
  },
});
const [trials, seconds, seed, mostBytes, shown] = [
  values.trials,
  values.seconds,
  values.seed,
  values["max-bytes"],
  values["show-failures"],
].map(Number) as [number, number, number, number, number];
if (values.files === undefined || !isVersion(values.python) || !(trials > 0) || !(seconds > 0)) {
  console.error(
    "bench:editing: name a folder with --files; --trials, --seconds and --seed are numbers, --python a version",
  );
  process.exit(2);
}

const [found] = findPythons([values.python], "all");
if (found === undefined) {
  console.error(`bench:editing: needs CPython ${values.python}`);
  process.exit(2);
}
const oracle = await openOracle(found);
const language = python({ version: values.python });
const trie = buildTrie(llama3Vocabulary());
const names = pythonFiles(values.files);
const tally = createTally(shown);
const began = performance.now();
const random = randomFrom(seed);
const skipped = { unreadable: 0, unbroken: 0, twinWithoutGap: 0 };

for (
  let draws = 0;
  tally.trials() < trials && performance.now() - began < 1000 * seconds && draws < 20 * trials;
  draws++
) {
  const name = random.pick(names);
  const source = await readSource(values.files, name, mostBytes, oracle);
  const shape = source === undefined ? undefined : await shapeOf(source.text, oracle);
  if (source === undefined || shape === undefined) {
    skipped.unreadable++;
    continue;
  }
  const made: Made | undefined = await brokenFile(source.text, shape, oracle, random);
  if (made === undefined) {
    skipped.unbroken++;
    continue;
  }
  const outcome: Outcome | undefined = trialOf(language, trie, made.file, random);
  if (outcome === undefined) {
    skipped.twinWithoutGap++;
    continue;
  }
  const [verdict] = outcome.filled === undefined ? [] : await oracle.parse([outcome.filled]);
  tally.add(name, made, outcome, verdict, unchanged(language, trie, made.file, random));
  if (tally.trials() % 50 === 0) process.stderr.write(`${tally.trials()} of ${trials}\n`);
}
oracle.close();
const settings = {
  files: names.length,
  trials,
  seed,
  python: oracle.exact,
  seconds: (performance.now() - began) / 1000,
};
process.stdout.write(`${JSON.stringify({ settings, skipped, ...tally.result() }, undefined, 2)}\n`);
