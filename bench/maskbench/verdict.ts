// What became of a schema, as MaskBench counts it, and one count more: `order` where a valid instance is accepted only with
// its keys in the order in which the schema declares them.

import type { Answer } from "./protocol.js";

export const VERDICTS = [
  "passing",
  "order",
  "refused",
  "validation error",
  "invalidation error",
  "both",
  "timeout",
  "memory",
  "crash",
] as const;

/**
 * - `passing`: every valid instance accepted to its end, every invalid one refused somewhere.
 * - `validation error`: a valid instance refused, in any order; `invalidation error`: an invalid one accepted; or `both`.
 * - `refused`: no constraint was made of the schema, and the engine said so.
 */
export type Verdict = (typeof VERDICTS)[number];

/** `valid` says of each instance whether it should be accepted. */
export function verdictOf({ refusal, failure, passes }: Answer, valid: readonly boolean[]): Verdict {
  if (refusal !== undefined) return "refused";
  const fates = passes[0]?.fates ?? [];
  // Time may run out in a later pass, when all is known.
  if (failure !== undefined && (failure.kind !== "timeout" || passes[0] === undefined || fates.length < valid.length)) {
    return failure.kind;
  }
  const refusedValid = fates.some((fate, i) => valid[i] && fate !== "accepted" && fate !== "accepted reordered");
  const acceptedInvalid = fates.some((fate, i) => !valid[i] && fate === "accepted");
  if (refusedValid && acceptedInvalid) return "both";
  if (refusedValid) return "validation error";
  if (acceptedInvalid) return "invalidation error";
  return fates.includes("accepted reordered") ? "order" : "passing";
}
