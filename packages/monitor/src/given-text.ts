// Where a text begins that goes on after another: what stands before the cursor in an editor, say. That text is given, so nobody has to check it; but
// what it has begun is to be finished well. A prompt that ends with `obj.ge` stands in a name, and the question after the dot is still open.

import { anything, signature } from "@espalier/arguments";
import { monitorKind, textKind } from "./kinds.js";
import type { Monitor, Question } from "./monitor.js";
import { symbolsOf, type Text } from "./text.js";

const checkAfterGiven = signature("afterGiven", { monitor: monitorKind, text: textKind, from: anything });

/**
 * The state of `monitor` after `text`, with no question open about what `text` has finished: such questions (`over`) are answered `unknown`. Questions
 * that still rule what comes next stay open. `undefined` where the text is dead. Pass it as `from` of a generation.
 *
 * @example
 * const members = onTrigger({ after: endsWith(["."]), ask: "members", allow: strings });
 * members.asks(afterGiven(members, "os.path; obj.ge")!); // => [{ key: "members", ago: 2, inside: "ask", over: false }]
 */
export function afterGiven<State>(monitor: Monitor<State>, text: Text, from?: State): State | undefined {
  checkAfterGiven(monitor, text, from);
  const symbols = symbolsOf(text);
  let state: State | undefined = from === undefined ? monitor.start : from;
  for (let at = 0; at < symbols.length && state !== undefined; at++) {
    state = monitor.step(state, symbols[at]!);
    while (state !== undefined) {
      const over: Question | undefined = monitor.asks?.(state).find((question) => question.over === true);
      if (over === undefined || monitor.supply === undefined) break;
      state = monitor.supply(state, over, { kind: "unknown", reason: "the text was given" });
    }
  }
  return state;
}
