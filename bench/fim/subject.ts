// What is measured: a language, and what may stand between a prefix and a suffix of it. Python is one; the tests have a small one.

import type { Monitor } from "@espalier/monitor";

/** What may straddle the end of the middle, as `fillMiddle` says it. */
export type Policy = "all" | "noSwallow" | "boundaryOnly";

export interface Subject {
  readonly language: Monitor<number> & { readonly bytes?: number };
  /** The middles that connect. An error with a `side` says that the prefix or the suffix cannot be read. */
  fill(prefix: string, suffix: string): Monitor<number> & { readonly bytes?: number };
}

/** The bytes of a text in UTF-8. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes read, and the state after them. */
export interface Reading {
  readonly read: number;
  readonly state: number;
}

export function readBytes(monitor: Monitor<number>, bytes: ArrayLike<number>): Reading {
  let state = monitor.start;
  for (let read = 0; read < bytes.length; read++) {
    const next = monitor.step(state, bytes[read]!);
    if (next === undefined) return { read, state };
    state = next;
  }
  return { read: bytes.length, state };
}
