// Masks after a closed answer of 2,000 names, as after a dot in a large program: remembered, and right after the answer, where the names are new.

import { type Answer, endsWith, onTrigger, run, strings } from "@espalier/monitor";
import { createMasker } from "@espalier/trie";
import { batches, timed } from "./clock.js";
import type { Measurement } from "./measurement.js";
import { seeded } from "./seeded.js";
import { trieOf } from "./subjects.js";

const COUNT = 2_000;
const PARTS = "get set is has to from with add remove create name value index list item user file path text node".split(
  " ",
);

/** Names in camel case, all different. */
function names(seed: number): readonly string[] {
  const random = seeded(seed);
  const part = (): string => PARTS[Math.floor(random() * PARTS.length)]!;
  const all = new Set<string>();
  while (all.size < COUNT) {
    const more = Array.from({ length: 1 + Math.floor(random() * 3) }, part);
    all.add(part() + more.map((each) => each[0]!.toUpperCase() + each.slice(1)).join(""));
  }
  return [...all];
}

const members = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
const asking = run(members, "node.")!;

function answered(value: readonly string[]) {
  const [question] = members.asks(asking);
  return members.supply(asking, question!, { kind: "closed", value } satisfies Answer<readonly string[]>)!;
}

export const choosingNames: Measurement = {
  rows: [
    { name: "mask of 2,000 names, o200k, warm", unit: "us", limits: { p50: 100 } },
    { name: "mask of 2,000 new names, o200k", unit: "us" },
    { name: "answer of 2,000 new names", unit: "us" },
  ],
  run({ seed, quick }) {
    const masker = createMasker(trieOf("o200k"), members);
    const state = answered(names(seed));
    const notes = { allowed: masker.mask(state).mask.count };
    const warm = batches(quick ? 2 : 100, 1000, () => masker.mask(state));
    const [fresh, supplied]: [number[], number[]] = [[], []];
    for (let n = 1; n <= (quick ? 1 : 50); n++) {
      const value = names(seed + n);
      const next = timed(() => answered(value));
      supplied.push(next.us);
      fresh.push(timed(() => masker.mask(next.result)).us);
    }
    return [{ samples: warm, notes }, { samples: fresh }, { samples: supplied }];
  },
};
