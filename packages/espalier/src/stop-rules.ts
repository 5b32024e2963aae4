// The rules for where `fill` ends a middle, based on the parts that a gap reports.

import type { StopRule } from "@espalier/decode";
import { type Gap, type PartReading, partReader, type TextPart } from "@espalier/gaps";

/**
 * Where a middle ends although the model would continue: after one logical `line`, one `statement` with its blocks, or
 * the `block` that contains the gap or is missing there; `model`: only where the model ends it.
 */
export type StopAfter = TextPart | "model";

/**
 * The text ends after its first line if the model gives an end there at least this log-probability. On 80 lines,
 * statements, bodies and arguments of real code, the embedded model then finds the end of 31 instead of 20, and a model
 * that prefers the true text finds all; with e⁻⁵, the latter finds 78 (`pnpm bench:stops`).
 */
const LIKELY = -4;

/**
 * Returns the rules for `stopAfter` of a generation. By default the text ends after the first line where the model
 * considers an end likely enough, and no later than the block.
 */
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
