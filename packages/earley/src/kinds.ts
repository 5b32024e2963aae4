// The kinds of arguments that the functions of this package check.
import {
  either,
  having,
  integer,
  type Kind,
  type KindsOf,
  listOf,
  number,
  options,
  text,
  tuple,
} from "@espalier/arguments";
import type { ChartLimits } from "./limits.js";

const bound = number({ min: 0, max: Number.POSITIVE_INFINITY });
const LIMITS: KindsOf<ChartLimits> = { ruleStates: bound, items: bound, sets: bound, bytes: bound };

/** The limits of a chart. */
export const limitsKind: Kind = options(LIMITS);

/** The names of the terminals, by id. */
export const terminalNamesKind: Kind = listOf(text);

/** What `compileRules` returns. */
export const ruleAutomataKind: Kind = having("rules, as compileRules makes them of a grammar", {
  terminals: "object",
  nonterminals: "object",
  stateCount: "number",
  terminalEdges: "object",
});

/** Rules whose states are created on demand. */
const chartRulesKind: Kind = having("lazy rules", {
  start: "number",
  startOf: "function",
  ruleOf: "function",
  edges: "function",
});

/** The rules of a chart. */
export const rulesKind: Kind = either(ruleAutomataKind, chartRulesKind);

/** A chart. */
export const chartKind: Kind = having("a chart", { rules: "object", scan: "function", accepts: "function" });

/** A chart of suffixes. */
export const suffixChartKind: Kind = having("a suffix chart", {
  prepend: "function",
  either: "function",
  cycle: "function",
});

const nodes = listOf(integer({ min: 0 }));

/** An automaton over terminals. */
export const terminalAutomatonKind: Kind = having("an automaton { nodeCount, edges, starts, finals }", {
  nodeCount: integer({ min: 0 }),
  edges: listOf(tuple(integer({ min: 0 }), either(integer({ min: 0 }), text), integer({ min: 0 }))),
  starts: nodes,
  finals: nodes,
});

/** A string of terminals, or an automaton of such strings. */
export const terminalStringsKind: Kind = either(listOf(text), terminalAutomatonKind);
