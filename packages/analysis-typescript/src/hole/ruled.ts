// An expectation that the language has of all programs, as in `number` beside `*`.

import type { ExpectedType } from "@espalier/analysis";

export function ruled(text: string, strength: "hard" | "soft"): ExpectedType {
  return { text, strength, by: "rule" };
}
