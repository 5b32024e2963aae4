// An *outline* says what is known about the steps of a lexer state before they are computed: which bytes the state may
// read, and which of these lead to the same state. States with the same information share one outline object, even
// across lexers. So callers can cache results by outline.

import type { Outline } from "@espalier/monitor";

export interface Outlines {
  /** Returns the outline with the classes of `partition`, where only the bytes in `live` (eight words) may continue. */
  of(partition: number, live: Int32Array): Outline;
}

/** Returns the outline in which only one byte continues. */
export function outlineOfByte(byte: number): Outline {
  let outline = single[byte];
  if (outline === undefined) {
    const live = new Uint8Array(256);
    live[byte] = 1;
    // The byte gets a class of its own; the others have no step.
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

/** Scratch: the classes of the outline to look up, renumbered: 0 if nothing follows, others by first byte. */
const classes = new Uint8Array(256);
const renumbered = new Uint16Array(256);

const EVERY_BYTE: Outline = {
  classOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  live: new Uint8Array(256).fill(1),
};

/** The outlines of all lexers, by hash. */
let outlines = new Map<number, Outline[]>();
let count = 0;
/** Maximum number of cached outlines, about 600 bytes each. */
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
    // All 256 bytes may continue and all differ, so no class is left for bytes that may not.
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
