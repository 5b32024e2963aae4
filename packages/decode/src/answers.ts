// Questions of a monitor, answered while the model runs.

import type { Monitor, Question } from "@espalier/monitor";

/** The state once every question that it, or an answer, raised has been answered; each key is asked once. */
export async function answered<State>(
  monitor: Monitor<State>,
  state: State,
  answer: ((question: Question) => unknown) | undefined,
): Promise<State> {
  if (answer === undefined || monitor.asks === undefined || monitor.supply === undefined) return state;
  const given = new Set<string>();
  let at = state;
  for (;;) {
    const open = monitor.asks(at).filter(({ key }) => !given.has(key));
    if (open.length === 0) return at;
    const answers = await Promise.all(open.map((question) => answer(question)));
    open.forEach((question, i) => {
      given.add(question.key);
      at = monitor.supply!(at, question, answers[i]);
    });
  }
}
