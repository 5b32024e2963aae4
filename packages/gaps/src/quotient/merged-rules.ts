// Reduces the number of rules of a grammar without changing the language. Equivalent rules are merged, even if they are equivalent only because of each other
// (partition refinement, Hopcroft and Karp's bisimulation of systems of equations). Rules that only name another symbol are replaced by it.

import { type Expression, type Grammar, type Rule, sequence } from "@espalier/grammar";

export function mergedRules({ start, rules }: Grammar): Grammar {
  let merged: Grammar = { start, rules };
  for (let count = -1; count !== merged.rules.length; ) {
    count = merged.rules.length;
    merged = reachable(inlined(bisimilar(merged)));
  }
  return merged;
}

function bisimilar({ start, rules }: Grammar): Grammar {
  let classOf = new Map(rules.map(({ name }) => [name, 0]));
  for (let count = 0; ; ) {
    const known = new Map<string, number>();
    const refined = new Map<string, number>();
    for (const { name, body } of rules) {
      const key = `${classOf.get(name)} ${textOf(body, (each) => String(classOf.get(each)))}`;
      if (!known.has(key)) known.set(key, known.size);
      refined.set(name, known.get(key)!);
    }
    classOf = refined;
    if (known.size === count) break;
    count = known.size;
  }
  const first = new Map<number, string>([[classOf.get(start)!, start]]);
  for (const { name } of rules) {
    const its = classOf.get(name)!;
    if (!first.has(its)) first.set(its, name);
  }
  const one = (name: string): Expression => ({
    kind: "nonterminal",
    name: first.get(classOf.get(name)!)!,
  });
  return {
    start,
    rules: rules
      .filter(({ name }) => first.get(classOf.get(name)!) === name)
      .map(({ name, body }) => ({ name, body: simplified(replaced(body, one)) })),
  };
}

/** Inlines rules that consist of one symbol or nothing. Also inlines rules that are named once, unless they are rules of the original grammar. */
function inlined({ start, rules }: Grammar): Grammar {
  const bodies = new Map(rules.map(({ name, body }) => [name, body]));
  const isSmall = (body: Expression): boolean =>
    body.kind === "terminal" || body.kind === "nonterminal" || (body.kind === "sequence" && body.items.length === 0);
  const uses = new Map<string, number>();
  for (const { body } of rules)
    replaced(body, (name) => {
      uses.set(name, (uses.get(name) ?? 0) + 1);
      return { kind: "nonterminal", name };
    });
  const mayGo = (name: string, body: Expression): boolean =>
    isSmall(body) || (/^(?:rest|list|blank) /.test(name) && uses.get(name) === 1);
  const visiting = new Set<string>();
  const resolve = (name: string): Expression => {
    const body = bodies.get(name)!;
    if (name === start || visiting.has(name) || !mayGo(name, body)) return { kind: "nonterminal", name };
    visiting.add(name);
    const found = replaced(body, resolve);
    visiting.delete(name);
    return found;
  };
  return { start, rules: rules.map(({ name, body }): Rule => ({ name, body: simplified(replaced(body, resolve)) })) };
}

function reachable({ start, rules }: Grammar): Grammar {
  const bodies = new Map(rules.map(({ name, body }) => [name, body]));
  const met = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (met.has(name)) continue;
    met.add(name);
    replaced(bodies.get(name)!, (other) => {
      open.push(other);
      return { kind: "nonterminal", name: other };
    });
  }
  return { start, rules: rules.filter(({ name }) => met.has(name)) };
}

export function replaced(expression: Expression, by: (name: string) => Expression): Expression {
  switch (expression.kind) {
    case "terminal":
      return expression;
    case "nonterminal":
      return by(expression.name);
    case "sequence":
      return { kind: "sequence", items: expression.items.map((item) => replaced(item, by)) };
    case "choice":
      return { kind: "choice", options: expression.options.map((option) => replaced(option, by)) };
    case "repeat":
      return { ...expression, item: replaced(expression.item, by) };
  }
}

/** Flattens sequences, removes duplicate options, and rewrites a choice of x and nothing as `x?`. */
function simplified(expression: Expression): Expression {
  switch (expression.kind) {
    case "sequence": {
      const items = expression.items
        .map(simplified)
        .flatMap((item) => (item.kind === "sequence" ? item.items : [item]));
      return sequence(...items);
    }
    case "choice": {
      const byText = new Map<string, Expression>();
      for (const option of expression.options.map(simplified))
        for (const each of option.kind === "choice" ? option.options : [option]) byText.set(textOf(each, String), each);
      const options = [...byText.values()];
      const kept = options.filter((option) => !(option.kind === "sequence" && option.items.length === 0));
      const body: Expression = kept.length === 1 ? kept[0]! : { kind: "choice", options: kept };
      if (kept.length === options.length) return body;
      if (kept.length === 0) return sequence();
      return body.kind === "repeat" && body.min <= 1 && (body.min === 0 || body.max > 1)
        ? { ...body, min: 0 }
        : { kind: "repeat", item: body, min: 0, max: 1 };
    }
    case "repeat": {
      const item = simplified(expression.item);
      if (item.kind === "sequence" && item.items.length === 0) return item;
      return { ...expression, item };
    }
    default:
      return expression;
  }
}

function textOf(expression: Expression, name: (nonterminal: string) => string): string {
  switch (expression.kind) {
    case "terminal":
      return JSON.stringify(expression.name);
    case "nonterminal":
      return `<${name(expression.name)}>`;
    case "sequence":
      return `(${expression.items.map((item) => textOf(item, name)).join(" ")})`;
    case "choice":
      return `[${expression.options.map((option) => textOf(option, name)).join("|")}]`;
    case "repeat":
      return `${textOf(expression.item, name)}{${expression.min},${expression.max}}`;
  }
}
