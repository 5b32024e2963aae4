// The lines that may be the cause where reading fails.

import { columnOf, lineEndAt, nonBlankAt } from "../lexing/line-shape.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { spotAt } from "./placeholders.js";
import type { Node } from "./repair-nodes.js";
import type { RepairTask, Step } from "./repair-task.js";

/** Limits on suspects: lines searched backwards for headers; headers; lines between brackets, and preceding lines. */
export const BACK = 500;
const HEADERS = 8;
const NEAR = 3;
/** The steps before a search, and what happens when its suspects are looked for. */
export interface Past {
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
export function suspects(task: RepairTask, failing: Node, { steps, nodeOf, looks }: Past): readonly Node[] {
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
