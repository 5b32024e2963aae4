// The algebra of subsets of a fixed language `all`, such as all numbers or all texts.
//
// A subset of the form `all & constraint` keeps that form. Operations combine only the constraints, so that `all`, with its counters, occurs once and its
// states are not multiplied by those of the constraints. Complements apply to constraints, by De Morgan's laws, so that a double negation returns the original
// expression.

import { and, choiceOf, empty, not, type Regex } from "@espalier/automata";
import { onceFor } from "./recall.js";

/** The union of the subsets `parts` of `all`. */
export function eitherWithin(all: Regex, parts: readonly Regex[]): Regex {
  const questions = parts.map((part) => questionOf(all, part));
  const others = parts.filter((_, i) => questions[i] === undefined);
  const asked = questions.filter((question) => question !== undefined);
  return asked.length < 2 ? choiceOf(parts) : choiceOf([...others, and(all, choiceOf(asked))]);
}

/** The complement of `part` in `all`. `question` is the constraint that selects `part` in `all`. */
export function restOf(all: Regex, part: Regex, question: Regex = questionOf(all, part) ?? part): Regex {
  if (part === all) return empty;
  if (part.kind === "empty") return all;
  return and(all, negated(question));
}

/** The constraint of `part` if it has the form `all & constraint`; `undefined` otherwise. */
function questionOf(all: Regex, part: Regex): Regex | undefined {
  if (part.kind !== "and" || !part.operands.includes(all)) return undefined;
  return and(...part.operands.filter((operand) => operand !== all));
}

/** The complement of a constraint. Cached, so that each expression has one complement. An expression with shared parts is small, but would be large without the sharing. */
export const negated: (question: Regex) => Regex = onceFor(complementOf, new WeakMap());

function complementOf(question: Regex): Regex {
  if (question.kind === "and") return choiceOf(question.operands.map(negated));
  const asks = question.kind === "choice" && question.options.every(({ kind }) => QUESTIONS.has(kind));
  return asks ? and(...question.options.map(negated)) : not(question);
}

/** Kinds of expressions whose complements are not larger. */
const QUESTIONS: ReadonlySet<Regex["kind"]> = new Set(["automaton", "and", "not"]);
