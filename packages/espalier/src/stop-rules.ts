// Where a model's middle is over: the rules for `fill`, out of the parts that a gap tells.

import type { StopRule } from "@espalier/decode";
import { type Gap, type PartReading, partReader, type TextPart } from "@espalier/gaps";

/**
 * Where a middle is over although the model goes on: after one logical `line`, one `statement` with its blocks, or the `block` that the gap is in or that
 * is missing there; `model`: only where the model ends it.
 */
export type StopAfter = TextPart | "model";

/**
 * The log-probability of an end from which on the first line is enough. Of 80 lines, statements, bodies and arguments of real code, the embedded model then
 * finds the end of 31 instead of 20, and one that prefers the truth finds all; from e⁻⁵ on it finds 78 (`pnpm bench:stops`).
 */
const LIKELY = -4;

/** The rules for the `stopAfter` of a generation; by default after the first line where the model finds an end likely enough, and no later than the block. */
export function stopRules(gap: Gap, part: StopAfter | undefined): readonly StopRule<number>[] {
  if (part === "model") return [];
  return part === undefined ? [ruleOf(gap, "line", LIKELY), ruleOf(gap, "block")] : [ruleOf(gap, part)];
}

function ruleOf(gap: Gap, part: TextPart, atLeast?: number): StopRule<number> {
  const { start, step, placeOf } = partReader(gap, part);
  return {
    start,
    step: (known, before, after, byte) => step(known as PartReading, before, after, byte),
    placeOf: (known) => placeOf(known as PartReading),
    ...(atLeast === undefined ? {} : { atLeast }),
  };
}
