// Texts that contain none of some strings: the automaton that finds them, without its matching states.

import { signature } from "@espalier/arguments";
import { fromAutomaton } from "./automaton.js";
import { finite } from "./finite.js";
import { textsKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import { occurrencesOf } from "./occurrences.js";
import type { Text } from "./text.js";
import { bottom } from "./top.js";

const checkDeny = signature("deny", { list: textsKind });

/**
 * Returns the texts of bytes that contain none of `list`. Every state accepts, so the monitor has no dead ends (it is
 * trim) and never forces a byte. Denying the empty string denies every text.
 *
 * @throws LimitError if the number of distinct prefixes times the number of distinct bytes exceeds 2²⁴.
 *
 * @example
 * verdict(deny(["eval(", "exec("]), "x = eval(y)"); // => { kind: "dead", offset: 8 }
 */
export function deny(list: Iterable<Text>): Monitor<number> {
  checkDeny(list);
  const { stateCount, classOf, classCount, next, found } = occurrencesOf(list);
  if (found[0] === 1) return bottom;
  for (let entry = 0; entry < next.length; entry++) if (found[next[entry]!] === 1) next[entry] = -1;
  const accepting = Array.from({ length: stateCount }, (_, state) => state).filter((state) => found[state] === 0);
  return finite({ ...fromAutomaton({ start: 0, accepting, classOf, classCount, next }), label: "deny" });
}
