// A schema's language as grammar rules that are created on demand. A *plan* says which members an object, or which
// items an array, may have and in which order. There is one rule for the whole text, and one rule for each plan. If the
// text is indented, there is one rule for each plan and depth. Rules that no text reaches are never created.

import type { LazyRules } from "@espalier/earley";
import { createLeastTaken, type LazySource } from "@espalier/syntax";
import { needsOf } from "../nodes/object-least.js";
import type { ArrayPlan, Node, ObjectPlan } from "../nodes/plan.js";
import { arrayRule } from "../rules/array-rule.js";
import { type ObjectMembers, orderedMembers, plainMembers } from "../rules/object-members.js";
import { anyOrder, declaredOrder } from "../rules/object-order.js";
import { objectRule } from "../rules/object-rule.js";
import { refusedValues } from "../rules/refused-values.js";
import {
  addEdge,
  type EdgeList,
  ENDING,
  edgesOf,
  type RuleMaker,
  type StateKind,
  type TellingEdge,
} from "../rules/rule-maker.js";
import { createUsedNames, forgottenNames } from "../rules/used-names.js";
import { leastTexts } from "../strings/many-texts.js";
import type { PreparedSchema } from "./prepare.js";

interface State {
  readonly rule: number;
  readonly kind: StateKind<unknown>;
  readonly of: unknown;
}

interface Rule {
  readonly plan: ObjectPlan | ArrayPlan | undefined;
  readonly depth: number;
  start: number;
}

/**
 * Approximate memory on the JavaScript heap, in bytes. STATE_BYTES counts a state with its key and contents; EDGE_BYTES
 * counts an edge (with its closures) whose target depends on the text that was read.
 */
const STATE_BYTES = 240;
const EDGE_BYTES = 430;

/** What edges over tracked terminals take, by the text of the lexeme. */
type ByText = Required<
  Pick<LazySource, "allowed" | "refused" | "refusedTexts" | "followAny" | "unsure" | "mayBeCheapest">
>;

export interface SchemaRules extends LazyRules {
  readonly byText: ByText;
  /** Returns the name of a rule for people. */
  name(rule: number): string;
}

/**
 * Creates the rules of a schema.
 *
 * @param names `remembered`: used names and items are stored so that they cannot repeat. `forgotten`: they may repeat,
 * and the state after a name never depends on it.
 */
export function createRules(schema: PreparedSchema, names: "remembered" | "forgotten"): SchemaRules {
  const { engine, escapes, nodes, root, layout, terminals, costs } = schema;
  const remembered = names === "remembered";
  const states: State[] = [];
  const telling: TellingEdge[] = [];
  const rules: Rule[] = [{ plan: undefined, depth: 0, start: -1 }];
  let held = 0;
  const numbers = new Map<ObjectPlan | ArrayPlan, number[]>();

  const usedNames = remembered ? createUsedNames() : forgottenNames();
  const refused = refusedValues(usedNames);
  const leastTaken = createLeastTaken(engine, refused);

  const make: RuleMaker = {
    terminals,
    numbers: nodes.numbers,
    escapes,
    inhabited: nodes.inhabited,
    bytes: costs.bytesAt(0),
    possible: costs.possible,
    state: (rule, kind, of) => states.push({ rule, kind: kind as StateKind<unknown>, of }) - 1,
    leastTexts: (regex, enough) => (remembered ? leastTexts(engine, regex, enough) : Number.POSITIVE_INFINITY),
    usedNames,
    refused,
    least: (regex, node) => leastTaken.least(engine.intern(regex), node),
    takes: (regex, node) => leastTaken.any(engine.intern(regex), node),
    reserves: (node) => node >= 0 && refused.reserved(node) !== Number.POSITIVE_INFINITY,
    edge: (edge) => telling.push(edge) - 1,
    hold(bytes) {
      held += bytes;
    },
    value(edges: EdgeList, node: Node, target: number, depth: number) {
      const scalars = terminals.scalars(node.scalars());
      for (let i = 0; i < scalars.length; i++) addEdge(edges.terminals, scalars[i]!, target);
      addCalls(edges.calls, node.objects(), target, depth);
      addCalls(edges.calls, node.arrays(), target, depth);
    },
  };

  function addCalls(calls: number[], plans: readonly (ObjectPlan | ArrayPlan)[], target: number, depth: number): void {
    for (let i = 0; i < plans.length; i++) {
      const plan = plans[i]!;
      if (plan.alive()) addEdge(calls, numberOf(plan, layout.nested ? depth : 0), target);
    }
  }

  /** The state before a text, as a function of the state after it. */
  const whole: StateKind<number> = {
    edges: (end, edges) => make.value(edges, root, end, 0),
    cost: () => costs.whole(root),
  };

  function numberOf(plan: ObjectPlan | ArrayPlan, depth: number): number {
    let byDepth = numbers.get(plan);
    if (byDepth === undefined) numbers.set(plan, (byDepth = []));
    return (byDepth[depth] ??= rules.push({ plan, depth, start: -1 }) - 1);
  }

  function startOf(number: number): number {
    const rule = rules[number]!;
    if (rule.start < 0) rule.start = begin(rule, number);
    return rule.start;
  }

  function begin({ plan, depth }: Rule, number: number): number {
    if (plan === undefined) {
      const end = make.state(number, ENDING, undefined);
      return make.state(number, whole, end);
    }
    const here: RuleMaker = layout.nested ? { ...make, bytes: costs.bytesAt(depth) } : make;
    if (!("declared" in plan)) return arrayRule(here, plan, number, depth);
    const withMembers = <At>(members: ObjectMembers<At>): number => objectRule(here, plan, members, number, depth);
    if (schema.order === "any") return withMembers(orderedMembers(here, plan, anyOrder(plan, here, make.hold)));
    if (plan.plain()) return withMembers(plainMembers(here, plan));
    return withMembers(orderedMembers(here, plan, declaredOrder(plan, needsOf(plan.declared())!, here)));
  }

  return {
    start: 0,
    startOf,
    ruleOf: (state) => states[state]!.rule,
    edges(state) {
      const { kind, of } = states[state]!;
      return edgesOf(kind, of);
    },
    cost(state) {
      const { kind, of } = states[state]!;
      return kind.cost(of);
    },
    mostCost(state) {
      const { kind, of } = states[state]!;
      return kind.mostCost === undefined ? kind.cost(of) : kind.mostCost(of);
    },
    bytes: () =>
      STATE_BYTES * states.length + EDGE_BYTES * telling.length + held + usedNames.bytes() + refused.heldBytes(),
    tracked: terminals.tells,
    follow: (edge, text) => telling[edge]!.follow(text),
    byText: {
      allowed: (edge) => telling[edge]!.allowed?.(),
      refused: (edge) => telling[edge]!.refused?.() ?? -1,
      refusedTexts: refused,
      followAny: (edge) => telling[edge]!.any(),
      unsure: (edge) => telling[edge]!.unsure,
      mayBeCheapest: (edge) => telling[edge]!.cheapest?.() ?? true,
    },
    name(rule) {
      const { plan } = rules[rule]!;
      return plan === undefined ? "value" : "declared" in plan ? "object" : "array";
    },
  };
}
