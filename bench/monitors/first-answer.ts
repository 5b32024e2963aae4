// What the judges share that ask one question where a hole begins: the question with its answer, and the state of the monitor after a text.

import type { HoleMonitor } from "@espalier/analysis";
import type { Answer, Question } from "@espalier/monitor";

/** A question where a hole begins, and its answer. */
export interface FirstAnswer {
  readonly question: Question;
  /** All questions there. */
  readonly open: readonly Question[];
  readonly answer: Answer<unknown>;
}

/** Asks the question of a kind that arises where the hole begins; `undefined` if there is none. */
export async function firstAnswer({ monitor, answer }: HoleMonitor, kind: string): Promise<FirstAnswer | undefined> {
  const open: readonly Question[] = monitor.asks!(monitor.start);
  const question = open.find(({ key, ago }) => key.endsWith(kind) && ago === 0);
  if (question === undefined) return undefined;
  return { question, open, answer: await answer(question, { offset: 0, before: new Uint8Array(0) }) };
}

/** Counts why a question has no closed answer. */
export function countReason(reasons: Record<string, number>, reason = "no question"): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
}

/** The state after `text`; `undefined` if the monitor refuses it. */
export function stateAfter({ monitor }: Pick<HoleMonitor, "monitor">, from: unknown, text: string): unknown {
  let state = from;
  for (const byte of new TextEncoder().encode(text)) if (state !== undefined) state = monitor.step(state, byte);
  return state;
}
