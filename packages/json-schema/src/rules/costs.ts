// The least number of bytes of a value of each node: a least fixpoint over all nodes of the schema, computed when a
// cost is first requested. Recursion is harmless, because the least value of a node is built from smaller values.
//
// If the style indents, a value's cost grows with its depth: its line breaks times the indentation. Each node therefore
// has two numbers: the bytes at depth 0 and the line breaks of its least value. The least value has the fewest line
// breaks and, among the values with as few, the fewest bytes. Both are stored in one number, `LINE · breaks + bytes`,
// which adds up like a cost.

import type { Engine } from "@espalier/automata";
import { beginOf, leastItems } from "../nodes/array-least.js";
import type { Nodes } from "../nodes/node.js";
import { BEGIN, leastMembers, needsOf } from "../nodes/object-least.js";
import type { ArrayPlan, Node, ObjectPlan } from "../nodes/plan.js";
import { type Valuation, whatIs } from "../nodes/valuation.js";
import { onceFor } from "../text/recall.js";
import { leastInAnyOrder } from "./object-order.js";
import type { MemberOrder } from "./options.js";
import type { Terminals } from "./terminals.js";

export interface Costs {
  /** The costs within an object or an array at some depth. */
  bytesAt(depth: number): Valuation;
  /** Returns the cost of a whole text. */
  whole(root: Node): number;
  readonly possible: Valuation;
}

/** More bytes than a value has at depth 0, if line breaks count. */
const LINE = 2 ** 32;

/** @param nested whether the style indents. @param order the order in which members may come. */
export function createCosts(
  engine: Engine,
  nodes: Nodes,
  reachable: readonly Node[],
  terminals: Terminals,
  { nested }: { readonly nested: boolean },
  order: MemberOrder,
): Costs {
  /** Returns the length of the shortest lexeme of a terminal. */
  const shortest = onceFor((terminal: number) => engine.distance(engine.intern(terminals.regex(terminal))));

  const none = Number.POSITIVE_INFINITY;
  const comma = (depth: number): number => shortest(terminals.comma(depth));
  const close = (depth: number): number => shortest(terminals.close("]", depth));
  const indent = nested ? comma(1) - comma(0) : 0;
  let values: Map<Node, number> | undefined;

  const colon = (): number => shortest(terminals.colon());
  const names: Omit<Valuation, "value" | "comma" | "close"> = {
    key: (name) => shortest(terminals.key(name)) + colon(),
    colon,
    firstFreeKey: (free) => shortest(terminals.keys(free.names())) + colon(),
    freeKey: ({ ample }) => ample() + colon(),
    firstDifferentItem: (plan) => plan.distinct().least,
    differentItem: (plan) => plan.distinct().ample,
  };

  const linesIn = (value: number): number => (nested ? Math.floor(value / LINE) : 0);

  function bytesOf(node: Node, depth: number): number {
    const value = (values ?? settle()).get(node) ?? none;
    if (!nested || value === none) return value;
    const lines = linesIn(value);
    return value - LINE * lines + lines * indent * depth;
  }

  const valuations: Valuation[] = [];
  function bytesAt(depth: number): Valuation {
    const at = nested ? depth : 0;
    return (valuations[at] ??= {
      ...names,
      value: (node) => bytesOf(node, at + 1),
      comma: () => comma(at),
      close: () => close(at),
    });
  }

  // While costs are computed: those that are known, the node whose cost it is, and by node those whose costs depend on
  // its own. A computation that fails leaves `values` undefined, so the next question begins again.
  let known = new Map<Node, number>();
  let asking: Node | undefined;
  const askers = new Map<Node, Set<Node>>();

  /** The costs at depth 0, including line breaks. */
  const whole: Valuation = {
    ...names,
    value(node) {
      const others = askers.get(node);
      if (others === undefined) askers.set(node, new Set([asking!]));
      else others.add(asking!);
      const value = known.get(node) ?? none;
      return value === none ? none : value + linesIn(value) * indent;
    },
    comma: () => comma(0) + (nested ? LINE : 0),
    close: () => close(0) + (nested ? LINE : 0),
  };

  const possible = whatIs(nodes.inhabited);

  function settle(): Map<Node, number> {
    known = new Map();
    askers.clear();
    // Nodes that were met later are usually deeper in the schema.
    const pending = new Set([...reachable].reverse());
    for (const node of pending) {
      pending.delete(node);
      asking = node;
      const least = leastOf(node);
      if (least >= (known.get(node) ?? none)) continue;
      known.set(node, least);
      for (const other of askers.get(node) ?? []) pending.add(other);
    }
    asking = undefined;
    askers.clear();
    values = known;
    return values;
  }

  function leastOf(node: Node): number {
    let least = none;
    for (const terminal of terminals.scalars(node.scalars())) least = Math.min(least, shortest(terminal));
    for (const plan of node.objects()) if (plan.alive()) least = Math.min(least, leastObject(plan));
    for (const plan of node.arrays()) if (plan.alive()) least = Math.min(least, leastArray(plan));
    return least;
  }

  function leastObject(plan: ObjectPlan): number {
    const members =
      order === "any"
        ? leastInAnyOrder(plan, { bytes: whole, possible })
        : leastMembers(plan, needsOf(plan.declared())!, BEGIN, whole, new Map());
    return members === 0 ? 2 : members + whole.close();
  }

  function leastArray(plan: ArrayPlan): number {
    const items = leastItems(plan, beginOf(plan), whole, new Map());
    return items === 0 ? 2 : items + whole.close();
  }

  return { bytesAt, whole: (root) => bytesOf(root, 0), possible };
}
