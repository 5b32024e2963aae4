// What is measured: a language, what may stand between a prefix and a suffix of it, and texts of it under edit.

import type { Document } from "@espalier/gaps";
import type { Monitor } from "@espalier/monitor";

/** What may straddle the end of the middle, as `fillMiddle` says it. */
export type Policy = "all" | "noSwallow" | "boundaryOnly";

export interface Subject {
  readonly policy: Policy;
  /** The middles that connect. A `FillError` says that nothing does. */
  fill(prefix: string, suffix: string): Monitor<number>;
  document(text: string | Uint8Array): Document;
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
