// Which monitors have capabilities that give masks. By itself, because `createPlainMasker` asks this, too.

import type { Monitor } from "@espalier/monitor";

/** Returns whether masks of a monitor are better computed from its capabilities than by walks. */
export function hasMasks(part: Monitor<unknown>): boolean {
  return part.factor !== undefined || part.conjunction !== undefined || part.sketches !== undefined;
}
