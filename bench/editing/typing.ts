// Types files of Python in, character by character, the cursor jumping between parts of the file, and asks for a gap at the cursor at every 50th
// state; most of these states are no Python. With placeholders and the shortest completion, each must be, to CPython:
//
//   pnpm --silent bench:typing --files DIR --states 1000 --seconds 600 --out so-far.json > typing.json
//
// `--out` names a file that has the result so far, every 50 states. Times are the lesser of wall and CPU time (clock.ts), so that a pause of the process does
// not count. `slowest` says where the slowest gaps are.

import { parseArgs } from "node:util";
import { createDocument, type Document, FillError, type Gap, withPlaceholders } from "@espalier/gaps";
import { python } from "espalier";
import { openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons, isVersion } from "../../test/judges/cpython/pythons.js";
import { type Random, randomFrom } from "../../test/judges/cpython/random.js";
import { timed } from "../clock.js";
import { pythonFiles, readSource } from "../fim/cuts.js";
import { createProgress } from "./progress.js";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    files: { type: "string" },
    states: { type: "string", default: "1000" },
    seconds: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    python: { type: "string", default: "3.13" },
    "max-bytes": { type: "string", default: "20000" },
    out: { type: "string" },
  },
});
const [states, seconds, seed, mostBytes] = [values.states, values.seconds, values.seed, values["max-bytes"]].map(
  Number,
) as [number, number, number, number];
if (values.files === undefined || !isVersion(values.python) || !(states > 0) || !(seconds > 0)) {
  console.error("bench:typing: name a folder with --files; --states, --seconds and --seed are numbers");
  process.exit(2);
}
const [found] = findPythons([values.python], "all");
if (found === undefined) {
  console.error(`bench:typing: needs CPython ${values.python}`);
  process.exit(2);
}

/** Every so many characters a gap is asked for. */
const EVERY = 50;
/** Parts that a file is typed in. */
const PARTS = 8;
const SLOWEST = 10;

const oracle = await openOracle(found);
const language = python({ version: values.python });
const random = randomFrom(seed);
const began = performance.now();
const counts = { files: 0, states: 0, broken: 0, refused: 0, wrong: 0, regions: 0 };
const milliseconds: number[] = [];
const failures: object[] = [];
const slowest: { readonly ms: number; readonly name: string; readonly bytes: number; readonly cursor: number }[] = [];
const text = new TextDecoder();

/** The parts of a text with their places, in an order drawn at random. */
function* partsOf(source: string, its: Random): Generator<{ readonly at: number; readonly part: string }> {
  const cuts = new Set([0, source.length]);
  for (let i = 1; i < PARTS; i++) cuts.add(source.indexOf("\n", its.below(source.length)) + 1);
  const sorted = [...cuts].sort((a, b) => a - b);
  const parts = sorted.slice(1).map((end, i) => ({ index: i, part: source.slice(sorted[i], end) }));
  const typed = new Map<number, number>();
  while (parts.length > 0) {
    const [{ index, part }] = parts.splice(its.below(parts.length), 1) as [(typeof parts)[number]];
    let at = 0;
    for (const [other, length] of typed) if (other < index) at += length;
    yield { at, part };
    typed.set(index, part.length);
  }
}

function result(): object {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(10 * (sorted[Math.floor(share * sorted.length)] ?? 0)) / 10;
  const settings = { python: oracle.exact, seed, seconds: (performance.now() - began) / 1000 };
  const gapMs = { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(0.9999) };
  return { settings, ...counts, gapMs, slowest, failures: failures.slice(0, 20) };
}
const progress = createProgress(states, 50, result, values.out);

/** The gap at the cursor, or why there is none. */
function gapAt(document: Document, cursor: number, name: string): Gap | FillError {
  const { result, us } = timed(() => {
    try {
      return document.gap({ from: cursor, errors: "tolerate" });
    } catch (error) {
      if (error instanceof FillError) return error;
      throw error;
    }
  });
  milliseconds.push(us / 1000);
  slowest.push({ ms: Math.round(us / 100) / 10, name, bytes: document.text.length, cursor });
  slowest.sort((a, b) => b.ms - a.ms).splice(SLOWEST);
  return result;
}

async function ask(document: Document, cursor: number, name: string): Promise<void> {
  counts.states++;
  const gap = gapAt(document, cursor, name);
  if (gap instanceof FillError) {
    counts.refused++;
    failures.push({ name, cursor, message: gap.message });
    return;
  }
  if (gap.opaque.length > 0) counts.broken++;
  counts.regions += gap.opaque.length;
  const before = gap.opaque.filter(({ from }) => from < cursor);
  const behind = gap.opaque
    .filter(({ from }) => from >= cursor)
    .map(({ from, to, placeholder }) => ({ from: from - cursor, to: to - cursor, placeholder }));
  const whole =
    text.decode(withPlaceholders(document.text.slice(0, cursor), before)) +
    text.decode(gap.witness(gap.start)) +
    text.decode(withPlaceholders(document.text.slice(cursor), behind));
  const [verdict] = await oracle.parse([whole]);
  if (verdict?.kind !== "reject") return;
  counts.wrong++;
  failures.push({ name, cursor, opaque: gap.opaque, verdict });
}

const names = pythonFiles(values.files);
const inTime = (): boolean => counts.states < states && performance.now() - began < 1000 * seconds;
while (inTime()) {
  const name = random.pick(names);
  const source = await readSource(values.files, name, mostBytes, oracle);
  // Characters are bytes then, which keeps the cursor simple.
  if (source === undefined || !/^[\n\x20-\x7e]*$/.test(source.text) || source.text.length < 500) continue;
  counts.files++;
  const document = createDocument(language, "");
  let typed = 0;
  for (const { at, part } of partsOf(source.text, random)) {
    for (let i = 0; i < part.length && inTime(); i++) {
      document.edit({ from: at + i, to: at + i, insert: part[i]! });
      if (++typed % EVERY !== 0) continue;
      await ask(document, at + i + 1, name);
      progress.step(counts.states);
    }
  }
}
oracle.close();
progress.end();
