export {
  checkGrammar,
  grammarIssues,
  leastWeights,
  nullableRules,
  productiveRules,
  reachableRules,
  terminalNames,
} from "./analysis.js";
export { GrammarError, type GrammarIssue } from "./error.js";
export type { Expression, Grammar, Rule } from "./grammar.js";
export { choice, EMPTY, NOTHING, nonterminal, optional, plus, repeat, sequence, star, terminal } from "./grammar.js";
// For packages that take grammars as arguments.
export { expressionKind, grammarKind } from "./kinds.js";
