// The least bytes of a value of each node: a least fixpoint over all nodes of the schema, worked out when a cost is first asked for.
// Recursion does no harm: the least value of a node is built from smaller ones.

import type { Engine } from "@espalier/automata";
import type { Nodes } from "../nodes/node.js";
import type { ArrayPlan, Node, ObjectPlan } from "../nodes/plan.js";
import { leastItems } from "./array-least.js";
import { leastMembers, type Needs, needsOf } from "./object-least.js";
import type { Terminals } from "./terminals.js";
import type { Valuation } from "./valuation.js";

export interface Costs {
  readonly bytes: Valuation;
  readonly possible: Valuation;
}

export function createCosts(
  engine: Engine,
  nodes: Nodes,
  reachable: () => readonly Node[],
  terminals: Terminals,
): Costs {
  const lengths = new Map<number, number>();
  /** The length of the shortest lexeme of a terminal. */
  function shortest(terminal: number): number {
    let length = lengths.get(terminal);
    if (length === undefined) {
      length = engine.distance(engine.intern(terminals.regex(terminal)));
      lengths.set(terminal, length);
    }
    return length;
  }

  const none = Number.POSITIVE_INFINITY;
  let values: Map<Node, number> | undefined;

  const bytes: Valuation = {
    value: (node) => (values ?? settle()).get(node) ?? none,
    key: (name) => shortest(terminals.key(name)) + bytes.colon,
    freeKey: ({ names }) => shortest(terminals.keys(names)) + bytes.colon,
    get colon() {
      return shortest(terminals.colon());
    },
    comma: 1,
  };

  function settle(): Map<Node, number> {
    values = new Map();
    const all = reachable();
    for (let changed = true; changed; ) {
      changed = false;
      for (const node of all) {
        const least = leastOf(node);
        if (least >= (values.get(node) ?? none)) continue;
        values.set(node, least);
        changed = true;
      }
    }
    return values;
  }

  function leastOf(node: Node): number {
    let least = none;
    for (const terminal of terminals.scalars(node.scalars)) least = Math.min(least, shortest(terminal));
    for (const plan of node.objects) if (plan.alive()) least = Math.min(least, leastObject(plan));
    for (const plan of node.arrays) if (plan.alive()) least = Math.min(least, leastArray(plan));
    return least;
  }

  function leastObject(plan: ObjectPlan): number {
    const place = { at: 0, count: 0, seen: 0, settled: 0 };
    const members = leastMembers(plan, needsOf(plan.declared) as Needs, place, bytes, new Map());
    return members === 0 ? 2 : members + 1;
  }

  function leastArray(plan: ArrayPlan): number {
    const items = leastItems(plan, { count: 0, hits: plan.counted.map(() => 0) }, bytes, new Map());
    return items === 0 ? 2 : items + 1;
  }

  const possible: Valuation = {
    value: (node) => (nodes.inhabited(node) ? 0 : none),
    key: () => 0,
    colon: 0,
    freeKey: () => 0,
    comma: 0,
  };

  return { bytes, possible };
}
