// The nodes of a search for repairs: lines with the parser's situation before them, and how they were reached.

import type { Place } from "../lexing/read-text.js";
import { rememberedBy } from "../source/remembered.js";
import type { Continuation, Repair, Step } from "./repair-task.js";
import type { Beginning } from "./tail-reading.js";

/** A place on the path, reached by reading or through a placeholder. */
export interface Node extends Step {
  readonly from: Node | undefined;
  /** Its index among the steps before the search; −1 for others. */
  readonly index: number;
  /** `undefined` if the path continues from a step before the search. */
  readonly beginning: Beginning | undefined;
  /** The farthest failure that a region on the path causes; −1 if there is none. */
  readonly overcomes: number;
  blamed: boolean;
}

/** A node that is no step before the search. All nodes are made in one way, so that they have one shape in memory. */
export const nodeAt = (
  at: number,
  place: Place,
  cost: number,
  from: Node | undefined,
  repair: Repair | undefined,
  beginning: Beginning | undefined,
  overcomes: number,
): Node => ({ at, place, cost, repair, from, index: -1, beginning, overcomes, blamed: false });

/** Converts steps before the search to nodes, each once. */
export function nodesOf(steps: readonly Step[]): (index: number) => Node {
  return rememberedBy((index) => {
    const { at, place, cost, repair } = steps[index]!;
    return { ...nodeAt(at, place, cost, undefined, repair, undefined, -1), index };
  });
}

/** The path to a node: the steps after those before the search that it keeps. */
export function pathTo(node: Node): Pick<Continuation, "kept" | "steps" | "beginning"> {
  const steps: Step[] = [];
  let at: Node | undefined = node;
  for (; at !== undefined && at.index < 0; at = at.from)
    steps.push({ at: at.at, place: at.place, cost: at.cost, repair: at.repair });
  return { kept: at === undefined ? 0 : at.index + 1, steps: steps.reverse(), beginning: node.beginning };
}
