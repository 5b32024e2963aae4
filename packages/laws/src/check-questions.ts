// The laws of questions: `asks` and `supply` are pure, and an answer settles its question.

import { type Monitor, type Question, questionId } from "@espalier/monitor";
import { type CounterExample, LawError } from "./law-error.js";
import { sameStates } from "./same-states.js";

type Answer = ((question: Question) => unknown) | undefined;

/** The most rounds of questions that answers may raise. */
const ROUNDS = 100;
/** A key that no monitor asks for. */
const NOT_ASKED = "\u0000 laws: a key that is not asked";

/** @throws LawError if the questions of `state`, or the states after answers, break a law. */
export function checkQuestions<State>(
  monitor: Monitor<State>,
  state: State,
  answer: Answer,
  where: () => CounterExample,
): void {
  if (monitor.asks === undefined) return;
  const fail = (what: string): never => {
    throw new LawError("questions", what, where());
  };
  const keysOf = (at: State): readonly string[] => monitor.asks!(at).map(questionId);
  const questions = monitor.asks(state);
  if (questions.some(({ key }) => typeof key !== "string"))
    fail(`a question has the key ${String(questions.map(({ key }) => key))}, and keys are strings`);
  const keys = keysOf(state);
  if (new Set(keys).size < keys.length) fail(`one state asks a key twice: ${keys.join(", ")}`);
  const again = keysOf(state);
  if (again.join("\n") !== keys.join("\n"))
    fail(`the state asked ${keys.join(", ")}, and now asks ${again.join(", ")}`);
  if (monitor.supply === undefined) {
    if (keys.length > 0) fail(`the state asks ${keys.join(", ")}, but the monitor does not accept answers (supply)`);
    return;
  }
  const supplied = (at: State, question: Question, given: unknown): State | undefined => {
    const after = monitor.supply!(at, question, given);
    if (typeof Object(after).then === "function") fail("supply returned a Promise; it must return a state");
    return after;
  };
  if (!sameStates(monitor, state, supplied(state, { key: NOT_ASKED }, undefined)))
    fail("an answer to a question that the state does not ask changes it");
  if (answer === undefined) return;
  for (const question of questions) {
    const after = supplied(state, question, answer(question));
    if (!sameStates(monitor, after, supplied(state, question, answer(question))))
      fail(`the same answer to ${question.key} leads to two different states`);
    if (after !== undefined && keysOf(after).includes(questionId(question)))
      fail(`${question.key} has been answered, but is asked again`);
  }
  const [first, second] = questions;
  if (first === undefined || second === undefined) return;
  const inOrder = (one: Question, other: Question): State | undefined => {
    const after = supplied(state, one, answer(one));
    return after === undefined ? undefined : supplied(after, other, answer(other));
  };
  if (!sameStates(monitor, inOrder(first, second), inOrder(second, first)))
    fail(`the answers to ${first.key} and ${second.key} give different states in different orders`);
}

/** Returns the state after all questions have been answered, and the number of answers. */
export function settled<State>(
  monitor: Monitor<State>,
  state: State,
  answer: Answer,
): { readonly given: number; readonly state: State | undefined } {
  let at: State | undefined = state;
  let given = 0;
  while (answer !== undefined && monitor.supply !== undefined && at !== undefined && given < ROUNDS) {
    const [question]: readonly Question[] = monitor.asks?.(at) ?? [];
    if (question === undefined) break;
    at = monitor.supply(at, question, answer(question));
    given++;
  }
  return { given, state: at };
}
