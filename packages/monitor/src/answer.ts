// The answer of a program analysis to a question about an unfinished text, for example: which members does this object
// have? An answer says whether its list is complete. A bare list could not say this: an empty list that means "unknown"
// would forbid every member (research on monitor-guided decoding shows this failure).

/**
 * An answer. `closed`: the value is complete, so everything that it does not allow is wrong. `open`: the value lists
 * some of what may follow, and more may follow. `unknown`: the analysis cannot tell, or was too late. `proven-empty`:
 * nothing correct can follow.
 */
export type Answer<Value> =
  | { readonly kind: "closed"; readonly value: Value }
  | { readonly kind: "open"; readonly value?: Value; readonly reason?: string }
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "proven-empty"; readonly reason: string };

/** Returns whether `value` is an answer. O(1). */
export function isAnswer(value: unknown): value is Answer<unknown> {
  const { kind, reason } = Object(value) as { readonly kind?: unknown; readonly reason?: unknown };
  if (kind === "closed") return "value" in (value as object);
  if (kind === "open") return reason === undefined || typeof reason === "string";
  return (kind === "unknown" || kind === "proven-empty") && typeof reason === "string";
}
