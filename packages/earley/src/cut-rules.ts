// Finds the rules that are unfinished at the end of a prefix (the prefix *cuts* them), with a textbook Earley parse of
// the grammar as written. The rules of a quotient grammar are built from the result.
//
// This is not the chart that decoding uses. Here rules keep their names and shapes, because people read the result. The
// columns of the parse are the nodes of the prefix automaton. The automaton may have cycles, so an item may be added to
// a node after a rule has already ended there. So items that wait for a nonterminal learn of all its ends, earlier and
// later ones (Melcer et al. 2024, §IV).

import { EMPTY, type Expression, type Grammar, nullableRules } from "@espalier/grammar";
import { createPairTable, type PairTable } from "@espalier/monitor";
import { concat, derivesEmpty, moves } from "./partial-derivatives.js";
import type { TerminalAutomaton } from "./terminal-automaton.js";

/** A rule that began at a node of the prefix and is unfinished at its end. */
export interface CutRule {
  readonly rule: string;
  readonly from: number;
  /** The alternatives for the rest of the rule. Other cut rules appear under the names that `CutName` gives them. */
  readonly rests: readonly Expression[];
}

/** Returns the name of a cut rule. */
export type CutName = (rule: string, from: number) => string;

/** A dotted rule: the part of the rule after the dot. */
interface Dotted {
  readonly rule: string;
  readonly rest: Expression;
  readonly mayEnd: boolean;
  /** The dotted rules that follow, by the next terminal and by the next nonterminal. */
  readonly overTerminals: ReadonlyMap<string, readonly number[]>;
  readonly overNonterminals: ReadonlyMap<string, readonly number[]>;
}

/** The items at one node of the automaton. */
interface Column {
  readonly present: PairTable;
  /** Dotted rule and origin, two integers each; without predicted items. */
  readonly items: number[];
  readonly predicted: Set<string>;
  /**
   * By nonterminal that begins at this node. `waiting`: the items that wait for the end of the nonterminal, two
   * integers each (the dotted rule after the nonterminal, and the item's origin). `ended`: the nodes where the
   * nonterminal has ended.
   */
  readonly waiting: Map<string, number[]>;
  readonly ended: Map<string, Set<number>>;
}

/**
 * Returns the rules that are unfinished at the end of some terminal string that the automaton `prefix` reads, each with
 * what is missing. A start rule that began at a start node of the automaton stands for the whole text.
 */
export function cutRules(grammar: Grammar, prefix: TerminalAutomaton<string>, name: CutName): readonly CutRule[] {
  const dotted = createDottedRules(grammar);
  const columns: readonly Column[] = Array.from({ length: prefix.nodeCount }, () => ({
    present: createPairTable(),
    items: [],
    predicted: new Set(),
    waiting: new Map(),
    ended: new Map(),
  }));
  const column = (node: number): Column => columns[node]!;
  const out: (readonly [terminal: string, to: number])[][] = columns.map(() => []);
  for (const [from, terminal, to] of prefix.edges) out[from]!.push([terminal, to]);

  // Triples: node, dotted rule, origin.
  const pending: number[] = [];

  function add(node: number, d: number, origin: number): void {
    const { present, items } = column(node);
    if (present.get(d, origin) >= 0) return;
    present.set(d, origin, 1);
    items.push(d, origin);
    pending.push(node, d, origin);
  }

  function predict(node: number, rule: string): void {
    const { predicted } = column(node);
    if (predicted.has(rule)) return;
    predicted.add(rule);
    advance(node, dotted.start(rule), node);
  }

  /** Moves a dotted rule over each symbol that may come next. */
  function advance(node: number, d: number, origin: number): void {
    const { overTerminals, overNonterminals } = dotted.at(d);
    for (const [terminal, to] of out[node]!) {
      for (const next of overTerminals.get(terminal) ?? []) add(to, next, origin);
    }
    const { waiting, ended } = column(node);
    for (const [rule, nexts] of overNonterminals) {
      for (const next of nexts) {
        listIn(waiting, rule).push(next, origin);
        for (const end of [...(ended.get(rule) ?? [])]) add(end, next, origin);
      }
      predict(node, rule);
    }
  }

  function complete(rule: string, origin: number, node: number): void {
    const { waiting, ended } = column(origin);
    const ends = ended.get(rule) ?? new Set();
    if (ends.has(node)) return;
    ended.set(rule, ends.add(node));
    const waiters = waiting.get(rule) ?? [];
    for (let i = 0; i < waiters.length; i += 2) add(node, waiters[i]!, waiters[i + 1]!);
  }

  for (const node of prefix.starts) predict(node, grammar.start);
  // Process items in order, so that the resulting rules follow the order of the text.
  for (let i = 0; i < pending.length; i += 3) {
    const [node, d, origin] = [pending[i]!, pending[i + 1]!, pending[i + 2]!];
    if (dotted.at(d).mayEnd) complete(dotted.at(d).rule, origin, node);
    advance(node, d, origin);
  }

  // Collect the unfinished rules. An item at the end of the prefix yields the part of its rule after the dot. An item
  // that waits for an unfinished rule is itself unfinished, at that rule.
  const cuts = new Map<string, { rule: string; from: number; rests: Expression[] }>();
  const found: string[] = [];
  const cut = (rule: string, from: number): Expression[] => {
    const key = name(rule, from);
    let known = cuts.get(key);
    if (known === undefined) {
      known = { rule, from, rests: [] };
      cuts.set(key, known);
      found.push(key);
    }
    return known.rests;
  };
  const starts = new Set(prefix.starts);
  for (const node of new Set(prefix.finals)) {
    const { items } = column(node);
    for (let i = 0; i < items.length; i += 2) {
      const { rule, rest } = dotted.at(items[i]!);
      const origin = items[i + 1]!;
      // Leave out a rule that is complete here, because the enclosing rule says what comes next. The start rule stays,
      // because it has no enclosing rule.
      const over = rest.kind === "sequence" && rest.items.length === 0;
      if (!over || (rule === grammar.start && starts.has(origin))) cut(rule, origin).push(rest);
    }
  }
  for (const key of found) {
    const { rule, from } = cuts.get(key) as { rule: string; from: number };
    const waiters = column(from).waiting.get(rule) ?? [];
    for (let i = 0; i < waiters.length; i += 2) {
      const around = dotted.at(waiters[i]!);
      cut(around.rule, waiters[i + 1]!).push(concat([{ kind: "nonterminal", name: key }, around.rest]));
    }
  }
  return [...cuts.values()];
}

function listIn<Key>(map: Map<Key, number[]>, key: Key): number[] {
  let list = map.get(key);
  if (list === undefined) {
    list = [];
    map.set(key, list);
  }
  return list;
}

interface DottedRules {
  at(dotted: number): Dotted;
  /** Returns the rule with the dot at its beginning. */
  start(rule: string): number;
}

/** Numbers the dotted rules; creates each on first use. */
function createDottedRules(grammar: Grammar): DottedRules {
  const nullable = nullableRules(grammar);
  const bodies = new Map(grammar.rules.map((rule) => [rule.name, rule.body]));
  const ids = new Map<string, number>();
  const expressions: { rule: string; rest: Expression }[] = [];
  const made: (Dotted | undefined)[] = [];

  function id(rule: string, rest: Expression): number {
    const key = `${JSON.stringify(rule)}${JSON.stringify(rest)}`;
    let known = ids.get(key);
    if (known === undefined) {
      known = expressions.length;
      ids.set(key, known);
      expressions.push({ rule, rest });
    }
    return known;
  }

  function make(d: number): Dotted {
    const { rule, rest } = expressions[d]!;
    const overTerminals = new Map<string, number[]>();
    const overNonterminals = new Map<string, number[]>();
    for (const move of moves(rest, nullable)) {
      const nexts = listIn(move.symbol.kind === "terminal" ? overTerminals : overNonterminals, move.symbol.name);
      const next = id(rule, move.rest);
      if (!nexts.includes(next)) nexts.push(next);
    }
    return { rule, rest, mayEnd: derivesEmpty(rest, nullable), overTerminals, overNonterminals };
  }

  return {
    at(d: number): Dotted {
      const known = made[d];
      if (known !== undefined) return known;
      const dotted = make(d);
      while (made.length <= d) made.push(undefined);
      made[d] = dotted;
      return dotted;
    },
    start: (rule: string): number => id(rule, bodies.get(rule) ?? EMPTY),
  };
}
