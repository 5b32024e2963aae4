// Prepares a schema for every use: reads it, resolves its references, and converts it to *nodes*, which are
// conjunctions of subschemas (nodes/node.ts). It visits all nodes, so that a schema that cannot be enforced is rejected
// before any text is written.

import { defaultEngine, type Engine, withRoom } from "@espalier/automata";
import { createFuel, FuelError, LimitError } from "@espalier/monitor";
import { loadDocument } from "../document/document.js";
import { SchemaError, type SchemaIssue } from "../document/issue.js";
import { LONE_SURROGATE } from "../document/site.js";
import { createNodes, type Nodes } from "../nodes/node.js";
import type { ArrayPlan, Node, ObjectPlan } from "../nodes/plan.js";
import { stringKeywords } from "../nodes/string-keywords.js";
import { createNumberSets } from "../numbers/number-sets.js";
import { type Costs, createCosts } from "../rules/costs.js";
import { DEFAULT_LIMITS, type MemberOrder, type SchemaLimits, type SchemaOptions } from "../rules/options.js";
import { createTerminals, type Terminals } from "../rules/terminals.js";
import { type Layout, layoutOf, type UsualSpaces, usualSpaces, type Whitespace } from "../rules/whitespace.js";
import type { Escapes } from "../strings/quoting.js";
import { explore } from "./explore.js";

/** A schema from which rules can be created: `createRules`. */
export interface PreparedSchema {
  readonly engine: Engine;
  readonly escapes: Escapes;
  readonly order: MemberOrder;
  readonly layout: Layout;
  /** Whitespace that the layout allows. */
  readonly usual: UsualSpaces;
  readonly limits: SchemaLimits;
  readonly nodes: Nodes;
  readonly root: Node;
  /** Every node that a text can reach. */
  readonly reachable: readonly Node[];
  readonly terminals: Terminals;
  readonly costs: Costs;
  /** Returns what is not enforced; computed on first use. */
  notices(): readonly SchemaIssue[];
}

const FLEXIBLE: Whitespace = { kind: "flexible" };

/** @throws SchemaError as `compileSchema`. */
export function prepareSchema(schema: unknown, options: SchemaOptions): PreparedSchema {
  try {
    return withRoom(options.engine ?? defaultEngine(), (engine) => prepareOn(engine, schema, options));
  } catch (error) {
    if (error instanceof LimitError) throw tooLarge(error);
    if (isStackOverflow(error)) throw tooDeep();
    throw error;
  }
}

function prepareOn(engine: Engine, schema: unknown, options: SchemaOptions): PreparedSchema {
  const limits: SchemaLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const fuel = createFuel(limits.fuel);
  let pointer = "#";
  const looksAt = (nodes: Nodes, node: Node): void => {
    ({ pointer } = nodes.schemaOf(node));
  };
  try {
    return fuel.run(() => prepareWithin(engine, schema, options, limits, looksAt));
  } catch (error) {
    if (error instanceof FuelError && error.fuel === fuel) throw tooMuchWork(error, pointer);
    throw error;
  }
}

function prepareWithin(
  engine: Engine,
  schema: unknown,
  options: SchemaOptions,
  limits: SchemaLimits,
  looksAt: (nodes: Nodes, node: Node) => void,
): PreparedSchema {
  const { draft, formats, resolve, whitespace = FLEXIBLE } = options;
  const layout = layoutOf(whitespace);
  const document = loadDocument(schema, { draft, resolve, formats });
  const unknown: SchemaIssue[] = [];
  const numbers = createNumberSets(engine, options.numbers ?? "doubles");
  const nodes = createNodes(engine, numbers, stringKeywords(unknown), limits, () => tooManyNodes(limits.nodes));
  const root = nodes.ofSchema(document.root);
  const order = options.order ?? "declared";
  const reachable = explore(
    nodes,
    root,
    order,
    limits.variants,
    () => tooManyVariants(limits.variants),
    (node) => looksAt(nodes, node),
  );
  let listed: readonly SchemaIssue[] | undefined;
  const unenforced = (): readonly SchemaIssue[] => [...document.notices(), ...unknown];
  const notices = (): readonly SchemaIssue[] =>
    (listed ??= [
      ...unenforced(),
      ...partialNumbers(nodes, reachable),
      ...boundedNames(nodes, reachable),
      ...boundedItems(reachable),
      ...plainItems(nodes, reachable),
    ]);
  if (options.notices === "refuse" && unenforced().length > 0)
    throw new SchemaError("unsupported-schema", unenforced());
  if (!isInhabited(nodes, root, reachable)) {
    const reasons = notices().filter(({ code }) => code === LONE_SURROGATE || code === PARTIAL_NUMBERS);
    // Perhaps nothing satisfies the schema because numbers are read as doubles. So try once more with numbers as
    // decimals. If this also finds that nothing satisfies the schema, the doubles are not the reason. From 1e300 on,
    // this test proves nothing, because some texts are undecided in both readings.
    if (reasons.some(({ code }) => code === PARTIAL_NUMBERS) && !hasNumberFrom(1e300, schema)) {
      prepareWithin(engine, schema, { ...options, numbers: "decimals" }, limits, looksAt);
    }
    throw reasons.length === 0 ? unsatisfiable() : unwritable(reasons);
  }
  const escapes = options.escapes ?? "needed";
  const terminals = createTerminals(layout, escapes, numbers, options.integers ?? "any");
  const costs = createCosts(engine, nodes, terminals, layout, order);
  const usual = usualSpaces(whitespace);
  return { engine, escapes, order, layout, usual, limits, nodes, root, reachable, terminals, costs, notices };
}

/** Returns whether a schema contains a number of at least this magnitude. */
function hasNumberFrom(magnitude: number, schema: unknown): boolean {
  let found = false;
  JSON.stringify(schema, (_, value: unknown) => {
    found ||= typeof value === "number" && Math.abs(value) >= magnitude;
    return value;
  });
  return found;
}

/**
 * A long chain of required properties would overflow the stack, so the nodes are tested from the end of the chain.
 */
function isInhabited(nodes: Nodes, root: Node, reachable: readonly Node[]): boolean {
  if (reachable.length > LONG) lookFromTheEnd(nodes, reachable);
  try {
    return nodes.inhabited(root);
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    lookFromTheEnd(nodes, reachable);
    return nodes.inhabited(root);
  }
}

/** This many nested nodes fit on the stack, unless the caller has left little of it. */
const LONG = 500;

function lookFromTheEnd(nodes: Nodes, reachable: readonly Node[]): void {
  for (let i = reachable.length - 1; i > 0; i--) nodes.inhabited(reachable[i]!);
}

/** V8 and JavaScriptCore throw a RangeError, SpiderMonkey an InternalError of its own. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/u.test(error.message);
}

function tooLarge({ message }: LimitError): SchemaError {
  return new SchemaError("schema-limit", [
    { code: "too-large", pointer: "#", message, hint: "Use smaller patterns and fewer constants, or a larger engine" },
  ]);
}

function tooMuchWork({ fuel }: FuelError, pointer: string): SchemaError {
  const uses = fuel.uses().map(([use, units]) => `${use} ${units}`);
  const message = `compiling it takes more than ${fuel.allowed} units of work (${uses.join(", ")}), most lately here`;
  const hint = "Use fewer combinators at once and smaller patterns, or raise limits.fuel";
  return new SchemaError("schema-limit", [{ code: "too-much-work", pointer, message, hint }]);
}

function tooDeep(): SchemaError {
  const message = "its subschemas are nested too deeply";
  return new SchemaError("schema-limit", [
    { code: "too-deep", pointer: "#", message, hint: "Use shorter chains of references and combinators" },
  ]);
}

/** The notice if numbers are constrained so that not all of their texts are decided. */
function partialNumbers({ numbers, schemaOf }: Nodes, reachable: readonly Node[]): readonly SchemaIssue[] {
  const partial = reachable.find((node) => numbers.isPartial(node.scalars().numbers));
  if (partial === undefined) return [];
  return [
    {
      code: PARTIAL_NUMBERS,
      pointer: schemaOf(partial).pointer,
      message:
        "numbers with more than 15 significant digits, and some with an exponent, are refused if their digits do not show whether the double that they denote is a multiple",
      hint: 'Write such values with fewer digits, or take numbers: "decimals" if the reader does not round',
    },
  ];
}

/** The notice if an object could have more names than are allowed. */
function boundedNames(nodes: Nodes, reachable: readonly Node[]): readonly SchemaIssue[] {
  const isBounded = (plan: ObjectPlan): boolean =>
    plan.most > plan.mostFree &&
    !plan.unlimited() &&
    plan
      .free()
      .some(
        ({ any, ample, variants }) =>
          (any || ample() !== Number.POSITIVE_INFINITY) && variants.some(({ node }) => nodes.inhabited(node)),
      );
  for (const node of reachable) {
    const plan = node.objects().find(isBounded);
    if (plan === undefined) continue;
    return [
      {
        code: "bounded-names",
        pointer: nodes.schemaOf(node).pointer,
        message: `objects of more than ${plan.mostFree} names that no schema declares are refused`,
        hint: "Raise limits.freeNames, or limit the number of names with maxProperties",
      },
    ];
  }
  return [];
}

/** The notice if an array could have more distinct items than are tracked. */
function boundedItems(reachable: readonly Node[]): readonly SchemaIssue[] {
  const isBounded = ({ unique, mostUnique, reach, distinct }: ArrayPlan): boolean =>
    unique !== undefined && reach() > mostUnique && distinct().atMost > mostUnique;
  for (const node of reachable) {
    const plan = node.arrays().find(isBounded);
    if (plan?.unique === undefined) continue;
    return [
      {
        code: "bounded-items",
        pointer: `${plan.unique.pointer}/uniqueItems`,
        keyword: "uniqueItems",
        message: `arrays of more than ${plan.mostUnique} different items are refused`,
        hint: "Raise limits.uniqueItems, or limit the number of items with maxItems",
      },
    ];
  }
  return [];
}

/** The notice if numbers are compared, so that not all of their texts are allowed. */
function plainItems({ numbers }: Nodes, reachable: readonly Node[]): readonly SchemaIssue[] {
  const hasNumbers = ({ unique, variants }: ArrayPlan): boolean =>
    unique !== undefined && variants(0).some(({ node }) => !numbers.isEmpty(node.scalars().numbers));
  for (const node of reachable) {
    const plan = node.arrays().find(hasNumbers);
    if (plan?.unique === undefined) continue;
    return [
      {
        code: "plain-items",
        pointer: `${plan.unique.pointer}/uniqueItems`,
        keyword: "uniqueItems",
        message:
          "numbers among the items are refused with an exponent (`1e2`), and most with more than 15 significant digits",
        hint: "Write such numbers as digits (`100`), or leave uniqueItems to a validator",
      },
    ];
  }
  return [];
}

const PARTIAL_NUMBERS = "partial-numbers";

/** @param reasons why possible values cannot be written. */
function unwritable(reasons: readonly SchemaIssue[]): SchemaError {
  const told = reasons.map((reason) => ({ ...reason, message: `nothing can be written: ${reason.message}` }));
  return new SchemaError("unsupported-schema", told);
}

function unsatisfiable(): SchemaError {
  const message = "no value satisfies this schema";
  const hint =
    "Look for contradictions: types that exclude each other, bounds that cross, required properties that are forbidden";
  return new SchemaError("unsatisfiable-schema", [{ code: "unsatisfiable", pointer: "#", message, hint }]);
}

function tooManyNodes(limit: number): SchemaError {
  return tooMany("too-many-nodes", `its subschemas combine to more than ${limit} conjunctions`);
}

function tooManyVariants(limit: number): SchemaError {
  return tooMany(
    "too-many-variants",
    `its combinators make more than ${limit} kinds of values of its members and items`,
  );
}

function tooMany(code: string, message: string): SchemaError {
  return new SchemaError("schema-limit", [{ code, pointer: "#", message, hint: "Use fewer combinators at once" }]);
}
