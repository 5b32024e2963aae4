// An expectation that follows from the language's rules alone, such as `number` next to `*`.

import type { ExpectedType } from "@espalier/analysis";

export function ruled(text: string, strength: "hard" | "soft"): ExpectedType {
  return { text, strength, by: "rule" };
}
