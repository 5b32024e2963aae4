// Finds all keywords that cannot be enforced, before any text is generated. It visits every node (a conjunction of
// subschemas that describes one value) that a text can contain.

import { burn } from "@espalier/monitor";
import type { SchemaError } from "../document/issue.js";
import { unsupported } from "../nodes/faults.js";
import type { Nodes } from "../nodes/node.js";
import { countCap, isAffordable, MAX_DEPENDENT, needEachOther, needsOf } from "../nodes/object-least.js";
import type { ArrayPlan, ItemVariant, Node } from "../nodes/plan.js";
import type { MemberOrder } from "../rules/options.js";

/** Units of work for one possible value of a member or an item: a rule has a part for each. */
const VARIANT = 80;

/**
 * Visits every node that can be reached from `root`.
 *
 * @param most the maximum number of different members and items in all nodes. If there are more, the error that `full`
 * creates is thrown.
 * @param looksAt is called with the next node to be visited.
 * @throws SchemaError for what cannot be enforced.
 */
export function explore(
  nodes: Nodes,
  root: Node,
  order: MemberOrder,
  most: number,
  full: () => SchemaError,
  looksAt: (node: Node) => void,
): readonly Node[] {
  const met = new Set<Node>([root]);
  let count = 0;
  function meet(variants: readonly { readonly node: Node }[]): void {
    count += variants.length;
    burn("schema", VARIANT * variants.length);
    if (count > most) throw full();
    for (const variant of variants) met.add(variant.node);
  }
  for (const node of met) {
    looksAt(node);
    void node.scalars();
    for (const plan of node.objects()) {
      if (needsOf(plan.declared()) === undefined) {
        const message = `more than ${MAX_DEPENDENT} properties of one object depend on each other`;
        throw unsupported(nodes.schemaOf(node), "dependentRequired", message, "Use fewer of them");
      }
      const isCounted = plan.wanted > 0 || countCap(plan) > 0;
      if ((order === "declared" || isCounted) && !isAffordable(plan)) {
        const needs = plan.declared().some((name) => name.needs.length > 0);
        const which = `${plan.declared().length} properties${needs ? ", some of which depend on others," : ""}`;
        const message = `counting as far as ${countCap(plan)} among ${which} passes what is affordable`;
        const hint = `Count fewer, or leave minProperties and maxProperties out${needs ? ", or use fewer dependencies" : ""}`;
        throw unsupported(nodes.schemaOf(node), needs ? "dependentRequired" : "minProperties", message, hint);
      }
      if (order === "any" && plan.wanted > 0 && plan.maximum() !== Number.POSITIVE_INFINITY && plan.alive()) {
        const message = "a maximum together with required properties is not enforced if the order is free";
        throw unsupported(nodes.schemaOf(node), "maxProperties", message, 'Use order: "declared"');
      }
      const isBounded = plan.minimum > 0 && plan.maximum() !== Number.POSITIVE_INFINITY;
      if (order === "any" && isBounded && needEachOther(plan.declared()) && plan.alive()) {
        const message =
          "a maximum and a minimum together with names that need each other are not enforced if the order is free";
        throw unsupported(nodes.schemaOf(node), "maxProperties", message, 'Use order: "declared"');
      }
      for (const { variants } of plan.declared()) meet(variants);
      for (const { variants } of plan.free()) meet(variants);
    }
    for (const plan of node.arrays()) {
      checkUnique(plan);
      for (let position = 0; position <= plan.prefix && position < plan.maximum; position++) {
        meet(plan.variants(position));
      }
    }
  }
  return [...met];
}

/** Distinct items are recognised by their texts while they are written, so they must be scalars. */
function checkUnique(plan: ArrayPlan): void {
  const { unique } = plan;
  if (unique === undefined || !plan.alive()) return;
  if (plan.prefix > 0 || plan.counted.length > 0) {
    const message = "it is not enforced together with prefixItems and contains";
    throw unsupported(unique, "uniqueItems", message, "Give all items one schema, or leave it out");
  }
  const [{ node }] = plan.variants(0) as [ItemVariant];
  if ([...node.objects(), ...node.arrays()].some((inner) => inner.alive())) {
    const message = "items that may be objects or arrays are not compared";
    const hint = "Let items be strings, numbers, booleans or null, or leave it out";
    throw unsupported(unique, "uniqueItems", message, hint);
  }
  if (plan.minimum > 1 && plan.minimum > plan.distinct().atLeast) {
    const message = `whether ${plan.minimum} distinct items exist is unknown`;
    throw unsupported(unique, "uniqueItems", message, "Use an enum, or a smaller minItems");
  }
}
