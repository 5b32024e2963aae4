// Reading a text again, where its monitor has dropped the states that led to it, or had no room left for what other texts had made. The
// second time the monitor begins with empty tables, so what fails then is more than the text may take by itself.

import { callable, signature } from "@espalier/arguments";

const checkReadTwice = signature("readTwice", { read: callable });

/** Whether `error` says that a state was dropped, or that a table is full: reading the text again from its start may help. */
export function isForgotten(error: unknown): boolean {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return code === "stale-state" || code === "limit";
}

/** What `read` gives, which reads a text from its start. */
export function readTwice<Result>(read: () => Result): Result {
  checkReadTwice(read);
  try {
    return read();
  } catch (error) {
    if (!isForgotten(error)) throw error;
    return read();
  }
}
