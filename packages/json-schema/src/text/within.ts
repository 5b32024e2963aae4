// The algebra of languages within one that holds them all: every number, every text.
//
// A part of `all` that is said as `all` and a question keeps being said so. Where such are combined, `all` with its counters stays
// outside, once; within are the questions, whose states do not multiply by what may yet follow. Complements are taken of
// questions, by De Morgan's laws, so that what is negated twice is there as it was.

import { and, choiceOf, empty, not, type Regex } from "@espalier/automata";

/** What is in any of `parts` of `all`. */
export function eitherWithin(all: Regex, parts: readonly Regex[]): Regex {
  const questions = parts.map((part) => questionOf(all, part));
  const others = parts.filter((_, i) => questions[i] === undefined);
  const asked = questions.filter((question) => question !== undefined);
  return asked.length < 2 ? choiceOf(parts) : choiceOf([...others, and(all, choiceOf(asked))]);
}

/** What of `all` is not in `part`, of which `question` asks the same. */
export function restOf(all: Regex, part: Regex, question: Regex = questionOf(all, part) ?? part): Regex {
  if (part === all) return empty;
  if (part.kind === "empty") return all;
  return and(all, negated(question));
}

/** What is asked of the members of `all` in `part`; `undefined` where `part` is not said so. */
function questionOf(all: Regex, part: Regex): Regex | undefined {
  if (part.kind !== "and" || !part.operands.includes(all)) return undefined;
  return and(...part.operands.filter((operand) => operand !== all));
}

/** Always the same object for one: expressions that share parts are small, and taken apart they may be large. */
const negations = new WeakMap<Regex, Regex>();

/** What does not match `question`. */
export function negated(question: Regex): Regex {
  let negation = negations.get(question);
  if (negation === undefined) negations.set(question, (negation = negate(question)));
  return negation;
}

function negate(question: Regex): Regex {
  if (question.kind === "and") return choiceOf(question.operands.map(negated));
  const asks = question.kind === "choice" && question.options.every(({ kind }) => QUESTIONS.has(kind));
  return asks ? and(...question.options.map(negated)) : not(question);
}

/** Kinds of expressions whose complements are no larger. */
const QUESTIONS: ReadonlySet<Regex["kind"]> = new Set(["automaton", "and", "not"]);
