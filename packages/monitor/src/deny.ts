// Every text that contains none of some strings: the automaton that finds them, in which nothing leads to a state that has found one.

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
 * The texts of bytes that contain none of `list`. Every state accepts, so it is trim and never forces anything. To deny the
 * empty string is to deny every text.
 *
 * @throws LimitError when the strings' distinct prefixes times their distinct bytes exceed 2²⁴.
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
