// The laws of triggers: how answers change a text, whenever they arrive.

import { type Answer, bytesOf, type Monitor, type Question, run, strings } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { type AlgebraLaw, differenceOf } from "./algebra-law.js";
import { refuteBy } from "./refute.js";
import { symbolsIn, vocabularyOf } from "./text-laws.js";

/** Returns `monitor` with every question answered at once by `answer`. */
export function answered(monitor: Monitor<unknown>, answer: Answer<readonly string[]>): Monitor<unknown> {
  const settle = (state: unknown): unknown => {
    let at = state;
    while (at !== undefined) {
      const [question]: readonly Question[] = monitor.asks!(at);
      if (question === undefined) break;
      at = monitor.supply!(at, question, answer);
    }
    return at;
  };
  return {
    start: settle(monitor.start),
    step: (state, symbol) => settle(monitor.step(state, symbol)),
    accepts: (state) => monitor.accepts(state),
    ...(monitor.key && { key: (state: unknown) => monitor.key!(state) }),
  };
}

export const closed = (value: readonly string[]): Answer<readonly string[]> => ({ kind: "closed", value });
const UNKNOWN: Answer<readonly string[]> = { kind: "unknown", reason: "a law" };

/** Returns at least one name, so that an answer allows a text. */
export const some = (names: readonly string[]): readonly string[] => (names.length === 0 ? ["a"] : names);

export const triggerLaws: readonly AlgebraLaw[] = [
  {
    name: "triggers-fuse",
    statement: "on accepted texts, trigger(S) ∧ trigger(T) = trigger(S ∩ T)",
    holds(using, { names: [s, t] }) {
      const [left, right] = [some(s!), some(t!)];
      const both = using.product(answered(using.onDot(), closed(left)), answered(using.onDot(), closed(right)));
      const fused = answered(using.onDot(), closed(left.filter((name) => right.includes(name))));
      refuteBy(this.statement, differenceOf(both, fused, "accepted"));
    },
  },
  {
    name: "unknown-is-free",
    statement: "a trigger whose questions are unknown reads and accepts every text",
    holds(using, { texts: [text] }) {
      const free = answered(using.onDot(), UNKNOWN);
      const state = run(free, text!);
      if (state === undefined || !free.accepts(state))
        refuteBy(this.statement, { text: symbolsIn(text!), what: "it is refused" });
    },
  },
  {
    name: "answers-only-shrink",
    statement: "what is read after an answer is read before it; `open` and `unknown` take nothing away",
    holds(using, { names: [s], texts: [u, v] }) {
      const monitor = using.onDot();
      const state = run(monitor, u!);
      const [question] = state === undefined ? [] : monitor.asks!(state);
      if (question === undefined) return;
      for (const answer of [closed(some(s!)), UNKNOWN, { kind: "open" } as const]) {
        const after = monitor.supply!(state, question, answer);
        const reads = after !== undefined && run(monitor, v!, after) !== undefined;
        if (reads && run(monitor, v!, state) === undefined)
          refuteBy(this.statement, { text: symbolsIn(u! + v!), what: "it is read after the answer alone" });
        if (!reads && answer.kind !== "closed")
          refuteBy(this.statement, { text: symbolsIn(u! + v!), what: `${answer.kind} refuses it` });
      }
    },
  },
  {
    name: "answers-commute",
    statement: "answers given in any order, at once or late, lead to the same state",
    holds(using, { names, texts: [u, v] }) {
      const monitor = using.onDot();
      const text = `.${u!}.${v!}`;
      const settle = (pick: (count: number) => number): unknown => {
        let state: unknown = run(monitor, text);
        for (;;) {
          const questions: readonly Question[] = state === undefined ? [] : monitor.asks!(state);
          if (questions.length === 0) return state;
          const question = questions[pick(questions.length)]!;
          const place = text.length - question.ago!;
          state = monitor.supply!(state, question, closed(some(names[place % names.length]!)));
        }
      };
      const [first, last] = [settle(() => 0), settle((count) => count - 1)];
      const keyOf = (state: unknown): unknown => (state === undefined ? "dead" : monitor.key!(state));
      if (keyOf(first) !== keyOf(last))
        refuteBy(this.statement, { text: symbolsIn(text), what: `${String(keyOf(first))} and ${String(keyOf(last))}` });
    },
  },
  {
    name: "masks-are-prefixes-or-names-with-an-end",
    statement:
      "inside a name, a token is allowed exactly when it begins the rest of a name, or is that rest, then a byte that no name has, and then anything (Agrawal et al. 2023); of tokens that trigger again there, only such are allowed",
    holds(using, { names: [s], texts: [text], tokens }) {
      const [names, begun] = [some(s!), `${text!}a`.replace(/[.(]/g, "").slice(0, 2)];
      const monitor = answered(using.onDot(), closed(names));
      const state = run(monitor, `.${begun}`);
      if (state === undefined) return;
      const rests = names.filter((name) => name.startsWith(begun)).map((name) => name.slice(begun.length));
      const vocabulary = vocabularyOf(tokens, "with-bytes");
      const masker = createMasker(buildTrie(vocabulary), monitor);
      tokens
        .filter((token) => token !== "")
        .forEach((token, id) => {
          const isName = rests.some((rest) => rest.startsWith(token));
          const ends = rests.some((rest) => token.startsWith(rest) && /^[.(]/.test(token.slice(rest.length)));
          const allowed = masker.push(state, id) !== undefined;
          const triggers = /\../.test(token);
          if (allowed === (isName || ends) || (triggers && !allowed)) return;
          refuteBy(this.statement, {
            text: symbolsIn(`.${begun}`),
            what: `the token ${token} is ${allowed ? "" : "not "}allowed`,
          });
        });
    },
  },
  {
    name: "finite-sets-can-be-trimmed",
    statement:
      "of the names of an answer, only those that the other part of a product can read up to an end; then there is no dead end before it",
    holds(_, { automata: [other], names: [s], texts: [text] }) {
      const state = run(other!, text!);
      if (state === undefined) return;
      const survives = (name: string): boolean =>
        ["(", "."].some((end) => run(other!, `${name}${end}`, state) !== undefined) ||
        (run(other!, name, state) !== undefined && other!.accepts(run(other!, name, state)!));
      const left = some(s!).filter(survives);
      const names = strings(left) as Monitor<unknown>;
      const walk = (at: unknown, beside: unknown, read: string): void => {
        if (names.accepts(at)) return;
        const ways = [...new Set([..."abc"])].filter((letter) => {
          const byte = letter.charCodeAt(0);
          const [next, nextBeside] = [names.step(at, byte), other!.step(beside, byte)];
          if (next === undefined || nextBeside === undefined) return false;
          walk(next, nextBeside, read + letter);
          return true;
        });
        if (ways.length === 0 && left.length > 0)
          refuteBy(this.statement, { text: [...bytesOf(text! + read)], what: "the names that are left get stuck" });
      };
      if (left.length > 0) walk(names.start, state, "");
    },
  },
];
