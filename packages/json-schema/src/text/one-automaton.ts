// Boolean combinations of automata over plain number texts, as one automaton: of that every state knows how far it is from a
// number, where of the parts one would have to search how far that is for all of them at once.

import { type Automaton, and, automatonRegex, choiceOf, type Regex } from "@espalier/automata";
import { tableOf } from "./tables.js";

/** States of a combination; past that it stays as it is. */
const MOST_STATES = 30_000;

/** The bytes of plain texts. */
const CLASSES = [..."0123456789-."].map((character) => [character.charCodeAt(0)]);

/** `plain`, in which what is asked of numbers by automata alone is asked by one. It matches the same plain texts. */
export function asOneAutomaton(plain: Regex): Regex {
  if (plain.kind === "choice") return choiceOf(plain.options.map(asOneAutomaton));
  if (plain.kind !== "and") return plain;
  const asked = plain.operands.filter(isOfAutomata);
  if (asked.length === 0 || (asked.length === 1 && asked[0]!.kind === "automaton")) return plain;
  const combined = product(and(...asked));
  if (combined === undefined) return plain;
  return and(...plain.operands.filter((operand) => !asked.includes(operand)), combined);
}

function isOfAutomata(regex: Regex): boolean {
  switch (regex.kind) {
    case "automaton":
      return true;
    case "not":
      return isOfAutomata(regex.operand);
    case "and":
      return regex.operands.every(isOfAutomata);
    case "choice":
      return regex.options.every(isOfAutomata);
    default:
      return false;
  }
}

type Leaf = Regex & { readonly kind: "automaton" };

/** A state of the product: one of each automaton, −1 where it has none. */
type Tuple = readonly number[];

function product(question: Regex): Regex | undefined {
  const leaves: Leaf[] = [];
  const holds = judgeOf(question, leaves);
  const tuples: Tuple[] = [leaves.map(({ start }) => start)];
  const numbers = new Map<string, number>([[String(tuples[0]), 0]]);
  const table = tableOf(
    {
      start: 0,
      classes: CLASSES,
      accepts: (state) => holds(tuples[state] as Tuple),
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
    MOST_STATES,
  );
  return table === undefined ? undefined : automatonRegex(table);
}

function stepOf({ next, classCount, classOf }: Automaton, state: number, byte: number): number {
  return state < 0 ? -1 : next[state * classCount + classOf[byte]!]!;
}

/** Whether a text is a member, by the states it has led the leaves to; adds to `leaves` those that it has to know. */
function judgeOf(question: Regex, leaves: Leaf[]): (tuple: Tuple) => boolean {
  switch (question.kind) {
    case "automaton": {
      const { automaton, start } = question;
      let leaf = leaves.findIndex((other) => other.automaton === automaton && other.start === start);
      if (leaf < 0) leaf = leaves.push(question) - 1;
      return (tuple) => automaton.accepting[tuple[leaf]!] === 1;
    }
    case "not": {
      const holds = judgeOf(question.operand, leaves);
      return (tuple) => !holds(tuple);
    }
    case "and": {
      const all = question.operands.map((operand) => judgeOf(operand, leaves));
      return (tuple) => all.every((holds) => holds(tuple));
    }
    case "choice": {
      const some = question.options.map((option) => judgeOf(option, leaves));
      return (tuple) => some.some((holds) => holds(tuple));
    }
    default:
      throw new TypeError(`a ${question.kind} is no combination of automata`);
  }
}
