// The rows of a monitor whose states split in two, filled in by what the local parts say. Until a boundary a state does what its
// local part does, and across one what the state there does: so most of a row is known when it is made, and the monitor is
// asked once for each place that a row leads to, not once for each class of bytes.

import type { Factor } from "@espalier/monitor";
import { CROSSES, NOWHERE, type Shape } from "./local-shapes.js";
import type { LocalStore } from "./local-store.js";
import { MISSING, type Steps } from "./rows.js";

/** The `outline` and `spread` of the rows of a monitor with `factor`. */
export function factoredRows(
  { shapes, automaton }: LocalStore,
  factor: Factor<number>,
  classCount: number,
): Required<Pick<Steps, "outline" | "spread">> {
  /** The shape of the state across the boundary here; "none" where there is no state, `undefined` where it has no local part. */
  function across(state: number, local: number): Shape | "none" | undefined {
    const after = factor.cross(state, automaton.exit(local));
    if (after === undefined) return "none";
    const beyond = factor.local(after);
    return beyond === 0 ? undefined : shapes(beyond);
  }
  return {
    outline(state, words, at) {
      const local = factor.local(state);
      if (local === 0) {
        words.fill(MISSING, at, at + classCount);
        return;
      }
      const { outline, crossing } = shapes(local);
      words.set(outline, at);
      if (crossing.length === 0) return;
      const beyond = across(state, local);
      if (beyond === undefined) return;
      for (const c of crossing) if (beyond === "none" || beyond.targets[c] === NOWHERE) words[at + c] = 0;
    },
    spread(state, c, entry, words, at) {
      const local = factor.local(state);
      if (local === 0) return;
      const { targets, alike } = shapes(local);
      if (targets[c]! > 0) {
        for (let other = alike[c]!; other !== c; other = alike[other]!) words[at + other] = entry;
        return;
      }
      if (targets[c] !== CROSSES) return;
      const beyond = across(state, local);
      if (beyond === undefined || beyond === "none" || beyond.targets[c]! <= 0) return;
      for (let other = beyond.alike[c]!; other !== c; other = beyond.alike[other]!)
        if (targets[other] === CROSSES) words[at + other] = entry;
    },
  };
}
