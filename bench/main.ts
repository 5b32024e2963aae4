// `pnpm bench`: measures and prints. Options:
//
//     --json           one JSON object on stdout: { machine, …, rows: [{ name, unit, p50, p99, max, target, … }] }
//     --only TEXT      only rows whose names contain TEXT (and what they are compared with); may be repeated, for the rows of either
//     --runs N         each statistic is the median of N runs (5)
//     --seed N         of the generated texts (1)
//     --quick          one short run, to see that everything works

import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { along } from "./along.js";
import { choosing } from "./choosing.js";
import { starting } from "./first-mask.js";
import { applying } from "./logits.js";
import { judgedOn, slowness } from "./machine-speed.js";
import { type Measurement, measure } from "./measurement.js";
import { growing } from "./memory.js";
import { choosingNames } from "./names.js";
import { ownMonitors } from "./own-monitor.js";
import { againstPeer } from "./peer.js";
import { places } from "./places.js";
import { forking } from "./points.js";
import { PRODUCT_GROUNDS, productMemory, products } from "./products.js";
import { SUBJECTS } from "./subjects.js";
import { formatTable } from "./table.js";
import { building, walking } from "./tries.js";
import { xgrammarVersion } from "./xgrammar.js";

const measurements: readonly Measurement[] = [
  walking(["llama3", "o200k", "cl100k"]),
  building("llama3"),
  building("o200k"),
  ...places,
  ...SUBJECTS.flatMap((subject) => [along(subject, "llama3"), along(subject, "o200k")]),
  ...applying,
  forking,
  ownMonitors,
  ...PRODUCT_GROUNDS.map(products),
  choosingNames,
  choosing,
  ...SUBJECTS.map(starting),
  ...SUBJECTS.map(growing),
  ...PRODUCT_GROUNDS.map(productMemory),
  ...SUBJECTS.map(againstPeer),
];

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new RangeError(`--${name} takes a whole number, not "${text}"`);
  return number;
}

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    runs: { type: "string" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const settings = {
  runs: Math.max(1, wholeNumber("runs", options.runs ?? (options.quick ? "1" : "5"))),
  seed: wholeNumber("seed", options.seed),
  quick: options.quick,
};
const measured = await measure(measurements, settings, options.only, (name) => process.stderr.write(`… ${name}\n`));
const factor = slowness(measured);
const rows = measured.map((row) => judgedOn(factor ?? 1, row));
if (options.quick) process.stderr.write("--quick shows that everything works; its figures mean nothing\n");
const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
};
const speed =
  factor === undefined
    ? "targets of the reference machine: the calibration row (full walk a node) was not measured"
    : `targets in units of time × ${factor.toFixed(2)}, by the calibration row (full walk a node; 1.6 ns on the reference machine)`;
const clock =
  "ms rows: process CPU time where the name says so; else per call, the lesser of wall and process CPU time (see clock.ts)";
if (options.json) {
  process.stdout.write(
    `${JSON.stringify({ machine, clock, slowness: factor ?? null, peer: `web-xgrammar ${xgrammarVersion}`, ...settings, rows })}\n`,
  );
} else {
  process.stdout.write(
    `${machine.cpu}, ${machine.cores} cores, ${machine.platform}, Node ${machine.node}\n${clock}\n${speed}\n\n${formatTable(rows)}\n`,
  );
}
