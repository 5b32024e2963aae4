// The typed error of a search that would cost more than it was allowed to.

/** A bound was reached; the numbers are in the message. */
export interface LimitError extends Error {
  readonly name: "LimitError";
  readonly code: "limit";
  readonly limit: number;
}

export function limitError(what: string, limit: number): LimitError {
  return Object.assign(new Error(`${what} went past the limit of ${limit}`), {
    name: "LimitError" as const,
    code: "limit" as const,
    limit,
  });
}
