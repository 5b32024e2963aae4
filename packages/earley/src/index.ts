export { automataRules } from "./automata-rules.js";
export type { Chart, SetId } from "./chart.js";
export { createChart, DEAD_SET } from "./chart.js";
export { type CompiledSuffix, compileSuffix } from "./compile-suffix.js";
export type { Completion } from "./completions.js";
export { grammarText } from "./grammar-text.js";
// For packages that pass limits on.
export { limitsKind } from "./kinds.js";
export { createLazyCost, type LazyCost } from "./lazy-cost.js";
export { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
export { leftQuotient, rightQuotient, type TerminalStrings } from "./quotient-grammar.js";
export { createRightQuotient, type RightQuotient, type RightQuotientOptions } from "./right-quotient.js";
export { compileRules, type RuleAutomata } from "./rule-automata.js";
export { readRules, writeRules } from "./rule-text.js";
export type { ChartRules, LazyRules, RuleEdges } from "./rules.js";
export { createSuffixChart, type SuffixChart } from "./suffix-chart.js";
export type { SuffixNode } from "./suffix-cycle.js";
export { DEAD_SUFFIX, type Suffixes, type SuffixId } from "./suffixes.js";
export { regularAutomaton, stringAutomaton, type TerminalAutomaton } from "./terminal-automaton.js";
