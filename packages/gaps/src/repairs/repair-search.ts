// The cheapest way past an error in a text: placeholders replace regions of whole lines that have as few bytes as possible. This is a shortest path (Dijkstra
// 1959). A node is a line with the parser's situation before it (a *place*). Reading the line costs nothing; skipping a region costs its bytes. The search
// stays short because it considers regions only where reading fails and at lines that may be the cause. (After Aho and Peterson, "A minimum distance
// error-correcting parser for context-free languages", 1972.) It ends when enough of the text can be read again; repair-text.ts continues from there.
//
//     line 7 ──▶ line 8 ──▶ line 9 ──✗                   9 cannot be read
//        └──── `if 1:` ─────▶ line 9 ──▶ line 10 ──▶ …    the header before it has no body

import { createPriorityQueue } from "../language/priority-queue.js";
import { lineEndAt } from "../lexing/line-shape.js";
import { spotAt } from "./placeholders.js";
import { createRegions, type LongLine, nonBlanks, REGION, type Region } from "./regions.js";
import { type Node, nodeAt, nodesOf, pathTo } from "./repair-nodes.js";
import type { Continuation, Repair, RepairTask, Step } from "./repair-task.js";
import { BACK, suspects } from "./suspects.js";
import type { Beginning, Beginnings } from "./tail-reading.js";
import { createVisits } from "./visited-places.js";
import { wideRegion } from "./wide-region.js";

/** After this many lines without an error, the errors before them are settled: more expensive alternatives are dropped. */
const SETTLED = 60;
/** Where errors are dense, those with this many errors after them are settled. */
const DENSE = 16;
/**
 * The largest number of regions that one search tries. Broken Python files need at most 700 (of 2,200 files); five consecutive nested merge
 * conflicts need about 10,000.
 */
const MOST_REGIONS = 20_000;
/** The largest number of lines that one search reads. */
const MOST_READS = 100_000;
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
  const { core, bytes, mayEnd } = task;
  const queue = createPriorityQueue<Node | Region | LongLine>();
  const enters = createVisits(core, steps);
  let [regions, reads] = [MOST_REGIONS, MOST_READS];
  const nodeOf = nodesOf(steps);
  const last = steps.length - 1;
  const least = steps[Math.max(0, last - BACK)]?.cost ?? 0;
  /** The places where reading failed, each farther than the previous one. */
  const failures: number[] = [];
  /** The range of bytes that was examined. */
  let [lookedFrom, lookedTo, sawEnd] = [steps[last]?.at ?? 0, 0, false];
  const sees = (to: number): void => {
    if (to > lookedTo) lookedTo = to;
    if (to === bytes.length) sawEnd = true;
  };
  const push = (item: Node | Region | LongLine, cost: number): void => queue.push(item, Math.max(0, cost - least));
  const candidates = createRegions(task, push, sees);
  const work = (): number => MOST_REGIONS - regions + MOST_READS - reads + candidates.offers();

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
        sees(lineEndAt(bytes, failing).next);
        return undefined;
      }
      const { next } = lineEndAt(bytes, node.at);
      const readLine = node.at < node.overcomes ? task.peek : task.read;
      const place = atEnd ? undefined : readLine(node.at, next, node.place);
      sees(next);
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
      candidates.begin(node, failing.at);
    }
  }
  const looks = (at: number): void => {
    lookedFrom = Math.min(lookedFrom, at);
  };
  const suspectsOf = (failing: Node): readonly Node[] => suspects(task, failing, { steps, nodeOf, looks });
  let farthestNode: Node | undefined;
  /** The farthest place that is reached without a region, and where reading fails. */
  let plainest: Node | undefined;

  const continuation = (node: Node, limited: boolean): Continuation => ({
    ...pathTo(node),
    from: lookedFrom,
    to: lookedTo,
    sawEnd,
    limited,
    work: work(),
  });

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
    sees(found.to);
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
      candidates.readLogical(item);
      continue;
    }
    if ("node" in item) {
      regions--;
      candidates.replace(item);
      continue;
    }
    const settled = run(item) ?? settledByDensity();
    if (settled !== undefined) return continuation(settled, false);
  }
  return throughWideRegion();
}
