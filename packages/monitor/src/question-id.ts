// What makes two questions of one state the same question.

import { having, integer, optionally, signature } from "@espalier/arguments";
import type { Question } from "./monitor.js";

const checkQuestionId = signature("questionId", {
  question: having("a question { key }", { key: "string", ago: optionally(integer({ min: 0 })) }),
});

/** A string that two questions of one state have in common exactly when one answer settles both: the key, and where the question arose. */
export function questionId(question: Question): string {
  checkQuestionId(question);
  const { key, ago } = question;
  return ago === undefined ? key : `${key}\0${ago}`;
}
