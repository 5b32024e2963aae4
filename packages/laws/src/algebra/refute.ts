// The error for a law of the algebra that fails.

import { LawError } from "../law-error.js";
import type { Symbols } from "../members.js";

/** @throws LawError if there is a difference. */
export function refuteBy(
  statement: string,
  difference: { readonly text: Symbols; readonly what: string } | undefined,
): void {
  if (difference !== undefined)
    throw new LawError("algebra", `${statement}: ${difference.what}`, { text: difference.text });
}
