// Random fills of gaps by the policies that keep the user's code code, judged by CPython's `tokenize` (policies.ts), until there are enough:
//
//   pnpm run campaign:policies --fills 100000                every CPython of this machine in turn
//   pnpm run campaign:policies --version 3.12 --seed 7       one of them, from one seed on
//
// Prints each violation; exits with 1 when there was one.
import { parseArgs } from "node:util";
import { type Oracle, openOracle } from "./oracle.js";
import { noPolicyTally } from "./policies.js";
import { type PolicyGround, policyRound } from "./policy-round.js";
import { pythonSubject } from "./python-subject.js";
import { findPythons, isVersion, VERSIONS } from "./pythons.js";
import { randomFrom } from "./random.js";

const MOST_TOLD = 20;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "--"),
  options: {
    fills: { type: "string", default: "10000" },
    version: { type: "string", default: "all" },
    seed: { type: "string" },
  },
});
const most = Number(values.fills);
const first = values.seed === undefined ? Date.now() & 0x3fffffff : Number(values.seed);
const versions = values.version === "all" ? VERSIONS : values.version.split(",").filter(isVersion);
if (!(most > 0) || !Number.isInteger(first) || versions.length === 0) {
  console.error("campaign: --fills is a number above 0, --seed an integer, --version a list like 3.9,3.12 or all");
  process.exit(2);
}

const began = performance.now();
const grounds: PolicyGround[] = [];
const oracles: Oracle[] = [];
for (const python of findPythons(versions, "sampled")) {
  const oracle = await openOracle(python);
  oracles.push(oracle);
  grounds.push({ subject: pythonSubject(python.version), oracle, tally: noPolicyTally() });
}
if (grounds.length === 0) {
  console.error(`campaign: no CPython of ${versions.join(", ")} here`);
  process.exit(2);
}
const filled = (): number => grounds.reduce((sum, { tally }) => sum + tally.fills, 0);
let violations = 0;
for (let round = 0; filled() < most; round++) {
  for (const ground of grounds) {
    const seed = first + round;
    for (const { law, policy, cut, said } of await policyRound(ground, randomFrom(seed))) {
      violations++;
      if (violations > MOST_TOLD) continue;
      const { prefix, middle, suffix } = cut;
      console.log(`${ground.oracle.exact} ${policy} ${law}: ${JSON.stringify([prefix, middle, suffix])}`);
      console.log(`  ${said} (seed ${seed})`);
    }
  }
}
for (const oracle of oracles) oracle.close();
for (const { oracle, tally } of grounds) console.log(`CPython ${oracle.exact}: ${JSON.stringify(tally)}`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`Seeds from ${first} on, ${seconds} s: ${filled()} fills, ${violations} violations`);
process.exitCode = violations === 0 ? 0 : 1;
