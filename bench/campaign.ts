// Random campaigns over all laws, until the time is up:
//
//   pnpm run campaign --seconds 600            every family in turn, from a fresh seed on (or `--from N`)
//   pnpm run campaign --family masks --seed 7  one seed of some families, to repeat a failure
//
// Prints each failure with its seed and the smallest subject found, then what was done; exits with 1 when anything failed.

import { parseArgs } from "node:util";
import { families, noTally } from "./campaign/families.js";

/** Subjects drawn from one seed: a failure is repeated in a moment. */
const SUBJECTS = 10;
const MOST_FAILURES = 20;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seconds: { type: "string", default: "60" },
    family: { type: "string", default: "" },
    from: { type: "string" },
    seed: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const once = values.seed === undefined ? undefined : Number(values.seed);
const first = once ?? (values.from === undefined ? Date.now() & 0x3fffffff : Number(values.from));
const chosen = families.filter(({ name }) => name.includes(values.family));
if (!(seconds > 0) || !Number.isInteger(first) || chosen.length === 0) {
  console.error(
    "campaign: --seconds is a number above 0, --from and --seed integers, --family a part of one of these names:",
  );
  for (const { name } of families) console.error(`  ${name}`);
  process.exit(2);
}

const began = performance.now();
const tallies = chosen.map(() => noTally());
let failures = 0;
let seeds = 0;
for (let round = 0; once === undefined || round === 0; round++) {
  for (const [i, family] of chosen.entries()) {
    if (once === undefined && performance.now() - began >= 1000 * seconds) break;
    const seed = first + round;
    seeds++;
    const left = once === undefined ? 1000 * seconds - (performance.now() - began) : 60_000;
    const failure = family.run(seed, SUBJECTS, tallies[i]!, Math.min(60_000, left));
    if (failure === undefined) continue;
    failures++;
    console.log(`FAILED ${family.name}, seed ${seed} (repeat with --family "${family.name}" --seed ${seed})`);
    console.log(`${failure}\n`);
  }
  if (performance.now() - began > 1000 * seconds || failures >= MOST_FAILURES) break;
}

for (const [i, { name }] of chosen.entries()) {
  const { subjects, refused, cases, completions, undecided } = tallies[i]!;
  console.log(
    `${name.padEnd(22)} ${subjects} subjects (${refused} refused), ${cases} cases, ${completions} completions shown, ${undecided} undecided`,
  );
}
const elapsed = ((performance.now() - began) / 1000).toFixed(0);
console.log(
  `${seeds} seeds from ${first} on in ${elapsed} s: ${failures === 0 ? "no failures" : `${failures} failures`}`,
);
process.exitCode = failures === 0 ? 0 : 1;
