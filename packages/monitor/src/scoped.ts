// A monitor for parts of a text only: what stands between one marker and another.

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
 * The texts in which what stands between each `from` and the next `to` is a text of `monitor`; all else is free. At `from` the monitor begins anew, at
 * `to` it has to accept. A `from` within such a part is part of it, and a part has to be finished. `monitor` numbers its states (`table`); where it is a
 * finite automaton the whole is trim, has costs, and is a finite automaton again.
 *
 * @throws RangeError when no text of `monitor` can stand there, or it does not number its states.
 * @example
 * const monitor = scoped(deny(["await"]), "transaction {", "}");
 * ["await x; transaction { put() } await y", "transaction { await"].map((text) => verdict(monitor, text).kind); // => ["accepted", "dead"]
 */
export function scoped<State>(monitor: Monitor<State>, from: Marker, to: Text): Monitor<number> {
  checkScoped(monitor, from, to);
  const inside = bodyUntil(monitor, to) as Monitor<unknown>;
  const language = isFiniteAutomaton(inside) ? trimmed(inside) : (inside as Monitor<number>);
  return trigger([{ markers: [from], language }]);
}
