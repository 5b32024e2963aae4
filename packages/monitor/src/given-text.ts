// The state in which a continuation of a given text begins, for example the text before the cursor in an editor.
// The given text is not checked, but the continuation must correctly finish what the given text has begun. For example,
// a prompt that ends with `obj.ge` ends inside a name. So the question which members `obj` has is still open.

import { anything, signature } from "@espalier/arguments";
import { monitorKind, textKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";
import type { Question } from "./question.js";
import { symbolsOf, type Text } from "./text.js";

const checkAfterGiven = signature("afterGiven", { monitor: monitorKind, text: textKind, from: anything });

/**
 * Returns the state of `monitor` after `text`. Questions about parts that `text` has finished (`over`) are answered
 * `unknown`. Questions that still affect what comes next stay open. Returns `undefined` if the text is dead. Pass the
 * result as `from` of a generation.
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
