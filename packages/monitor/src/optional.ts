// A language or the empty text. The start is a separate state, because the monitor's start may recur where the text
// must not end.

import { optionally, signature } from "@espalier/arguments";
import type { CostOf } from "./combination.js";
import { limitsKind, monitorKind } from "./kinds.js";
import type { Limits } from "./limits.js";
import type { Monitor } from "./monitor.js";
import { DEAD, type Part, partsOf } from "./parts.js";
import { tupled } from "./tupled.js";

const checkOptional = signature("optional", { monitor: monitorKind, limits: optionally(limitsKind) });

/**
 * Returns the texts of `monitor` and the empty text. The result is trim (it has no dead ends) if `monitor` is, and has
 * a `cost` if `monitor` has one.
 *
 * @throws LimitError from a step if there are more distinct states than `limits` allow.
 *
 * @example
 * const monitor = optional(strings(["ab"]));
 * ["", "a", "ab"].map((text) => verdict(monitor, text).kind); // => ["accepted", "incomplete", "accepted"]
 */
export function optional<State>(monitor: Monitor<State>, limits?: Limits): Monitor<number> {
  checkOptional(monitor, limits);
  const parts = partsOf([monitor as Monitor<unknown>], limits);
  const [part] = parts.all as readonly [Part];
  // The tuple is [state, 1] before any symbol and [state, 0] after; [DEAD, 1] if an answer leaves only the empty text.
  return tupled(
    {
      parts,
      trim: part.trim,
      prefixFree: false,
      start: (into) => into.push(part.start(), 1),
      step: ([state], symbol, into) => {
        if (state === DEAD) return false;
        const next = part.step(state!, symbol);
        into.push(next, 0);
        return next !== DEAD;
      },
      accepts: ([state, atStart]) => atStart === 1 || part.accepts(state!),
      ...(part.cost !== undefined && {
        cost: ([state, atStart]: readonly number[], costOf: CostOf) => (atStart === 1 ? 0 : costOf(part, state!)),
      }),
      forEach: ([state], visit) => {
        if (state !== DEAD) visit(part, state!);
      },
      replace: ([state, atStart], by, into) => {
        const replaced = state === DEAD ? DEAD : by(part, state!);
        into.push(replaced, atStart!);
        return replaced !== DEAD || atStart === 1;
      },
    },
    limits,
  );
}
