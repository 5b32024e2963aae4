// The rows of a monitor whose states split in two, begun by what the local parts say. Until a boundary a state does what its local
// part does, and across one what the state there does: so where nothing follows is known when a row is made, and the monitor is
// asked once for each place that a row leads to, not once for each class of bytes.

import type { Factor } from "@espalier/monitor";
import type { LocalStore } from "./local-store.js";
import type { Template } from "./outlines.js";
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

/** How the rows of a monitor with `factor` are begun. */
export function factoredRows(
  { template, automaton, classes: { classOf, classCount } }: LocalStore,
  factor: Factor<number>,
  canonical: Canonical<number>,
): Required<Pick<Steps, "outline" | "spread" | "few">> {
  const byteOf = new Uint8Array(classCount);
  for (let byte = 255; byte >= 0; byte--) byteOf[classOf[byte]!] = byte;
  /** The template of the state across the boundary here; "none" where there is no state, `undefined` where nothing is known. */
  function across(state: number, exit: number): Template | "none" | undefined {
    const after = factor.cross(state, exit);
    if (after === undefined) return "none";
    const beyond = factor.local(canonical(after));
    return beyond === 0 || automaton.exit(beyond) !== 0 ? undefined : template(beyond);
  }
  return {
    outline(state, words, at) {
      const local = factor.local(state);
      if (local === 0) {
        words.fill(MISSING, at, at + classCount);
        return;
      }
      const inside = template(local);
      const exit = automaton.exit(local);
      if (exit === 0) {
        words.set(inside.entries, at);
        return;
      }
      const beyond = across(state, exit);
      if (beyond === undefined) words.fill(MISSING, at, at + classCount);
      else if (beyond === "none") words.set(inside.entries, at);
      else for (let c = 0; c < classCount; c++) words[at + c] = inside.entries[c]! | beyond.entries[c]!;
    },
    spread(state, c, entry, words, at) {
      const local = factor.local(state);
      if (local === 0) return;
      const exit = automaton.exit(local);
      const inside = template(local);
      const next = inside.entries[c] === 0 ? 0 : automaton.step(local, byteOf[c]!);
      if (next !== 0) {
        // Where a boundary may or may not lie before the byte, what follows depends on the byte itself.
        if (exit !== 0 && automaton.exit(next) === 0) return;
        for (let other = inside.alike[c]!; other !== c; other = inside.alike[other]!) words[at + other] = entry;
        return;
      }
      if (exit === 0) return;
      const beyond = across(state, exit);
      if (beyond === undefined || beyond === "none" || beyond.entries[c] === 0) return;
      for (let other = beyond.alike[c]!; other !== c; other = beyond.alike[other]!)
        if (inside.entries[other] === 0) words[at + other] = entry;
    },
    few(state) {
      const local = factor.local(state);
      return local === 0 || automaton.exit(local) !== 0 ? undefined : template(local).few;
    },
  };
}
