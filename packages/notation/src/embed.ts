// Embeds one language in another: the rules and terminals of a part are added to the whole under new names.
//
// A source skips the same text everywhere. If the parts skip different texts, the grammar itself must describe the
// skipped text: it may stand after every terminal and at the beginning, which is equivalent to `skip`.

import {
  choice,
  type Expression,
  nonterminal,
  type Rule,
  sequence,
  star,
  terminal,
  terminalNames,
} from "@espalier/grammar";
import type { SyntaxSource, Terminal } from "@espalier/syntax";

/** A source whose start rule defines the nonterminal `at` of the enclosing grammar. */
export interface Part {
  readonly at: string;
  readonly source: SyntaxSource;
}

/** Returns `whole` with the grammar of each part under its nonterminal. All sources must have the same munch. */
export function embed(whole: SyntaxSource, parts: readonly Part[]): SyntaxSource {
  if (parts.length === 0) return whole;
  const skips = (source: SyntaxSource): string => terminalsOf(source, source.skip).map(contents).sort().join("\n");
  const agree = parts.every((part) => skips(part.source) === skips(whole));
  const outer = agree ? whole : explicitSkip(whole, new Set(parts.map((part) => part.at)));
  const rules: Rule[] = [...outer.grammar.rules];
  const terminals = new Map(outer.terminals.map((each) => [each.name, each]));

  for (const part of parts) {
    const inner = agree ? part.source : explicitSkip(part.source, new Set());
    const names = new Map<string, string>();
    for (const each of inner.terminals) {
      let name = each.name;
      const taken = terminals.get(name);
      if (taken !== undefined && !matchAlike(taken, each)) name = `${part.at}/${each.name}`;
      names.set(each.name, name);
      terminals.set(name, { ...each, name });
    }
    const prefixed = (name: string): string => `${part.at}/${name}`;
    rules.push({ name: part.at, body: nonterminal(prefixed(inner.grammar.start)) });
    for (const rule of inner.grammar.rules) {
      const body = mapNames(
        rule.body,
        (each) => terminal(names.get(each) ?? each),
        (each) => nonterminal(prefixed(each)),
      );
      rules.push({ name: prefixed(rule.name), body });
    }
  }
  const grammar = { start: outer.grammar.start, rules };
  const used = new Set([...outer.skip, ...terminalNames(grammar)]);
  const kept = [...terminals.values()].filter((each) => used.has(each.name));
  return { ...outer, grammar, terminals: kept };
}

/**
 * Returns a source of the same language without `skip`: its grammar describes the skipped text with nonterminals of its
 * own. The nonterminals in `foreign` are treated like terminals, because other sources define them.
 */
export function explicitSkip(source: SyntaxSource, foreign: ReadonlySet<string>): SyntaxSource {
  if (source.skip.length === 0) return source;
  const taken = new Set([...source.grammar.rules.map((rule) => rule.name), ...foreign]);
  const fresh = (name: string): string => {
    while (taken.has(name)) name = `${name}-`;
    taken.add(name);
    return name;
  };
  const gap = nonterminal(fresh("gap"));
  const start = fresh("start-with-gap");
  const rules = source.grammar.rules.map((rule) => ({
    name: rule.name,
    body: mapNames(
      rule.body,
      (name) => sequence(terminal(name), gap),
      (name) => (foreign.has(name) ? sequence(nonterminal(name), gap) : nonterminal(name)),
    ),
  }));
  const gaps: Rule = {
    name: (gap as { readonly name: string }).name,
    body: star(choice(...source.skip.map(terminal))),
  };
  const first: Rule = { name: start, body: sequence(gap, nonterminal(source.grammar.start)) };
  return { ...source, grammar: { start, rules: [first, ...rules, gaps] }, skip: [] };
}

/** Replaces each name in the expression by the result of the matching function. */
function mapNames(
  expression: Expression,
  ofTerminal: (name: string) => Expression,
  ofNonterminal: (name: string) => Expression,
): Expression {
  switch (expression.kind) {
    case "terminal":
      return ofTerminal(expression.name);
    case "nonterminal":
      return ofNonterminal(expression.name);
    case "sequence":
      return { kind: "sequence", items: expression.items.map((each) => mapNames(each, ofTerminal, ofNonterminal)) };
    case "choice":
      return { kind: "choice", options: expression.options.map((each) => mapNames(each, ofTerminal, ofNonterminal)) };
    case "repeat":
      return { ...expression, item: mapNames(expression.item, ofTerminal, ofNonterminal) };
  }
}

function terminalsOf(source: SyntaxSource, names: readonly string[]): Terminal[] {
  return source.terminals.filter((each) => names.includes(each.name));
}

/** Whether two terminals match the same text under the same rules. May return false if it cannot tell. */
function matchAlike(a: Terminal, b: Terminal): boolean {
  if (a.kind === "pattern" && b.kind === "pattern" && a.regex === b.regex)
    return (a.priority ?? 0) === (b.priority ?? 0) && (a.lazy ?? false) === (b.lazy ?? false);
  return contents(a) === contents(b);
}

/** A key for what a terminal matches and how, without its name. */
function contents(each: Terminal): string {
  if (each.kind === "control") return `control ${each.control}`;
  const key = [each.regex, each.priority ?? 0, each.lazy ?? false];
  return JSON.stringify(key, (_, value: unknown) => (value === Number.POSITIVE_INFINITY ? "∞" : value));
}
