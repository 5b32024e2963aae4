// The cheapest way past an error in a text: regions of whole lines give way to placeholders, and the bytes of these regions are as few as can
// be. A shortest path (Dijkstra 1959) over (line, place): reading a line costs nothing, a region its bytes. Regions are looked for where
// reading fails and at the lines that may be to blame for it, so the search is short. (After Aho and Peterson, "A minimum distance error-correcting
// parser for context-free languages", 1972.) It ends where enough of the text can be read again; repair-text.ts goes on from there.
//
//     line 7 ──▶ line 8 ──▶ line 9 ──✗                   9 cannot be read
//        └──── `if 1:` ─────▶ line 9 ──▶ line 10 ──▶ …    the header before it has no body

import { bytesOf } from "@espalier/monitor";
import { createPriorityQueue } from "../language/priority-queue.js";
import { isSame, type Leap, type ReadLine } from "../lexing/line-readings.js";
import { columnOf, lineEndAt, nonBlankAt } from "../lexing/line-shape.js";
import { createLogicalLines } from "../lexing/logical-line.js";
import { type Place, readText } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { joined } from "../source/joined.js";
import type { Placeholders } from "../source/source.js";
import { type OpaqueKind, type StandIn, type StandIns, spotAt } from "./placeholders.js";
import type { Beginning, Beginnings } from "./tail-reading.js";

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
  readonly standIns: StandIns;
  readonly bytes: Uint8Array;
  /** Reads a whole line of `bytes`, or what is left of it at their end. */
  readonly read: ReadLine;
  readonly leap: Leap;
  /** Whether the text may end at a place. */
  mayEnd(place: Place): boolean;
  /** Whether the last line goes on behind the text. */
  readonly open: boolean;
}

/**
 * A line as it is read: where it begins, the place there, and what lies before it. Lines that are too far back for any search need no steps.
 */
export interface Step {
  readonly at: number;
  readonly place: Place;
  /** Bytes that have been left out before it, but for blanks, and one more for each region. */
  readonly cost: number;
  /** The region that leads to it, from the step before. */
  readonly repair: Repair | undefined;
}

/** How a text goes on: the steps after one of those that were there. */
export interface Continuation {
  /** How many of the steps before are left. */
  readonly kept: number;
  /** The steps that follow them. */
  readonly steps: readonly Step[];
  /** Where the steps begin; undefined where they go on from a step that was there before the search. */
  readonly beginning: Beginning | undefined;
  /** The bytes that were looked at, as far as they are known to have been. */
  readonly from: number;
  readonly to: number;
  /** Whether it depends on where the text ends. */
  readonly sawEnd: boolean;
}

/** A place on the way, and how it was reached: by reading, or by what stands for a region. */
interface Node extends Step {
  readonly from: Node | undefined;
  /** Which of the steps before the search it is; −1 for others. */
  readonly index: number;
  /** Undefined where the path goes on from a step that was there before the search. */
  readonly beginning: Beginning | undefined;
  /** The farthest failure that a region on the way to it is to blame for; −1 without one. */
  readonly overcomes: number;
  blamed: boolean;
}

/** A region from a node up to a line's end. */
interface Region {
  readonly node: Node;
  readonly fails: number;
  readonly end: number;
  readonly weight: number;
  /** Whether it may be extended line by line. */
  readonly grows: boolean;
}

/** A region counts as so many bytes more than it has. */
const REGION = 1;
/** After so many lines without an error, the errors before them are settled: what costs more is given up. */
const SETTLED = 60;
/** Where errors are so dense, those before as many of them are settled. */
const DENSE = 16;
/** Bytes of a line that count. */
const LINE = 1_000;
/** Regions tried, and lines read, in one search. Broken files of Python try 700 at most (2,200 of them), five nested merge conflicts in a row some 10,000. */
const REGIONS = 20_000;
const READS = 100_000;
/** Lines looked back for headers; headers blamed; lines between brackets, and lines before, blamed. */
export const BACK = 500;
const HEADERS = 8;
const NEAR = 3;
/** Bytes at which the end of a text in the middle of a line is cut. */
const CUTS = 256;

/**
 * The cheapest way on from the last of some steps, whose line cannot be read; or, without steps, from the best beginning. Undefined when none was found
 * within the bounds of the search.
 */
export function searchRepair(
  task: RepairTask,
  steps: readonly Step[],
  beginnings: readonly Beginnings[],
): Continuation | undefined {
  const { core, bytes, mayEnd, standIns } = task;
  const queue = createPriorityQueue<Node | Region>();
  const closed = new Set<string>();
  const logicalLines = createLogicalLines(core, bytes);
  const { lexer, newline } = core.compiled;
  const [regionsLeft, readsLeft] = [REGIONS, READS];
  let [regions, reads] = [regionsLeft, readsLeft];
  const history: Node[] = [];
  const last = steps.length - 1;
  const least = steps[Math.max(0, last - BACK)]?.cost ?? 0;
  /** The places, each farther than those before, at which reading has failed. */
  const failures: number[] = [];
  let [lookedFrom, lookedTo, sawEnd] = [steps[last]?.at ?? 0, 0, false];

  const push = (item: Node | Region, cost: number): void => queue.push(item, Math.max(0, cost - least));

  /** A step before the search as a node. */
  function nodeOf(index: number): Node {
    history[index] ??= {
      ...steps[index]!,
      from: undefined,
      index,
      beginning: undefined,
      overcomes: -1,
      blamed: false,
    };
    return history[index] as Node;
  }

  function before(node: Node): Node | undefined {
    return node.from ?? (node.index > 0 ? nodeOf(node.index - 1) : undefined);
  }

  function keyOf({ at, place: { local, set, frames } }: Pick<Step, "at" | "place">): string {
    const ended = lexer.isLine(local) ? core.chart.scan(set, newline) : 0;
    return `${at};${local};${ended === 0 ? set : -ended};${frames}`;
  }

  /** Whether nothing has been here; from then on something has. */
  function enters(node: Node): boolean {
    const key = keyOf(node);
    if (closed.has(key)) return false;
    closed.add(key);
    const known = node.index < 0 && node.at <= (steps[last]?.at ?? -1) ? stepAt(steps, node.at) : undefined;
    return known === undefined || (!isSame(known.place, node.place) && keyOf(known) !== key);
  }

  /** Reads on from a node; where that fails, what may be to blame is put into the queue. The last node when that settles the matter. */
  function run(start: Node): Node | undefined {
    let read = 0;
    for (let node = start; enters(node); ) {
      const farthest = failures[failures.length - 1] ?? -1;
      if (node.at > farthest && spotAt(core, node.place) === "line" && ++read > SETTLED) return node;
      const atEnd = node.at === bytes.length;
      if (atEnd) sawEnd = true;
      if (atEnd && mayEnd(node.place)) return node;
      const { next } = lineEndAt(bytes, node.at);
      const place = atEnd ? undefined : task.read(node.at, next, node.place);
      if (next > lookedTo) lookedTo = next;
      if (next === bytes.length) sawEnd = true;
      if (--reads < 0) return undefined;
      // A text that goes on behind its end may still turn out to be wrong there.
      if (place === undefined || (next === bytes.length && !mayEnd(place))) {
        blame(node);
        return undefined;
      }
      node = { ...node, at: next, place, from: node, repair: undefined, index: -1, blamed: false };
    }
    return undefined;
  }

  /** Puts the regions into the queue that may begin at a node or before it. */
  function blame(failing: Node): void {
    // A region that has not helped is not worth another one.
    if (failing.at <= failing.overcomes) return;
    if (failing.at > (failures[failures.length - 1] ?? -1)) failures.push(failing.at);
    farthestNode = failures[failures.length - 1] === failing.at ? failing : farthestNode;
    for (const node of suspects(core, bytes, failing, before, (at) => (lookedFrom = Math.min(lookedFrom, at)))) {
      if (node.blamed) continue;
      node.blamed = true;
      extend({ node, fails: failing.at, end: node.at, weight: 0, grows: true });
      const whole = logicalLines.at(node.at, node.place.frames);
      if (whole === undefined || whole.next <= lineEndAt(bytes, node.at).next) continue;
      const { next, weight } = whole;
      push({ node, fails: failing.at, end: next, weight, grows: false }, node.cost + weight + REGION);
    }
  }
  let farthestNode: Node | undefined;

  /** A region with one line more. */
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
    lookedTo = Math.max(lookedTo, next);
    if (next === bytes.length) sawEnd = true;
    const cost = node.cost + weight + REGION;
    const offer = ({ kind, text, place: after, moved }: StandIn, to: number): void => {
      const repair: Repair = { from: moved ? at : blanks, to, kind, text, fails };
      const { beginning } = node;
      const overcomes = Math.max(fails, node.overcomes);
      push({ at: next, place: after, cost, from: node, index: -1, repair, beginning, overcomes, blamed: false }, cost);
    };
    const its = task.open && end === bytes.length ? cutIn(task, node, blanks) : undefined;
    if (its !== undefined) offer(its, its.to);
    else for (const each of standIns.of(place, bytes.subarray(at, blanks), bytes.subarray(end, next))) offer(each, end);
    if (region.grows) extend(region);
  }

  function continuation(node: Node): Continuation {
    const found: Step[] = [];
    let at: Node | undefined = node;
    for (; at !== undefined && at.index < 0; at = at.from) {
      found.push({ at: at.at, place: at.place, cost: at.cost, repair: at.repair });
    }
    return {
      kept: at === undefined ? 0 : at.index + 1,
      steps: found.reverse(),
      beginning: node.beginning,
      from: lookedFrom,
      to: lookedTo,
      sawEnd,
    };
  }

  /** Where errors are dense, the way to the farthest of them is taken, as far as the errors after it are many. */
  function settledByDensity(): Node | undefined {
    if (failures.length < 2 * DENSE || farthestNode === undefined) return undefined;
    const settled = failures[DENSE]!;
    let found: Node = farthestNode;
    for (
      let node: Node | undefined = found;
      node !== undefined && node.at >= settled && node.index < 0;
      node = node.from
    )
      found = node;
    return found;
  }

  /** The next item. Beginnings are found only when no item in the queue costs as little as they may. */
  function next(): Node | Region | undefined {
    for (; begun < beginnings.length && queue.least() > beginnings[begun]!.least; begun++)
      for (const beginning of beginnings[begun]!.list()) begin(beginning);
    return queue.pop();
  }
  let begun = last >= 0 ? beginnings.length : 0;

  function begin(beginning: Beginning): void {
    const { at, place, cost } = beginning;
    push(
      { at, place, cost, from: undefined, repair: undefined, index: -1, overcomes: -1, blamed: false, beginning },
      cost,
    );
  }

  if (last >= 0) blame(nodeOf(last));
  for (let item = next(); item !== undefined && regions >= 0 && reads >= 0; item = next()) {
    if ("node" in item) {
      regions--;
      replace(item);
      continue;
    }
    const settled = run(item) ?? settledByDensity();
    if (settled !== undefined) return continuation(settled);
  }
  return undefined;
}

/** The step that begins at `at`; undefined where none does. */
function stepAt(steps: readonly Step[], at: number): Step | undefined {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (steps[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return steps[low]?.at === at ? steps[low] : undefined;
}

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
function suspects(
  core: LexedCore,
  bytes: Uint8Array,
  failing: Node,
  before: (node: Node) => Node | undefined,
  looks: (at: number) => void,
): readonly Node[] {
  const found: Node[] = [];
  let [inside, whole, headers, alike] = [0, 0, 0, 0];
  let column = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (let node: Node | undefined = failing; node !== undefined && looked < BACK; node = before(node), looked++) {
    looks(node.at);
    const blanks = nonBlankAt(bytes, node.at);
    const spot = spotAt(core, node.place);
    if (spot === "nowhere" || isEmpty(core, bytes, blanks)) continue;
    const its = columnOf(bytes, node.at, blanks);
    if (spot === "inside") {
      // What begins at or left of the block's column is no part of a bracket, but for what closes it.
      const within = before(node) === undefined || its > core.frames.column(node.place.frames);
      if (whole === 0 && within && inside++ < NEAR) found.push(node);
      continue;
    }
    if (its < column) {
      if (whole > 0) column = its;
      alike = 0;
    }
    if (whole === 0) column = its;
    // The clauses of one statement begin at one column: `try` and its `except`.
    const leads = its === column && alike++ < NEAR && headers++ < HEADERS;
    if (whole++ < NEAR || leads) found.push(node);
    if (column === 0 && alike >= NEAR && whole >= NEAR) break;
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

/** Bytes that are no blanks, as far as they count. */
export function nonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to && found < LINE; at++) if (bytes[at]! > 32) found++;
  return found;
}
