// Reads a text again from its start. This is necessary if the monitor has dropped the states of this text, or if other
// texts have filled the tables of the monitor. The second time, the tables are empty. If a table is full again, the text
// itself exceeds a limit.

import { callable, signature } from "@espalier/arguments";
import { holdStates } from "./held-states.js";

const STALE = "stale-state";

const checkReadTwice = signature("readTwice", { read: callable });

/**
 * Returns whether `error` means that a state was dropped or a table is full, so that reading the text again may help.
 */
export function isForgotten(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === STALE || code === "limit";
}

const codeOf = (error: Error): unknown => (error as { readonly code?: unknown }).code;

/**
 * Returns the result of `read`, which reads a text from its start. Calls it again if it fails because states were
 * dropped or a table is full. If it drops states that it needs itself, because parts of the text begin texts of their
 * own, calls it once more and holds all states.
 */
export function readTwice<Result>(read: () => Result): Result {
  checkReadTwice(read);
  try {
    return read();
  } catch (error) {
    if (!isForgotten(error)) throw error;
  }
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error && codeOf(error) === STALE)) throw error;
    return holdStates(read);
  }
}
