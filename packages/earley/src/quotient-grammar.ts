// Quotients as grammars, for people and for other engines: prefix\L, L/suffix and both.
//
// A prefix *cuts* a rule that it leaves unfinished. The cut rule has a tail, `A<i->`: the rest of an A that began at
// terminal i of the prefix. A rule that the suffix cuts has a head, `A<-j>`: the missing beginning of an A that ends
// after the first j terminals of the suffix. `A<i-j>` is the part between both. Other rules stay unchanged. The right
// quotient is the left quotient of the reversed grammar; the quotient by both applies the two quotients one after the
// other. Sources: Melcer, Fulton, Gouda and Qian 2024, §III and Figure 2; Bar-Hillel, Perles and Shamir 1961.

import { signature } from "@espalier/arguments";
import {
  checkGrammar,
  type Expression,
  type Grammar,
  grammarKind,
  NOTHING,
  nonterminal,
  type Rule,
} from "@espalier/grammar";
import { type CutName, cutRules } from "./cut-rules.js";
import { terminalStringsKind } from "./kinds.js";
import { reversed } from "./partial-derivatives.js";
import { checkAutomaton, stringAutomaton, type TerminalAutomaton } from "./terminal-automaton.js";
import { tidyGrammar } from "./tidy-grammar.js";

/** A string of terminal names, or a regular set of such strings. */
export type TerminalStrings = readonly string[] | TerminalAutomaton<string>;

const checkLeftQuotient = signature("leftQuotient", { grammar: grammarKind, prefix: terminalStringsKind });

/**
 * Returns the grammar of what may follow a prefix: the texts w such that some string of `prefix` followed by w is in
 * the language. If there are no such texts, the start rule of the result derives nothing.
 *
 * Cost: O(n³) in the nodes of the prefix in the worst case, and O(n) for most grammars. The result has one rule for
 * each rule that is unfinished at the end of the prefix.
 *
 * @throws GrammarError if names are undefined or defined twice.
 * @throws RangeError for a node of the automaton that does not exist.
 *
 * @example
 * import { nonterminal, sequence, terminal } from "@espalier/grammar";
 *
 * const pair = { start: "pair", rules: [{ name: "pair", body: sequence(terminal("a"), terminal("b"), terminal("c")) }] };
 * grammarText(leftQuotient(pair, ["a"])); // => "pair<0-> = b c"
 */
export function leftQuotient(grammar: Grammar, prefix: TerminalStrings): Grammar {
  checkLeftQuotient(grammar, prefix);
  return quotient(grammar, prefix, (rule, from) => {
    const head = /^(.*)<-(\d+)>$/s.exec(rule);
    return head === null ? `${rule}<${from}->` : `${head[1]}<${from}-${head[2]}>`;
  });
}

const checkRightQuotient = signature("rightQuotient", { grammar: grammarKind, suffix: terminalStringsKind });

/**
 * Returns the grammar of what may precede a suffix: the texts w such that w followed by some string of `suffix` is in
 * the language. If there are no such texts, the start rule of the result derives nothing. Cost and errors as for
 * {@link leftQuotient}.
 */
export function rightQuotient(grammar: Grammar, suffix: TerminalStrings): Grammar {
  checkRightQuotient(grammar, suffix);
  const { nodeCount, edges, starts, finals } = automatonOf(suffix);
  const mirrored: TerminalAutomaton<string> = {
    nodeCount,
    edges: edges.map(([from, terminal, to]) => [to, terminal, from] as const),
    starts: finals,
    finals: starts,
  };
  return mirror(
    quotient(mirror(grammar), mirrored, (rule, to) => {
      const tail = /^(.*)<(\d+)->$/s.exec(rule);
      return tail === null ? `${rule}<-${to}>` : `${tail[1]}<${tail[2]}-${to}>`;
    }),
  );
}

function automatonOf(strings: TerminalStrings): TerminalAutomaton<string> {
  return "nodeCount" in strings ? strings : stringAutomaton(strings);
}

function mirror({ start, rules }: Grammar): Grammar {
  return { start, rules: rules.map(({ name, body }) => ({ name, body: reversed(body) })) };
}

function quotient(grammar: Grammar, strings: TerminalStrings, name: CutName): Grammar {
  checkGrammar(grammar);
  const prefix = automatonOf(strings);
  checkAutomaton(prefix);
  // Avoids names that the grammar already uses.
  const given = new Set(grammar.rules.map((rule) => rule.name));
  const free: CutName = (rule, from) => {
    let made = name(rule, from);
    while (given.has(made)) made += "'";
    return made;
  };
  const cuts = cutRules(grammar, prefix, free);
  const tails = cuts.map(({ rule, from, rests }): Rule => ({ name: free(rule, from), body: choiceOf(rests) }));
  const cutNames = new Set(tails.map((rule) => rule.name));
  const finals = new Set(prefix.finals);
  const whole: Expression[] = [];
  for (const node of new Set(prefix.starts)) {
    if (cutNames.has(free(grammar.start, node))) whole.push(nonterminal(free(grammar.start, node)));
    if (finals.has(node)) whole.push(nonterminal(grammar.start));
  }
  const start = unused(`${grammar.start}<>`, new Set([...given, ...cutNames]));
  const rules: readonly Rule[] = [{ name: start, body: choiceOf(whole) }, ...tails, ...grammar.rules];
  return tidyGrammar({ start, rules }, (rule) => !given.has(rule));
}

function choiceOf(options: readonly Expression[]): Expression {
  return options.length === 0 ? NOTHING : { kind: "choice", options };
}

function unused(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free += "'";
  return free;
}
