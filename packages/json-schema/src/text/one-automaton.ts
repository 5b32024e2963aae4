// Boolean combinations of automata over plain number texts, as one automaton: of that every state knows how far it is from a
// number, where of the parts one would have to search how far that is for all of them at once.

import { type Automaton, and, automatonRegex, choiceOf, type Regex } from "@espalier/automata";
import { tableOf } from "./tables.js";

/** States of a combination, times the automata in it; past that it stays as it is. */
const MOST_ENTRIES = 400_000;

/** The bytes of plain texts. */
const CLASSES = [..."0123456789-."].map((character) => [character.charCodeAt(0)]);

/** `plain`, in which what is asked of numbers by automata alone is asked by one. It matches the same plain texts. */
export function asOneAutomaton(plain: Regex): Regex {
  if (plain.kind === "choice") return choiceOf(plain.options.map(asOneAutomaton));
  if (plain.kind !== "and") return plain;
  const { add } = createCircuit();
  const asked = plain.operands.filter((operand) => add(operand) >= 0);
  if (asked.length === 0 || (asked.length === 1 && asked[0]!.kind === "automaton")) return plain;
  const combined = product(and(...asked));
  if (combined === undefined) return plain;
  return and(...plain.operands.filter((operand) => !asked.includes(operand)), combined);
}

/** A state of the product: one of each automaton, −1 where it has none. */
type Tuple = readonly number[];

type Leaf = Extract<Regex, { readonly kind: "automaton" }>;

/** What is asked, as gates over automata; each once, however many ask it. */
interface Circuit {
  readonly leaves: readonly Leaf[];
  /** The gate of a question; −1 where it is not of automata alone. */
  add(question: Regex): number;
  /** What a gate says where the automata are in these states. */
  holds(gate: number, tuple: Tuple): boolean;
}

function createCircuit(): Circuit {
  const leaves: Leaf[] = [];
  const gates: ((tuple: Tuple) => boolean)[] = [];
  const known = new Map<Regex, number>();
  let said = new Uint8Array(0);

  function parts(questions: readonly Regex[]): readonly number[] | undefined {
    const of = questions.map(add);
    return of.includes(-1) ? undefined : of;
  }

  function gateOf(question: Regex): ((tuple: Tuple) => boolean) | undefined {
    switch (question.kind) {
      case "automaton": {
        const leaf = leaves.push(question) - 1;
        return (tuple) => question.automaton.accepting[tuple[leaf]!] === 1;
      }
      case "not": {
        const part = add(question.operand);
        return part < 0 ? undefined : () => said[part] === 0;
      }
      case "and": {
        const all = parts(question.operands);
        return all && (() => all.every((part) => said[part] === 1));
      }
      case "choice": {
        const any = parts(question.options);
        return any && (() => any.some((part) => said[part] === 1));
      }
      default:
        return undefined;
    }
  }

  function add(question: Regex): number {
    let gate = known.get(question);
    if (gate === undefined) {
      const made = gateOf(question);
      gate = made === undefined ? -1 : gates.push(made) - 1;
      known.set(question, gate);
    }
    return gate;
  }

  return {
    leaves,
    add,
    holds(gate, tuple) {
      if (said.length < gates.length) said = new Uint8Array(gates.length);
      for (let i = 0; i <= gate; i++) said[i] = gates[i]!(tuple) ? 1 : 0;
      return said[gate] === 1;
    },
  };
}

function product(question: Regex): Regex | undefined {
  const { leaves, add, holds } = createCircuit();
  const gate = add(question);
  const tuples: Tuple[] = [leaves.map(({ start }) => start)];
  const numbers = new Map<string, number>([[String(tuples[0]), 0]]);
  const table = tableOf(
    {
      start: 0,
      classes: CLASSES,
      accepts: (state) => holds(gate, tuples[state] as Tuple),
      step(state, byteClass) {
        const byte = CLASSES[byteClass]![0]!;
        const next = (tuples[state] as Tuple).map((at, i) => stepOf(leaves[i]!.automaton, at, byte));
        const key = next.join();
        let number = numbers.get(key);
        if (number === undefined) {
          numbers.set(key, (number = tuples.length));
          tuples.push(next);
        }
        return number;
      },
    },
    Math.floor(MOST_ENTRIES / leaves.length),
  );
  return table === undefined ? undefined : automatonRegex(table);
}

function stepOf({ next, classCount, classOf }: Automaton, state: number, byte: number): number {
  return state < 0 ? -1 : next[state * classCount + classOf[byte]!]!;
}
