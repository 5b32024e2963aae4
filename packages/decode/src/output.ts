// Converts the bytes of a growing text to pieces of text. A piece never contains half a character, or anything that may
// belong to a stop string.
//
//   bytes   h e l l o ␣ S T | O …        stop string "STOP"
//           └────────┬──────┘└ held back until it is certain
//                 given out

import { createUtf8Stream } from "@espalier/vocabulary";
import type { Stops } from "./stops.js";

export interface Output {
  /** Takes the bytes of one token and returns the text that became certain. Drops bytes after a stop string. */
  push(bytes: Uint8Array): string;
  /** Returns the text that was held back. */
  flush(): string;
  /** The index of the stop string that ended the text; −1 for none. */
  readonly stopped: number;
  /** All text returned so far. */
  readonly text: string;
  /** Returns the bytes so far, without the stop string. */
  bytes(): Uint8Array;
}

/** @param before how many of the first bytes are not part of the text. */
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
