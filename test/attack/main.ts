// `pnpm run attack --seconds N`: random and hostile inputs for every package, judged from outside (CONTRIBUTING.md).
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type AttackReport, attack } from "./attack.js";
import { PARTS } from "./parts.js";

const HELP = `pnpm run attack [--seconds N] [--from N | --seed N] [--only PART] [--json] [--out FILE]

  --seconds N   how long, in all; each part gets the same share (120)
  --from N      the seed of the first round; each round has the next one (a fresh seed, where nothing is said)
  --seed N      one round of each part, drawn from this seed
  --only PART   the parts whose names contain PART
  --json        one JSON object on standard output, and nothing else
  --out FILE    the same JSON object in a file, which is written after each round

Ends with 1 when it found something. Each failure comes with the seed and the smallest input that repeats it.

Parts:
${PARTS.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join("\n")}`;

function read(): ReturnType<typeof parse> {
  try {
    return parse();
  } catch (error) {
    console.error(`attack: ${(error as Error).message}`);
    process.exit(2);
  }
}

function parse() {
  return parseArgs({
    args: process.argv.slice(2).filter((argument) => argument !== "--"),
    options: {
      seconds: { type: "string", default: "120" },
      from: { type: "string" },
      seed: { type: "string" },
      only: { type: "string", default: "" },
      json: { type: "boolean", default: false },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  }).values;
}

const values = read();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const seconds = Number(values.seconds);
const once = values.seed === undefined ? undefined : Number(values.seed);
const from = once ?? (values.from === undefined ? Date.now() & 0x3fffffff : Number(values.from));
const parts = PARTS.filter(({ name }) => name.includes(values.only));
if (!(seconds > 0) || !Number.isInteger(from) || parts.length === 0) {
  console.error(
    "attack: --seconds is a number above 0, --from and --seed integers, --only a part of one of these names:",
  );
  for (const { name } of PARTS) console.error(`  ${name}`);
  process.exit(2);
}
const say = values.json ? console.error : console.log;

const write = (report: AttackReport): void => {
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(report, undefined, 1)}\n`);
};

const report = await attack(parts, {
  seconds,
  seed: from,
  rounds: once === undefined ? Number.POSITIVE_INFINITY : 1,
  onFailure: ({ part, seed, said }) =>
    say(`FAILED ${part}, seed ${seed} (repeat with --only ${part} --seed ${seed})\n${said}\n`),
  onRound: write,
});
if (values.json) console.log(JSON.stringify(report, undefined, 1));
else tell(report);
write(report);
process.exitCode = report.failures.length === 0 ? 0 : 1;

function tell({ parts, failures, seed, seconds }: AttackReport): void {
  for (const { part, rounds, counts, skipped } of parts) {
    const numbers = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    console.log(`${part.padEnd(10)} ${[`${rounds} rounds`, ...numbers].join(", ")}`);
    if (skipped !== undefined) console.log(`${"".padEnd(10)} Skipped: ${skipped}`);
  }
  const found = failures.length === 0 ? "no failures" : `${failures.length} failures`;
  console.log(`Seeds from ${seed} on, ${seconds.toFixed(0)} s: ${found}`);
}
