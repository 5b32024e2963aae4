// Every node that a text can meet, looked at once: what cannot be enforced is found here, before any text is written.

import { MAX_DEPENDENT, needsOf } from "../rules/object-least.js";
import { unsupported } from "./faults.js";
import type { Node, Nodes } from "./node.js";

/** @throws SchemaError for what cannot be enforced. */
export function explore(nodes: Nodes, root: Node): readonly Node[] {
  const met = new Set<Node>([root]);
  for (const node of met) {
    void node.scalars;
    for (const plan of node.objects) {
      if (needsOf(plan.declared) === undefined) {
        const schema = nodes.literals.schema(node.literals[0] as number);
        const message = `more than ${MAX_DEPENDENT} properties of one object depend on each other`;
        throw unsupported(schema, "dependentRequired", message, "Use fewer of them");
      }
      for (const { variants } of plan.declared) for (const variant of variants) met.add(variant.node);
      for (const { variants } of plan.free) for (const variant of variants) met.add(variant.node);
    }
    for (const plan of node.arrays) {
      if (plan.unique !== undefined) {
        throw unsupported(plan.unique, "uniqueItems", "it is not enforced for these items", "Leave it out");
      }
      for (let position = 0; position <= plan.prefix && position < plan.maximum; position++) {
        for (const variant of plan.variants(position)) met.add(variant.node);
      }
    }
  }
  return [...met];
}
