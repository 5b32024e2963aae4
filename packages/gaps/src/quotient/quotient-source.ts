// What may stand between a prefix and a suffix, as a grammar that other engines can run. It combines the quotient of the grammar by the terminals of both
// sides, the rest of a lexeme that the prefix begins, the beginning of a lexeme that ends in the suffix, and the rule that each lexeme is as long as possible.
// The expression of each terminal includes the condition on what may directly follow the previous lexeme. The grammar therefore means the same whether an
// engine uses the longest match or considers every split of the text.
//
// (Melcer et al. 2024, §III and §IV-B, whose grammar this is for languages without layout.)

import { signature } from "@espalier/arguments";
import { defaultEngine, equivalent, type Regex } from "@espalier/automata";
import { leftQuotient, rightQuotient } from "@espalier/earley";
import {
  choice,
  EMPTY,
  type Expression,
  type Grammar,
  nonterminal,
  optional,
  type Rule,
  terminal,
} from "@espalier/grammar";
import { bytesOf, type Text } from "@espalier/monitor";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";
import { fillMiddle } from "../gap/fill.js";
import { lexedLanguageKind, quotientKind } from "../kinds.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import { createBoundaries } from "./boundaries.js";
import { boundedRules, inOrder } from "./bounded-grammar.js";
import type { TerminalSteps } from "./expression-ends.js";
import { isTrivia } from "./lexemes.js";
import { mergedRules, replaced } from "./merged-rules.js";
import { plainRegex, type StepFunction } from "./plain-regex.js";
import { QuotientError } from "./refusal.js";

export interface QuotientOptions {
  readonly prefix: Text;
  readonly suffix: Text;
  /** How the grammar will be run; its meaning does not depend on it. Default `maximal`. */
  readonly munch?: SyntaxSource["munch"];
}

/** The largest number of states of the automaton for the texts of one lexeme. */
const MOST_STATES = 2_000;

const checkQuotientSource = signature("quotientSource", { language: lexedLanguageKind, options: quotientKind });

/**
 * Returns the middles between `prefix` and `suffix`, exactly those of `fillMiddle` under the policy `all`, as a source
 * without `skip`: the grammar contains the blanks. Terminals are named after the kinds of lexemes. There are two other
 * terminals. `NAME_REST` matches the rest of a lexeme that the prefix begins. `HEAD_1` matches the beginning of a
 * lexeme that ends in the suffix, if it is not itself a lexeme.
 *
 * Cost: one grammar for each way to read the suffix (few), times the pairs of ways in which lexemes can end (usually one or two).
 *
 * @throws QuotientError if no plain grammar expresses the gap; see its `code`.
 * @throws FillError if the prefix does not begin a text of the language, or if no middle connects it to the suffix.
 */
export function quotientSource(language: LexedLanguage, options: QuotientOptions): SyntaxSource {
  checkQuotientSource(language, options);
  const { core } = language;
  checkPlain(core.compiled.source);
  const { kinds, source } = core.compiled;
  const [prefix, suffix] = [bytesOf(options.prefix), bytesOf(options.suffix)];
  fillMiddle(language, { prefix, suffix, policy: "all" });
  const boundaries = createBoundaries(core, prefix, suffix);

  // Terminals, keyed by what they match.
  const patterns = new Map<string, PatternTerminal>();
  const named = new Set<string>();
  function pattern(otherwise: string, texts: StepFunction): Expression | undefined {
    const regex = spelt(texts);
    if (regex === undefined) return undefined;
    return patternOf(otherwise, regex);
  }
  function patternOf(otherwise: string, found: Regex): Expression {
    const same = kinds.find(({ kind }) => equivalent(kind.regex, found, defaultEngine()).holds)?.kind;
    const [base, regex] = same === undefined ? [otherwise, found] : [same.name, same.regex];
    const key = JSON.stringify(regex, (_, value: unknown) => (value === Number.POSITIVE_INFINITY ? "inf" : value));
    let known = patterns.get(key);
    if (known === undefined) {
      let name = base;
      for (let k = 2; named.has(name); k++) name = `${base}_${k}`;
      named.add(name);
      known = { kind: "pattern", name, regex };
      patterns.set(key, known);
    }
    return terminal(known.name);
  }

  const lexemes = new Map<string, Expression>();
  /** A lexeme of `kind` between two states. */
  function lexeme(from: number, kind: number, to: number): Expression {
    const key = `${from};${kind};${to}`;
    let found = lexemes.get(key);
    if (found !== undefined) return found;
    const { ended } = boundaries.states[from]!;
    const inside = from === 0 && boundaries.insideLexeme;
    const { name } = kinds[kind]!.kind;
    const texts = pattern(inside ? `${name}_REST` : name, boundaries.lexeme(from, kind, to));
    const isEnded = ended !== undefined && ended.kind === kind && ended.to === to;
    found = texts === undefined ? EMPTY : isEnded ? optional(texts) : texts;
    lexemes.set(key, found);
    return found;
  }
  const edges = boundaries.states.map((state, from) => {
    const list = [...boundaries.edges(from)];
    const { ended } = state;
    if (ended !== undefined && !list.some(([kind, to]) => kind === ended.kind && to === ended.to))
      list.push([ended.kind, ended.to]);
    return list;
  });

  // Blanks and comments lead from a state to one after all of them. States that differ only in blanks and comments are one there.
  const places: number[] = [];
  const placeOf: number[] = [];
  const placeNumber = new Map<string, number>();
  boundaries.states.forEach((_, state) => {
    const key = boundaries.signature(state);
    if (!placeNumber.has(key)) placeNumber.set(key, places.push(state) - 1);
    placeOf.push(placeNumber.get(key)!);
  });
  const blankRules = new Map<string, Expression>();
  const trivia = edges.map((list) => list.filter(([kind]) => isTrivia(kinds[kind]!)));
  const behindBlanks = edges.map((_, first) => {
    const met = new Set([first]);
    for (const state of met) for (const [, to] of trivia[state]!) met.add(to);
    return new Set([...met].map((state) => placeOf[state]!));
  });
  function blanks(from: number, place: number): Expression {
    const name = `blank ${from} ${place}`;
    if (!blankRules.has(name)) {
      blankRules.set(name, EMPTY);
      const options: Expression[] = placeOf[from] === place ? [EMPTY] : [];
      for (const [kind, to] of trivia[from]!)
        if (behindBlanks[to]?.has(place) === true) options.push(inOrder(lexeme(from, kind, to), blanks(to, place)));
      blankRules.set(name, choice(...options));
    }
    return nonterminal(name);
  }

  const readBy = (name: string, from: number): readonly (readonly [kind: number, to: number])[] =>
    edges[places[from]!]!.filter(([kind]) => kinds[kind]!.kind.terminals[0] === name);
  const steps: TerminalSteps = {
    stateCount: places.length,
    ends: (name, from) => readBy(name, from).flatMap(([, to]) => [...behindBlanks[to]!]),
    expression: (name, from, to) =>
      choice(
        ...readBy(name, from)
          .filter(([, behind]) => behindBlanks[behind]?.has(to) === true)
          .map(([kind, behind]) => inOrder(lexeme(places[from]!, kind, behind), blanks(behind, to))),
      ),
  };

  // One quotient for each way to read the suffix, either from its first boundary or from inside a lexeme.
  const left = leftQuotient(source.grammar, boundaries.prefix);
  const wholes: Expression[] = [];
  const rules: Rule[] = [];
  for (const [number, after] of [...boundaries.suffixes].entries()) {
    const grammar = rightQuotient(left, after);
    const bounded = boundedRules(grammar, steps, `${number} `);
    for (const first of behindBlanks[0]!) {
      for (const last of bounded.ends(grammar.start, first)) {
        const head = beginning(places[last]!, number);
        if (head === undefined) continue;
        wholes.push(inOrder(blanks(0, first), bounded.between(grammar.start, first, last), head));
      }
    }
    rules.push(...bounded.rules());
  }
  /** The beginnings that lead into the suffix as this class reads it; `undefined` if there are none. */
  function beginning(state: number, suffixClass: number): Expression | undefined {
    const empty = boundaries.states[state]!.suffix === suffixClass;
    const texts = boundaries.beginningsOf(state).includes(suffixClass)
      ? pattern(`HEAD_${suffixClass + 1}`, boundaries.beginning(state, suffixClass))
      : undefined;
    if (texts === undefined) return empty ? EMPTY : undefined;
    return empty ? optional(texts) : texts;
  }

  for (const [name, body] of blankRules) rules.push({ name, body });
  const start = unused(source.grammar.start, rules);
  const grammar = shortNames(mergedRules({ start, rules: [{ name: start, body: choice(...wholes) }, ...rules] }));
  const used = new Set(terminalsOf(grammar.rules));
  return {
    grammar,
    terminals: [...patterns.values()].filter(({ name }) => used.has(name)),
    skip: [],
    munch: options.munch ?? "maximal",
  };
}

function checkPlain({ layout, modes, kinds }: LexedLanguage["core"]["compiled"]["source"]): void {
  if (layout !== undefined) throw new QuotientError("layout", "lines and indentation matter in its language");
  const framed = kinds.find(({ opens, closes = 0 }) => opens !== undefined || closes > 0);
  if (framed !== undefined || modes.length > 1) {
    const what =
      framed === undefined ? `there are ${modes.length} lexical modes` : `${framed.name} opens or closes one`;
    throw new QuotientError("modes", `what a lexeme is depends on what is open (${what})`);
  }
  for (const { name, terminals, onlyBefore } of kinds) {
    if (terminals.length > 1)
      throw new QuotientError("several-terminals", `${name} is one lexeme and read as ${terminals.join(" ")}`);
    if (onlyBefore !== undefined)
      throw new QuotientError("only-before", `${name} may only stand where ${onlyBefore} could be read`);
  }
}

/** The texts as a plain expression; `undefined` if there are none. */
function spelt(texts: StepFunction): Regex | undefined {
  try {
    return plainRegex(texts, MOST_STATES);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new QuotientError("too-large", `the texts of a lexeme need more than ${MOST_STATES} states`);
  }
}

/** Restores the original names of rules where only one rule has the name. */
function shortNames({ start, rules }: Grammar): Grammar {
  const groups = new Map<string, string[]>();
  for (const { name } of rules) {
    const base = name.replace(/(?: \d+)+$/, "");
    const group = groups.get(base) ?? [];
    groups.set(base, group);
    group.push(name);
  }
  const short = new Map<string, string>();
  for (const [base, names] of groups)
    for (const [at, name] of names.entries()) short.set(name, at === 0 ? base : `${base} ${at + 1}`);
  const by = (name: string): Expression => nonterminal(short.get(name)!);
  return {
    start: short.get(start)!,
    rules: rules.map(({ name, body }) => ({ name: short.get(name)!, body: replaced(body, by) })),
  };
}

function unused(name: string, rules: readonly Rule[]): string {
  const taken = new Set(rules.map((rule) => rule.name));
  let free = name;
  while (taken.has(free)) free += "'";
  return free;
}

function* terminalsOf(rules: readonly Rule[]): Iterable<string> {
  const open: Expression[] = rules.map(({ body }) => body);
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.kind === "terminal") yield each.name;
    else if (each.kind === "sequence") open.push(...each.items);
    else if (each.kind === "choice") open.push(...each.options);
    else if (each.kind === "repeat") open.push(each.item);
  }
}
