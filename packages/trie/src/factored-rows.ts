// The rows of a monitor whose states split in two, filled in by what the local parts say. Until a boundary a state does what its
// local part does, and across one what the state there does: so most of a row is known when it is made, and the monitor is
// asked once for each place that a row leads to, not once for each class of bytes.

import type { Factor } from "@espalier/monitor";
import { CROSSES, NOWHERE, type Shape } from "./local-shapes.js";
import type { LocalStore } from "./local-store.js";
import { MISSING, type Steps } from "./rows.js";

/** The state that stands for `state` where masks are concerned: its sketch, with counters out of every token's reach made equal. */
export type Canonical<State> = (state: State) => State;

export function canonicalBy<State>(store: LocalStore, factor: Factor<State>): Canonical<State> {
  const { replace, sketch } = factor;
  const counted = replace !== undefined && store.automaton.horizon !== undefined;
  if (!counted && sketch === undefined) return (state) => state;
  return (state) => {
    const sketched = sketch === undefined ? state : sketch(state);
    if (!counted || factor.vague?.(sketched) === true) return sketched;
    const local = factor.local(sketched);
    if (local === 0) return sketched;
    const far = store.horizon(local);
    return far === local ? sketched : replace(sketched, far);
  };
}

/** The `outline` and `spread` of the rows of a monitor with `factor`. */
export function factoredRows(
  { shapes, automaton }: LocalStore,
  factor: Factor<number>,
  canonical: Canonical<number>,
  classCount: number,
): Required<Pick<Steps, "outline" | "spread">> {
  /** The shape of the state across the boundary here; "none" where there is no state, `undefined` where it has no local part. */
  function across(state: number, local: number): Shape | "none" | undefined {
    const after = factor.cross(state, automaton.exit(local));
    if (after === undefined) return "none";
    const beyond = factor.local(canonical(after));
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
