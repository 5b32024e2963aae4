// Contextual maximal munch as it is defined, for whole texts and slowly: the judge of lexed languages. No chart, no lexer: a
// text is cut into lexemes by trying every end, and whether a terminal may come next is asked of the grammar itself, by a
// least fixpoint over all (rule, offset) of the lexemes so far.
//
// A lexeme is a set of terminals (those that win), and may be one to be shown or skipped. For lexemes 0 … n − 1:
//
//   ends(x, from)   the offsets at which a derivation of x that begins at lexeme `from` can end
//   open(x, from)   whether a derivation of x can begin at `from`, use up all lexemes, and still want another

import type { Regex } from "@espalier/automata";
import type { Expression, Grammar } from "@espalier/grammar";
import { matchEnds } from "@espalier/laws";
import type { PatternTerminal, SyntaxSource } from "@espalier/syntax";

interface Lexeme {
  readonly shown: ReadonlySet<string>;
  /** It may also have been skipped. */
  readonly skippable: boolean;
}

/** Whether `text` belongs to the language of `source`, read by maximal munch. For sources without control terminals in use. */
export function belongsByMunch(source: SyntaxSource, text: Uint8Array): boolean {
  const patterns = source.terminals.filter((terminal): terminal is PatternTerminal => terminal.kind === "pattern");
  const optional = new Set(patterns.filter(({ regex }) => matchesNothing(regex)).map(({ name }) => name));
  const lexemes: Lexeme[] = [];
  for (let at = 0; at < text.length; ) {
    const allowed = new Set(
      patterns
        .map(({ name }) => name)
        .filter((name) => {
          const next = readingOf(source.grammar, optional, [...lexemes, { shown: new Set([name]), skippable: false }]);
          return next.accepts || next.open;
        }),
    );
    const found = patterns
      .filter(({ name }) => allowed.has(name) || source.skip.includes(name))
      .map((terminal) => ({ terminal, ends: [...matchEnds(terminal.regex, text, at)].filter((end) => end > at) }));
    const longest = Math.max(...found.flatMap(({ ends }) => ends));
    if (longest === Number.NEGATIVE_INFINITY) return false;
    const lazy = found.filter(({ terminal }) => terminal.lazy === true).flatMap(({ ends }) => ends);
    const end = Math.min(longest, ...lazy);
    const here = found.filter(({ ends }) => ends.includes(end)).map(({ terminal }) => terminal);
    const best = Math.max(...here.map(({ priority = 0 }) => priority));
    const first = here.filter(({ priority = 0 }) => priority === best);
    const winners = (first.some(({ lazy }) => lazy) ? first.filter(({ lazy }) => lazy) : first).map(({ name }) => name);
    const shown = new Set(winners.filter((name) => allowed.has(name)));
    if (shown.size > 0) lexemes.push({ shown, skippable: winners.some((name) => source.skip.includes(name)) });
    at = end;
  }
  return readingOf(source.grammar, optional, lexemes).accepts;
}

const matchesNothing = (regex: Regex): boolean => matchEnds(regex, [], 0).has(0);

/** What a grammar makes of some lexemes: whether they are a sentence, and whether they begin a longer one. */
function readingOf(
  grammar: Grammar,
  optional: ReadonlySet<string>,
  lexemes: readonly Lexeme[],
): { readonly accepts: boolean; readonly open: boolean } {
  const length = lexemes.length;
  /** From each offset: those reached by skipping alone. */
  const skipping = Array.from({ length: length + 1 }, (_, from) => {
    const reached = [from];
    for (let at = from; at < length && lexemes[at]!.skippable; at++) reached.push(at + 1);
    return reached;
  });
  const known = new Map(
    grammar.rules.map(({ name }) => [name, Array.from({ length: length + 1 }, () => new Set<number>())]),
  );
  const wanting = new Map(grammar.rules.map(({ name }) => [name, new Array<boolean>(length + 1).fill(false)]));

  const through = (starts: Iterable<number>, by: (at: number) => Iterable<number>): Set<number> => {
    const all = new Set<number>();
    for (const start of starts) for (const end of by(start)) all.add(end);
    return all;
  };
  /** All offsets after some rounds of `item`: by count while counts matter. */
  const rounds = (item: Expression, from: number, least: number, most: number): Set<number>[] => {
    const after = [new Set([from])];
    // More rounds than lexemes add nothing new: the rest are empty.
    const enough = Math.min(most, least + length + 1);
    for (let count = 0; count < enough; count++) after.push(through(after[count]!, (at) => ends(item, at)));
    return after;
  };
  function ends(expression: Expression, from: number): Set<number> {
    switch (expression.kind) {
      case "terminal": {
        const all = new Set(optional.has(expression.name) ? [from] : []);
        for (const at of skipping[from]!) if (lexemes[at]?.shown.has(expression.name)) all.add(at + 1);
        return all;
      }
      case "nonterminal":
        return known.get(expression.name)![from]!;
      case "sequence":
        return expression.items.reduce((here, item) => through(here, (at) => ends(item, at)), new Set([from]));
      case "choice":
        return through([from], (at) => through(expression.options.keys(), (i) => ends(expression.options[i]!, at)));
      case "repeat":
        return new Set(
          rounds(expression.item, from, expression.min, expression.max)
            .slice(expression.min)
            .flatMap((set) => [...set]),
        );
    }
  }
  function open(expression: Expression, from: number): boolean {
    switch (expression.kind) {
      case "terminal":
        return skipping[from]!.includes(length);
      case "nonterminal":
        return wanting.get(expression.name)![from]!;
      case "sequence": {
        let here = new Set([from]);
        for (const item of expression.items) {
          if ([...here].some((at) => open(item, at))) return true;
          here = through(here, (at) => ends(item, at));
        }
        return false;
      }
      case "choice":
        return expression.options.some((option) => open(option, from));
      case "repeat":
        return rounds(expression.item, from, expression.min, expression.max - 1).some((set) =>
          [...set].some((at) => open(expression.item, at)),
        );
    }
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const { name, body } of grammar.rules) {
      for (let from = 0; from <= length; from++) {
        const of = known.get(name)![from]!;
        const before = of.size;
        for (const end of ends(body, from)) of.add(end);
        const wants = wanting.get(name)!;
        const wanted = wants[from]!;
        wants[from] = wanted || open(body, from);
        if (of.size > before || wants[from] !== wanted) grown = true;
      }
    }
  }
  const start: Expression = { kind: "nonterminal", name: grammar.start };
  const accepts = [...ends(start, 0)].some((end) => skipping[end]!.includes(length));
  return { accepts, open: open(start, 0) };
}
