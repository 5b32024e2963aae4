// Reads a text again from its start. This is necessary if the monitor has dropped the states of this text, or if other
// texts have filled the tables of the monitor. The second time, the tables are empty. If reading fails again, the text
// itself exceeds a limit.

import { callable, signature } from "@espalier/arguments";

const checkReadTwice = signature("readTwice", { read: callable });

/**
 * Returns whether `error` means that a state was dropped or a table is full, so that reading the text again may help.
 */
export function isForgotten(error: unknown): boolean {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return code === "stale-state" || code === "limit";
}

/** Returns the result of `read`, which reads a text from its start. */
export function readTwice<Result>(read: () => Result): Result {
  checkReadTwice(read);
  try {
    return read();
  } catch (error) {
    if (!isForgotten(error)) throw error;
    return read();
  }
}
