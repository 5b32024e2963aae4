// A node: the set of values that satisfy a conjunction of literals. Equal conjunctions share one node. The contents are
// computed at first use: scalars as sets (scalars.ts), objects and arrays as lists of plans (object-plan.ts,
// array-plan.ts) whose properties and items are nodes again. Intersections of schemas, recursive ones included,
// therefore form a finite graph: there are finitely many conjunctions.

import type { Engine } from "@espalier/automata";
import { burn } from "@espalier/monitor";
import type { Subschema } from "../document/subschema.js";
import type { NumberSets } from "../numbers/number-sets.js";
import { createStringSets } from "../strings/string-sets.js";
import { arrayContainer } from "./array-cases.js";
import { createArrayPlanner } from "./array-plan.js";
import { createCaseReader } from "./cases.js";
import { createDiscriminators } from "./discriminators.js";
import { createSurelyEmpty } from "./emptiness.js";
import { leastFixpoint } from "./least-fixpoint.js";
import { createLiterals, type Literal, type Literals } from "./literal.js";
import { objectContainer } from "./object-cases.js";
import type { MatchesName } from "./object-facts.js";
import { createObjectPlanner } from "./object-plan.js";
import type { ArrayPlan, Node, NodeContext, ObjectPlan } from "./plan.js";
import type { Scalars } from "./scalar-values.js";
import { createScalarReader, type StringKeywords } from "./scalars.js";

/** Units of work to make a node, for each literal: its facts and plans hold as much memory. */
const MAKING = 20;
/** Units of work to plan one case of objects or arrays: a plan takes about 8 KB, with what it reads and its rule. */
const PLANNING = 700;

export interface NodeLimits {
  /** The largest number of cases for the combinators of one value. */
  readonly cases: number;
  /** The largest number of nodes of one schema. */
  readonly nodes: number;
  /** The largest number of undeclared names in one object. */
  readonly freeNames: number;
  /** The largest number of different items in one array. */
  readonly uniqueItems: number;
}

export interface Nodes {
  readonly literals: Literals;
  readonly numbers: NumberSets;
  of(literals: readonly Literal[]): Node;
  ofSchema(schema: Subschema): Node;
  /** Returns the first schema that the values of a node satisfy. */
  schemaOf(node: Node): Subschema;
  /** Returns whether some value satisfies the node. */
  inhabited(node: Node): boolean;
}

export function createNodes(
  engine: Engine,
  numbers: NumberSets,
  meaning: StringKeywords,
  limits: NodeLimits,
  full: () => Error,
): Nodes {
  const literals = createLiterals();
  const strings = createStringSets(engine);
  const scalars = createScalarReader(numbers, literals, strings, meaning);
  const inhabited = leastFixpoint(
    (node: Node): boolean =>
      !scalars.isEmpty(node.scalars()) ||
      node.arrays().some((plan) => plan.alive()) ||
      node.objects().some((plan) => plan.alive()),
  );
  const matches: MatchesName = ({ source, schema }, name) => strings.has(meaning.pattern(source, schema), name);
  const context: NodeContext = { engine, limits, literals, numbers, strings, scalars, meaning, matches, of, inhabited };
  const surelyEmpty = createSurelyEmpty(literals, scalars);
  const objects = objectContainer(literals, surelyEmpty, matches);
  const arrays = arrayContainer(literals, surelyEmpty);
  const objectCases = createCaseReader(literals, objects, createDiscriminators(literals), limits.cases);
  const arrayCases = createCaseReader(literals, arrays, () => false, limits.cases);
  const planObject = createObjectPlanner(context);
  const planArray = createArrayPlanner(context);

  const planned =
    <Facts, Plan>(plan: (facts: Facts) => Plan) =>
    (facts: Facts): Plan => {
      burn("schema", PLANNING);
      return plan(facts);
    };

  const nodes: Node[] = [];
  const known = new Map<string, Node>();
  const single: (Node | undefined)[] = [];

  function of(all: readonly Literal[]): Node {
    if (all.length === 1) {
      const [only] = all as [Literal];
      return (single[only] ??= create([only]));
    }
    burn("schema", all.length);
    // The order of the literals is the order of the properties, so it is part of the key.
    const kept = [...new Set(all)];
    if (kept.length === 1) return of(kept);
    const key = kept.join();
    let node = known.get(key);
    if (node === undefined) {
      node = create(kept);
      known.set(key, node);
    }
    return node;
  }

  function create(all: readonly Literal[]): Node {
    if (nodes.length >= limits.nodes) throw full();
    burn("schema", MAKING * all.length);
    let ownScalars: Scalars | undefined;
    let objectPlans: readonly ObjectPlan[] | undefined;
    let arrayPlans: readonly ArrayPlan[] | undefined;
    const node: Node = {
      id: nodes.length,
      literals: all,
      scalars() {
        return (ownScalars ??= scalars.of(all));
      },
      objects() {
        return (objectPlans ??= objectCases(all).map(planned(planObject)));
      },
      arrays() {
        return (arrayPlans ??= arrayCases(all).map(planned(planArray)));
      },
    };
    nodes.push(node);
    return node;
  }

  return {
    literals,
    numbers,
    of,
    ofSchema: (schema: Subschema): Node => of([literals.of(schema)]),
    schemaOf: (node: Node): Subschema => literals.schema(node.literals[0]!),
    inhabited,
  };
}
