// The meaning of a grammar and of a regular expression, in the simplest form: a slow reference for the fast engines. It
// shares nothing with them: it uses no derivatives and no chart, only sets of offsets.
//
// ends(x, from) is the set of offsets at which a match of x that begins at `from` can end. For a grammar, it is a least
// fixpoint over all pairs (rule, offset) at once, so recursion needs no special treatment.

import { having, integer, signature } from "@espalier/arguments";
import type { ByteAutomaton, Regex } from "@espalier/automata";
import { regexKind } from "@espalier/automata";
import type { Expression, Grammar } from "@espalier/grammar";
import { grammarKind } from "@espalier/grammar";
import { symbolsKind } from "./kinds.js";

const checkDerives = signature("derives", {
  grammar: grammarKind,
  terminals: having("a Map of regexes by terminal", { get: "function", has: "function" }),
  text: symbolsKind,
});

/**
 * Returns whether `grammar` derives exactly `text`, where each terminal is the regular expression of its name and
 * nothing stands between terminals (no skipping, no maximal munch). For short texts: the time grows at least with the
 * cube of the length.
 *
 * @throws RangeError if a terminal has no regular expression or a rule is missing.
 *
 * @example
 * import { literal } from "@espalier/automata";
 * import { type Grammar, star, terminal } from "@espalier/grammar";
 *
 * const grammar: Grammar = { start: "s", rules: [{ name: "s", body: star(terminal("T")) }] };
 * const terminals = new Map([["T", literal("ab")]]);
 * [derives(grammar, terminals, [97, 98, 97, 98]), derives(grammar, terminals, [97])]; // => [true, false]
 */
export function derives(grammar: Grammar, terminals: ReadonlyMap<string, Regex>, text: ArrayLike<number>): boolean {
  checkDerives(grammar, terminals, text);
  const known = new Map<string, Set<number>[]>();
  for (const { name } of grammar.rules)
    known.set(
      name,
      Array.from({ length: text.length + 1 }, () => new Set()),
    );
  const spelt = new Map<string, Set<number>[]>();
  const ofTerminal = (name: string, from: number): Set<number> => {
    const regex = terminals.get(name);
    if (regex === undefined) throw new RangeError(`terminal "${name}" has no regular expression`);
    let ends = spelt.get(name);
    if (ends === undefined) spelt.set(name, (ends = []));
    return (ends[from] ??= matchEnds(regex, text, from));
  };
  const ends = (expression: Expression, from: number): Set<number> => {
    switch (expression.kind) {
      case "terminal":
        return ofTerminal(expression.name, from);
      case "nonterminal": {
        const of = known.get(expression.name);
        if (of === undefined) throw new RangeError(`rule "${expression.name}" is not defined`);
        return of[from]!;
      }
      case "sequence":
        return through(expression.items, from, ends);
      case "choice":
        return union(expression.options, (option) => ends(option, from));
      case "repeat":
        return repeated(expression.min, expression.max, from, (at) => ends(expression.item, at));
    }
  };
  for (let grown = true; grown; ) {
    grown = false;
    for (const { name, body } of grammar.rules) {
      for (let from = 0; from <= text.length; from++) {
        const of = known.get(name)![from]!;
        const before = of.size;
        for (const end of ends(body, from)) of.add(end);
        if (of.size > before) grown = true;
      }
    }
  }
  return ends({ kind: "nonterminal", name: grammar.start }, 0).has(text.length);
}

const checkMatchEnds = signature("matchEnds", { regex: regexKind, text: symbolsKind, from: integer({ min: 0 }) });

/**
 * Returns the ends (excluded) of all matches of `regex` in `text` that begin at `from`. For short texts.
 *
 * @example
 * import { literal, star } from "@espalier/automata";
 *
 * [...matchEnds(star(literal("ab")), [97, 98, 97, 98], 0)]; // => [0, 2, 4]
 */
export function matchEnds(regex: Regex, text: ArrayLike<number>, from: number): Set<number> {
  checkMatchEnds(regex, text, from);
  const ends = (part: Regex, at: number): Set<number> => matchEnds(part, text, at);
  switch (regex.kind) {
    case "empty":
      return new Set();
    case "bytes": {
      const byte = from < text.length ? text[from]! : -1;
      return new Set(regex.ranges.some(([low, high]) => low <= byte && byte <= high) ? [from + 1] : []);
    }
    case "literal":
      return new Set(regex.bytes.every((byte, i) => text[from + i] === byte) ? [from + regex.bytes.length] : []);
    case "sequence":
      return through(regex.items, from, ends);
    case "choice":
      return union(regex.options, (option) => ends(option, from));
    case "and": {
      const all = regex.operands.map((operand) => ends(operand, from));
      return new Set(offsets(from, text.length).filter((end) => all.every((set) => set.has(end))));
    }
    case "not": {
      const inside = ends(regex.operand, from);
      return new Set(offsets(from, text.length).filter((end) => !inside.has(end)));
    }
    case "repeat":
      return repeated(regex.min, regex.max, from, (at) => ends(regex.item, at));
    case "automaton":
      return automatonEnds(regex.automaton, regex.start, text, from);
    case "deferred":
      return ends(regex.load(), from);
  }
}

function automatonEnds(automaton: ByteAutomaton, start: number, text: ArrayLike<number>, from: number): Set<number> {
  const { classOf, classCount, next, accepting } = automaton;
  const found = new Set<number>();
  let state = start;
  for (let at = from; state >= 0; at++) {
    if (accepting[state] === 1) found.add(at);
    if (at >= text.length) break;
    state = next[state * classCount + classOf[text[at]!]!]!;
  }
  return found;
}

function offsets(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function union<Item>(items: Iterable<Item>, ends: (item: Item) => Iterable<number>): Set<number> {
  const all = new Set<number>();
  for (const item of items) for (const end of ends(item)) all.add(end);
  return all;
}

function through<Item>(
  items: readonly Item[],
  from: number,
  ends: (item: Item, at: number) => Set<number>,
): Set<number> {
  let here = new Set([from]);
  for (const item of items) here = union(here, (at) => ends(item, at));
  return here;
}

function repeated(min: number, max: number, from: number, ends: (at: number) => Set<number>): Set<number> {
  let here = new Set([from]);
  const all = new Set<number>();
  const met = new Set<string>();
  for (let round = 0; round <= max && here.size > 0; round++) {
    if (round >= min) {
      for (const end of here) all.add(end);
      // A round that starts from the same offsets as an earlier one adds nothing.
      const key = [...here].sort((a, b) => a - b).join();
      if (met.has(key)) break;
      met.add(key);
    }
    here = union(here, ends);
  }
  return all;
}
