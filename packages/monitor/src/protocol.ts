// Constrains which party may make which call next, with a table of states that several parties share. The calls are
// recognised by the parties' names in free text. A session type with two ends is such a table: what one end sends, the
// other receives, and neither acts out of turn.
//
//      idle ── client.send ──▶ sent ── server.receive ──▶ received ── server.reply ──▶ idle
//
// (Honda, Vasconcelos and Kubo, "Language primitives and type discipline for structured communication-based
// programming", 1998.)

import { listOf, signature, text } from "@espalier/arguments";
import { type CallTable, callMonitor, checkCallTable } from "./calls.js";
import { finite } from "./finite.js";
import { typestateKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";

/** By state, the allowed calls (`party.method`), each with the next state. */
export type Protocol = CallTable;

const checkProtocol = signature("protocol", { parties: listOf(text, 1), table: typestateKind });

/**
 * Returns the texts in which the calls on all `parties` together obey `table`. It reads text as `typestate` does. If an
 * identifier is the name of a party, is not a member of something else and is followed by a dot, a method must follow
 * that the table allows in the state after all earlier calls, and then a bracket `(`; blanks may stand between. The
 * monitor is trim (it has no dead ends), and its
 * costs are exact.
 *
 * @throws RangeError for a party or method that is not an ASCII identifier, a party that is named twice, a call of an unknown party, a state that is
 * not in the table or cannot be reached, and a state from which no final state can be reached.
 *
 * @example
 * const session = protocol(["client", "server"], {
 *   start: "idle",
 *   states: { idle: { "client.send": "sent" }, sent: { "server.receive": "received" }, received: { "server.reply": "idle" } },
 *   final: ["idle"],
 * });
 * ["client.send(1); server.receive(); server.reply()", "client.send(1); client.s"].map((text) => verdict(session, text).kind); // => ["accepted", "dead"]
 */
export function protocol(parties: readonly string[], table: Protocol): Monitor<number> {
  checkProtocol(parties, table);
  checkCallTable(parties, table);
  return finite({ ...callMonitor(parties, table), label: `protocol of ${parties.join(" and ")}` });
}
