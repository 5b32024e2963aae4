// A cache of bodies by answer: equal answers give the same body while it is cached.

import type { Body } from "./site-question.js";

/** Maximum number of cached bodies. */
const MOST_BODIES = 256;

/** @param make creates the body of a non-empty answer; the id is unique to the answer. */
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
