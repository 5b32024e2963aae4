// The cheapest way past an error in a text: placeholders replace regions of whole lines that have as few bytes as possible. This is a shortest path (Dijkstra
// 1959). A node is a line with the parser's situation before it (a *place*). Reading the line costs nothing; skipping a region costs its bytes. The search
// stays short because it considers regions only where reading fails and at lines that may be the cause. (After Aho and Peterson, "A minimum distance
// error-correcting parser for context-free languages", 1972.) It ends when enough of the text can be read again; repair-text.ts continues from there.
//
//     line 7 ──▶ line 8 ──▶ line 9 ──✗                   9 cannot be read
//        └──── `if 1:` ─────▶ line 9 ──▶ line 10 ──▶ …    the header before it has no body
//
// The file is long because one search shares its queue, its limits and its visited places among all kinds of regions.

import { bytesOf, createPairTable, type PairTable } from "@espalier/monitor";
import { createPriorityQueue } from "../language/priority-queue.js";
import { type FailingLine, isSame, type Leap, type ReadLine } from "../lexing/line-readings.js";
import { columnOf, lineEndAt, nonBlankAt } from "../lexing/line-shape.js";
import { createLogicalLines } from "../lexing/logical-line.js";
import { type Place, readText } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { joined } from "../source/joined.js";
import type { Placeholders } from "../source/source.js";
import { type OpaqueKind, type StandIn, type StandIns, spotAt } from "./placeholders.js";
import type { Beginning, Beginnings } from "./tail-reading.js";
import { wideRegion } from "./wide-region.js";

/** A region of a text, and the replacement that lets the rest be read. */
export interface Repair {
  readonly from: number;
  readonly to: number;
  readonly kind: OpaqueKind;
  readonly text: string;
  /** Where reading failed because of the region. */
  readonly fails: number;
}

export interface RepairTask {
  readonly core: LexedCore;
  readonly placeholders: Placeholders;
  readonly standIns: StandIns;
  readonly bytes: Uint8Array;
  /** Reads a whole line of `bytes`, or the rest of one at their end. */
  readonly read: ReadLine;
  /** The same for a reading that probably leads nowhere. */
  readonly peek: ReadLine;
  readonly leap: Leap;
  readonly failing: FailingLine;
  /** Whether the text may end at a place. */
  mayEnd(place: Place): boolean;
  /** Whether the last line continues after the text. */
  readonly open: boolean;
}

/** A line as it is read: its start, the place there, and what precedes it. Lines too far back for any search need no steps. */
export interface Step {
  readonly at: number;
  readonly place: Place;
  /** The non-blank bytes that were left out before it, plus one for each region. */
  readonly cost: number;
  /** The region between the previous step and this one. */
  readonly repair: Repair | undefined;
}

/** How to continue a text: the steps that follow one of the existing steps. */
export interface Continuation {
  /** How many of the existing steps remain. */
  readonly kept: number;
  /** The steps after them. */
  readonly steps: readonly Step[];
  /** Where the steps begin; `undefined` if they continue from an existing step. */
  readonly beginning: Beginning | undefined;
  /** The range of bytes that was certainly examined. */
  readonly from: number;
  readonly to: number;
  /** Whether the result depends on where the text ends. */
  readonly sawEnd: boolean;
  /** Whether the search reached its limits. */
  readonly limited: boolean;
  /** The number of regions and placeholders that were tried, and of lines that were read. */
  readonly work: number;
}

/** A place on the path, reached by reading or through a placeholder. */
interface Node extends Step {
  readonly from: Node | undefined;
  /** Its index among the steps before the search; −1 for others. */
  readonly index: number;
  /** `undefined` if the path continues from a step before the search. */
  readonly beginning: Beginning | undefined;
  /** The farthest failure that a region on the path causes; −1 if there is none. */
  readonly overcomes: number;
  blamed: boolean;
}

/** A region from a node to the end of a line. */
interface Region {
  readonly node: Node;
  readonly fails: number;
  readonly end: number;
  readonly weight: number;
  /** Whether it can be extended line by line. */
  readonly grows: boolean;
}

/** A logical line that may become a region, and that is too heavy to be read to its end before the search comes to its cost. */
interface LongLine {
  readonly node: Node;
  readonly fails: number;
  /** The weight up to which it is read next. */
  readonly enough: number;
}

/** The additional cost of a region, in bytes. */
const REGION = 1;
/** After this many lines without an error, the errors before them are settled: more expensive alternatives are dropped. */
const SETTLED = 60;
/** Where errors are dense, those with this many errors after them are settled. */
const DENSE = 16;
/** The number of bytes of a line that count. */
const LINE = 1_000;
/**
 * The largest number of regions that one search tries. Broken Python files need at most 700 (of 2,200 files); five consecutive nested merge
 * conflicts need about 10,000.
 */
const MOST_REGIONS = 20_000;
/** The largest number of lines that one search reads. */
const MOST_READS = 100_000;
/** Limits on suspects: lines searched backwards for headers; headers; lines between brackets, and preceding lines. */
export const BACK = 500;
const HEADERS = 8;
const NEAR = 3;
/** A logical line is read at once up to this weight, and each time that the search comes to its cost, up to this many times the weight before. */
const WEIGHT = 400;
const FURTHER = 4;
/** The largest number of bytes that are cut from the last, incomplete line. */
const CUTS = 256;

/**
 * Continues a repair past a line that cannot be read, at the lowest cost. `steps` are the lines and regions so far; if
 * it is empty, the search starts from the cheapest of the situations in which the text may begin. If it finds nothing
 * within its limits, it tries to skip one wide region (wide-region.ts). Returns `undefined` if that fails too.
 *
 * @param mostWork the `work` after which the search gives up.
 */
export function searchRepair(
  task: RepairTask,
  steps: readonly Step[],
  beginnings: readonly Beginnings[],
  mostWork: number,
): Continuation | undefined {
  const { core, bytes, mayEnd, standIns } = task;
  const queue = createPriorityQueue<Node | Region | LongLine>();
  // Places, numbered as pairs of pairs, and which of them have been visited at which byte.
  const [readings, places, closed] = [createPairTable(), createPairTable(), createPairTable()];
  const logicalLines = createLogicalLines(core, bytes);
  const { lexer, newline } = core.compiled;
  let [regions, reads] = [MOST_REGIONS, MOST_READS];
  const history = new Map<number, Node>();
  const last = steps.length - 1;
  const least = steps[Math.max(0, last - BACK)]?.cost ?? 0;
  /** The places where reading failed, each farther than the previous one. */
  const failures: number[] = [];
  let [lookedFrom, lookedTo, sawEnd] = [steps[last]?.at ?? 0, 0, false];

  let offers = 0;
  const work = (): number => MOST_REGIONS - regions + MOST_READS - reads + offers;
  const push = (item: Node | Region | LongLine, cost: number): void => queue.push(item, Math.max(0, cost - least));

  /** Converts a step before the search to a node. */
  function nodeOf(index: number): Node {
    let node = history.get(index);
    if (node === undefined) {
      const { at, place, cost, repair } = steps[index]!;
      node = { ...nodeAt(at, place, cost, undefined, repair, undefined, -1), index };
      history.set(index, node);
    }
    return node;
  }

  /** The number of what a place leads to. */
  function numberOf({ local, set, frames }: Place): number {
    const ended = lexer.isLine(local) ? core.chart.scan(set, newline) : 0;
    return numbered(places, numbered(readings, local, ended === 0 ? set : -ended), frames);
  }

  /** Marks a node as visited. Returns whether it was new. */
  function enters({ at, place, index }: Node): boolean {
    const number = numberOf(place);
    if (closed.get(at, number) >= 0) return false;
    closed.set(at, number, 0);
    const known = index < 0 && at <= (steps[last]?.at ?? -1) ? stepAt(steps, at) : undefined;
    return known === undefined || (!isSame(known.place, place) && numberOf(known.place) !== number);
  }

  /** Marks a line as examined. */
  function sees(at: number): void {
    const { next } = lineEndAt(bytes, at);
    if (next > lookedTo) lookedTo = next;
    if (next === bytes.length) sawEnd = true;
  }

  /** Reads on from a node. Where that fails, puts the possible causes into the queue. Returns the last node if it settles the search. */
  function run(start: Node): Node | undefined {
    let read = 0;
    for (let node = start; enters(node); ) {
      const farthest = failures[failures.length - 1] ?? -1;
      if (node.at > farthest && spotAt(core, node.place) === "line" && ++read > SETTLED) return node;
      const atEnd = node.at === bytes.length;
      if (atEnd) sawEnd = true;
      if (atEnd && mayEnd(node.place)) return node;
      // Where the path ends is known, and it is no farther than the failure that its last region was to overcome.
      const failing = node.overcomes < 0 ? -1 : task.failing(node.at, node.place);
      if (failing >= 0 && failing <= node.overcomes) {
        sees(failing);
        return undefined;
      }
      const { next } = lineEndAt(bytes, node.at);
      const readLine = node.at < node.overcomes ? task.peek : task.read;
      const place = atEnd ? undefined : readLine(node.at, next, node.place);
      if (next > lookedTo) lookedTo = next;
      if (next === bytes.length) sawEnd = true;
      if (--reads < 0) return undefined;
      // A text that continues after its end may still turn out to be wrong there.
      if (place === undefined || (next === bytes.length && !mayEnd(place))) {
        blame(node);
        return undefined;
      }
      node = nodeAt(next, place, node.cost, node, undefined, node.beginning, node.overcomes);
    }
    return undefined;
  }

  /** Puts the regions that may begin at or before a node into the queue. */
  function blame(failing: Node): void {
    // Another region is not worth trying if the last one did not help.
    if (failing.at <= failing.overcomes) return;
    if (failing.at > (failures[failures.length - 1] ?? -1)) failures.push(failing.at);
    farthestNode = failures[failures.length - 1] === failing.at ? failing : farthestNode;
    if (failing.overcomes < 0 && failing.at > (plainest?.at ?? -1)) plainest = failing;
    for (const node of suspectsOf(failing)) {
      if (node.blamed) continue;
      node.blamed = true;
      extend({ node, fails: failing.at, end: node.at, weight: 0, grows: true });
      readLogical({ node, fails: failing.at, enough: WEIGHT });
    }
  }
  const looks = (at: number): void => {
    lookedFrom = Math.min(lookedFrom, at);
  };
  const suspectsOf = (failing: Node): readonly Node[] => suspects(task, failing, { steps, nodeOf, looks });
  let farthestNode: Node | undefined;
  /** The farthest place that is reached without a region, and where reading fails. */
  let plainest: Node | undefined;

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
    lookedTo = Math.max(lookedTo, next);
    if (next === bytes.length) sawEnd = true;
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

  function continuation(node: Node, limited: boolean): Continuation {
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
      limited,
      work: work(),
    };
  }

  /** Where errors are dense, the path to the farthest one, up to the point after which there are too many errors. */
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

  /** The path through one wide region, for a search that has reached its limits. */
  function throughWideRegion(): Continuation | undefined {
    if (plainest === undefined) return undefined;
    const causes = suspectsOf(plainest);
    const found = wideRegion(task, causes);
    if (found === undefined) return undefined;
    const from = causes[found.cause]!;
    const repair: Repair = { ...found.repair, fails: plainest.at };
    const cost = from.cost + nonBlanks(bytes, from.at, found.repair.to) + REGION;
    lookedTo = Math.max(lookedTo, found.to);
    sawEnd ||= lookedTo === bytes.length;
    return continuation({ ...from, at: found.at, place: found.place, cost, from, index: -1, repair }, true);
  }

  /** The next item. Beginnings are computed only when no item in the queue is as cheap as they can be. */
  function next(): Node | Region | LongLine | undefined {
    for (; begun < beginnings.length && queue.least() > beginnings[begun]!.least; begun++)
      for (const beginning of beginnings[begun]!.list()) begin(beginning);
    return queue.pop();
  }
  let begun = last >= 0 ? beginnings.length : 0;

  function begin(beginning: Beginning): void {
    const { at, place, cost } = beginning;
    push(nodeAt(at, place, cost, undefined, undefined, beginning, -1), cost);
  }

  if (last >= 0) blame(nodeOf(last));
  for (let item = next(); item !== undefined && regions >= 0 && reads >= 0 && work() <= mostWork; item = next()) {
    if ("enough" in item) {
      readLogical(item);
      continue;
    }
    if ("node" in item) {
      regions--;
      replace(item);
      continue;
    }
    const settled = run(item) ?? settledByDensity();
    if (settled !== undefined) return continuation(settled, false);
  }
  return throughWideRegion();
}

/** A node that is no step before the search. All nodes are made in one way, so that they have one shape in memory. */
const nodeAt = (
  at: number,
  place: Place,
  cost: number,
  from: Node | undefined,
  repair: Repair | undefined,
  beginning: Beginning | undefined,
  overcomes: number,
): Node => ({ at, place, cost, repair, from, index: -1, beginning, overcomes, blamed: false });

/** The number of a pair; pairs are numbered from 0. */
function numbered(pairs: PairTable, a: number, b: number): number {
  const known = pairs.get(a, b);
  if (known >= 0) return known;
  const fresh = pairs.size;
  pairs.set(a, b, fresh);
  return fresh;
}

/** The step that begins at `at`, or `undefined`. */
function stepAt(steps: readonly Step[], at: number): Step | undefined {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (steps[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return steps[low]?.at === at ? steps[low] : undefined;
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

/** The steps before a search, and what happens when its suspects are looked for. */
interface Past {
  readonly steps: readonly Step[];
  nodeOf(index: number): Node;
  /** Reports a line that was looked at. */
  looks(at: number): void;
}

/**
 * Reading failed after the node `failing`. Returns the nodes at which a region that causes the failure may begin: at
 * the logical line of `failing`, at the lines before it, at the headers of blocks that are open there or have just
 * closed, and, between brackets, at the last lines.
 */
function suspects(task: RepairTask, failing: Node, { steps, nodeOf, looks }: Past): readonly Node[] {
  const { core, bytes } = task;
  const found: Node[] = [];
  // A failing line that cannot be read is a suspect even if it is a comment, such as one in another encoding.
  const { next } = lineEndAt(bytes, failing.at);
  const broken =
    failing.at < bytes.length && task.read(failing.at, next, failing.place) === undefined ? failing.at : -1;
  let [inside, whole, headers, alike] = [0, 0, 0, 0];
  let column = Number.POSITIVE_INFINITY;
  // Most lines are no suspects, so the steps before the search become nodes only when they are.
  let [node, index] = [failing, failing.index];
  for (let looked = 0; looked < BACK; looked++) {
    const { at, place } = index < 0 ? node : steps[index]!;
    const isFirst = index < 0 ? node.from === undefined : index === 0;
    looks(at);
    if (isSuspect(at, place, isFirst)) found.push(index < 0 ? node : nodeOf(index));
    if (isFirst || (column === 0 && alike >= NEAR && whole >= NEAR)) break;
    if (index < 0) [node, index] = [node.from!, node.from!.index];
    else index--;
  }
  return found;

  function isSuspect(at: number, place: Place, isFirst: boolean): boolean {
    const blanks = nonBlankAt(bytes, at);
    const spot = spotAt(core, place);
    if (spot === "nowhere" || (at !== broken && isEmpty(core, bytes, blanks))) return false;
    const its = columnOf(bytes, at, blanks);
    // What begins at or left of the block's column is not part of a bracket, except for what closes it.
    if (spot === "inside") return whole === 0 && (isFirst || its > core.frames.column(place.frames)) && inside++ < NEAR;
    if (its < column) {
      if (whole > 0) column = its;
      alike = 0;
    }
    if (whole === 0) column = its;
    // The clauses of one statement begin at the same column: `try` and its `except`.
    const leads = its === column && alike++ < NEAR && headers++ < HEADERS;
    return whole++ < NEAR || leads;
  }
}

/** Whether a line contains only blanks or a comment. */
function isEmpty({ compiled }: LexedCore, bytes: Uint8Array, blanks: number): boolean {
  const byte = bytes[blanks];
  if (byte === undefined || byte === 10 || byte === 13) return true;
  const comment = compiled.source.layout?.comment;
  return comment !== undefined && byte === comment.charCodeAt(0);
}

/** The number of non-blank bytes, up to the limit that counts. */
export function nonBlanks(bytes: Uint8Array, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to && found < LINE; at++) if (bytes[at]! > 32) found++;
  return found;
}
