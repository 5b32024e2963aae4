// A monitor for only those parts of a text that stand between two markers.

import { signature } from "@espalier/arguments";
import { isFiniteAutomaton } from "./finite.js";
import { bytesKind, markerKind, monitorKind } from "./kinds.js";
import type { Marker } from "./marker.js";
import type { Monitor } from "./monitor.js";
import type { Text } from "./text.js";
import { trigger } from "./trigger.js";
import { trimmed } from "./trimmed.js";
import { bodyUntil } from "./until.js";

const checkScoped = signature("scoped", { monitor: monitorKind, from: markerKind, to: bytesKind });

/**
 * Returns the texts in which what stands between each `from` and the next `to` is a text of `monitor`; everything else
 * is free. At `from` the monitor starts anew; at `to` it must accept. A `from` inside such a part belongs to it, and
 * each part must be finished. `monitor` must number its states (`table`). If it is a finite automaton, the result is
 * one too, has no dead ends (it is trim), and has costs.
 *
 * @throws RangeError if no text of `monitor` can stand there, `monitor` does not number its states, or a marker is empty.
 *
 * @example
 * const monitor = scoped(deny(["await"]), "transaction {", "}");
 * ["await x; transaction { put() } await y", "transaction { await"].map((text) => verdict(monitor, text).kind); // => ["accepted", "dead"]
 */
export function scoped<State>(monitor: Monitor<State>, from: Marker, to: Text): Monitor<number> {
  checkScoped(monitor, from, to);
  if (!("control" in Object(from)) && (from as ArrayLike<unknown>).length === 0)
    throw new RangeError("scoped: `from` is empty; it must have at least one byte.");
  const inside = bodyUntil(monitor, to) as Monitor<unknown>;
  if (inside.table === undefined) throw new RangeError("scoped: the monitor does not number its states (`table`).");
  const language = isFiniteAutomaton(inside) ? trimmed(inside) : (inside as Monitor<number>);
  if (language.cost?.(language.start) === Number.POSITIVE_INFINITY)
    throw new RangeError("scoped: no text of the monitor can stand before `to`.");
  return trigger([{ markers: [from], language }]);
}
