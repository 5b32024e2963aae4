// Questions of a monitor, answered while the model runs: each key is asked for once in a generation, whatever is taken back and written again.

import type { AbortSignalLike } from "@espalier/model";
import { checkedQuestions, type Monitor, MonitorError, type Question } from "@espalier/monitor";

/** So many questions may be answered in one place of a text. */
const MOST_QUESTIONS = 1024;

/** The answers of one generation. */
export interface Answers<State> {
  /** Whether `state` waits for an answer. */
  isOpen(state: State): boolean;
  /** Whether all answers that `state` waits for have come already, for other states. */
  isReady(state: State): boolean;
  /**
   * The state once every question that it, or an answer, raised has been answered; `undefined` when by an answer nothing can follow.
   *
   * @throws what whoever answers throws; the signal's reason when it aborts before the answers come.
   * @throws MonitorError where the monitor asks without end, or its questions break another promise.
   */
  settle(state: State): Promise<State | undefined>;
}

/** Without anybody to answer, no question is open. */
export function createAnswers<State>(
  monitor: Monitor<State>,
  answer: ((question: Question) => unknown) | undefined,
  signal: AbortSignalLike | undefined,
): Answers<State> {
  if (answer === undefined || monitor.asks === undefined || monitor.supply === undefined)
    return { isOpen: () => false, isReady: () => true, settle: async (state) => state };
  const { asks, supply } = checkedQuestions(monitor);
  const known = new Map<string, Promise<unknown>>();
  const come = new Set<string>();
  const ask = async (question: Question): Promise<unknown> => {
    const given = await answer(question);
    come.add(question.key);
    return given;
  };
  const answerTo = (question: Question): Promise<unknown> => {
    let coming = known.get(question.key);
    if (coming === undefined) known.set(question.key, (coming = ask(question)));
    return coming;
  };
  // A monitor may go on asking what has been answered; then that is how it is.
  let settled: State | undefined;
  return {
    isOpen: (state) => state !== settled && asks!(state).length > 0,
    isReady: (state) => asks!(state).every(({ key }) => come.has(key)),
    async settle(state) {
      const given = new Set<string>();
      let at: State = state;
      for (;;) {
        const open = asks!(at).filter(({ key }) => !given.has(key));
        if (open.length === 0) {
          settled = at;
          return at;
        }
        if (given.size >= MOST_QUESTIONS) {
          const what = `after ${given.size} answers in one place, the monitor asks ${open[0]!.key}`;
          throw new MonitorError("asks-without-end", what);
        }
        const answers = await untilAborted(Promise.all(open.map(answerTo)), signal);
        for (const [index, question] of open.entries()) {
          given.add(question.key);
          const after = supply!(at, question, answers[index]);
          if (after === undefined) return undefined;
          at = after;
        }
      }
    },
  };
}

/** What an `AbortSignal` has beside the part that a model looks at. */
interface Listened {
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** `promise`, or the signal's reason as soon as it aborts, where the signal tells. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignalLike | undefined): Promise<Value> {
  const { addEventListener, removeEventListener } = Object(signal) as Partial<Listened>;
  if (signal === undefined || addEventListener === undefined || removeEventListener === undefined) return promise;
  let listener = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason);
  });
  addEventListener.call(signal, "abort", listener);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    removeEventListener.call(signal, "abort", listener);
  }
}
