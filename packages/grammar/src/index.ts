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
export {
  choice,
  choiceOf,
  EMPTY,
  NOTHING,
  nonterminal,
  optional,
  plus,
  repeat,
  sequence,
  sequenceOf,
  star,
  terminal,
} from "./grammar.js";
// For packages that take grammars as arguments.
export { expressionKind, grammarKind } from "./kinds.js";
