// What is known of a lexer state's row before it is made: which bytes may go on, and which go on alike. States of one shape share
// one outline, so that whoever works with rows prepares for each shape once.

import type { Outline } from "@espalier/monitor";

export interface Outlines {
  /** Bytes told apart as by `partition`, of which those in `live` (eight words) may go on. */
  of(partition: number, live: Int32Array): Outline;
}

/** Only one byte goes on. */
export function outlineOfByte(byte: number): Outline {
  let outline = single[byte];
  if (outline === undefined) {
    const live = new Uint8Array(256);
    live[byte] = 1;
    // A class of its own; the others have no step.
    single[byte] = outline = { classOf: live, live };
  }
  return outline;
}

const single: Outline[] = [];

interface Known {
  readonly words: Int32Array;
  readonly outline: Outline;
}

/** @param mapOf the class of each byte in a partition. */
export function createOutlines(mapOf: (partition: number) => Uint8Array): Outlines {
  const maps: (Uint8Array | undefined)[] = [];
  const byPartition: (Known[] | undefined)[] = [];
  return {
    of(partition: number, live: Int32Array): Outline {
      const list = (byPartition[partition] ??= []);
      for (const { words, outline } of list) {
        let same = 0;
        while (same < 8 && words[same] === live[same]) same++;
        if (same === 8) return outline;
      }
      const classOf = (maps[partition] ??= mapOf(partition));
      const bytes = new Uint8Array(256);
      for (let byte = 0; byte < 256; byte++) bytes[byte] = ((live[byte >> 5] as number) >>> (byte & 31)) & 1;
      const outline = { classOf, live: bytes };
      list.push({ words: live.slice(), outline });
      return outline;
    },
  };
}
