// What of parsers a page downloads first, as `@espalier/earley/plain`: charts of grammars that are compiled in advance.

export type { Chart, SetId } from "./chart.js";
export { createChart, DEAD_SET } from "./chart.js";
export { limitsKind } from "./kinds.js";
export { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
export { compileRules, type RuleAutomata } from "./rule-automata.js";
export type { ChartRules } from "./rules.js";
