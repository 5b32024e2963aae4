// The questions of a product. Either part may ask. What the answer to one part allows is restricted to what the other
// part can read.

import type { Monitor } from "./monitor.js";
import { Pair } from "./pair.js";
import type { Question } from "./question.js";
import { questionId } from "./question-id.js";
import { type Ruling, survivorsFrom } from "./survivors.js";

/** Returns the questions of both parts. An answer goes to each part that asked. */
export function questionsOf<A, B>(
  a: Monitor<A>,
  b: Monitor<B>,
  whole: Monitor<Pair<A, B>>,
): Pick<Monitor<Pair<A, B>>, "asks" | "supply"> {
  const narrowed = whole.ruling && narrowing(whole, whole.ruling);
  const supplied = <State>(
    monitor: Monitor<State>,
    state: State,
    question: Question,
    answer: unknown,
  ): State | undefined =>
    monitor.asks?.(state).some((its) => questionId(its) === questionId(question)) && monitor.supply !== undefined
      ? monitor.supply(state, question, answer)
      : state;
  return {
    asks(state) {
      const byId = new Map<string, Question>();
      for (const question of [...(a.asks?.(state.left) ?? []), ...(b.asks?.(state.right) ?? [])])
        byId.set(questionId(question), question);
      return [...byId.values()];
    },
    supply(state, question, answer) {
      const left = supplied(a, state.left, question, answer);
      const right = supplied(b, state.right, question, answer);
      if (left === undefined || right === undefined) return undefined;
      const after = new Pair(left, right);
      return narrowed === undefined ? after : narrowed(after);
    },
  };
}

/** Returns where an answer to either part constrains the text. */
export function rulingOf<A, B>(a: Monitor<A>, b: Monitor<B>): Ruling<Pair<A, B>> {
  return {
    bytes: ({ left, right }) => a.ruling?.bytes(left) ?? b.ruling?.bytes(right),
    // Texts that the first part no longer reads need not be rejected by the second.
    narrow: ({ left, right }, survivors) =>
      a.ruling?.bytes(left) === undefined
        ? new Pair(left, b.ruling!.narrow(right, survivors))
        : new Pair(a.ruling.narrow(left, survivors), right),
  };
}

/** Maximum number of pairs whose survivors are cached. */
const MOST_NARROWED = 256;

/** Restricts a state to what the other part would not reject later; `undefined` if nothing remains. */
function narrowing<State>(
  { step, accepts, key }: Monitor<State>,
  { bytes, narrow }: Ruling<State>,
): (state: State) => State | undefined {
  const known = new Map<string | number, ReturnType<typeof survivorsFrom>>();
  const keyOf = (state: State): unknown => key?.(state) ?? state;
  return (state) => {
    if (bytes(state) === undefined) return state;
    const its = key?.(state);
    let found = its === undefined ? undefined : known.get(its);
    found ??= survivorsFrom({ step, accepts, bytes, keyOf }, state);
    if (its !== undefined) {
      if (known.size >= MOST_NARROWED) known.delete(known.keys().next().value!);
      known.set(its, found);
    }
    if (found === "none") return undefined;
    return typeof found === "string" ? state : narrow(state, found);
  };
}
