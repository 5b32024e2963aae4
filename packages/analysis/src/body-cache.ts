// A cache of bodies by answer: equal answers give the same body while it is cached.

import type { Body } from "./site-question.js";

/** Maximum number of cached bodies. */
const MOST_BODIES = 256;

/** @param make creates the body of a non-empty answer; the id is unique to the answer. */
export function createBodies<State, Item = string>(
  prefix: string,
  make: (id: string, answer: readonly Item[]) => Body<State>,
): (answer: readonly Item[]) => Body<State> | undefined {
  const known = new Map<string, Body<State>>();
  let last = 0;
  return (answer) => {
    if (answer.length === 0) return undefined;
    const key = JSON.stringify(answer);
    let body = known.get(key);
    if (body === undefined) {
      if (known.size >= MOST_BODIES) known.delete(known.keys().next().value!);
      known.set(key, (body = make(`${prefix}${++last}`, answer)));
    }
    return body;
  };
}
