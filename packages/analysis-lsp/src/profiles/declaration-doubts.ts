// Where a program in a language of braces may get members that no server knows of yet: what is still being written may declare some.

import type { ProgramPlace } from "@espalier/analysis";

/** Bodies whose text is declarations. */
const DECLARATIONS = /\b(?:class|struct|union|enum|interface|record|namespace|impl|trait|mod)\b[^{};]*\{/g;

/**
 * Why more names may be right at a place; `undefined` for none. Braces are counted in strings and comments too, so there may be a doubt too many. Takes time
 * proportional to the text times its declarations.
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
  return depth <= 0 || isDirect ? "members may be declared beside the place" : undefined;
}

/** How many braces are open. */
export function depthOf(text: string): number {
  let depth = 0;
  for (const character of text) depth += character === "{" ? 1 : character === "}" ? -1 : 0;
  return depth;
}

/** Whether a brace that is open before `text` is not closed in it. */
function staysOpen(text: string): boolean {
  let depth = 1;
  for (const character of text) {
    depth += character === "{" ? 1 : character === "}" ? -1 : 0;
    if (depth === 0) return false;
  }
  return true;
}
