// Bodies by their answers: equal answers give one body, as far as it is remembered.

import type { Body } from "./site-question.js";

/** How many answers keep their body in memory. */
const MOST_BODIES = 256;

/** @param make makes the body of an answer, which is not empty, with an id of its own. */
export function createBodies<State>(
  prefix: string,
  make: (id: string, texts: readonly string[]) => Body<State>,
): (texts: readonly string[]) => Body<State> | undefined {
  const known = new Map<string, Body<State>>();
  let last = 0;
  return (texts) => {
    if (texts.length === 0) return undefined;
    const key = JSON.stringify(texts);
    let body = known.get(key);
    if (body === undefined) {
      if (known.size >= MOST_BODIES) known.delete(known.keys().next().value!);
      known.set(key, (body = make(`${prefix}${++last}`, texts)));
    }
    return body;
  };
}
