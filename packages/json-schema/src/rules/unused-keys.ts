// The free names that an object has not used yet, as its keys: what the names are in quotes, but for those that have been used. They
// grow one by one along a text, so that each set is made of the one before it.

import { and, choiceOf, literal, not, type Regex } from "@espalier/automata";
import { type Escapes, inQuotes, spelledText } from "../text/quoting.js";
import type { UsedNames } from "./used-names.js";

/** After so many steps all names are taken out at once, so that expressions do not nest ever deeper. */
const MOST_STEPS = 16;

/** @returns the keys for `names` but for a set of names that are known and in `used`, which is not empty. */
export function unusedKeys(names: Regex, used: UsedNames, escapes: Escapes): (set: number) => Regex {
  // By set, without the quotes and with them.
  const bodies = new Map<number, Regex>([[used.none, spelledText(names, escapes)]]);
  const quoted = new Map<number, Regex>();
  const spelt = (name: string): Regex => spelledText(literal(name), escapes);

  function body(set: number): Regex {
    const known = bodies.get(set);
    if (known !== undefined) return known;
    const made: Regex =
      used.size(set) % MOST_STEPS === 0
        ? and(body(used.none), not(choiceOf([...used.names(set)].map(spelt))))
        : // Not flattened: the engine knows the part that was there before.
          { kind: "and", operands: [body(used.before(set)), not(spelt(used.last(set)))] };
    bodies.set(set, made);
    return made;
  }

  return (set) => {
    let keys = quoted.get(set);
    if (keys === undefined) quoted.set(set, (keys = inQuotes(body(set))));
    return keys;
  };
}
