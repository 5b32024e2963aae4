// The user's code stays code by the policies that promise it: CPython's `tokenize` judges fills drawn from this run's seed. More of them:
// `pnpm run campaign:policies --fills 100000`.
import { expect, test } from "vitest";
import { seed } from "../../support/seed.js";
import { besideEachPython } from "./each-python.js";
import { noPolicyTally } from "./policies.js";
import { policyRound } from "./policy-round.js";
import { pythonSubject } from "./python-subject.js";
import { randomFrom } from "./random.js";

const FILLS = 600;

besideEachPython("the policies of gaps, Python %s", "keep the user's code code", "one", ({ version, oracle }) => {
  test("no string or comment of a middle takes the suffix in, and its tokens stay what they are", async () => {
    const ground = { subject: pythonSubject(version), oracle: oracle(), tally: noPolicyTally() };
    for (let round = 0; ground.tally.fills < FILLS; round++)
      expect(await policyRound(ground, randomFrom(seed + round))).toEqual([]);
    expect(ground.tally.compared).toBeGreaterThan(FILLS / 2);
  }, 300_000);
});
