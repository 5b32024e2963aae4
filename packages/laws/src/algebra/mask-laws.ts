// The laws of masks and of moving between states: reading a token is the same as reading its bytes, queries change
// nothing, and a text ends where its monitor accepts.

import { bytesOf, type Monitor, run } from "@espalier/monitor";
import { buildTrie, createMasker, type Masker } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import type { AlgebraLaw } from "./algebra-law.js";
import { refuteBy } from "./refute.js";
import { symbolsIn, vocabularyOf } from "./text-laws.js";

const maskerOf = (monitor: Monitor<unknown>, vocabulary: Vocabulary): Masker<unknown> =>
  createMasker(buildTrie(vocabulary), monitor);
const idsAt = (masker: Masker<unknown>, state: unknown): string => [...masker.mask(state).mask.ids()].join();

/** Returns the states along a text, up to where it is dead. */
function statesAlong(monitor: Monitor<unknown>, text: string): readonly unknown[] {
  const states = [monitor.start];
  for (const byte of bytesOf(text)) {
    const next = monitor.step(states.at(-1), byte);
    if (next === undefined) break;
    states.push(next);
  }
  return states;
}

export const maskLaws: readonly AlgebraLaw[] = [
  {
    name: "tokens-are-their-bytes",
    statement: "a text read token by token leads to the state of the text read byte by byte",
    holds(using, { automata: [m, n], texts: [text], tokens }) {
      const whole = using.product(m!, n!);
      const vocabulary = vocabularyOf(tokens, "with-bytes");
      const masker = maskerOf(whole, vocabulary);
      const state = run(whole, text!);
      if (state === undefined) return;
      tokens
        .filter((token) => token !== "")
        .forEach((token, id) => {
          const [pushed, stepped] = [masker.push(state, id), run(whole, token, state)];
          if (pushed !== stepped || idsAt(masker, state).split(",").includes(`${id}`) !== (stepped !== undefined))
            refuteBy(this.statement, {
              text: symbolsIn(text! + token),
              what: `${String(pushed)} and ${String(stepped)}`,
            });
        });
    },
  },
  {
    name: "looking-changes-nothing",
    statement:
      "masks, forks and steps elsewhere leave a state as it is: its mask is the same after them, and that of a masker that remembers nothing",
    holds(using, { automata: [m, n], texts: [u, v], tokens }) {
      const whole = using.product(m!, n!);
      const vocabulary = vocabularyOf(tokens, "with-bytes");
      const masker = maskerOf(whole, vocabulary);
      const states = statesAlong(whole, u!);
      const before = states.map((state) => idsAt(masker, state));
      // Goes another way and comes back: states are values.
      for (const state of statesAlong(whole, v!)) idsAt(masker, state);
      const after = [...states].reverse().map((state) => idsAt(masker, state));
      const fresh = states.map((state) => idsAt(maskerOf(whole, vocabulary), state));
      const again = statesAlong(whole, u!).map((state, at) => state === states[at]);
      if (
        before.join(";") !== after.reverse().join(";") ||
        before.join(";") !== fresh.join(";") ||
        again.includes(false)
      )
        refuteBy(this.statement, { text: symbolsIn(u!), what: "it does not look the same again" });
    },
  },
  {
    name: "texts-end-where-they-are-accepted",
    statement: "a mask holds an end token exactly where the state accepts",
    holds(using, { automata: [m, n], texts: [text], tokens }) {
      const whole = using.product(m!, n!);
      const vocabulary = vocabularyOf(tokens, "with-bytes");
      const state = run(whole, text!);
      if (state === undefined) return;
      const ends = maskerOf(whole, vocabulary).mask(state).mask.has(vocabulary.ends[0]!);
      if (ends !== whole.accepts(state))
        refuteBy(this.statement, { text: symbolsIn(text!), what: `the end is ${ends ? "" : "not "}allowed` });
    },
  },
  {
    name: "suffixes-decide-where-a-middle-ends",
    statement: "a middle u is complete before a suffix v exactly where the state after u, stepped along v, accepts",
    holds(using, { automata: [m, n], texts: [u, v] }) {
      const whole = using.sequence(m!, n!);
      const [state, all] = [run(whole, u!), run(whole, u! + v!)];
      const through = state === undefined ? undefined : run(whole, v!, state);
      const isComplete = all !== undefined && whole.accepts(all);
      if (isComplete !== (through !== undefined && whole.accepts(through)))
        refuteBy(this.statement, { text: symbolsIn(u! + v!), what: "the two ways of asking differ" });
    },
  },
  {
    name: "a-product-is-in-each-part",
    statement: "a text of M ∧ N is a text of M and of N, each run alone, and no other text is",
    holds(using, { automata: [m, n], texts }) {
      const whole = using.product(m!, n!);
      const has = (monitor: Monitor<unknown>, text: string): boolean => {
        const state = run(monitor, text);
        return state !== undefined && monitor.accepts(state);
      };
      for (const text of [...texts, texts.join("")])
        if (has(whole, text) !== (has(m!, text) && has(n!, text)))
          refuteBy(this.statement, { text: symbolsIn(text), what: "the parts say something else" });
    },
  },
];
