// Boolean combinations of automata over plain number texts, as one automaton: of that every state knows how far it is from a
// number, where of the parts one would have to search how far that is for all of them at once.

import { and, automatonRegex, choiceOf, empty, type Regex } from "@espalier/automata";
import { compared } from "./comparisons.js";
import { type Budget, combination, NO_TEXT, ofPlainTexts, type PlainAutomaton } from "./plain-automata.js";
import { PLAIN_BYTES } from "./plain-bytes.js";
import { createRecall, once } from "./recall.js";

/** The most states of all automata on the way to one, before they are made fewer. */
const MOST_STATES = 500_000;

/** What is asked of numbers together needs an automaton larger than allowed. */
export class CombinationLimitError extends Error {
  override readonly name = "CombinationLimitError";
  readonly code = "limit";
  /** The most states allowed. */
  readonly limit: number = MOST_STATES;

  constructor() {
    super(`what is asked of numbers in all takes automata of more than ${MOST_STATES} states`);
  }
}

/**
 * `plain`, in which what is asked of numbers by automata alone is asked by one. It matches the same plain texts.
 *
 * Cost: up to a second where divisors have no factors in common; remembered by question.
 *
 * @throws CombinationLimitError when it takes too many states.
 */
export function asOneAutomaton(plain: Regex): Regex {
  if (plain.kind === "choice") return choiceOf(plain.options.map(asOneAutomaton));
  if (plain.kind !== "and") return plain;
  const asked = plain.operands.filter(isQuestion);
  if (asked.length === 0 || (asked.length === 1 && asked[0]?.kind === "automaton")) return plain;
  const combined = automatonOf({ kind: "and", operands: asked }, { states: MOST_STATES });
  return and(...plain.operands.filter((operand) => !isQuestion(operand)), regexOf(combined));
}

/** An expression over automata. */
type Question =
  | Extract<Regex, { readonly kind: "automaton" | "empty" }>
  | { readonly kind: "not"; readonly operand: Question }
  | { readonly kind: "and"; readonly operands: readonly Question[] }
  | { readonly kind: "choice"; readonly options: readonly Question[] };

const questions = new WeakMap<Regex, boolean>();

function isQuestion(regex: Regex): regex is Question {
  let known = questions.get(regex);
  if (known === undefined) questions.set(regex, (known = asksByAutomata(regex)));
  return known;
}

function asksByAutomata(regex: Regex): boolean {
  switch (regex.kind) {
    case "automaton":
    case "empty":
      return true;
    case "not":
      return isQuestion(regex.operand);
    case "and":
      return regex.operands.every(isQuestion);
    case "choice":
      return regex.options.every(isQuestion);
    default:
      return false;
  }
}

const automata = new WeakMap<Question, PlainAutomaton>();

/** What a question asks of plain texts, each question once, however many ask it. */
function automatonOf(question: Question, budget: Budget): PlainAutomaton {
  let automaton = automata.get(question);
  if (automaton === undefined) automata.set(question, (automaton = answered(question, budget)));
  return automaton;
}

function answered(question: Question, budget: Budget): PlainAutomaton {
  const answers = (parts: readonly Question[]): readonly PlainAutomaton[] =>
    parts.map((part) => automatonOf(part, budget));
  switch (question.kind) {
    case "automaton":
      return ofPlainTexts(question.automaton, question.start);
    case "empty":
      return NO_TEXT;
    case "not":
      return allJoined(answers([everyText(), question.operand]), (text, denied) => text && !denied, budget);
    case "and":
      return allJoined(answers(question.operands), (left, right) => left && right, budget);
    case "choice":
      return allJoined(answers(question.options), (left, right) => left || right, budget);
  }
}

const everyText = once(() => compared(0, [-1, 0, 1]) as Question);

type Holds = (left: boolean, right: boolean) => boolean;

function allJoined(parts: readonly PlainAutomaton[], holds: Holds, budget: Budget): PlainAutomaton {
  if (parts.length === 1) return parts[0]!;
  const half = parts.length >> 1;
  const left = allJoined(parts.slice(0, half), holds, budget);
  const right = allJoined(parts.slice(half), holds, budget);
  const joined = combination(left, right, holds, budget);
  if (joined === undefined) throw new CombinationLimitError();
  return joined;
}

const recall = createRecall<Regex>(200);
/** States of a table that is remembered. */
const SMALL = 1000;

/** Automata of the same texts are the same table, and become the same object: engines know expressions again by it. */
function regexOf(automaton: PlainAutomaton): Regex {
  if (automaton === NO_TEXT) return empty;
  const { next, accepting } = automaton;
  if (accepting.length > SMALL) return tabled(automaton);
  return recall(`${accepting.join("")} ${next.join()}`, () => tabled(automaton));
}

function tabled({ next, accepting }: PlainAutomaton): Regex {
  const classes = PLAIN_BYTES.length;
  const classOf = new Uint8Array(256).fill(classes);
  for (const [k, bytes] of PLAIN_BYTES.entries()) for (const byte of bytes) classOf[byte] = k;
  const table = new Int32Array(accepting.length * (classes + 1)).fill(-1);
  for (let i = 0; i < next.length; i++) table[i + Math.floor(i / classes)] = next[i] as number;
  return automatonRegex({ classOf, classCount: classes + 1, next: table, accepting });
}
