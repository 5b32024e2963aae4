// Checks the contract of `FreeReading` against plain stepping. It concerns monitors whose lexemes end at the same
// places whatever the parser expects. Such a monitor can read bytes exactly if the lexer alone can (the *free* local
// state), every lexeme that ends on the way is allowed, and the lexeme in progress at the end can still become an
// allowed one.

import { ANYTHING, type Factor, FIRST_CONTROL, type FreeReading, type Monitor } from "@espalier/monitor";
import { type CounterExample, LawError } from "./law-error.js";
import type { Symbols } from "./members.js";

/** The longest text that is read with the free reading. */
const LONGEST = 12;

/**
 * Reads texts from `state` in two ways, with its `FreeReading` and by plain steps, and compares the results. The texts
 * are all prefixes of `path`, alone and followed by each byte of `last`. Returns the number of texts.
 *
 * @throws LawError
 */
export function probeFree<State>(
  monitor: Monitor<State>,
  state: State,
  path: Symbols,
  last: ReadonlySet<number>,
  where: () => CounterExample,
): number {
  const { factor } = monitor;
  const free = factor?.free;
  if (factor === undefined || free === undefined || free.local(state) === 0) return 0;
  const control = path.findIndex((symbol) => symbol >= FIRST_CONTROL);
  const longest = Math.min(LONGEST, control < 0 ? path.length : control);
  let compared = 0;
  for (let length = 0; length <= longest; length++) {
    const read = path.slice(0, length);
    for (const text of [read, ...Array.from(last, (byte) => [...read, byte])]) {
      if (text.length === 0) continue;
      const freely = readFreely(factor, free, state, text, 0);
      let after: State | undefined = state;
      for (let i = 0; i < text.length && after !== undefined; i++) after = monitor.step(after, text[i]!);
      compared++;
      if (freely === (after !== undefined)) continue;
      const what = `the free reading says it is ${freely ? "read" : "refused"}, but step says it is ${freely ? "refused" : "read"}`;
      throw new LawError("free", what, { ...where(), after: text });
    }
  }
  return compared;
}

function readFreely<State>(
  { automaton }: Factor<State>,
  free: FreeReading<State>,
  from: State,
  text: readonly number[],
  offset: number,
): boolean {
  let state = from;
  let local = free.local(state);
  for (let at = offset; ; ) {
    const closes = automaton.closes(local);
    if (at === text.length && !closes) return free.admits(state, automaton.demand!(local));
    const next = closes ? 0 : automaton.step(local, text[at]!);
    if (next !== 0) {
      local = next;
      at++;
      continue;
    }
    const exit = automaton.exit(local);
    const across = exit === 0 ? undefined : free.cross(state, exit);
    if (across === undefined) return false;
    if (at === text.length) return free.admits(across, ANYTHING);
    state = across;
    local = free.local(state);
  }
}
