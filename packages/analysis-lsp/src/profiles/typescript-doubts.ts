// Detects places in a TypeScript program where members may exist that no server knows of yet: assignments add members to functions, and unfinished code may add
// more.

import type { ProgramPlace } from "@espalier/analysis";
import type { Evidence } from "../profile.js";
import { depthOf } from "./declaration-doubts.js";

/** Why more names may be valid at a place, or `undefined`. */
export function typescriptDoubt(at: ProgramPlace, { messages = [] }: Evidence): string | undefined {
  const types = messages.flatMap((message) => /on type '(.*)'/s.exec(message)?.[1] ?? []);
  if (types.some((type) => type.includes("=>") || type.startsWith("typeof "))) return "an assignment may add a member";
  const growing = growingTypes(at);
  const isGrowing = (type: string): boolean =>
    (type.startsWith("{") && at.after.trim() === "") ||
    growing.some((name) =>
      type === "this" ? name !== undefined : new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(type),
    );
  return types.some(isGrowing) ? "the receiver's type is still being written" : undefined;
}

/**
 * The names of the declarations around a place that may gain members. If nothing follows the place, these are all
 * enclosing declarations. Otherwise they are those that began in the hole, and those in which the hole begins directly
 * between two members. Braces in strings and comments count too, so the result may contain too many.
 */
function growingTypes({ before, after, writtenFrom = before.length }: ProgramPlace): readonly string[] {
  const isFinished = after.trim() !== "";
  const depthAtHole = depthOf(before.slice(0, writtenFrom));
  const names: string[] = [];
  for (const match of before.matchAll(/\b(?:class|interface|enum|namespace|module)\s+([\w$]+)[^{};]*\{/g)) {
    const isOpen = depthOf(before.slice(match.index)) > 0;
    if (!isOpen) continue;
    const isDirect = match.index >= writtenFrom || depthAtHole === depthOf(before.slice(0, match.index)) + 1;
    if (!isFinished || isDirect) names.push(match[1]!.replaceAll("$", "\\$"));
  }
  return names;
}
