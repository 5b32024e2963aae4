// A text with errors in it, read from its beginning: line by line as far as that goes; past an error by the cheapest repair (repair-search.ts), and
// on from there. A repair depends only on the lines around it, so it is remembered, and holds until an edit changes one of these.

import { isSame } from "../lexing/line-readings.js";
import { lineEndAt } from "../lexing/line-shape.js";
import type { Place } from "../lexing/read-text.js";
import type { LineChange, TextLines } from "../lexing/text-lines.js";
import { BACK, type Continuation, type Repair, type RepairTask, type Step, searchRepair } from "./repair-search.js";
import type { Beginning, Beginnings } from "./tail-reading.js";

export interface Repaired {
  readonly repairs: readonly Repair[];
  readonly beginning: Beginning;
  /** Bytes that are left out, but for blanks, and one more for each region. */
  readonly cost: number;
  /** Where the text leads. */
  readonly place: Place;
}

/** Repairs that hold for the text as it is. */
export interface RepairMemory {
  /** @param length of the text that `steps` are in: a repair for which more was read is none for it. */
  find(steps: readonly Step[], offset: number, length: number): Continuation | undefined;
  /** @param offset of the text that `steps` are in, in the whole text. */
  add(steps: readonly Step[], found: Continuation, offset: number): void;
  edit(change: LineChange): void;
}

/**
 * The cheapest repair of a text that is read from the best of some beginnings; undefined when none was found within the bounds of a search.
 *
 * @param offset where the text begins in the text that `memory` is of.
 */
export function repairText(
  task: RepairTask,
  beginnings: readonly Beginnings[],
  memory: RepairMemory,
  offset: number,
): Repaired | undefined {
  const steps: Step[] = [];
  let beginning = beginnings.length === 1 ? only(beginnings[0]!) : undefined;
  if (beginning !== undefined) steps.push(stepOf(beginning));
  for (;;) {
    const end = steps.length === 0 ? undefined : walk(task, steps);
    if (end === "end") break;
    const known = steps.length === 0 ? undefined : memory.find(steps, offset, task.bytes.length);
    const found = known ?? searchRepair(task, steps, beginnings);
    if (found === undefined) return undefined;
    if (known === undefined && steps.length > 0) memory.add(steps, found, offset);
    if (steps.length === 0) beginning = found.beginning;
    steps.length = found.kept;
    for (const step of found.steps) steps.push(step);
  }
  const last = steps[steps.length - 1]!;
  const repairs = steps.flatMap(({ repair }) => (repair === undefined ? [] : [repair]));
  return { repairs, beginning: beginning!, cost: last.cost, place: last.place };
}

function only({ list }: Beginnings): Beginning | undefined {
  const [first, another] = list();
  return another === undefined ? first : undefined;
}

const stepOf = ({ at, place, cost }: Beginning): Step => ({ at, place, cost, repair: undefined });

/** Reads on from the last step as far as that goes. */
function walk({ bytes, read, leap, mayEnd }: RepairTask, steps: Step[]): "end" | "failed" {
  let { at, place, cost } = steps[steps.length - 1]!;
  for (;;) {
    const far = leap(at, bytes.length, place, BACK);
    if (far !== undefined) steps.push({ ...far, cost, repair: undefined });
    ({ at, place } = far ?? { at, place });
    if (at === bytes.length) return mayEnd(place) ? "end" : "failed";
    const { next } = lineEndAt(bytes, at);
    const after = read(at, next, place);
    if (after === undefined || (next === bytes.length && !mayEnd(after))) return "failed";
    [at, place] = [next, after];
    steps.push({ at, place, cost, repair: undefined });
  }
}

/** Whether a text can be read to its end from one of some beginnings, without any repair. */
export function readsToEnd(
  { bytes, read, leap, mayEnd }: Pick<RepairTask, "bytes" | "read" | "leap" | "mayEnd">,
  beginnings: Iterable<Beginning>,
): boolean {
  // Ways that come to the same place share their fate, and all before have failed.
  const failed = new Map<number, Place[]>();
  const reads = (beginning: Beginning): boolean => {
    let { at, place } = beginning;
    for (;;) {
      ({ at, place } = leap(at, bytes.length, place, 0) ?? { at, place });
      if (at === bytes.length) return mayEnd(place);
      const others = failed.get(at);
      if (others === undefined) failed.set(at, [place]);
      else if (others.some((other) => isSame(other, place))) return false;
      else others.push(place);
      const { next } = lineEndAt(bytes, at);
      const after = read(at, next, place);
      if (after === undefined) return false;
      [at, place] = [next, after];
    }
  };
  for (const beginning of beginnings) if (reads(beginning)) return true;
  return false;
}

/** A repair with the steps that it was found from, all by distances from the last of these. */
interface Remembered {
  /** The line that fails, and the lines around it that were looked at. */
  line: number;
  readonly before: number;
  readonly after: number;
  readonly steps: readonly Step[];
  /** How many steps lay before these. */
  readonly skipped: number;
  readonly found: Continuation;
}

/** Repairs kept. */
const MOST = 256;

/** @param lines of the text. */
export function createRepairMemory(lines: TextLines): RepairMemory {
  let list: Remembered[] = [];

  return {
    find(steps: readonly Step[], offset: number, length: number): Continuation | undefined {
      const failing = steps[steps.length - 1]!;
      const at = offset + failing.at;
      const line = lines.at(at);
      const known = list.find((other) => other.line === line && isFrom(other, steps, failing));
      const found = known && movedBy(known, steps, failing);
      return found !== undefined && found.to < length ? found : undefined;
    },
    add(steps: readonly Step[], found: Continuation, offset: number): void {
      if (found.sawEnd) return;
      const failing = steps[steps.length - 1]!;
      let first = steps.length - 1;
      while (first > 0 && steps[first]!.at > found.from) first--;
      first = Math.min(first, Math.max(0, found.kept - 1));
      const line = lines.at(offset + failing.at);
      list.push({
        line,
        before: line - lines.at(offset + steps[first]!.at),
        after: lines.at(offset + found.to) - line,
        steps: steps.slice(first),
        skipped: first,
        found,
      });
      if (list.length > MOST) list = list.slice(MOST / 2);
    },
    edit({ first, dropped, added }: LineChange): void {
      list = list.filter(({ line, before, after }) => line + after < first || line - before > first + dropped);
      for (const its of list) if (its.line > first) its.line += added - dropped;
    },
  };
}

/** Whether the same steps, at the same distances, lead to a failing line. */
function isFrom({ steps: known, skipped }: Remembered, steps: readonly Step[], failing: Step): boolean {
  const shift = steps.length - known.length;
  // Where a text begins, nothing before it is to blame.
  if (shift < 0 || (shift === 0) !== (skipped === 0)) return false;
  const end = known[known.length - 1]!;
  return known.every(({ at, place, cost }, i) => {
    const other = steps[shift + i]!;
    const alike = other.at - failing.at === at - end.at && other.cost - failing.cost === cost - end.cost;
    return alike && isSame(other.place, place);
  });
}

/** A remembered continuation for steps that end elsewhere. */
function movedBy({ steps: known, skipped, found }: Remembered, steps: readonly Step[], failing: Step): Continuation {
  const end = known[known.length - 1]!;
  const [by, more] = [failing.at - end.at, failing.cost - end.cost];
  const moved = ({ at, place, cost, repair }: Step): Step => ({
    at: at + by,
    place,
    cost: cost + more,
    repair: repair && { ...repair, from: repair.from + by, to: repair.to + by, fails: repair.fails + by },
  });
  const kept = found.kept - skipped - known.length + steps.length;
  return { ...found, kept, steps: found.steps.map(moved), from: found.from + by, to: found.to + by };
}
