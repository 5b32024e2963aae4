// The regular expressions of a source's terminals, each as one object. A source may build an expression on each call,
// but what is known about an expression is stored by object.

import type { Regex } from "@espalier/automata";
import type { LazySource } from "../tracking/lazy-source.js";

/** Returns the regular expression of a terminal. */
export type TerminalRegexes = (terminal: number) => Regex;

/** The most expressions that are kept. Texts create terminals, such as the indentation at each depth. */
const MOST_KEPT = 4_096;

export function createTerminalRegexes(source: LazySource): TerminalRegexes {
  const known = new Map<number, Regex>();
  return (terminal) => {
    let regex = known.get(terminal);
    if (regex === undefined) {
      if (known.size >= MOST_KEPT) known.clear();
      known.set(terminal, (regex = source.terminal(terminal)));
    }
    return regex;
  };
}
