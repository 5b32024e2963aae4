// What a keystroke costs in a long file: a character typed somewhere, then the gap asked for, up to its first mask.
//
//   pnpm --silent bench:keystrokes --files DIR --lines 10000 --keystrokes 600 > keystrokes.json
//
// The file is put together of files of Python below DIR. It is measured without an error, and with three broken lines in it. The gap is at the
// keystroke, or stays at one place while characters are typed before it, or after it. Half of the keystrokes are taken back by the next one.
// Times are CPU time of the process in milliseconds (clock.ts), pauses of the collector included; the first keystrokes, in which
// the code is compiled, are not counted (--warm-up).

import { parseArgs } from "node:util";
import { createDocument, type Document, FillError } from "@espalier/gaps";
import { buildTrie, createMasker } from "@espalier/trie";
import { python } from "espalier";
import { openOracle } from "../../test/judges/cpython/oracle.js";
import { findPythons, isVersion } from "../../test/judges/cpython/pythons.js";
import { type Random, randomFrom } from "../../test/judges/cpython/random.js";
import { timed } from "../clock.js";
import { pythonFiles, readSource } from "../fim/cuts.js";
import { llama3Vocabulary } from "../vocabularies.js";
import { breakageAt } from "./breakages.js";
import { shapeOf } from "./broken-files.js";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    files: { type: "string" },
    lines: { type: "string", default: "10000" },
    keystrokes: { type: "string", default: "600" },
    "warm-up": { type: "string", default: "300" },
    seconds: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    python: { type: "string", default: "3.13" },
  },
});
const [most, keystrokes, warmUp, seconds, seed] = [
  values.lines,
  values.keystrokes,
  values["warm-up"],
  values.seconds,
  values.seed,
].map(Number) as [number, number, number, number, number];
if (values.files === undefined || !isVersion(values.python) || !(most > 0) || !(keystrokes > 0) || !(seconds > 0)) {
  console.error(
    "bench:keystrokes: name a folder with --files; --lines, --keystrokes, --seconds and --seed are numbers",
  );
  process.exit(2);
}
const [found] = findPythons([values.python], "all");
if (found === undefined) {
  console.error(`bench:keystrokes: needs CPython ${values.python}`);
  process.exit(2);
}

/** What is typed, each as often as the others: letters and what opens or closes something. */
const TYPED = [..."aeinrst_", ..."017", " ", " ", "\n", ".", ",", "=", "(", ")", "[", "]", ":", '"', "'", "#", "+"];
const WHERE = ["at the gap", "before the gap", "after the gap"] as const;
const BROKEN = ["unfinished def", "unclosed bracket", "nothing after a dot"] as const;

const oracle = await openOracle(found);
const language = python({ version: values.python });
const trie = buildTrie(llama3Vocabulary());
const began = performance.now();

/** Files put together, until there are lines enough. Characters are bytes in them, which keeps offsets simple. */
async function longFile(random: Random, folder: string): Promise<string> {
  const names = pythonFiles(folder);
  const parts: string[] = [];
  let lines = 0;
  while (lines < most) {
    const source = await readSource(folder, random.pick(names), 200_000, oracle);
    if (source === undefined || !/^[\n\x20-\x7e]*$/.test(source.text)) continue;
    // An import of the future may stand only at the head of a file.
    const text = source.text.replaceAll(/^from __future__.*$/gm, "");
    const [verdict] = await oracle.parse([[...parts, text].join("")]);
    if (verdict?.kind !== "accept") continue;
    parts.push(text);
    lines += text.split("\n").length - 1;
  }
  return parts.join("");
}

/** The same with three broken lines, at a quarter, at the half and at three quarters of it. */
async function broken(text: string): Promise<string> {
  const shape = await shapeOf(text, oracle);
  if (shape === undefined) throw new Error("The file cannot be tokenized.");
  const lines = [...shape.lines];
  for (const [i, kind] of [...BROKEN.entries()].reverse()) {
    const at = Math.floor((shape.logical.length * (i + 1)) / 4);
    const change = breakageAt(kind, shape.lines, shape.logical, at)!;
    lines.splice(change.from, change.to - change.from, ...change.lines);
  }
  return lines.join("\n");
}

function ask(document: Document, cursor: number): "opened" | "refused" {
  try {
    const gap = document.gap({ from: cursor, errors: "tolerate" });
    createMasker(trie, gap).mask(gap.start);
    return "opened";
  } catch (error) {
    if (error instanceof FillError) return "refused";
    throw error;
  }
}

function measure(text: string, random: Random): object {
  const document = createDocument(language, text);
  const first = timed(() => ask(document, Math.floor(text.length / 2))).us / 1000;
  const times: Record<string, number[]> = { all: [] };
  const slowest: object[] = [];
  let refused = 0;
  let typed: { readonly at: number; readonly where: (typeof WHERE)[number]; readonly cursor: number } | undefined;
  for (let i = -warmUp; i < keystrokes && performance.now() - began < 1000 * seconds; i++) {
    const length = document.text.length;
    const back = typed;
    let where: (typeof WHERE)[number] = back?.where ?? random.pick(WHERE);
    let edit = { from: 0, to: 0, insert: "" };
    let cursor = 0;
    if (back !== undefined) {
      edit = { from: back.at, to: back.at + 1, insert: "" };
      cursor = back.cursor - (back.at < back.cursor ? 1 : 0);
      typed = undefined;
    } else {
      const [low, high] = [random.below(length), random.below(length)].sort((a, b) => a - b) as [number, number];
      const at = where === "after the gap" ? high : low;
      edit = { from: at, to: at, insert: random.pick(TYPED) };
      cursor = where === "at the gap" ? at + 1 : where === "before the gap" ? high + 1 : low;
      if (where === "after the gap" && low === high) where = "at the gap";
      // The gap is open where it is before the keystroke; what it costs to open is not what is measured.
      ask(document, where === "at the gap" ? at : where === "before the gap" ? cursor - 1 : cursor);
      typed = { at, where, cursor };
    }
    const { result, us } = timed(() => {
      document.edit(edit);
      return ask(document, cursor);
    });
    if (i < 0) continue;
    if (result === "refused") refused++;
    const key = `${where}${back === undefined ? "" : ", taken back"}`;
    (times[key] ??= []).push(us / 1000);
    times.all!.push(us / 1000);
    slowest.push({ ms: Math.round(us / 10) / 100, where: key, edit, cursor, result });
  }
  slowest.sort((a, b) => (b as { ms: number }).ms - (a as { ms: number }).ms);
  return {
    lines: text.split("\n").length - 1,
    firstMs: first,
    keystrokes: times.all!.length,
    refused,
    ms: Object.fromEntries(Object.entries(times).map(([key, its]) => [key, percentiles(its)])),
    slowest: slowest.slice(0, 12),
  };
}

function percentiles(ms: readonly number[]): object {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(100 * sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!) / 100;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1) };
}

const random = randomFrom(seed);
const text = await longFile(random, values.files);
const damaged = await broken(text);
oracle.close();
const whole = measure(text, random);
const result = { settings: { seed, python: oracle.exact }, whole, broken: measure(damaged, random) };
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
