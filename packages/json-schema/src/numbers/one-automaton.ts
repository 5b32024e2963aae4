// Merges a boolean combination of automata over plain number texts into one automaton. In a single automaton, every
// state has a known distance to an accepted number. With separate automata, that distance would have to be searched
// for.

import { and, automatonRegex, type ByteAutomaton, choiceOf, empty, type Regex } from "@espalier/automata";
import { type Budget, byColumns, type Dfa, explored, minimal, NO_TEXT, product, tableOf } from "@espalier/dfa";
import { burn } from "@espalier/monitor";
import { PLAIN_BYTES } from "../text/plain-bytes.js";
import { createRecall, once, onceFor } from "../text/recall.js";
import { classesOf } from "../text/tables.js";
import { compared } from "./comparisons.js";

/** The largest number of states of all intermediate automata together, counted before they are minimised. */
const MOST_STATES = 250_000;

/** Thrown if a combination of number constraints needs an automaton larger than allowed. */
export class CombinationLimitError extends Error {
  override readonly name = "CombinationLimitError";
  readonly code = "limit";
  /** The largest number of states allowed. */
  readonly limit: number = MOST_STATES;

  constructor() {
    super(`the constraints on numbers need automata with more than ${MOST_STATES} states`);
  }
}

/**
 * Returns an expression that matches the same plain texts as `plain`, with its automata merged into one. Negated parts
 * stay separate if the merged automaton would be too large. They exclude few numbers, so a search soon finds one that
 * they accept.
 *
 * Cost: up to a second if divisors have few factors in common.
 *
 * @throws CombinationLimitError if it takes too many states.
 */
export function asOneAutomaton(plain: Regex): Regex {
  if (plain.kind === "choice") return choiceOf(plain.options.map(asOneAutomaton));
  if (plain.kind !== "and") return plain;
  const asked = plain.operands.filter(isQuestion);
  if (asked.length === 0 || (asked.length === 1 && asked[0]?.kind === "automaton")) return plain;
  const { automaton, apart } = allOf(asked);
  return and(...plain.operands.filter((operand) => !isQuestion(operand)), regexOf(automaton), ...apart);
}

/** The largest automaton that is merged with all others first. */
const SMALL = 200;
/** The largest number of states that merging a negated part may take, counted before minimisation. */
const MOST_APART = 5_000;

interface Together {
  /** Its labels are indices into `PLAIN_BYTES`, as those of all automata in this file. */
  readonly automaton: Dfa;
  /** The parts that were not merged. */
  readonly apart: readonly Regex[];
}

function allOf(asked: readonly (Regex & Question)[]): Together {
  const budget = { states: MOST_STATES };
  const tables = asked.filter(isTable).map(({ automaton, start }) => ofPlainTexts(automaton, start));
  // Merging the ranges and the multiples of small divisors first leaves less to distinguish later.
  let automaton = everyText();
  let within = automaton;
  for (const next of bySize(tables)) {
    automaton = joined(automaton, next, BOTH, budget);
    if (automaton.accepting.length <= SMALL) within = automaton;
  }
  const answer = createAnswers(within, budget);
  const answers = new Map<Dfa, Regex & Question>();
  for (const question of asked) if (!isTable(question)) answers.set(answer(question), question);
  const apart: Regex[] = [];
  for (const next of bySize([...answers.keys()])) {
    const question = answers.get(next)!;
    if (question.kind === "not") {
      const both = product(automaton, next, PLAIN_BYTES.length, counted(BOTH), { states: MOST_APART });
      if (both === undefined) apart.push(question);
      else automaton = both;
    } else automaton = joined(automaton, next, BOTH, budget);
  }
  return { automaton, apart };
}

function bySize(automata: readonly Dfa[]): readonly Dfa[] {
  return [...automata].sort((a, b) => a.accepting.length - b.accepting.length);
}

/** An expression over automata. */
type Question =
  | Extract<Regex, { readonly kind: "automaton" | "empty" }>
  | { readonly kind: "not"; readonly operand: Question }
  | { readonly kind: "and"; readonly operands: readonly Question[] }
  | { readonly kind: "choice"; readonly options: readonly Question[] };

function isQuestion(regex: Regex): regex is Question {
  return asksByAutomata(regex);
}

const asksByAutomata = onceFor((regex: Regex): boolean => {
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
}, new WeakMap());

function isTable(question: Regex & Question): question is Extract<Regex, { readonly kind: "automaton" }> {
  return question.kind === "automaton";
}

const everyText = once(() => {
  const every = compared({ sign: 0, digits: "", point: 0 }, [-1, 0, 1]) as Extract<
    Regex,
    { readonly kind: "automaton" }
  >;
  return ofPlainTexts(every.automaton, every.start);
});

/**
 * Creates a function from an expression to its automaton within the texts of `all`. Each expression is evaluated once,
 * however often it occurs.
 */
function createAnswers(all: Dfa, budget: Budget): (question: Question) => Dfa {
  const answer = onceFor(made);
  const join = (parts: readonly Question[], holds: Holds): Dfa =>
    parts.map(answer).reduce((left, right) => joined(left, right, holds, budget));
  function made(question: Question): Dfa {
    switch (question.kind) {
      case "empty":
        return NO_TEXT;
      case "automaton":
        return joined(all, ofPlainTexts(question.automaton, question.start), BOTH, budget);
      case "not":
        return joined(all, answer(question.operand), (text, denied) => text && !denied, budget);
      case "and":
        return join(question.operands, BOTH);
      case "choice":
        return join(question.options, (left, right) => left || right);
    }
  }
  return answer;
}

type Holds = (left: boolean, right: boolean) => boolean;
const BOTH: Holds = (left, right) => left && right;

/** Units of fuel for each state of a product, which takes 4 to 7 µs until the product is minimised. */
const STATE_FUEL = 64;

/** A product calls this function once for each of its states. */
function counted(holds: Holds): Holds {
  return (left, right) => {
    burn("schema", STATE_FUEL);
    return holds(left, right);
  };
}

function joined(left: Dfa, right: Dfa, holds: Holds, budget: Budget): Dfa {
  const both = product(left, right, PLAIN_BYTES.length, counted(holds), budget);
  if (both === undefined) throw new CombinationLimitError();
  return both;
}

const recall = createRecall<Regex>(64);
/** The largest number of states of a cached table. */
const MOST_REMEMBERED = 1000;

/** Returns the minimal automaton of the plain number texts that a table accepts. */
function ofPlainTexts({ classOf, classCount, next, accepting }: ByteAutomaton, start: number): Dfa {
  const columns = PLAIN_BYTES.map(([byte]) => classOf[byte!]!);
  const visit = byColumns<number>(
    columns.length,
    (state, k) => {
      const target = next[state * classCount + columns[k]!]!;
      return target < 0 ? undefined : target;
    },
    (state) => accepting[state] === 1,
  );
  return minimal(explored(start, visit, Number.POSITIVE_INFINITY)!.dfa);
}

/** Equal tables become the same object, because engines recognise expressions by identity. */
function regexOf(automaton: Dfa): Regex {
  if (automaton === NO_TEXT) return empty;
  const { accepting, first, label, target } = automaton;
  if (accepting.length > MOST_REMEMBERED) return tabled(automaton);
  return recall([accepting, first, label, target].join(" "), () => tabled(automaton));
}

function tabled(automaton: Dfa): Regex {
  const classes = classesOf(PLAIN_BYTES);
  const next = tableOf(automaton, classes.classCount);
  return automatonRegex({ ...classes, next, accepting: automaton.accepting });
}
