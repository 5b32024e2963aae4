// Random campaigns of Python beside CPython, with fresh seeds, until the time is up:
//
//   pnpm run campaign:python --seconds 600                       every CPython of this machine in turn
//   pnpm run campaign:python --version 3.12 --family soup        some of them, and some families
//   pnpm run campaign:python --version 3.12 --family soup --seed 7   one seed, to repeat a failure
//   pnpm run campaign:python --seconds 60 --out FILE             differences as JSON lines
//
// Each difference is made small and printed once, unless the ledger explains it. Exits with 1 when there was one.
import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Difference, noTally, type Tally } from "./checks.js";
import { endlessLibrary, type Family, families, type Ground } from "./families.js";
import { explained, readLedger } from "./ledger.js";
import { openOracle } from "./oracle.js";
import { pythonSubject } from "./python-subject.js";
import { findPythons, isVersion, VERSIONS } from "./pythons.js";
import { randomFrom } from "./random.js";
import { kindOfError, reduce } from "./reduce.js";
import { llama3Spellings } from "./vocabulary.js";

/** Differences of one kind made small in one run of a family; more of them are likely the same. */
const MOST_REDUCED = 6;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    seconds: { type: "string", default: "60" },
    version: { type: "string", default: "all" },
    family: { type: "string", default: "" },
    seed: { type: "string" },
    out: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const once = values.seed === undefined ? undefined : Number(values.seed);
const chosen = families.filter(({ name }) => name.includes(values.family));
const versions = values.version === "all" ? VERSIONS : values.version.split(",").filter(isVersion);
if (!(seconds > 0) || (once !== undefined && !Number.isInteger(once)) || chosen.length === 0 || versions.length === 0) {
  console.error("campaign: --seconds is a number above 0, --seed an integer, --version a list like 3.9,3.12 or all,");
  console.error("--family a part of one of these names:");
  for (const { name } of families) console.error(`  ${name}`);
  process.exit(2);
}

const pythons = findPythons(versions, "all");
for (const version of versions) {
  if (!pythons.some((python) => python.version === version)) console.log(`No CPython ${version} here: not judged`);
}

const began = performance.now();
const elapsed = (): number => (performance.now() - began) / 1000;
const ledger = readLedger();
const tallies = new Map<string, Tally>();
const known = new Map<string, number>();
/** Seconds by what they were spent on. */
const spent = new Map<string, number>();
const spend = (on: string, since: number): void => {
  spent.set(on, (spent.get(on) ?? 0) + elapsed() - since);
};
/** Differences by what they are about, each printed once. */
const told = new Map<string, number>();
if (values.out !== undefined) writeFileSync(values.out, "");

/** One seed of one family; returns how many new differences were told. */
async function tried(ground: Ground, family: Family, seed: number): Promise<number> {
  const { subject, oracle } = ground;
  const start = elapsed();
  const found = await family.run(ground, randomFrom(seed));
  spend(family.name, start);
  let fresh = 0;
  const then = elapsed();
  const reduced = new Map<Difference["check"], number>();
  for (const difference of found) {
    const count = (reduced.get(difference.check) ?? 0) + 1;
    reduced.set(difference.check, count);
    if (count > MOST_REDUCED) continue;
    const small = await reduce(subject, oracle, difference);
    const entry = await explained(ledger, subject, oracle, small);
    if (entry !== undefined) {
      known.set(entry.reason, (known.get(entry.reason) ?? 0) + 1);
      continue;
    }
    const key = `${oracle.exact} ${small.check} ${kindOfError(small.ours)} ${JSON.stringify(small.cut)}`;
    told.set(key, (told.get(key) ?? 0) + 1);
    if (told.get(key) !== 1) continue;
    fresh++;
    tell(oracle.exact, family, seed, small);
  }
  spend("making differences small", then);
  return fresh;
}

function tell(exact: string, { name }: Family, seed: number, { check, cut, from, ours, other }: Difference): void {
  const { prefix, middle, suffix } = cut;
  const shown =
    prefix === "" && suffix === ""
      ? JSON.stringify(middle)
      : [prefix, middle, suffix].map((part) => JSON.stringify(part)).join(" · ");
  console.log(
    `${exact} ${check}: ${shown}\n  ours: ${ours}\n  other: ${other}\n  from: ${from} (family "${name}", seed ${seed})`,
  );
  if (values.out !== undefined)
    appendFileSync(values.out, `${JSON.stringify({ exact, check, cut, ours, other, from, family: name, seed })}\n`);
}

const first = once ?? Date.now() & 0x3fffffff;
let failures = 0;
const grounds: Ground[] = [];
for (const python of pythons) {
  const oracle = await openOracle(python);
  const tally = noTally();
  tallies.set(`${oracle.exact} (${python.kind})`, tally);
  const subject = pythonSubject(python.version);
  const libraryText = endlessLibrary(oracle, randomFrom(first));
  grounds.push({ subject, oracle, tally, spellings: llama3Spellings, libraryText });
}
for (let round = 0; once === undefined ? elapsed() < seconds : round === 0; round++) {
  for (const ground of grounds) {
    for (const family of chosen) {
      if (once === undefined && elapsed() >= seconds) break;
      failures += await tried(ground, family, first + round);
    }
  }
}
for (const { oracle } of grounds) oracle.close();

for (const [name, tally] of tallies) {
  const { texts, accepted, resource, cuts, witnesses, masks } = tally;
  console.log(
    `CPython ${name.padEnd(19)} ${texts} texts (${accepted} accepted, ${resource} too much for it), ${cuts} cuts, ${witnesses} completions, ${masks} masks`,
  );
}
console.log(`Seconds: ${[...spent].map(([on, time]) => `${on} ${time.toFixed(0)}`).join(", ")}`);
for (const [reason, count] of known) console.log(`In the ledger, ${count} times: ${reason}`);
console.log(
  `Seeds from ${first} on, ${elapsed().toFixed(0)} s: ${failures === 0 ? "no differences" : `${failures} differences`}`,
);
process.exitCode = failures === 0 ? 0 : 1;
