// The rule states in which a parser certainly is after a lexeme, if it was in some rule states before: an Earley set
// with these states also contains what they predict, and what the predictions become.

import type { RuleAutomata } from "@espalier/earley";

/**
 * Returns the rule states with edges in every Earley set that is reached from a set with the rule states `states` by a
 * lexeme that each of `terminals` matches; ascending.
 */
export function statesAfter(
  rules: RuleAutomata,
  states: readonly number[],
  terminals: readonly number[],
): readonly number[] {
  const predicted = predictedBy(rules, states);
  // The rule states after the lexeme, apart by whether their rule began before it or directly at its start.
  const older = new Set<number>();
  const begun = new Set<number>();
  for (const state of states) addTargets(rules, state, terminals, older);
  for (const state of predicted) addTargets(rules, state, terminals, begun);
  // A rule that began there and may end has read the lexeme alone, since no rule derives the empty text.
  for (const state of begun) {
    if (rules.final[state] === 0) continue;
    const rule = rules.ruleOf[state]!;
    for (const caller of states) addReturns(rules, caller, rule, older);
    for (const caller of predicted) addReturns(rules, caller, rule, begun);
  }
  const hasEdges = (q: number): boolean =>
    rules.terminalEdges[q]! < rules.terminalEdges[q + 1]! || rules.callEdges[q]! < rules.callEdges[q + 1]!;
  return [...new Set([...older, ...begun])].filter(hasEdges).sort((a, b) => a - b);
}

/** Returns the start states of the rules that begin in `states`, directly or at the start of other rules. */
export function predictedBy(rules: RuleAutomata, states: readonly number[]): ReadonlySet<number> {
  const predicted = new Set<number>();
  const predict = (q: number): void => {
    for (let e = rules.callEdges[q]!; e < rules.callEdges[q + 1]!; e++)
      predicted.add(rules.startOf[rules.callLabel[e]!]!);
  };
  states.forEach(predict);
  predicted.forEach(predict);
  return predicted;
}

function addTargets(rules: RuleAutomata, q: number, terminals: readonly number[], targets: Set<number>): void {
  for (let e = rules.terminalEdges[q]!; e < rules.terminalEdges[q + 1]!; e++)
    if (terminals.includes(rules.terminalLabel[e]!)) targets.add(rules.terminalTarget[e]!);
}

/** Adds the states to which rule state `q` goes when a call of `rule` returns. */
function addReturns(rules: RuleAutomata, q: number, rule: number, targets: Set<number>): void {
  for (let e = rules.callEdges[q]!; e < rules.callEdges[q + 1]!; e++)
    if (rules.callLabel[e] === rule) targets.add(rules.callTarget[e]!);
}
