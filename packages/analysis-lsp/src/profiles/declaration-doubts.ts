// Detects places in a brace language where members may exist that no server knows of yet, because unfinished code may declare them.

import type { ProgramPlace } from "@espalier/analysis";

/** Bodies that contain declarations. */
const DECLARATIONS = /\b(?:class|struct|union|enum|interface|record|namespace|impl|trait|mod)\b[^{};]*\{/g;

/**
 * Why more names may be valid at a place, or `undefined`. Braces in strings and comments count too, so the result may report a doubt without need. Takes time
 * proportional to the length of the text times its number of declarations.
 */
export function declarationDoubt({
  before,
  after,
  writtenFrom = before.length,
}: Pick<ProgramPlace, "before" | "after" | "writtenFrom">): string | undefined {
  if (after.trim() === "") return "members may be declared further down";
  const head = before.slice(0, writtenFrom);
  const depth = depthOf(head);
  const isDirect = [...head.matchAll(DECLARATIONS)].some(
    ({ 0: opening, index }) =>
      depthOf(head.slice(0, index)) + 1 === depth && staysOpen(head.slice(index + opening.length)),
  );
  return depth <= 0 || isDirect ? "members may be declared next to the hole" : undefined;
}

/** The number of open braces. */
export function depthOf(text: string): number {
  let depth = 0;
  for (const character of text) depth += character === "{" ? 1 : character === "}" ? -1 : 0;
  return depth;
}

/** Whether `text` leaves a brace open that was open before it. */
function staysOpen(text: string): boolean {
  let depth = 1;
  for (const character of text) {
    depth += character === "{" ? 1 : character === "}" ? -1 : 0;
    if (depth === 0) return false;
  }
  return true;
}
