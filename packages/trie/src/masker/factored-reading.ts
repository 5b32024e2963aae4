// The bytes of a token, read by the lexer alone wherever no lexeme ends (`Factor`). The states between the bytes are not
// created.

import type { Monitor } from "@espalier/monitor";
import { type ReadBytes, readBySteps } from "./read-bytes.js";

/**
 * Returns a function that reads bytes as steps of the monitor do; `undefined` unless the lexer of the monitor decides
 * alone where lexemes end.
 */
export function createFactoredReading<State>(monitor: Monitor<State>): ReadBytes<State> | undefined {
  const { factor } = monitor;
  const inside = factor?.inside;
  if (factor === undefined || inside === undefined || factor.automaton.commits !== true) return undefined;

  return (state, bytes, from, to) => {
    // The automaton may be replaced where a text begins. The masker is then replaced as well, and reads the token again.
    const { automaton } = factor;
    let before = state;
    let local = factor.local(before);
    let isInside = false;
    let at = from;
    while (at < to) {
      if (local === 0) return readBySteps(monitor, before, bytes, at, to);
      const longer = automaton.step(local, bytes[at]!);
      if (longer !== 0 && !automaton.closes(longer)) {
        local = longer;
        isInside = true;
        at++;
        continue;
      }
      if (longer === 0 && !isInside) return readBySteps(monitor, before, bytes, at, to);
      const exit = automaton.exit(longer === 0 ? local : longer);
      const after = exit === 0 ? undefined : factor.cross(before, exit);
      if (after === undefined) return undefined;
      if (longer !== 0) at++;
      before = after;
      local = factor.local(before);
      isInside = false;
    }
    return isInside ? inside(before, local) : before;
  };
}
