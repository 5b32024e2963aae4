export type { Expression, Grammar, Rule } from "./grammar.js";
export { choice, EMPTY, NOTHING, nonterminal, optional, plus, repeat, sequence, star, terminal } from "./grammar.js";
