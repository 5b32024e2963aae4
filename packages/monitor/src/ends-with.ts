// Texts that end with one of some strings; a trigger waits for such a text.

import { signature } from "@espalier/arguments";
import { fromAutomaton } from "./automaton.js";
import { textsKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import { occurrencesOf } from "./occurrences.js";
import type { Text } from "./text.js";

const checkEndsWith = signature("endsWith", { list: textsKind });

/**
 * Returns the texts of bytes that end with one of `list`. Every text is a prefix of one, unless the list is empty.
 * The monitor is trim (it has no dead ends), and its costs are exact.
 *
 * @throws LimitError if the number of distinct prefixes times the number of distinct bytes exceeds 2²⁴.
 *
 * @example
 * const monitor = endsWith([".", "::"]);
 * ["a.", "a::", "a:", "a.b"].map((text) => verdict(monitor, text).kind === "accepted"); // => [true, true, false, false]
 */
export function endsWith(list: Iterable<Text>): Monitor<number> {
  checkEndsWith(list);
  const { stateCount, classOf, classCount, next, found } = occurrencesOf(list);
  const accepting = Array.from({ length: stateCount }, (_, state) => state).filter((state) => found[state] === 1);
  return fromAutomaton({ start: 0, accepting, classOf, classCount, next });
}
