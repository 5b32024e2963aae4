// Reads a text with errors from its beginning: line by line as far as possible, past an error with the cheapest repair (repair-search.ts), and on from there. A
// repair depends only on the lines around it. It is cached until an edit changes one of these lines.

import { isSame } from "../lexing/line-readings.js";
import { lineEndAt } from "../lexing/line-shape.js";
import type { Place } from "../lexing/read-text.js";
import type { LineChange, TextLines } from "../lexing/text-lines.js";
import { searchRepair } from "./repair-search.js";
import type { Continuation, Repair, RepairTask, Step } from "./repair-task.js";
import { BACK } from "./suspects.js";
import type { Beginning, Beginnings } from "./tail-reading.js";

export interface Repaired {
  readonly repairs: readonly Repair[];
  readonly beginning: Beginning;
  /** The non-blank bytes that are left out, plus one for each region. */
  readonly cost: number;
  /** The place after the text. */
  readonly place: Place;
}

/** The number of searches in one text that may reach their limits, because each of them takes long. */
const MOST_LIMITED = 3;
/** The largest work of all searches in one text together. A text with thousands of errors needs more; wide regions then replace them. */
const MOST_WORK = 1_000_000;

/** Repairs that are valid for the current text. */
export interface RepairMemory {
  /** The number of steps that `find` compares for a line that fails at `at`, an offset in the whole text. */
  steps(at: number): number;
  /** @param length the length of the text with the `steps`. A repair that required reading more does not apply. */
  find(steps: readonly Step[], offset: number, length: number): Continuation | undefined;
  /** @param offset the position in the whole text of the text with the `steps`. */
  add(steps: readonly Step[], found: Continuation, offset: number): void;
  edit(change: LineChange): void;
}

/**
 * Returns the cheapest repair of a text, over all parser situations in which the text may begin; `undefined` if none
 * was found within the limits of a search.
 *
 * @param offset the position of the text in the text of `memory`.
 */
export function repairText(
  task: RepairTask,
  beginnings: readonly Beginnings[],
  memory: RepairMemory,
  offset: number,
): Repaired | undefined {
  const remembered = repairRemembered(task, beginnings, memory, offset);
  if (remembered !== undefined) return remembered;
  const steps: Step[] = [];
  let beginning = beginnings.length === 1 ? only(beginnings[0]!) : undefined;
  if (beginning !== undefined) steps.push(stepOf(beginning));
  let [limited, left] = [0, MOST_WORK];
  for (;;) {
    const end = steps.length === 0 ? undefined : walk(task, steps, () => BACK);
    if (end === "end") return repaired(steps, beginning!);
    const its = steps.length === 0 ? undefined : memory.find(steps, offset, task.bytes.length);
    const known = its !== undefined && its.work <= left ? its : undefined;
    const found = known ?? searchRepair(task, steps, beginnings, left);
    if (found === undefined || (found.limited && ++limited > MOST_LIMITED)) return undefined;
    // If the work of other searches has limited this one, another text may have a better repair there.
    const isCut = found.limited && found.work > left;
    if (known === undefined && !isCut && steps.length > 0) memory.add(steps, found, offset);
    left = Math.max(0, left - found.work);
    if (steps.length === 0) beginning = found.beginning;
    proceed(steps, found);
  }
}

/** The same if all repairs are remembered: few steps suffice to find them. */
function repairRemembered(
  task: RepairTask,
  beginnings: readonly Beginnings[],
  memory: RepairMemory,
  offset: number,
): Repaired | undefined {
  const beginning = beginnings.length === 1 ? only(beginnings[0]!) : undefined;
  if (beginning === undefined) return undefined;
  const steps = [stepOf(beginning)];
  let [limited, left] = [0, MOST_WORK];
  while (walk(task, steps, (at) => memory.steps(offset + at)) === "failed") {
    const found = memory.find(steps, offset, task.bytes.length);
    if (found === undefined || found.work > left || (found.limited && ++limited > MOST_LIMITED)) return undefined;
    left -= found.work;
    proceed(steps, found);
  }
  return repaired(steps, beginning);
}

function proceed(steps: Step[], found: Continuation): void {
  steps.length = found.kept;
  for (const step of found.steps) steps.push(step);
}

function repaired(steps: readonly Step[], beginning: Beginning): Repaired {
  const last = steps[steps.length - 1]!;
  const repairs = steps.flatMap(({ repair }) => (repair === undefined ? [] : [repair]));
  return { repairs, beginning, cost: last.cost, place: last.place };
}

function only({ list }: Beginnings): Beginning | undefined {
  const [first, another] = list();
  return another === undefined ? first : undefined;
}

const stepOf = ({ at, place, cost }: Beginning): Step => ({ at, place, cost, repair: undefined });

/**
 * Reads on from the last step as far as possible. If reading fails, adds steps for the lines before the failing one.
 *
 * @param back the number of lines before a failing one, given its start, that need steps.
 */
function walk(
  { bytes, read, leap, mayEnd }: RepairTask,
  steps: Step[],
  back: (failing: number) => number,
): "end" | "failed" {
  const first = steps[steps.length - 1]!;
  const { cost } = first;
  let { at, place }: Pick<Step, "at" | "place"> = first;
  for (;;) {
    ({ at, place } = leap(at, bytes.length, place, 0) ?? { at, place });
    const { next } = lineEndAt(bytes, at);
    const after = at === bytes.length ? undefined : read(at, next, place);
    if (at === bytes.length && mayEnd(place)) break;
    if (after === undefined || (next === bytes.length && !mayEnd(after))) {
      addSteps(at);
      return "failed";
    }
    [at, place] = [next, after];
  }
  if (at > first.at) steps.push({ at, place, cost, repair: undefined });
  return "end";

  /** Reads the lines up to the failing one again. */
  function addSteps(failing: number): void {
    let { at, place }: Pick<Step, "at" | "place"> = first;
    const far = leap(at, failing, place, back(failing));
    if (far !== undefined) ({ at, place } = far);
    if (far !== undefined) steps.push({ at, place, cost, repair: undefined });
    while (at < failing) {
      const { next } = lineEndAt(bytes, at);
      place = read(at, next, place)!;
      at = next;
      steps.push({ at, place, cost, repair: undefined });
    }
  }
}

/** A repair with the steps from which it was found. All distances are relative to the last of these. */
interface Remembered {
  /** The line that fails, and the range of lines around it that were examined. */
  line: number;
  readonly before: number;
  readonly after: number;
  readonly steps: readonly Step[];
  /** The number of steps before these. */
  readonly skipped: number;
  readonly found: Continuation;
}

/** The number of repairs that are kept. */
const MOST = 256;

/** @param lines the lines of the text. */
export function createRepairMemory(lines: TextLines): RepairMemory {
  let list: Remembered[] = [];

  return {
    steps(at: number): number {
      const line = lines.at(at);
      return list.reduce((most, its) => (its.line === line ? Math.max(most, its.steps.length) : most), 0);
    },
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
  // Nothing before the start of a text can cause a failure.
  if (shift < 0 || (shift === 0) !== (skipped === 0)) return false;
  const end = known[known.length - 1]!;
  return known.every(({ at, place, cost }, i) => {
    const other = steps[shift + i]!;
    const alike = other.at - failing.at === at - end.at && other.cost - failing.cost === cost - end.cost;
    return alike && isSame(other.place, place);
  });
}

/** Adapts a remembered continuation to steps that end elsewhere. */
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
