// The laws of two constraints that a program analysis imposes: the names that may follow a dot, with the character that
// ends a name; and the number of arguments between the brackets of a call.

import { fromAutomaton, type Monitor, run, sequence, strings } from "@espalier/monitor";
import type { Symbols } from "../members.js";
import { type AlgebraLaw, differenceOf, LETTERS } from "./algebra-law.js";
import { refuteBy } from "./refute.js";
import { answered, closed, some } from "./trigger-laws.js";

const byteOf = (letter: string): number => letter.charCodeAt(0);
const textsOf = (...list: readonly string[]): Monitor<unknown> => strings(list) as Monitor<unknown>;
const [BRACKET, COMMA, CLOSE] = ["(", ",", ")"].map(byteOf) as [number, number, number];
/** The letters without the dot, which would begin another word. */
const UNDOTTED: Symbols = LETTERS.filter((letter) => letter !== byteOf("."));
/** Texts of word letters and `(`. */
const UNDOTTED_TEXTS = fromAutomaton({
  start: 0,
  accepting: [0],
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => (UNDOTTED.includes(byte) ? 0 : 1)),
  classCount: 2,
  next: [0, -1],
}) as Monitor<unknown>;

/** One letter of a word: the shortest argument. */
const LISTED: Symbols = [...[..."ab"].map(byteOf), COMMA, CLOSE];
const isArgument = (byte: number): boolean => byte === LISTED[0] || byte === LISTED[1];

/** Arguments of one or more letters. */
const argument = fromAutomaton({
  start: 0,
  accepting: [1],
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => (isArgument(byte) ? 0 : 1)),
  classCount: 2,
  next: [1, -1, 1, -1],
}) as Monitor<unknown>;

/**
 * The automaton of argument lists from monitor-guided decoding. `k` counts the finished arguments; `c` is 1 during an
 * argument, else 0. A comma may follow an argument if a count exceeds k + 1. The bracket may follow if k + c is a count
 * and an argument is under way or there are none. An argument may begin if a count exceeds k.
 */
function arityAutomaton(counts: readonly number[]): Monitor<unknown> {
  const most = Math.max(...counts);
  const end = 2 * (most + 1);
  const stateOf = (k: number, c: 0 | 1): number => 2 * k + c;
  const rows = Array.from({ length: end + 1 }, (_, state) => {
    const [k, c] = [state >> 1, state & 1];
    if (state === end) return [-1, -1, -1, -1];
    return [
      c === 1 || counts.some((count) => count > k) ? stateOf(k, 1) : -1,
      c === 1 && counts.some((count) => count > k + 1) ? stateOf(k + 1, 0) : -1,
      counts.includes(k + c) && (c === 1 || k === 0) ? end : -1,
      -1,
    ];
  });
  const classOf = Uint8Array.from({ length: 256 }, (_, byte) =>
    isArgument(byte) ? 0 : byte === COMMA ? 1 : byte === CLOSE ? 2 : 3,
  );
  return fromAutomaton({
    start: 0,
    accepting: [end],
    classOf,
    classCount: 4,
    next: rows.flat(),
  }) as Monitor<unknown>;
}

export const wordLaws: readonly AlgebraLaw[] = [
  {
    name: "until-is-a-text-and-its-end",
    statement: "until(strings(S), e) = S · e, for an end e that no text of S has",
    holds(using, { names: [s] }) {
      const names = textsOf(...some(s!));
      refuteBy(this.statement, differenceOf(using.bodyUntil(names, "("), using.sequence(names, textsOf("("))));
    },
  },
  {
    name: "an-answer-rules-up-to-an-end",
    statement: "what may follow a trigger that S answers is S · (ε ∨ E · Σ*), E the bytes that no name has",
    holds(using, { names: [s] }) {
      const monitor = answered(using.onDot(), closed(some(s!)));
      const after: Monitor<unknown> = { ...monitor, start: run(monitor, ".") };
      const rest = using.union(textsOf(""), sequence(strings([[BRACKET]]), UNDOTTED_TEXTS) as Monitor<unknown>);
      const words = using.sequence(textsOf(...some(s!)), rest);
      refuteBy(this.statement, differenceOf(after, words, "read", UNDOTTED));
    },
  },
  {
    name: "lists-of-arguments-can-be-closed",
    statement:
      "the automaton that counts arguments accepts exactly the lists whose length is one of the counts, and every list that it reads can be closed: it is trimmed(⋃ a (, a)ⁿ⁻¹ ))",
    holds(using, { names: [s, t] }) {
      // Any few counts; this uses the lengths of names.
      const counts = [...new Set([...some(s!), ...t!].map(({ length }) => length))];
      const lists = counts.map((count) => {
        let list = count === 0 ? textsOf("") : argument;
        for (let more = 1; more < count; more++) list = using.sequence(list, using.sequence(textsOf(","), argument));
        return using.sequence(list, textsOf(")"));
      });
      const all = lists.reduce((whole, list) => using.union(whole, list));
      refuteBy(this.statement, differenceOf(arityAutomaton(counts), using.trimmed(all), "read", LISTED));
    },
  },
];
