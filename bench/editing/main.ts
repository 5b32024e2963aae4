// Gaps in broken files against their unbroken twins and CPython:
//
//   pnpm --silent bench:editing --files DIR --trials 3000 --seconds 600 --out so-far.json > out.json
//
// DIR is a folder of Python files, those below it included. Prints one JSON object; how far it is goes to standard error. `--out` names a file that has
// the result so far, every 50 files. Each draw depends only on the seed and its number, so `--first` goes on where another run ended. CPython prepares
// the next files while one is tried.

import { parseArgs } from "node:util";
import { buildTrie } from "@espalier/trie";
import { python } from "espalier";
import { openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons, isVersion } from "../../test/judges/cpython/pythons.js";
import { type Random, randomFrom } from "../../test/judges/cpython/random.js";
import { pythonFiles, readSource } from "../fim/cuts.js";
import { llama3Vocabulary } from "../vocabularies.js";
import { brokenFile, type Made, shapeOf } from "./broken-files.js";
import { createProgress } from "./progress.js";
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
    first: { type: "string", default: "0" },
    out: { type: "string" },
  },
});
const [trials, seconds, seed, mostBytes, shown, first] = [
  values.trials,
  values.seconds,
  values.seed,
  values["max-bytes"],
  values["show-failures"],
  values.first,
].map(Number) as [number, number, number, number, number, number];
if (values.files === undefined || !isVersion(values.python) || !(trials > 0) || !(seconds > 0)) {
  console.error(
    "bench:editing: name a folder with --files; --trials, --seconds, --seed and --first are numbers, --python a version",
  );
  process.exit(2);
}

const [found] = findPythons([values.python], "all");
if (found === undefined) {
  console.error(`bench:editing: needs CPython ${values.python}`);
  process.exit(2);
}
/** Files that CPython prepares ahead of the one that is tried. */
const AHEAD = 4;
/** Seeds of different runs draw different files. */
const DRAWS = 1_000_003;

/** What one draw gave: a broken file, or why there is none. */
type Draw = { readonly name: string; readonly made: Made; readonly random: Random } | "unreadable" | "unbroken";

const folder = values.files;
const [preparing, oracle] = [await openOracle(found), await openOracle(found)];
const language = python({ version: values.python });
const trie = buildTrie(llama3Vocabulary());
const names = pythonFiles(folder);
const tally = createTally(shown);
const began = performance.now();
const skipped = { unreadable: 0, unbroken: 0, twinWithoutGap: 0 };

async function draw(index: number): Promise<Draw> {
  const random = randomFrom(seed * DRAWS + index);
  const name = random.pick(names);
  const source = await readSource(folder, name, mostBytes, preparing);
  const shape = source === undefined ? undefined : await shapeOf(source.text, preparing);
  if (source === undefined || shape === undefined) return "unreadable";
  const made = await brokenFile(source.text, shape, preparing, random);
  return made === undefined ? "unbroken" : { name, made, random };
}

let draws = first;
function result(): object {
  const settings = {
    files: names.length,
    trials,
    seed,
    python: oracle.exact,
    seconds: (performance.now() - began) / 1000,
    draws: [first, draws],
  };
  return { settings, skipped, ...tally.result() };
}
const progress = createProgress(trials, 50, result, values.out);

const ahead = Array.from({ length: AHEAD }, (_, i) => draw(first + i));
for (; tally.trials() < trials && performance.now() - began < 1000 * seconds && draws < first + 20 * trials; draws++) {
  const drawn = await ahead.shift()!;
  ahead.push(draw(draws + AHEAD));
  if (typeof drawn === "string") {
    skipped[drawn]++;
    continue;
  }
  const { name, made, random } = drawn;
  const outcome: Outcome | undefined = trialOf(language, trie, made.file, random);
  if (outcome === undefined) {
    skipped.twinWithoutGap++;
    continue;
  }
  const [verdict] = outcome.filled === undefined ? [] : await oracle.parse([outcome.filled]);
  tally.add(name, made, outcome, verdict, unchanged(language, trie, made.file, random));
  progress.step(tally.trials());
}
await Promise.all(ahead);
preparing.close();
oracle.close();
progress.end();
