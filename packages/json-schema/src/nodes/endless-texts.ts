// Whether a language has infinitely many texts, as far as the shape of its expression tells.

import type { Regex } from "@espalier/automata";
import { surelyMatches } from "./string-set.js";

/** Whether an expression matches infinitely many texts; false means "do not know". */
export function isEndless(regex: Regex): boolean {
  switch (regex.kind) {
    case "repeat":
      return regex.max === Number.POSITIVE_INFINITY ? matchesSome(regex.item) : regex.max > 0 && isEndless(regex.item);
    case "sequence":
      return regex.items.some(isEndless) && regex.items.every(surelyMatches);
    case "choice":
      return regex.options.some(isEndless);
    case "and": {
      // What has no end keeps none when a few texts are taken out.
      const [own, ...others] = regex.operands.filter(({ kind }) => kind !== "not");
      const few = regex.operands.every((operand) => operand.kind !== "not" || isBounded(operand.operand));
      return own !== undefined && others.length === 0 && few && isEndless(own);
    }
    default:
      return false;
  }
}

/** Whether an expression matches a text that is not empty; false means "do not know". */
function matchesSome(regex: Regex): boolean {
  switch (regex.kind) {
    case "bytes":
      return true;
    case "literal":
      return regex.bytes.length > 0;
    case "sequence":
      return regex.items.some(matchesSome) && regex.items.every(surelyMatches);
    case "choice":
      return regex.options.some(matchesSome);
    case "repeat":
      return regex.max > 0 && matchesSome(regex.item);
    default:
      return false;
  }
}

/** Whether an expression matches finitely many texts; false means "do not know". */
function isBounded(regex: Regex): boolean {
  switch (regex.kind) {
    case "empty":
    case "bytes":
    case "literal":
      return true;
    case "sequence":
      return regex.items.every(isBounded);
    case "choice":
      return regex.options.every(isBounded);
    case "repeat":
      return regex.max !== Number.POSITIVE_INFINITY && isBounded(regex.item);
    default:
      return false;
  }
}
