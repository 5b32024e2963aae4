// Decides when two questions of one state are the same.

import { having, integer, optionally, signature } from "@espalier/arguments";
import type { Question } from "./question.js";

const checkQuestionId = signature("questionId", {
  question: having("a question { key }", { key: "string", ago: optionally(integer({ min: 0 })) }),
});

/**
 * Returns a string that is equal for two questions of one state exactly if one answer settles both: the key, and where
 * the question arose.
 */
export function questionId(question: Question): string {
  checkQuestionId(question);
  const { key, ago } = question;
  return ago === undefined ? key : `${key}\0${ago}`;
}
