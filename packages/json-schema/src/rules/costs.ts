// The least number of bytes of a value of each node: a least fixpoint over the nodes that its least value may contain,
// computed when the cost is first requested. Recursion is harmless, because the least value of a node is built from
// smaller values.
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
  terminals: Terminals,
  { nested }: { readonly nested: boolean },
  order: MemberOrder,
): Costs {
  /** Returns the length of the shortest lexeme of a terminal. */
  const shortest = onceFor(
    (terminal: number) => terminals.shortest(terminal) ?? engine.distance(engine.intern(terminals.regex(terminal))),
  );

  const none = Number.POSITIVE_INFINITY;
  const comma = (depth: number): number => shortest(terminals.comma(depth));
  const close = (depth: number): number => shortest(terminals.close("]", depth));
  const indent = nested ? comma(1) - comma(0) : 0;
  const values = new Map<Node, number>();

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
    const value = values.get(node) ?? settle(node);
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

  // While costs are computed: the costs found so far, which may still fall; the node whose cost it is; the nodes that it needs and that have not
  // been computed yet; and by node, the nodes whose costs depend on its own. A computation that fails leaves `values` unchanged.
  let found = new Map<Node, number>();
  let asking: Node | undefined;
  let unmet = new Set<Node>();
  const askers = new Map<Node, Set<Node>>();

  /** The costs at depth 0, including line breaks. */
  const whole: Valuation = {
    ...names,
    value(node) {
      const value = values.get(node) ?? valueSoFar(node);
      return value === none ? none : value + linesIn(value) * indent;
    },
    comma: () => comma(0) + (nested ? LINE : 0),
    close: () => close(0) + (nested ? LINE : 0),
  };

  const possible = whatIs(nodes.inhabited);

  /**
   * Returns the cost so far of a node, and remembers that the node being computed depends on it. A node that has not been computed counts
   * as one byte, so that the computation finds all others that it needs. Its result is dropped then.
   */
  function valueSoFar(node: Node): number {
    const others = askers.get(node);
    if (others === undefined) askers.set(node, new Set([asking!]));
    else others.add(asking!);
    const value = found.get(node);
    if (value !== undefined) return value;
    unmet.add(node);
    return 1;
  }

  /** Computes the costs of `root` and of all nodes that it depends on. */
  function settle(root: Node): number {
    found = new Map([[root, none]]);
    askers.clear();
    // A node waits below the nodes that it needs, so that it is usually computed again only after all of them.
    const pending = [root];
    const waiting = new Set(pending);
    const wait = (node: Node): void => {
      if (waiting.has(node)) return;
      waiting.add(node);
      pending.push(node);
    };
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      waiting.delete(node);
      asking = node;
      unmet = new Set();
      const least = leastOf(node);
      if (unmet.size > 0) {
        wait(node);
        for (const each of unmet) {
          found.set(each, none);
          wait(each);
        }
      } else if (least < found.get(node)!) {
        found.set(node, least);
        for (const other of askers.get(node) ?? []) wait(other);
      }
    }
    asking = undefined;
    askers.clear();
    for (const [node, value] of found) values.set(node, value);
    return values.get(root)!;
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
