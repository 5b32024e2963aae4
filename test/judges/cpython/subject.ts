// What is judged: a language as a monitor over bytes, and what may stand between a prefix and a suffix as another.
import type { Monitor } from "@espalier/monitor";
import type { Cut } from "./texts.js";

/** Which straddling of middle and suffix is allowed; the judge's membership is about `all`. */
export type Policy = "all" | "noSwallow" | "boundaryOnly";

/** The middles that connect, and by which policy. */
export interface Middles extends Monitor<number> {
  readonly policy?: Policy;
}

export interface Subject {
  readonly language: Monitor<number>;
  /** The middles that connect. A `FillError` says that nothing does. */
  fill(prefix: string | Uint8Array, suffix: string | Uint8Array, policy: Policy): Middles;
}

/** How a text was read: to its end or to a byte that nothing follows, and whether it may end there. */
export interface Reading {
  readonly accepts: boolean;
  /** Bytes read. */
  readonly read: number;
  /** The last state. */
  readonly state: number;
}

/** Why nothing connects, as the subject says it. */
export interface Refusal {
  readonly refused: string;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function readBytes(monitor: Monitor<number>, bytes: ArrayLike<number>, from: number = monitor.start): Reading {
  let state = from;
  for (let read = 0; read < bytes.length; read++) {
    const next = monitor.step(state, bytes[read]!);
    if (next === undefined) return { accepts: false, read, state };
    state = next;
  }
  return { accepts: monitor.accepts(state), read: bytes.length, state };
}

/** What is given to fill a hole between; cuts of characters leave bytes. */
type Around = { readonly prefix: string | Uint8Array; readonly suffix: string | Uint8Array };

/** The monitor of what fits, or why nothing does. @throws what is no such refusal: a defect. */
export function fillOf(subject: Subject, { prefix, suffix }: Around, policy: Policy = "all"): Middles | Refusal {
  try {
    return subject.fill(prefix, suffix, policy);
  } catch (error) {
    if (error instanceof Error && error.name === "FillError") return { refused: error.message };
    throw error;
  }
}

/** Whether prefix, middle and suffix are read as one text of the language, by the quotient. */
export function connects(subject: Subject, cut: Cut): boolean {
  const monitor = fillOf(subject, cut);
  return !("refused" in monitor) && readBytes(monitor, bytesOf(cut.middle)).accepts;
}

/** Whether the two parts of a text, cut between any two bytes, connect as they are. */
export function connectsAtByte(subject: Subject, text: Uint8Array, at: number): boolean {
  const monitor = fillOf(subject, { prefix: text.subarray(0, at), suffix: text.subarray(at) });
  return !("refused" in monitor) && monitor.accepts(monitor.start);
}
