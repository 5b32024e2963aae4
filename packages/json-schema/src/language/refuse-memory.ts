// Rejects constraints that a grammar compiled in advance cannot enforce, because it would have to remember parts of the
// text. These are distinct items (`uniqueItems`), and constraints that an undeclared property can satisfy: the same
// name may come again with another value.

import { SchemaError, type SchemaIssue } from "../document/issue.js";
import type { Node, ObjectPlan } from "../nodes/plan.js";
import type { PreparedSchema } from "./prepare.js";

const HINT = "Use the schema alone (compileSchema), or";

/** @throws SchemaError with every place where memory would be needed. */
export function refuseMemory({ nodes, reachable }: PreparedSchema): void {
  const issues = new Map<string, SchemaIssue>();
  const refuse = (pointer: string, keyword: string | undefined, message: string, hint: string): void => {
    const named = keyword === undefined ? {} : { keyword };
    issues.set(`${pointer} ${message}`, { code: "needs-memory", pointer, ...named, message, hint: `${HINT} ${hint}` });
  };

  for (const node of reachable) {
    for (const plan of node.objects()) {
      if (plan.plain() || !plan.alive()) continue;
      const free = plan
        .free()
        .filter((names) => names.possible() && names.variants.some((variant) => nodes.inhabited(variant.node)));
      if (free.length === 0) continue;
      if (plan.minimum > surelyDifferent(plan)) {
        const message =
          "properties are not counted within a grammar if undeclared names are allowed, because such names may repeat there";
        refuse(declaringMinimum(node), "minProperties", message, "let additionalProperties be false");
      }
      if (free.some(({ variants }) => variants.some(({ settles }) => settles !== 0))) {
        const message =
          "within a grammar, it is not enforced that some property has a certain name or value if undeclared names are allowed, because such names may repeat there";
        refuse(nodes.schemaOf(node).pointer, undefined, message, "let additionalProperties be false");
      }
    }
    for (const plan of node.arrays()) {
      if (plan.unique === undefined || plan.maximum <= 1 || !plan.alive()) continue;
      const pointer = `${plan.unique.pointer}/uniqueItems`;
      refuse(pointer, "uniqueItems", "it is not enforced within a grammar", "leave it out");
    }
  }
  if (issues.size > 0) throw new SchemaError("unsupported-schema", [...issues.values()]);

  /** Returns where the node gets `minProperties` from. */
  function declaringMinimum(node: Node): string {
    const own = node.literals
      .map((literal) => nodes.literals.schema(literal))
      .find(({ keywords }) => typeof keywords === "object" && keywords.minProperties !== undefined);
    return own === undefined ? nodes.schemaOf(node).pointer : `${own.pointer}/minProperties`;
  }
}

/** The first undeclared name is certainly an additional one. */
function surelyDifferent(plan: ObjectPlan): number {
  return plan.declared().filter(({ required }) => required).length + 1;
}
