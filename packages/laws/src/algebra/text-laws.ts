// The laws of texts, masks, deny lists, transducers and gates.

import { bytesOf, type Monitor, run, type Transducer, top } from "@espalier/monitor";
import { buildTrie, createMasker } from "@espalier/trie";
import { createVocabulary, type Vocabulary } from "@espalier/vocabulary";
import type { Symbols } from "../members.js";
import { type AlgebraLaw, differenceOf, LETTERS } from "./algebra-law.js";
import { refuteBy } from "./refute.js";

/** Returns the vocabulary of `tokens`, with every byte if `singles` says so. */
export function vocabularyOf(tokens: readonly string[], singles: "with-bytes" | "without"): Vocabulary {
  const bytes = singles === "without" ? [] : Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
  const spelt = [...tokens.filter((token) => token !== "").map((token) => bytesOf(token)), ...bytes];
  const parts = spelt.map((its, id) => ({ id, bytes: its }));
  return createVocabulary({ tokens: [...parts, { id: spelt.length, control: "<end>" }], ends: [spelt.length] });
}

/** Returns the ids that may follow `text`; none if it is dead. */
function maskAfter(monitor: Monitor<unknown>, vocabulary: Vocabulary, text: string): readonly number[] {
  const state = run(monitor, text);
  return state === undefined ? [] : [...createMasker(buildTrie(vocabulary), monitor).mask(state).mask.ids()];
}

function refuteUnlessEqual(statement: string, text: string, left: readonly number[], right: readonly number[]): void {
  if (left.join() === right.join()) return;
  refuteBy(statement, {
    text: [...bytesOf(text)],
    what: `${left.join()} on the one side, ${right.join()} on the other`,
  });
}

const isA = (symbol: number): boolean => symbol === LETTERS[0];
/** Writes nothing for `a`, and every other byte twice. */
const doubling: Transducer<number> = {
  ...(top as Monitor<number>),
  output: (_, symbol) => (isA(symbol) ? [] : [symbol, symbol]),
};
/** Turns `b` into `a` and `c` into `b`. */
const shifting: Transducer<number> = {
  ...(top as Monitor<number>),
  output: (_, symbol) => [symbol > LETTERS[0]! && symbol <= LETTERS[2]! ? symbol - 1 : symbol],
};
/** Returns the transducer with every byte in a class of its own. */
const perByte = (transducer: Transducer<number>): Transducer<number> => ({ ...transducer, table: BYTES });
const BYTES: NonNullable<Transducer<number>["table"]> = {
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  classCount: 256,
  generation: 0,
};
const identity: Transducer<number> = { ...(top as Monitor<number>), output: (_, symbol) => [symbol] };
const composed: Transducer<number> = {
  ...(top as Monitor<number>),
  output: (state, symbol) =>
    [...Array.from(shifting.output(state, symbol))].flatMap((each) => [...Array.from(doubling.output(state, each))]),
};

/** A reader whose mode changes at each dot. */
const dots: Monitor<number> & Required<Pick<Monitor<number>, "mode">> = {
  start: 0,
  step: (state, symbol) => (symbol < 256 ? (symbol === LETTERS[3] ? 1 - state : state) : undefined),
  accepts: () => true,
  table: BYTES,
  mode: (state) => (state === 0 ? "even" : "odd"),
};

export const textLaws: readonly AlgebraLaw[] = [
  {
    name: "reading-is-a-homomorphism",
    statement: "step*(s, uv) = step*(step*(s, u), v), so what is read does not depend on how a text is cut into tokens",
    holds(using, { automata: [m, n], texts: [u, v] }) {
      const whole = using.sequence(using.union(m!, n!), m!);
      const [at, through] = [run(whole, u! + v!), run(whole, u!)];
      const after = through === undefined ? undefined : run(whole, v!, through);
      if (at !== after)
        refuteBy(this.statement, { text: [...bytesOf(u! + v!)], what: `${String(at)} and ${String(after)}` });
    },
  },
  {
    name: "mask-of-a-product",
    statement: "mask(M ∧ N) = mask(M) ∩ mask(N)",
    holds(using, { automata: [m, n], texts: [text], tokens }) {
      const vocabulary = vocabularyOf(tokens, "with-bytes");
      const right = new Set(maskAfter(n!, vocabulary, text!));
      const expected = maskAfter(m!, vocabulary, text!).filter((id) => right.has(id));
      refuteUnlessEqual(this.statement, text!, maskAfter(using.product(m!, n!), vocabulary, text!), expected);
    },
  },
  {
    name: "mask-of-a-union",
    statement: "mask(M ∨ N) = mask(M) ∪ mask(N)",
    holds(using, { automata: [m, n], texts: [text], tokens }) {
      const vocabulary = vocabularyOf(tokens, "with-bytes");
      const all = new Set([...maskAfter(m!, vocabulary, text!), ...maskAfter(n!, vocabulary, text!)]);
      const expected = [...all].sort((a, b) => a - b);
      refuteUnlessEqual(this.statement, text!, maskAfter(using.union(m!, n!), vocabulary, text!), expected);
    },
  },
  {
    name: "an-empty-mask-is-a-dead-end",
    statement:
      "with every byte in the vocabulary, a mask is empty exactly where no byte can be read and the text may not end",
    holds(using, { automata: [m, n], texts: [text], tokens }) {
      const whole = using.product(m!, n!);
      const state = run(whole, text!);
      if (state === undefined) return;
      const goesOn = Array.from({ length: 256 }, (_, byte) => whole.step(state, byte)).some((to) => to !== undefined);
      const isEmpty = maskAfter(whole, vocabularyOf(tokens, "with-bytes"), text!).length === 0;
      if (isEmpty === (goesOn || whole.accepts(state)))
        refuteBy(this.statement, { text: [...bytesOf(text!)], what: `the mask is ${isEmpty ? "" : "not "}empty` });
    },
  },
  {
    name: "deny-is-a-product",
    statement: "deny(S) ∧ deny(T) = deny(S ∪ T)",
    holds(using, { names: [s, t] }) {
      const both = using.product(using.deny(s!), using.deny(t!));
      refuteBy(this.statement, differenceOf(both, using.deny([...s!, ...t!])));
    },
  },
  {
    name: "deny-never-gets-stuck",
    statement: "after a text that deny(S) reads, some byte can be read, and the text may end",
    holds(using, { names: [s], texts: [text] }) {
      const monitor = using.deny(s!.map((name) => `${name}.`));
      const state = run(monitor, text!);
      if (state === undefined) return;
      const free = Array.from({ length: 256 }, (_, byte) => monitor.step(state, byte)).some((to) => to !== undefined);
      if (!free || !monitor.accepts(state))
        refuteBy(this.statement, { text: [...bytesOf(text!)], what: "it is stuck" });
    },
  },
  {
    name: "lifting-keeps-the-identity",
    statement: "mapInput(id, M) = M",
    holds(using, { automata: [m] }) {
      refuteBy(this.statement, differenceOf(using.mapInput(perByte(identity), m!) as Monitor<unknown>, m!));
    },
  },
  {
    name: "lifting-keeps-composition",
    statement: "mapInput(g ∘ f, M) = mapInput(f, mapInput(g, M))",
    holds(using, { automata: [m] }) {
      const inSteps = using.mapInput(perByte(shifting), using.mapInput(perByte(doubling), m!));
      const atOnce = using.mapInput(perByte(composed), m!);
      refuteBy(this.statement, differenceOf(inSteps as Monitor<unknown>, atOnce as Monitor<unknown>));
    },
  },
  ...(["product", "union"] as const).map(
    (combinator): AlgebraLaw => ({
      name: `lifting-keeps-${combinator}s`,
      statement: `mapInput(f, ${combinator}(M, N)) = ${combinator}(mapInput(f, M), mapInput(f, N)), for a deterministic f`,
      holds(using, { automata: [m, n] }) {
        const lift = (monitor: Monitor<unknown>) => using.mapInput(perByte(doubling), monitor) as Monitor<unknown>;
        refuteBy(this.statement, differenceOf(lift(using[combinator](m!, n!)), using[combinator](lift(m!), lift(n!))));
      },
    }),
  ),
  {
    name: "a-gate-of-all-modes-is-open",
    statement: "gate(R, all, M) = R ∧ M",
    holds(using, { automata: [m] }) {
      const gated = using.gate(dots, ["even", "odd"], m!) as Monitor<unknown>;
      refuteBy(this.statement, differenceOf(gated, using.product(dots as Monitor<unknown>, m!)));
    },
  },
  {
    name: "a-gate-of-no-modes-is-shut",
    statement: "gate(R, none, M) = R, where M accepts the empty text",
    holds(using, { automata: [m] }) {
      const gated = using.gate(dots, [], m!) as Monitor<unknown>;
      if (m!.accepts(m!.start)) refuteBy(this.statement, differenceOf(gated, dots as Monitor<unknown>));
    },
  },
];

/** Returns the symbols of a text, for counter-examples. */
export const symbolsIn = (text: string): Symbols => [...bytesOf(text)];
