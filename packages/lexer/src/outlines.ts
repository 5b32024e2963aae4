// What is known of a lexer state's row before it is made: which bytes may go on, and which go on alike. States of one shape share
// one outline, whatever lexer they are of, so that whoever works with rows prepares for each shape once.

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

/** @param classesOf writes the class of each byte in a partition. */
export function createOutlines(classesOf: (partition: number, into: Uint8Array) => void): Outlines {
  const byPartition: (Known[] | undefined)[] = [];
  return {
    of(partition: number, live: Int32Array): Outline {
      const list = (byPartition[partition] ??= []);
      for (const { words, outline } of list) {
        let same = 0;
        while (same < 8 && words[same] === live[same]) same++;
        if (same === 8) return outline;
      }
      classesOf(partition, classes);
      const outline = shared(live);
      list.push({ words: live.slice(), outline });
      return outline;
    },
  };
}

/** Scratch: the classes of an outline being looked up, renumbered: 0 where nothing follows, then by first byte. */
const classes = new Uint8Array(256);
const renumbered = new Uint16Array(256);

const EVERY_BYTE: Outline = {
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  live: new Uint8Array(256).fill(1),
};

/** Outlines by what they say, of all lexers. */
let outlines = new Map<number, Outline[]>();
let count = 0;
/** So many outlines are remembered, about 600 bytes each. */
const MOST_OUTLINES = 4096;

/** Whether these are the classes being looked up. */
function hasClasses(classOf: Uint8Array): boolean {
  for (let byte = 0; byte < 256; byte++) if (classOf[byte] !== classes[byte]) return false;
  return true;
}

function shared(live: Int32Array): Outline {
  renumbered.fill(0);
  let next = 0;
  let hash = 0;
  for (let byte = 0; byte < 256; byte++) {
    let its = 0;
    if (((live[byte >> 5]! >>> (byte & 31)) & 1) === 1) {
      const old = classes[byte]!;
      if (renumbered[old] === 0) renumbered[old] = ++next;
      its = renumbered[old]!;
    }
    // All 256 bytes may go on, each its own way: then none is left for those that may not.
    if (next > 255) return EVERY_BYTE;
    classes[byte] = its;
    hash = (Math.imul(hash, 0x01000193) ^ its) | 0;
  }
  let list = outlines.get(hash);
  if (list !== undefined) for (const known of list) if (hasClasses(known.classOf)) return known;
  if (++count > MOST_OUTLINES) {
    outlines = new Map();
    count = 0;
    list = undefined;
  }
  const classOf = classes.slice();
  const outline = { classOf, live: classOf.map((its) => (its === 0 ? 0 : 1)) };
  if (list === undefined) outlines.set(hash, [outline]);
  else list.push(outline);
  return outline;
}
