// Records the answers that a decoder and its forks have received, to detect contradictions.

import { isAnswer, MonitorError, type Question, snapshot } from "@espalier/monitor";

/** Answers by question and place. */
export interface GivenAnswers {
  /**
   * Records the answer to `question` in a text with the bytes `text`.
   *
   * @throws MonitorError `answers-contradict` if an earlier answer differs. A `closed` answer may follow an answer that
   * was not closed.
   */
  note(question: Question, text: Uint8Array, answer: unknown): void;
}

export function createGivenAnswers(): GivenAnswers {
  const given = new Map<string, string>();
  return {
    note({ key, ago }, text, answer) {
      if (!isAnswer(answer) || (answer.kind !== "closed" && answer.kind !== "proven-empty")) return;
      const place =
        ago === undefined ? "" : `\0${text.subarray(0, Math.max(0, text.length - ago)).join()}\0${ago - text.length}`;
      const claim = answer.kind === "closed" ? `closed ${snapshot(answer.value)}` : answer.kind;
      const before = given.get(key + place);
      if (before !== undefined && before !== claim)
        throw new MonitorError("answers-contradict", `${key} was answered ${before}, and now ${claim}`);
      given.set(key + place, claim);
    },
  };
}
