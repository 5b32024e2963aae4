// The lazy terminals that may compete in the lexer where an Earley set has certain items or fewer, and the terminals that may
// win with the same text as others.

import { endingsFrom } from "./endings.js";
import type { Parts } from "./parts.js";
import { type Items, stateOf } from "./set-items.js";

/** The most lexer states visited to find out whether two terminals match the same text. */
const MOST_VISITED = 1_500;

/** Returns the function from an Earley set's items to the lazy terminals that may compete, ascending. */
export function createLazyCompetitors({
  patterns,
  skip,
  chart: { rules },
}: Parts): (items: Items) => readonly number[] {
  const lazies = patterns.flatMap(({ lazy }, t) => (lazy ? [t] : []));
  const allows = (item: number, t: number): boolean =>
    ((rules.allowed[stateOf(item) * rules.allowedWords + (t >>> 5)]! >>> (t & 31)) & 1) === 1;
  return (items) => lazies.filter((t) => skip.includes(t) || items.some((item) => allows(item, t)));
}

/** Returns the function from terminals that win with one text to all that may win with it. Cached. */
export function createAlike(parts: Parts): (terminals: readonly number[]) => readonly number[] {
  const together = matchTogether(parts);
  const known = new Map<string, readonly number[]>();
  return (terminals) => {
    const key = terminals.join();
    let alike = known.get(key);
    if (alike === undefined) {
      alike = parts.chart.rules.terminals.flatMap((_, t) =>
        terminals.every((other) => together(t, other)) ? [t] : [],
      );
      known.set(key, alike);
    }
    return alike;
  };
}

/** Returns the test whether two terminals may win with the same text. */
function matchTogether({ lexer, patterns, controlTerminals }: Parts): (a: number, b: number) => boolean {
  const known = new Map<string, boolean>();
  const find = (a: number, b: number): boolean => {
    if (b >= patterns.length) return controlTerminals.some((alike) => alike.includes(a) && alike.includes(b));
    const search = endingsFrom(lexer, lexer.begin([a, b]));
    while (search.more(MOST_VISITED))
      if (lexer.exitTerminals(search.found[search.found.length - 1]!.exit).length === 2) return true;
    return search.horizon() !== Number.POSITIVE_INFINITY;
  };
  return (a, b) => {
    if (a === b) return true;
    if (a > b) [a, b] = [b, a];
    const key = `${a},${b}`;
    let together = known.get(key);
    if (together === undefined) known.set(key, (together = find(a, b)));
    return together;
  };
}
