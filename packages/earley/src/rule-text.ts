// Rule automata as compact text, so that a package can ship them instead of compiling its grammar in each process.
//
// The text is a sequence of base-32 numbers. The first 32 characters of `DIGITS` end a number; the other 32 stand for
// the same digits before the end. The numbers are the counts, then the rule and states of each nonterminal, then the
// row of each state. Labels and targets are written as differences from the previous ones, because neighbouring
// terminals often lead to the same state.

import { ArgumentError, signature, text } from "@espalier/arguments";
import { type Grammar, grammarKind } from "@espalier/grammar";
import { allowedTerminals } from "./allowed-terminals.js";
import { limitsKind, ruleAutomataKind, terminalNamesKind } from "./kinds.js";
import { ChartLimitError, type ChartLimits, DEFAULT_CHART_LIMITS } from "./limits.js";
import type { RuleAutomata } from "./rule-automata.js";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const BASE = 32;
const BAD = 255;

const zigzag = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number);
const unzigzag = (number: number): number => ((number & 1) === 1 ? -(number + 1) / 2 : number / 2);

const checkWriteRules = signature("writeRules", { grammar: grammarKind, automata: ruleAutomataKind });

/**
 * Returns the text from which {@link readRules} restores `automata`. {@link compileRules} must have compiled them from
 * `grammar`. O(edges).
 *
 * @example
 * import { nonterminal, optional, sequence, terminal } from "@espalier/grammar";
 *
 * const nested = sequence(terminal("("), optional(nonterminal("nested")), terminal(")"));
 * const grammar = { start: "nested", rules: [{ name: "nested", body: nested }] };
 * const written = writeRules(grammar, compileRules(grammar));
 * readRules(grammar, ["(", ")"], written).stateCount; // => 4
 */
export function writeRules(grammar: Grammar, automata: RuleAutomata): string {
  checkWriteRules(grammar, automata);
  const { terminals, nonterminals, startOf, stateCount, final } = automata;
  const ruleOf = new Map(grammar.rules.map(({ name }, rule) => [name, rule]));
  const numbers: number[] = [
    grammar.rules.length,
    terminals.length,
    automata.acceptsEmpty ? 1 : 0,
    nonterminals.length,
    stateCount,
    automata.terminalLabel.length,
    automata.callLabel.length,
  ];
  nonterminals.forEach((name, n) => {
    numbers.push(ruleOf.get(name)!, (startOf[n + 1] ?? stateCount) - startOf[n]!);
  });
  const row = (q: number, edges: Int32Array, label: Int32Array, target: Int32Array): void => {
    let [lastLabel, lastTarget] = [0, q];
    for (let e = edges[q]!; e < edges[q + 1]!; e++) {
      numbers.push(zigzag(label[e]! - lastLabel), zigzag(target[e]! - lastTarget));
      [lastLabel, lastTarget] = [label[e]!, target[e]!];
    }
  };
  const { terminalEdges, terminalLabel, terminalTarget, callEdges, callLabel, callTarget } = automata;
  for (let q = 0; q < stateCount; q++) {
    numbers.push(2 * (terminalEdges[q + 1]! - terminalEdges[q]!) + final[q]!);
    row(q, terminalEdges, terminalLabel, terminalTarget);
    numbers.push(callEdges[q + 1]! - callEdges[q]!);
    row(q, callEdges, callLabel, callTarget);
  }
  return numbers.map(spelt).join("");
}

function spelt(number: number): string {
  let digits = DIGITS[number % BASE]!;
  for (let rest = Math.floor(number / BASE); rest > 0; rest = Math.floor(rest / BASE))
    digits = DIGITS[BASE + (rest % BASE)]! + digits;
  return digits;
}

const checkReadRules = signature("readRules", {
  grammar: grammarKind,
  terminals: terminalNamesKind,
  written: text,
  limits: limitsKind,
});

/**
 * Restores the automata that {@link writeRules} wrote, for the grammar and terminals that they were compiled from.
 * O(edges); compiles nothing.
 *
 * @throws ArgumentError if `written` is malformed, or belongs to a grammar with a different number of rules or
 * terminals.
 * @throws ChartLimitError if the automata have more than `limits.ruleStates` states.
 */
export function readRules(
  grammar: Grammar,
  terminals: readonly string[],
  written: string,
  limits: ChartLimits = DEFAULT_CHART_LIMITS,
): RuleAutomata {
  checkReadRules(grammar, terminals, written, limits);
  const { next, isOver } = reader(written);
  if (next() !== grammar.rules.length || next() !== terminals.length) throw malformed();
  const acceptsEmpty = next() === 1;
  const [nonterminalCount, stateCount, terminalCount, callCount] = [next(), next(), next(), next()];
  // Each number takes at least one digit.
  if (nonterminalCount + stateCount + terminalCount + callCount > written.length) throw malformed();
  if (stateCount > limits.ruleStates) {
    throw new ChartLimitError("ruleStates", limits.ruleStates, `the grammar has ${stateCount} rule states`);
  }
  const ruleOf = new Int32Array(stateCount);
  const startOf = new Int32Array(nonterminalCount);
  const nonterminals: string[] = [];
  let state = 0;
  for (let n = 0; n < nonterminalCount; n++) {
    const rule = grammar.rules[next()];
    if (rule === undefined) throw malformed();
    nonterminals.push(rule.name);
    startOf[n] = state;
    ruleOf.fill(n, state, (state += next()));
  }
  const final = new Uint8Array(stateCount);
  const terminalEdges = new Int32Array(stateCount + 1);
  const callEdges = new Int32Array(stateCount + 1);
  const [terminalLabel, terminalTarget] = [new Int32Array(terminalCount), new Int32Array(terminalCount)];
  const [callLabel, callTarget] = [new Int32Array(callCount), new Int32Array(callCount)];
  const row = (q: number, from: number, to: number, labels: number, label: Int32Array, target: Int32Array): void => {
    if (to > label.length) throw malformed();
    let [lastLabel, lastTarget] = [0, q];
    for (let e = from; e < to; e++) {
      label[e] = lastLabel += unzigzag(next());
      target[e] = lastTarget += unzigzag(next());
      if (lastLabel < 0 || lastLabel >= labels || lastTarget < 0 || lastTarget >= stateCount) throw malformed();
    }
  };
  for (let q = 0; q < stateCount; q++) {
    const count = next();
    final[q] = count & 1;
    terminalEdges[q + 1] = terminalEdges[q]! + (count >> 1);
    row(q, terminalEdges[q]!, terminalEdges[q + 1]!, terminals.length, terminalLabel, terminalTarget);
    callEdges[q + 1] = callEdges[q]! + next();
    row(q, callEdges[q]!, callEdges[q + 1]!, nonterminalCount, callLabel, callTarget);
  }
  if (
    !isOver() ||
    state !== stateCount ||
    terminalEdges[stateCount] !== terminalCount ||
    callEdges[stateCount] !== callCount
  )
    throw malformed();
  const edges = { terminalEdges, terminalLabel, terminalTarget, callEdges, callLabel, callTarget };
  return {
    terminals,
    nonterminals,
    acceptsEmpty,
    stateCount,
    ruleOf,
    startOf,
    final,
    ...edges,
    ...allowedTerminals(edges, startOf, terminals.length),
  };
}

function malformed(): ArgumentError {
  return new ArgumentError(
    "out-of-range",
    "written",
    "readRules: the text must be what writeRules wrote for this grammar and these terminals.",
  );
}

/** Reads the numbers of a text one after another. */
function reader(written: string): { next(): number; isOver(): boolean } {
  const digitOf = new Uint8Array(128).fill(BAD);
  for (let i = 0; i < DIGITS.length; i++) digitOf[DIGITS.charCodeAt(i)] = i;
  let at = 0;
  return {
    next(): number {
      let number = 0;
      for (;;) {
        const digit = digitOf[written.charCodeAt(at++)] ?? BAD;
        if (digit === BAD) throw malformed();
        number = number * BASE + (digit & (BASE - 1));
        if (digit < BASE) return number;
      }
    },
    isOver: () => at === written.length,
  };
}
