// The regions that may be left out of a text: whole lines from a node on, which a placeholder replaces. They grow line by line, or are logical lines.

import { bytesOf } from "@espalier/monitor";
import { lineEndAt, nonBlankAt } from "../lexing/line-shape.js";
import { createLogicalLines } from "../lexing/logical-line.js";
import { readText } from "../lexing/read-text.js";
import { joined } from "../source/joined.js";
import type { StandIn } from "./placeholders.js";
import { type Node, nodeAt } from "./repair-nodes.js";
import type { Repair, RepairTask } from "./repair-task.js";

/** A region from a node to the end of a line. */
export interface Region {
  readonly node: Node;
  readonly fails: number;
  readonly end: number;
  readonly weight: number;
  /** Whether it can be extended line by line. */
  readonly grows: boolean;
}

/** A logical line that may become a region, and that is too heavy to be read to its end before the search comes to its cost. */
export interface LongLine {
  readonly node: Node;
  readonly fails: number;
  /** The weight up to which it is read next. */
  readonly enough: number;
}

/** The additional cost of a region, in bytes. */
export const REGION = 1;
/** The number of bytes of a line that count. */
const LINE = 1_000;
/** A logical line is read at once up to this weight, and each time that the search comes to its cost, up to this many times the weight before. */
const WEIGHT = 400;
const FURTHER = 4;
/** The largest number of bytes that are cut from the last, incomplete line. */
const CUTS = 256;

export interface Regions {
  /** Puts the regions of a suspect into the queue; reading failed at `fails`. */
  begin(node: Node, fails: number): void;
  /** Puts a logical line into the queue as a region, if it spans more than one line of the text. */
  readLogical(line: LongLine): void;
  /** Queues what follows a region after each of its placeholders, and queues the next longer region. */
  replace(region: Region): void;
  /** The number of placeholders so far. */
  offers(): number;
}

/**
 * @param push puts an item into the queue of the search.
 * @param sees marks the line that ends at a byte as examined.
 */
export function createRegions(
  task: RepairTask,
  push: (item: Node | Region | LongLine, cost: number) => void,
  sees: (next: number) => void,
): Regions {
  const { bytes, standIns } = task;
  const logicalLines = createLogicalLines(task.core, bytes);
  let offers = 0;

  /** Puts a logical line into the queue as a region, if it spans more than one line of the text. */
  function readLogical({ node, fails, enough }: LongLine): void {
    const line = logicalLines.at(node.at, node.place.frames, enough);
    if (line === undefined) return;
    const { next: end, weight, whole } = line;
    const cost = node.cost + weight + REGION;
    if (!whole) push({ node, fails, enough: FURTHER * enough }, cost);
    else if (end > lineEndAt(bytes, node.at).next) push({ node, fails, end, weight, grows: false }, cost);
  }

  /** Extends a region by one line. */
  function extend(region: Region): void {
    const { node, end, weight } = region;
    if (end === bytes.length) return;
    const { next } = lineEndAt(bytes, end);
    const longer = weight + Math.min(LINE, nonBlanks(bytes, end, next));
    push({ ...region, end: next, weight: longer }, node.cost + longer + REGION);
  }

  function replace(region: Region): void {
    const { node, fails, weight } = region;
    const { at, place } = node;
    const blanks = nonBlankAt(bytes, at);
    const { end, next } = lineEndAt(bytes, Math.max(at, region.end - 1));
    sees(next);
    const cost = node.cost + weight + REGION;
    const offer = ({ kind, text, place: after, moved }: StandIn, to: number): void => {
      offers++;
      const repair: Repair = { from: moved ? at : blanks, to, kind, text, fails };
      const { beginning } = node;
      const overcomes = Math.max(fails, node.overcomes);
      push(nodeAt(next, after, cost, node, repair, beginning, overcomes), cost);
    };
    const its = task.open && end === bytes.length ? cutIn(task, node, blanks) : undefined;
    if (its !== undefined) offer(its, its.to);
    else for (const each of standIns.of(place, bytes.subarray(at, blanks), bytes.subarray(end, next))) offer(each, end);
    if (region.grows) extend(region);
  }

  return {
    begin(node, fails) {
      extend({ node, fails, end: node.at, weight: 0, grows: true });
      readLogical({ node, fails, enough: WEIGHT });
    },
    readLogical,
    replace,
    offers: () => offers,
  };
}

/** A placeholder for the shortest part of the last line whose removal lets its rest be read, if the line continues after the text. */
function cutIn(
  { core, placeholders, bytes, mayEnd }: RepairTask,
  { at, place }: Node,
  blanks: number,
): (StandIn & { readonly to: number }) | undefined {
  for (let to = blanks + 1; to <= Math.min(bytes.length, blanks + CUTS); to++) {
    if (isWord(bytes[to - 1]) && isWord(bytes[to])) continue;
    for (const text of placeholders.expression) {
      const after = readText(core, joined(bytes.subarray(at, blanks), bytesOf(text), bytes.subarray(to)), place);
      if (after !== undefined && mayEnd(after)) return { to, kind: "expression", text, place: after, moved: false };
    }
  }
  return undefined;
}

const isWord = (byte: number | undefined): boolean =>
  byte !== undefined &&
  (byte >= 0x80 || byte === 95 || (byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 122));

/** The number of non-blank bytes, up to the limit that counts. */
export function nonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to && found < LINE; at++) if (bytes[at]! > 32) found++;
  return found;
}
