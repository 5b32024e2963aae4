// The questions of a user-written monitor, with checks of the results of `asks` and `supply`.

import { callable, having, optionally, signature } from "@espalier/arguments";
import { isPromise } from "./audit.js";
import type { Monitor } from "./monitor.js";
import { MonitorError } from "./monitor-error.js";
import type { Question } from "./question.js";
import { snapshot } from "./snapshot.js";

/** The part of a monitor that concerns questions. */
type Questions<State> = Pick<Monitor<State>, "asks" | "supply">;

const checkCheckedQuestions = signature("checkedQuestions", {
  monitor: having("a monitor", { asks: optionally(callable), supply: optionally(callable) }),
});

/**
 * Returns the functions `asks` and `supply` of `monitor`, if it has them, with checks added: they throw a
 * `MonitorError` if the monitor breaks a promise.
 */
export function checkedQuestions<State>(monitor: Questions<State>): Questions<State> {
  checkCheckedQuestions(monitor);
  return {
    ...(monitor.asks !== undefined && { asks: (state: State) => askedBy(monitor, state) }),
    ...(monitor.supply !== undefined && {
      supply: (state: State, question: Question, answer: unknown) => suppliedBy(monitor, state, question, answer),
    }),
  };
}

function askedBy<State>(monitor: Questions<State>, state: State): readonly Question[] {
  let asked: readonly Question[];
  try {
    asked = monitor.asks!(state);
  } catch (error) {
    if (error instanceof MonitorError) throw error;
    throw new MonitorError("asks-throws", `asks threw an error: ${messageOf(error)}`, error);
  }
  if (Array.isArray(asked) && asked.every((question) => typeof question?.key === "string")) return asked;
  throw new MonitorError("asks-result", `asks returned ${snapshot(asked)}, no list of questions { key }`);
}

function suppliedBy<State>(
  monitor: Questions<State>,
  state: State,
  question: Question,
  answer: unknown,
): State | undefined {
  const before = snapshot(state);
  let next: State | undefined;
  try {
    next = monitor.supply!(state, question, answer);
  } catch (error) {
    if (error instanceof MonitorError) throw error;
    throw new MonitorError("supply-throws", `supply threw an error for ${question.key}: ${messageOf(error)}`, error);
  }
  if (snapshot(state) !== before)
    throw new MonitorError("supply-changes-state", `supply changed its argument from ${before} to ${snapshot(state)}`);
  if (next !== null && !isPromise(next)) return next;
  const what = next === null ? "null; undefined means that nothing follows" : "a Promise; supply is synchronous";
  throw new MonitorError("supply-result", `supply returned ${what} (for ${question.key})`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
