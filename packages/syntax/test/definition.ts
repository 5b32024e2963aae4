// The judge of a whole language: contextual maximal munch written down as it is defined (README, "The language, exactly"),
// with nothing in common with the fast path: texts are read whole, lexemes are found by trying every end, patterns are
// matched by sets of end positions, and the parser is a plain Earley recogniser over productions with positions.

import type { Regex } from "@espalier/automata";
import type { Expression, Grammar } from "@espalier/grammar";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";

/** All ends e ≥ from such that `regex` matches text[from, e). */
export function ends(regex: Regex, text: Uint8Array, from: number): Set<number> {
  switch (regex.kind) {
    case "empty":
      return new Set();
    case "bytes": {
      const byte = text[from];
      return new Set(byte !== undefined && regex.ranges.some(([a, b]) => a <= byte && byte <= b) ? [from + 1] : []);
    }
    case "literal":
      return new Set(regex.bytes.every((byte, i) => text[from + i] === byte) ? [from + regex.bytes.length] : []);
    case "sequence": {
      let at = new Set([from]);
      for (const item of regex.items) at = new Set([...at].flatMap((position) => [...ends(item, text, position)]));
      return at;
    }
    case "choice":
      return new Set(regex.options.flatMap((option) => [...ends(option, text, from)]));
    case "and": {
      const [first, ...rest] = regex.operands.map((operand) => ends(operand, text, from));
      return new Set([...(first ?? [])].filter((end) => rest.every((set) => set.has(end))));
    }
    case "not": {
      const inside = ends(regex.operand, text, from);
      const all = new Set<number>();
      for (let end = from; end <= text.length; end++) if (!inside.has(end)) all.add(end);
      return all;
    }
    case "repeat": {
      let at = new Set([from]);
      const out = new Set<number>();
      const seen = new Set<string>();
      for (let i = 0; i <= regex.max && at.size > 0; i++) {
        if (i >= regex.min) {
          for (const end of at) out.add(end);
          const key = [...at].sort((a, b) => a - b).join();
          if (seen.has(key)) break;
          seen.add(key);
        }
        at = new Set([...at].flatMap((position) => [...ends(regex.item, text, position)]));
      }
      return out;
    }
    case "automaton":
      throw new RangeError("no pattern of these tests is an automaton");
    case "deferred":
      return ends(regex.load(), text, from);
  }
}

type Symbol = { readonly terminal: string } | { readonly rule: string };
interface Production {
  readonly lhs: string;
  readonly rhs: readonly Symbol[];
}

/** Plain productions: every loop, choice and group becomes a rule of its own. Unproductive ones are left out. */
function productions(grammar: Grammar): readonly Production[] {
  const list: Production[] = [];
  let fresh = 0;
  const symbol = (expression: Expression): Symbol => {
    if (expression.kind === "terminal") return { terminal: expression.name };
    if (expression.kind === "nonterminal") return { rule: `rule ${expression.name}` };
    const name = `part ${fresh++}`;
    define(name, expression);
    return { rule: name };
  };
  const define = (lhs: string, expression: Expression): void => {
    switch (expression.kind) {
      case "sequence":
        list.push({ lhs, rhs: expression.items.map(symbol) });
        break;
      case "choice":
        for (const option of expression.options) list.push({ lhs, rhs: [symbol(option)] });
        break;
      case "repeat": {
        const item = symbol(expression.item);
        const many = new Array<Symbol>(expression.min).fill(item);
        if (expression.max === Number.POSITIVE_INFINITY) {
          list.push({ lhs, rhs: [...many, { rule: `${lhs} more` }] });
          list.push({ lhs: `${lhs} more`, rhs: [] }, { lhs: `${lhs} more`, rhs: [item, { rule: `${lhs} more` }] });
        } else {
          for (let n = expression.min; n <= expression.max; n++)
            list.push({ lhs, rhs: new Array<Symbol>(n).fill(item) });
        }
        break;
      }
      default:
        list.push({ lhs, rhs: [symbol(expression)] });
    }
  };
  for (const rule of grammar.rules) define(`rule ${rule.name}`, rule.body);
  const good = new Set<string>();
  const usable = ({ rhs }: Production): boolean => rhs.every((s) => "terminal" in s || good.has(s.rule));
  for (let before = -1; before !== good.size; ) {
    before = good.size;
    for (const production of list) if (usable(production)) good.add(production.lhs);
  }
  return list.filter(usable);
}

interface Item {
  readonly production: Production;
  readonly dot: number;
  readonly origin: number;
}

/** A textbook Earley recogniser, fed with sets of terminals. */
export class PlainEarley {
  readonly columns: Item[][] = [];
  readonly #productions: readonly Production[];
  readonly #start: string;

  constructor(grammar: Grammar) {
    this.#productions = productions(grammar);
    this.#start = `rule ${grammar.start}`;
    const first = this.#productions.filter(({ lhs }) => lhs === this.#start);
    this.columns.push(
      this.#close(
        first.map((production) => ({ production, dot: 0, origin: 0 })),
        0,
      ),
    );
  }

  #close(items: Item[], index: number): Item[] {
    const column: Item[] = [];
    const keys = new Set<string>();
    const add = (item: Item): void => {
      const key = `${this.#productions.indexOf(item.production)}.${item.dot}.${item.origin}`;
      if (keys.has(key)) return;
      keys.add(key);
      column.push(item);
    };
    items.forEach(add);
    // Repeated to a fixpoint, so that empty rules need no special care.
    for (let before = -1; before !== column.length; ) {
      before = column.length;
      for (const { production, dot, origin } of [...column]) {
        const next = production.rhs[dot];
        if (next === undefined) {
          const waiting = origin === index ? [...column] : this.columns[origin]!;
          for (const item of waiting) {
            const wanted = item.production.rhs[item.dot];
            if (wanted !== undefined && "rule" in wanted && wanted.rule === production.lhs)
              add({ ...item, dot: item.dot + 1 });
          }
        } else if ("rule" in next) {
          for (const p of this.#productions) if (p.lhs === next.rule) add({ production: p, dot: 0, origin: index });
        }
      }
    }
    return column;
  }

  allowed(): Set<string> {
    const out = new Set<string>();
    for (const { production, dot } of this.columns[this.columns.length - 1]!) {
      const next = production.rhs[dot];
      if (next !== undefined && "terminal" in next) out.add(next.terminal);
    }
    return out;
  }

  /** Moves past a lexeme that is one of `terminals`, or, when `skipped` too, past text that need not be shown. */
  scan(terminals: ReadonlySet<string>, how: "shown" | "shown or skipped"): void {
    const index = this.columns.length;
    const items = this.columns[index - 1]!.flatMap(({ production, dot, origin }) => {
      const next = production.rhs[dot];
      return next !== undefined && "terminal" in next && terminals.has(next.terminal)
        ? [{ production, dot: dot + 1, origin }]
        : [];
    });
    const stay = how === "shown" ? [] : this.columns[index - 1]!;
    this.columns.push(this.#close([...items, ...stay], index));
  }

  accepts(): boolean {
    return this.columns[this.columns.length - 1]!.some(
      ({ production, dot, origin }) => production.lhs === this.#start && dot === production.rhs.length && origin === 0,
    );
  }
}

/** Whether the whole `text` belongs to the language of `source` (maximal munch, no control terminals). */
export function belongs(source: SyntaxSource, text: Uint8Array): boolean {
  const patterns = new Map(
    source.terminals.filter((t): t is PatternTerminal => t.kind === "pattern").map((t) => [t.name, t]),
  );
  const optional = (expression: Expression): Expression => {
    switch (expression.kind) {
      case "terminal": {
        const pattern = patterns.get(expression.name);
        if (pattern === undefined || !ends(pattern.regex, new Uint8Array(), 0).has(0)) return expression;
        return { kind: "repeat", item: expression, min: 0, max: 1 };
      }
      case "sequence":
        return { kind: "sequence", items: expression.items.map(optional) };
      case "choice":
        return { kind: "choice", options: expression.options.map(optional) };
      case "repeat":
        return { ...expression, item: optional(expression.item) };
      default:
        return expression;
    }
  };
  const grammar: Grammar = {
    start: source.grammar.start,
    rules: source.grammar.rules.map(({ name, body }) => ({ name, body: optional(body) })),
  };
  const parser = new PlainEarley(grammar);
  if (source.munch === "none") return belongsLoosely(grammar, patterns, text);
  let at = 0;
  while (at < text.length) {
    const allowed = parser.allowed();
    const candidates = [...patterns.values()].filter(({ name }) => allowed.has(name) || source.skip.includes(name));
    const matches = candidates.map((terminal) => ({ terminal, ends: ends(terminal.regex, text, at) }));
    const lengths = matches.flatMap(({ ends: e }) => [...e]).filter((end) => end > at);
    if (lengths.length === 0) return false;
    const lazy = matches.filter(({ terminal }) => terminal.lazy === true).flatMap(({ ends: e }) => [...e]);
    const stop = Math.min(...lazy.filter((end) => end > at), Math.max(...lengths));
    const here = matches.filter(({ ends: e }) => e.has(stop)).map(({ terminal }) => terminal);
    const best = Math.max(...here.map(({ priority = 0 }) => priority));
    const first = here.filter(({ priority = 0 }) => priority === best);
    const winners = (first.some(({ lazy }) => lazy) ? first.filter(({ lazy }) => lazy) : first).map(({ name }) => name);
    const skipped = winners.some((name) => source.skip.includes(name));
    const shown = new Set(winners.filter((name) => allowed.has(name)));
    if (shown.size > 0) parser.scan(shown, skipped ? "shown or skipped" : "shown");
    at = stop;
  }
  return parser.accepts();
}

function belongsLoosely(grammar: Grammar, patterns: ReadonlyMap<string, PatternTerminal>, text: Uint8Array): boolean {
  const list = productions(grammar);
  // derives(rule, from) → ends, as a least fixpoint over all positions at once.
  const table = new Map<string, Set<number>>();
  const key = (rule: string, from: number): string => `${rule}@${from}`;
  for (let changed = true; changed; ) {
    changed = false;
    for (const { lhs, rhs } of list) {
      for (let from = 0; from <= text.length; from++) {
        let at = new Set([from]);
        for (const symbol of rhs) {
          at = new Set(
            [...at].flatMap((position) =>
              "terminal" in symbol
                ? [...ends(patterns.get(symbol.terminal)!.regex, text, position)].filter((e) => e > position)
                : [...(table.get(key(symbol.rule, position)) ?? [])],
            ),
          );
        }
        const known = table.get(key(lhs, from)) ?? new Set<number>();
        const size = known.size;
        for (const end of at) known.add(end);
        table.set(key(lhs, from), known);
        if (known.size > size) changed = true;
      }
    }
  }
  return table.get(key(`rule ${grammar.start}`, 0))?.has(text.length) ?? false;
}
