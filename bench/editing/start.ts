// How long `espalier fill` without a model takes, from the start of its process to its end: the command as it is built, in a process of its own for
// each run, at places spread over one file.
//
//   pnpm --silent bench:start --file FILE.py --runs 10 > start.json
//
// `wall` and `cpu` are milliseconds, of all threads. `empty` is a process that runs nothing, `version` one that answers `--version`.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: { file: { type: "string" }, runs: { type: "string", default: "10" } },
});
const runs = Number(values.runs);
if (values.file === undefined || !(runs > 0)) {
  console.error("bench:start: name a file of Python with --file; --runs is a number");
  process.exit(2);
}
const command = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../packages/espalier/bin/espalier.js");
/** Writes what the process has taken as the last line of its standard error. */
const METER =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\n'+(user+system))})";

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

function run(args: readonly string[]): Times & { readonly status: number | null } {
  const before = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ["--import", METER, ...args], { encoding: "utf8" });
  const wall = performance.now() - before;
  return { wall, cpu: Number(stderr.slice(stderr.lastIndexOf("\n") + 1)) / 1000, status };
}

function summary(times: readonly Times[]): object {
  const of = (pick: (its: Times) => number): object => {
    const sorted = times.map(pick).sort((a, b) => a - b);
    const rounded = (at: number): number => Math.round(sorted[at]!);
    return { least: rounded(0), median: rounded(sorted.length >> 1), most: rounded(sorted.length - 1) };
  };
  return { wall: of(({ wall }) => wall), cpu: of(({ cpu }) => cpu) };
}

const lines = readFileSync(values.file, "utf8").split("\n").length - 1;
const fills = Array.from({ length: runs }, (_, i) => {
  const line = 1 + Math.floor(((i + 0.5) * lines) / runs);
  return run([command, "fill", "--file", values.file!, "--at", `${line}:1`]);
});
const result = {
  settings: { file: path.basename(values.file), lines, runs, node: process.version },
  failed: fills.filter(({ status }) => status !== 0).length,
  fill: summary(fills),
  version: summary(Array.from({ length: runs }, () => run([command, "--version"]))),
  empty: summary(Array.from({ length: runs }, () => run(["-e", "0"]))),
};
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
