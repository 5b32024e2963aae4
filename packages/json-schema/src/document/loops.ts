// Finds references that lead back to themselves without moving to a smaller value: a → b → a. Such a schema has no
// meaning (a validator would not terminate), and the specification forbids it (2020-12 core, §9.4.1).
//
// Depth-first search over the edges that apply to the same value: references, combinators, conditions, dependent
// schemas. Every such cycle contains an edge to a subschema that the reader had already met, so a document without
// edges of this kind has no cycle.

import type { SchemaIssue } from "./issue.js";
import type { Keywords, Subschema } from "./subschema.js";

const FRESH = 0;
const OPEN = 1;
const DONE = 2;

/**
 * Returns one issue for each edge (a reference or another keyword that applies a subschema to the same value) that
 * closes a cycle, at most `most`. The issue's position is the subschema to which the edge leads. O(subschemas × (1 +
 * issues)).
 */
export function endlessReferences(subschemas: readonly Subschema[], most: number): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const state = new Uint8Array(subschemas.length);
  for (const start of subschemas) {
    if (state[start.id] !== FRESH || inPlace(start.keywords) === NONE) continue;
    const path: { at: Subschema; edges: readonly Subschema[]; next: number }[] = [];
    const open = (at: Subschema): void => {
      state[at.id] = OPEN;
      path.push({ at, edges: inPlace(at.keywords), next: 0 });
    };
    open(start);
    while (path.length > 0 && issues.length < most) {
      const top = path[path.length - 1]!;
      const target = top.edges[top.next++];
      if (target === undefined) {
        state[top.at.id] = DONE;
        path.pop();
      } else if (state[target.id] === FRESH) open(target);
      else if (state[target.id] === OPEN) {
        const cycle = path.slice(path.findIndex(({ at }) => at === target)).map(({ at }) => at.pointer);
        issues.push(endless(cycle, target));
      }
    }
  }
  return issues;
}

function endless(cycle: readonly string[], target: Subschema): SchemaIssue {
  const shown = cycle.length > 6 ? [...cycle.slice(0, 5), "…"] : cycle;
  return {
    code: "endless-reference",
    pointer: target.pointer,
    message: `the schema asks itself about the same value: ${[...shown, target.pointer].join(" → ")}`,
    hint: "Put the reference below a property or an item, or take it out",
  };
}

const NONE: readonly Subschema[] = [];

/** Returns the subschemas that apply to the same value. */
function inPlace(keywords: Keywords | boolean): readonly Subschema[] {
  if (typeof keywords === "boolean") return NONE;
  const { references, allOf, anyOf, oneOf, not, dependentSchemas } = keywords;
  const conditional = keywords.if;
  if (!allOf && !anyOf && !oneOf && !not && !dependentSchemas && !conditional) return references ?? NONE;
  const all: (Subschema | undefined)[] = [not, conditional?.condition, conditional?.then, conditional?.else];
  for (const list of [references, allOf, anyOf, oneOf, dependentSchemas?.values()])
    if (list !== undefined) all.push(...list);
  return all.filter((target) => target !== undefined);
}
