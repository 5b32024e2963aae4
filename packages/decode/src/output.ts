// The text of a generation as it grows: bytes in, pieces of text out. A piece never holds half a character, nor anything that
// may turn out to belong to a stop string.
//
//   bytes   h e l l o ␣ S T | O …        stop string "STOP"
//           └────────┬──────┘└ held back until it is certain
//                 given out

import { createUtf8Stream } from "@espalier/vocabulary";
import type { Stops } from "./stops.js";

export interface Output {
  /** Takes the bytes of one token and returns the text that became certain. Bytes after a stop string are dropped. */
  push(bytes: Uint8Array): string;
  /** What was held back. */
  flush(): string;
  /** Which stop string the text ran into; −1 for none. */
  readonly stopped: number;
  /** All text given out so far. */
  readonly text: string;
  /** The bytes so far, without the stop string. */
  bytes(): Uint8Array;
}

/** @param before how many of the first bytes are no part of the text. */
export function createOutput(stops: Stops, before = 0): Output {
  const utf8 = createUtf8Stream();
  const bytes: number[] = [];
  let given = 0;
  let state = 0;
  let stopped = -1;
  let left = before;
  let text = "";

  const giveUpTo = (end: number): string => {
    const piece = utf8.push(Uint8Array.from(bytes.slice(given, end)));
    given = end;
    text += piece;
    return piece;
  };
  return {
    push: (more) => {
      for (const byte of more) {
        if (stopped >= 0) break;
        if (left > 0) {
          left--;
          continue;
        }
        bytes.push(byte);
        state = stops.step(state, byte);
        stopped = stops.ended(state);
        if (stopped >= 0) bytes.length -= stops.lengths[stopped]!;
      }
      return giveUpTo(stopped >= 0 ? bytes.length : bytes.length - stops.held(state));
    },
    flush: () => {
      const rest = giveUpTo(bytes.length);
      const broken = utf8.flush();
      text += broken;
      return rest + broken;
    },
    get stopped() {
      return stopped;
    },
    get text() {
      return text;
    },
    bytes: () => Uint8Array.from(bytes),
  };
}
