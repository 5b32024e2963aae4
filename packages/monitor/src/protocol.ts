// Who may call what next: a table of states that several parties share, watched on their names in free text. A session of two ends is such a table:
// what one end sends the other receives, and neither speaks out of turn.
//
//      idle ── client.send ──▶ sent ── server.receive ──▶ received ── server.reply ──▶ idle
//
// (Honda, Vasconcelos and Kubo, "Language primitives and type discipline for structured communication-based programming", 1998.)

import { listOf, signature, text } from "@espalier/arguments";
import { type CallTable, callMonitor, checkCallTable } from "./calls.js";
import { finite } from "./finite.js";
import { typestateKind } from "./kinds.js";
import type { Monitor } from "./monitor.js";

/** What parties may do: by state, the calls that are allowed there, `party.method`, each with the state that follows. */
export type Protocol = CallTable;

const checkProtocol = signature("protocol", { parties: listOf(text, 1), table: typestateKind });

/**
 * The texts in which the calls on all `parties` together keep to `table`. It reads text as `typestate` does: an identifier that reads the name of a
 * party, is no member of something else and is followed by a dot must go on with a method that the table allows in the state that
 * all calls before have led to. Trim, with exact costs.
 *
 * @throws RangeError for a party or method that is no identifier of ASCII, a call of no party, a state that is not in the table or cannot be reached,
 * and one from which no final state can be reached.
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
