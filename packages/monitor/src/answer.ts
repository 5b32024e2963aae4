// What an analysis answers to a question about a text. An answer is never a bare value: it says how much it claims (research of
// monitor-guided decoding shows what goes wrong otherwise: an empty list that means "nobody knows" constrains a text to nothing).

/**
 * An answer. `closed`: the value is complete, so whatever it does not allow is wrong. `open`: the value names some of what may follow, and
 * more may follow. `unknown`: the analysis cannot tell, or was too late. `proven-empty`: nothing right can follow.
 */
export type Answer<Value> =
  | { readonly kind: "closed"; readonly value: Value }
  | { readonly kind: "open"; readonly value?: Value; readonly reason?: string }
  | { readonly kind: "unknown"; readonly reason: string }
  | { readonly kind: "proven-empty"; readonly reason: string };

/** Whether `value` is an answer. O(1). */
export function isAnswer(value: unknown): value is Answer<unknown> {
  const { kind, reason } = Object(value) as { readonly kind?: unknown; readonly reason?: unknown };
  if (kind === "closed") return "value" in (value as object);
  if (kind === "open") return reason === undefined || typeof reason === "string";
  return (kind === "unknown" || kind === "proven-empty") && typeof reason === "string";
}
