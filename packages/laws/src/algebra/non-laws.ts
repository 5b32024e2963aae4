// Statements that look like laws of the algebra and are false, each with a counter-example.

import { bottom, type Monitor, product, run, strings, type Transducer, top, verdict } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { combinators, differenceOf } from "./algebra-law.js";
import { vocabularyOf } from "./text-laws.js";
import { answered, closed } from "./trigger-laws.js";

/** A false statement. */
export interface NonLaw {
  readonly name: string;
  readonly statement: string;
  /** Returns whether the counter-example still refutes the statement. */
  isRefuted(): boolean;
}

const { union, sequence, onDot, mapInput } = combinators;
const texts = (...list: readonly string[]): Monitor<unknown> => strings(list) as Monitor<unknown>;
const both = (a: Monitor<unknown>, b: Monitor<unknown>): Monitor<unknown> => combinators.product(a, b);
const transducer = (output: (symbol: number) => number): Transducer<number> => ({
  ...(top as Monitor<number>),
  output: (_, symbol) => [output(symbol)],
});
const asItIs = transducer((symbol) => symbol);
const letterBefore = transducer((symbol) => Math.max(0, symbol - 1));
const dots = (...names: readonly string[]): Monitor<unknown> => answered(onDot(), closed(names));

export const nonLaws: readonly NonLaw[] = [
  {
    name: "sequence-over-product",
    statement: "M · (N ∧ O) = (M · N) ∧ (M · O): only ⊆ holds",
    isRefuted() {
      const [m, n, o] = [texts("a", "ab"), texts("bc"), texts("c")];
      return (
        verdict(both(sequence(m, n), sequence(m, o)), "abc").kind === "accepted" &&
        verdict(sequence(m, both(n, o)), "abc").kind === "dead"
      );
    },
  },
  {
    name: "product-of-trim-is-trim",
    statement: "the product of two trim monitors is trim",
    isRefuted() {
      const [a, b] = [texts("aa"), texts("a")];
      const whole = product(a, b) as Monitor<unknown>;
      const state = run(whole, "a");
      return (
        a.trim === true &&
        b.trim === true &&
        state !== undefined &&
        !whole.accepts(state) &&
        differenceOf(whole, bottom as Monitor<unknown>, "accepted") === undefined
      );
    },
  },
  {
    name: "fusion-on-what-is-read",
    statement:
      "trigger(S) ∧ trigger(T) = trigger(S ∩ T) in what is read: the product is doomed where the fused one refuses at once",
    isRefuted: () =>
      run(both(dots("aa", "b"), dots("a", "b")), ".a") !== undefined && run(dots("b"), ".a") === undefined,
  },
  {
    name: "union-of-triggers",
    statement: "trigger(S) ∨ trigger(T) = trigger(S ∪ T): a union chooses once for the whole text, not for each place",
    isRefuted: () =>
      verdict(union(dots("a"), dots("b")), ".b.a").kind === "dead" &&
      verdict(dots("a", "b"), ".b.a").kind === "accepted",
  },
  {
    name: "branching-lifts-keep-products",
    statement:
      "f(M ∧ N) = f(M) ∧ f(N) where f may read a text in several ways: apart, M may rely on one way and N on the other",
    isRefuted() {
      // Reads a text as it is, or with each letter replaced by the previous one in the alphabet.
      const lifted = (monitor: Monitor<unknown>): Monitor<unknown> =>
        union(mapInput(asItIs, monitor) as Monitor<unknown>, mapInput(letterBefore, monitor) as Monitor<unknown>);
      const [m, n] = [texts("a"), texts("b")];
      return (
        verdict(both(lifted(m), lifted(n)), "b").kind === "accepted" && verdict(lifted(both(m, n)), "b").kind === "dead"
      );
    },
  },
  {
    name: "names-with-any-tail",
    statement:
      "inside a name, a token is allowed where it is the rest of a name, a byte that no name has, and anything: the tail may trigger again, and be refused",
    isRefuted() {
      const masker = createMasker(buildTrie(vocabularyOf(["b.a", "b.b"], "with-bytes")), dots("b"));
      const state = run(masker.monitor, ".")!;
      return masker.push(state, 0) === undefined && masker.push(state, 1) !== undefined;
    },
  },
  {
    name: "masks-are-never-empty",
    statement: "a live state of a trim monitor has a token, whatever the vocabulary",
    isRefuted() {
      const masker = createMasker(buildTrie(vocabularyOf(["b", "c"], "without")), texts("a"));
      return masker.mask(masker.monitor.start).mask.count === 0;
    },
  },
  {
    name: "sequences-read-prefixes",
    statement: "what M · N reads begins a text of it, though M is not trim",
    isRefuted() {
      const doomed = both(texts("aa", "b"), texts("a", "b"));
      const whole = sequence(doomed, texts("c"));
      return run(whole, "a") !== undefined && run(whole, "aa") === undefined && run(whole, "ac") === undefined;
    },
  },
];
