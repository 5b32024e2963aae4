// The outside judge: languages as sets of all their texts up to a length, and random automata read straight from their tables.

import { type Automaton, FIRST_CONTROL, fromAutomaton, type Monitor, run } from "@espalier/monitor";
import fc from "fast-check";

export const seed = Number(process.env.ESPALIER_SEED ?? 1);
const LETTERS = "ab";

/** All texts over `letters` of at most `length` letters, shorter ones first. */
export function texts(length: number, letters: string = LETTERS): string[] {
  const all = [""];
  for (let at = 0; at < all.length && all[at]!.length < length; at++)
    for (const letter of letters) all.push(all[at]! + letter);
  return all;
}

/** The texts of at most `length` letters that `monitor` accepts, and those it can read, in the order of {@link texts}. */
export function languageOf<State>(monitor: Monitor<State>, length: number): { accepted: string[]; live: string[] } {
  const [accepted, live]: [string[], string[]] = [[], []];
  for (const text of texts(length)) {
    const state = run(monitor, text);
    if (state === undefined) continue;
    live.push(text);
    if (monitor.accepts(state)) accepted.push(text);
  }
  return { accepted, live };
}

/** What `texts` keeps of `set`: a set of texts as an ordered list, long ones dropped. */
export function ordered(set: Iterable<string>, length: number): string[] {
  const all = new Set(set);
  return texts(length).filter((text) => all.has(text));
}

/** All ways to put a text of `a` before one of `b`. */
export function concatenated(a: readonly string[], b: readonly string[]): Set<string> {
  return new Set(a.flatMap((left) => b.map((right) => left + right)));
}

/** The texts of at most `length` letters that are made of texts of `a`. */
export function repeated(a: readonly string[], length: number): Set<string> {
  let all = new Set([""]);
  for (;;) {
    const more = new Set([...all, ...concatenated([...all], a)].filter((text) => text.length <= length));
    if (more.size === all.size) return all;
    all = more;
  }
}

/** A random automaton over `a`, `b` and the rest, of up to four states. */
export const automata: fc.Arbitrary<
  Automaton & { readonly accepting: readonly number[]; readonly next: readonly number[] }
> = fc.integer({ min: 1, max: 4 }).chain((stateCount) =>
  fc.record({
    start: fc.nat(stateCount - 1),
    accepting: fc.subarray(Array.from({ length: stateCount }, (_, state) => state)),
    next: fc.array(fc.integer({ min: -1, max: stateCount - 1 }), {
      minLength: stateCount * 3,
      maxLength: stateCount * 3,
    }),
    classOf: fc.constant(Uint8Array.from({ length: 256 }, (_, byte) => (byte === 97 ? 1 : byte === 98 ? 2 : 0))),
    classCount: fc.constant(3),
  }),
);

/** The texts of at most `length` letters that an automaton accepts, read from its table. */
export function tableLanguage(automaton: Automaton, length: number): string[] {
  const accepting = new Set(automaton.accepting);
  return texts(length).filter((text) => {
    let state = automaton.start;
    for (const letter of text) {
      if (state >= 0) state = automaton.next[state * 3 + (letter === "a" ? 1 : 2)]!;
    }
    return accepting.has(state);
  });
}

/** The automaton as a bare monitor: states are shared objects with a key, nothing else is promised, nothing is trimmed. */
export function bare(automaton: Automaton): Monitor<{ readonly state: number }> {
  const states = Array.from({ length: automaton.next.length / automaton.classCount }, (_, state) => ({ state }));
  const accepting = new Set(automaton.accepting);
  return {
    start: states[automaton.start]!,
    step: ({ state }, symbol) =>
      symbol < FIRST_CONTROL
        ? states[automaton.next[state * automaton.classCount + automaton.classOf[symbol]!]!]
        : undefined,
    accepts: ({ state }) => accepting.has(state),
    key: ({ state }) => state,
  };
}

/** Random monitors: half with every capability, half with none. */
export const monitors: fc.Arbitrary<Monitor<unknown>> = fc
  .tuple(automata, fc.boolean())
  .map(([automaton, full]) => (full ? fromAutomaton(automaton) : bare(automaton)) as Monitor<unknown>);

/** Every state that texts of at most `length` letters lead to. */
export function statesOf<State>(monitor: Monitor<State>, length: number): State[] {
  const states = new Set<State>();
  for (const text of texts(length)) {
    const state = run(monitor, text);
    if (state !== undefined) states.add(state);
  }
  return [...states];
}

/** Whether some text leads from `state` to an accepting state, by search; only small state spaces end. */
export function hasCompletion<State>(monitor: Monitor<State>, state: State): boolean {
  const seen = new Set([state]);
  for (const at of seen) {
    if (monitor.accepts(at)) return true;
    for (let symbol = 0; symbol < FIRST_CONTROL + (monitor.controls?.length ?? 0); symbol++) {
      const next = monitor.step(at, symbol);
      if (next !== undefined) seen.add(next);
    }
  }
  return false;
}
