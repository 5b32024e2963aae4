export { automataRules } from "./automata-rules.js";
export type { Chart, Completion, SetId } from "./chart.js";
export { createChart, DEAD_SET } from "./chart.js";
export { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
export { compileRules, type RuleAutomata } from "./rule-automata.js";
export type { ChartRules, LazyRules, RuleEdges } from "./rules.js";
