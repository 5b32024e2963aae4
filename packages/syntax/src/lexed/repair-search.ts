// The cheapest way to read a text with errors in it: regions of whole lines give way to placeholders, and the bytes of these regions are as few as
// can be. A shortest path (Dijkstra 1959) over (line, place): reading a line costs nothing, a region its bytes. Regions are looked for where
// reading fails and at the lines that may be to blame for it, so the search is short where errors are few. (After Aho and Peterson, "A
// minimum distance error-correcting parser for context-free languages", 1972.)
//
//     line 7 ──▶ line 8 ──▶ line 9 ──✗                   9 cannot be read
//        └──── `if 1:` ─────▶ line 9 ──▶ line 10 ──▶ …    the header before it has no body

import { bytesOf } from "@espalier/monitor";
import { joined } from "./joined.js";
import { columnOf, lineEndAt, nonBlankAt } from "./line-shape.js";
import { createStandIns, type OpaqueKind, type StandIn, spotAt } from "./placeholders.js";
import { createPriorityQueue } from "./priority-queue.js";
import { type Place, readText } from "./read-text.js";
import type { LexedCore } from "./shared-parts.js";
import type { Placeholders } from "./source.js";
import type { Beginning } from "./tail-reading.js";

/** A region of a text that is replaced so that the rest can be read. */
export interface Repair {
  readonly from: number;
  readonly to: number;
  readonly kind: OpaqueKind;
  readonly text: string;
  /** Where reading failed for which the region is to blame. */
  readonly fails: number;
}

export interface RepairTask {
  readonly core: LexedCore;
  readonly placeholders: Placeholders;
  readonly bytes: Uint8Array;
  readonly beginnings: readonly Beginning[];
  /** Whether the text may end at a place. */
  mayEnd(place: Place): boolean;
  /** Whether the last line goes on behind the text. */
  readonly open: boolean;
}

export interface Repaired {
  readonly repairs: readonly Repair[];
  readonly beginning: Beginning;
  /** Bytes that are left out, but for blanks, and one more for each region. */
  readonly cost: number;
}

/** A place on the way, and how it was reached: by reading, or by what stands for a region. */
interface Node {
  readonly at: number;
  readonly place: Place;
  readonly cost: number;
  readonly from: Node | undefined;
  readonly repair: Repair | undefined;
  readonly beginning: Beginning;
  /** How many were made before it. */
  readonly number: number;
  blamed: boolean;
}

/** A region from a node up to a line's end. */
interface Region {
  readonly node: Node;
  readonly fails: number;
  readonly end: number;
  readonly weight: number;
  readonly number: number;
}

/** A region counts as so many bytes more than it has. */
const REGION = 1;
/** After so many lines without an error, the errors before them are settled: what costs more is given up. */
const SETTLED = 60;
/** Where errors are so dense, what was begun before as many of them is given up. */
const STALE = 16;
/** Bytes of a line that count. */
const LINE = 1_000;
/** Regions tried, and lines read, for each line of the text and at least. */
const REGIONS = { each: 40, least: 60_000 };
const READS = { each: 40, least: 30_000 };
/** Lines looked back for headers; headers blamed; lines between brackets, and lines before, blamed. */
const BACK = 500;
const HEADERS = 8;
const NEAR = 3;
/** Bytes at which the end of a text in the middle of a line is cut. */
const CUTS = 256;

/** The cheapest repair; undefined when none was found within the bounds of the search, which are proportional to the text. */
export function repairText(task: RepairTask): Repaired | undefined {
  const { core, bytes, beginnings, mayEnd } = task;
  const standIns = createStandIns(core, task.placeholders);
  const queue = createPriorityQueue<Node | Region>();
  const closed = new Set<string>();
  const { lexer, newline } = core.compiled;
  const lines = 1 + count(bytes, 10);
  let made = 0;
  // What was made before this number and costs more than that is not looked at any more.
  let settled = { number: 0, cost: 0 };
  // The farthest place at which reading has failed, and how often it has moved. Every so many times, what is older than the last but one is stale.
  let farthest = -1;
  let moves = 0;
  let stale = 0;
  let fresh = 0;
  let [regions, reads] = [REGIONS.least + REGIONS.each * lines, READS.least + READS.each * lines];

  for (const beginning of beginnings)
    queue.push(
      { ...beginning, from: undefined, repair: undefined, blamed: false, beginning, number: made++ },
      beginning.cost,
    );

  /** Whether nothing has been here; from then on something has. */
  function enters({ at, place: { local, set, frames } }: Node): boolean {
    const ended = lexer.isLine(local) ? core.chart.scan(set, newline) : 0;
    const key = `${at};${local};${ended === 0 ? set : -ended};${frames}`;
    if (closed.has(key)) return false;
    closed.add(key);
    return true;
  }

  /** Reads on from a node; where that fails, what may be to blame is put into the queue. The last node when it has reached the end. */
  function run(first: Node): Node | undefined {
    let read = 0;
    for (let node = first; enters(node); ) {
      if (node.at > farthest && spotAt(core, node.place) === "line" && ++read === SETTLED)
        settled = { number: made, cost: node.cost };
      if (node.at === bytes.length && mayEnd(node.place)) return node;
      const next = lineEndAt(bytes, node.at).next;
      const place = node.at === bytes.length ? undefined : readText(core, bytes.subarray(node.at, next), node.place);
      if (--reads < 0) return undefined;
      // A text that goes on behind its end may still turn out to be wrong there.
      if (place === undefined || (next === bytes.length && !mayEnd(place))) {
        blame(node);
        return undefined;
      }
      node = { ...node, at: next, place, from: node, repair: undefined, blamed: false };
    }
    return undefined;
  }

  /** Puts the regions into the queue that may begin at a node or before it. */
  function blame(failing: Node): void {
    if (failing.at > farthest) {
      farthest = failing.at;
      if (++moves % STALE === 0) [stale, fresh] = [fresh, made];
    }
    for (const node of suspects(core, bytes, failing)) {
      if (node.blamed) continue;
      node.blamed = true;
      extend({ node, fails: failing.at, end: node.at, weight: 0, number: made++ });
    }
  }

  /** A region with one line more. */
  function extend(region: Region): void {
    const { node, end, weight } = region;
    if (end === bytes.length) return;
    const { next } = lineEndAt(bytes, end);
    const longer = weight + Math.min(LINE, nonBlanks(bytes, end, next));
    queue.push({ ...region, end: next, weight: longer }, node.cost + longer + REGION);
  }

  function replace(region: Region): void {
    const { node, fails, weight } = region;
    const { at, place } = node;
    const blanks = nonBlankAt(bytes, at);
    const { end, next } = lineEndAt(bytes, Math.max(at, region.end - 1));
    const cost = node.cost + weight + REGION;
    const push = ({ kind, text, place: after, moved }: StandIn, to: number): void => {
      const repair: Repair = { from: moved ? at : blanks, to, kind, text, fails };
      const { beginning } = node;
      queue.push({ at: next, place: after, cost, from: node, repair, beginning, number: made++, blamed: false }, cost);
    };
    const its = task.open && end === bytes.length ? cutIn(task, node, blanks) : undefined;
    if (its !== undefined) push(its, its.to);
    else for (const each of standIns.of(place, bytes.subarray(at, blanks), bytes.subarray(end, next))) push(each, end);
    extend(region);
  }

  for (let item = queue.pop(); item !== undefined && regions >= 0 && reads >= 0; item = queue.pop()) {
    if (item.number < stale || (item.number < settled.number && costOf(item) > settled.cost)) continue;
    if ("node" in item) {
      regions--;
      replace(item);
      continue;
    }
    const last = run(item);
    if (last !== undefined) return repaired(last);
  }
  return undefined;
}

const costOf = (item: Node | Region): number => ("node" in item ? item.node.cost + item.weight + REGION : item.cost);

/** What stands for the least of a last line that lets the rest of it be read, where the line goes on behind the text. */
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

/**
 * Where the regions may begin that are to blame for what cannot be read behind `failing`: the logical line that it is in, those before it, the
 * headers of blocks that are open there or have just been closed, and, between brackets, the last lines.
 */
function suspects(core: LexedCore, bytes: Uint8Array, failing: Node): readonly Node[] {
  const found: Node[] = [];
  let [inside, before, headers, alike] = [0, 0, 0, 0];
  let column = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (let node: Node | undefined = failing; node !== undefined && looked < BACK; node = node.from, looked++) {
    const blanks = nonBlankAt(bytes, node.at);
    const spot = spotAt(core, node.place);
    if (spot === "nowhere" || isEmpty(core, bytes, blanks)) continue;
    const its = columnOf(bytes, node.at, blanks);
    if (spot === "inside") {
      // What begins at or left of the block's column is no part of a bracket, but for what closes it.
      const within = node.from === undefined || its > core.frames.column(node.place.frames);
      if (before === 0 && within && inside++ < NEAR) found.push(node);
      continue;
    }
    if (its < column) {
      if (before > 0) column = its;
      alike = 0;
    }
    if (before === 0) column = its;
    // The clauses of one statement begin at one column: `try` and its `except`.
    const leads = its === column && alike++ < NEAR && headers++ < HEADERS;
    if (before++ < NEAR || leads) found.push(node);
    if (column === 0 && alike >= NEAR && before >= NEAR) break;
  }
  return found;
}

/** Whether a line has nothing but blanks or a comment. */
function isEmpty({ compiled }: LexedCore, bytes: Uint8Array, blanks: number): boolean {
  const byte = bytes[blanks];
  if (byte === undefined || byte === 10 || byte === 13) return true;
  const comment = compiled.source.layout?.comment;
  return comment !== undefined && byte === comment.charCodeAt(0);
}

function repaired(last: Node): Repaired {
  const repairs: Repair[] = [];
  for (let node: Node | undefined = last; node !== undefined; node = node.from)
    if (node.repair !== undefined) repairs.push(node.repair);
  return { repairs: repairs.reverse(), beginning: last.beginning, cost: last.cost };
}

function count(bytes: Uint8Array, byte: number): number {
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0; at = bytes.indexOf(byte, at + 1)) found++;
  return found;
}

/** Bytes that are no blanks, as far as they count. */
export function nonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to && found < LINE; at++) if ((bytes[at] as number) > 32) found++;
  return found;
}
