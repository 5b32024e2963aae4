// Computes where a rule may end while a finite automaton reads the same text. A *place* is a situation between two
// lexemes (places.ts). For a state q of a rule and a place x, the result is every place y at which the rule may end,
// with the least number of symbols to get there.
//
//     ends(q, x)[x] = 0                                               if the rule may end in q
//     ends(q, x)[y] = min  cost(t) + ends(q', x')[y]                  over each terminal t from q to q' that leads x to x'
//     ends(q, x)[y] = min  ends(start of N, x)[x'] + ends(q', x')[y]  over each call of N from q to q', and each x'
//
// These are the nonterminals of the intersection of a context-free and a regular language (Bar-Hillel, Perles and
// Shamir 1961) with the costs of Knuth (1977). Only the requested rows and those that they depend on are computed.
// Improvements are propagated until nothing changes, without recursion.

import { burn, createPairTable } from "@espalier/monitor";
import { tooManyStates } from "./too-many-states.js";

/** The rules as they are read together with an automaton. */
export interface RuleMoves {
  /** Returns whether the rule may end in `q`. */
  final(q: number): boolean;
  /** Returns each terminal step from `q` at place `x`: target, place, symbols, target, place, symbols, … */
  terminals(q: number, x: number): readonly number[];
  /** Returns each call from `q` at place `x`: the start state of the called rule, target, … */
  calls(q: number, x: number): readonly number[];
  /**
   * Returns further ends of the rule from `q` at place `x` (a situation between two lexemes), which the caller computes
   * by other means. The list alternates: place, number of symbols, place, number of symbols, … If the method is absent,
   * there are none.
   */
  given?(q: number, x: number): readonly number[];
}

export interface RuleEnds {
  /**
   * Returns the places (situations between two lexemes) at which the rule may end from `q` at `x`, with the least
   * number of symbols to each. Do not keep the map: it may still grow.
   */
  of(q: number, x: number): ReadonlyMap<number, number>;
  /** Returns whether the rule can be finished from every state and place met so far. */
  everyEnds(): boolean;
  bytes(): number;
}

interface Row {
  readonly q: number;
  readonly x: number;
  readonly ends: Map<number, number>;
  /** Rows to which the ends of this row are added, with an additional cost: row, symbols, … */
  readonly users: (Row | number)[];
  /** Rows that call this one, and the state after the call: row, state, … */
  readonly callers: (Row | number)[];
}

/** The allowed number of ends and of links between rows, for each row. */
const ENDS_PER_ROW = 10;
/** The allowed number of times an end is propagated, for each row. */
const PASSED_PER_ROW = 250;
/** From this number of symbols on, improvements are not ordered. */
const COSTLY = 256;
const NOTHING: readonly number[] = [];

/**
 * Creates the computation of where a rule may end while a finite automaton reads the same text.
 *
 * @param most the largest number of rows, that is, of pairs (q, x). There are at most 10 · `most` ends and links
 * between rows, and ends are propagated at most 250 · `most` times.
 * @throws SyntaxLimitError from `of`, past one of these limits.
 */
export function createRuleEnds(moves: RuleMoves, most: number): RuleEnds {
  const ids = createPairTable();
  const rows: Row[] = [];
  const fresh: Row[] = [];
  // Rows, each followed by the place at which it has a new end: by symbols, so that few ends are improved twice (Knuth 1977). Those with many symbols
  // are in a first-in, first-out queue: last in, first out could need exponentially many improvements.
  const changed: (Row | number)[][] = Array.from({ length: COSTLY }, () => []);
  let lowest = COSTLY;
  const costly: (Row | number)[] = [];
  let head = 0;
  let entries = 0;
  let ways = 0;
  let passed = 0;
  // After a limit was exceeded, every later call fails too. After another error, such as that of a fuel, the next call goes on.
  let failure: unknown;

  function checkSize(): void {
    if (rows.length < most && entries + ways < ENDS_PER_ROW * most && passed < PASSED_PER_ROW * most) return;
    failure = tooManyStates(most);
    throw failure;
  }

  function demand(q: number, x: number): Row {
    const known = ids.get(q, x);
    if (known >= 0) return rows[known]!;
    checkSize();
    const row: Row = { q, x, ends: new Map(), users: [], callers: [] };
    ids.set(q, x, rows.length);
    rows.push(row);
    fresh.push(row);
    return row;
  }

  function improve(row: Row, y: number, symbols: number): void {
    const known = row.ends.get(y);
    if (known !== undefined && known <= symbols) return;
    if (known === undefined) {
      checkSize();
      entries++;
    }
    row.ends.set(y, symbols);
    if (symbols >= COSTLY) {
      costly.push(row, y);
      return;
    }
    changed[symbols]!.push(row, y);
    lowest = Math.min(lowest, symbols);
  }

  /** From now on, ends of `row` are ends of `user`, at an additional cost of `symbols`. */
  function use(row: Row, user: Row, symbols: number): void {
    checkSize();
    ways++;
    row.users.push(user, symbols);
    for (const [y, its] of row.ends) improve(user, y, symbols + its);
  }

  function open(row: Row): void {
    const { q, x } = row;
    if (moves.final(q)) improve(row, x, 0);
    const steps = moves.terminals(q, x);
    for (let i = 0; i < steps.length; i += 3) {
      use(demand(steps[i]!, steps[i + 1]!), row, steps[i + 2]!);
    }
    const given = moves.given?.(q, x) ?? NOTHING;
    for (let i = 0; i < given.length; i += 2) improve(row, given[i]!, given[i + 1]!);
    const calls = moves.calls(q, x);
    for (let i = 0; i < calls.length; i += 2) {
      const callee = demand(calls[i]!, x);
      const target = calls[i + 1]!;
      callee.callers.push(row, target);
      for (const [y, symbols] of [...callee.ends]) use(demand(target, y), row, symbols);
    }
  }

  function settle(): void {
    for (;;) {
      const row = fresh.at(-1);
      if (row !== undefined) {
        burn("search", 1);
        // New rows come after this one. It leaves the list at the end, so that it is opened again after an error.
        const at = fresh.length - 1;
        open(row);
        fresh[at] = fresh[fresh.length - 1]!;
        fresh.length--;
        continue;
      }
      while (changed[lowest]?.length === 0) lowest++;
      const cheap = changed[lowest];
      if (cheap === undefined && head === costly.length) {
        costly.length = head = 0;
        return;
      }
      const from = (cheap === undefined ? costly[head] : cheap.at(-2)) as Row;
      burn("search", 1 + from.users.length);
      const y = (cheap === undefined ? costly[head + 1] : cheap.pop()) as number;
      if (cheap === undefined) head += 2;
      else cheap.pop();
      const symbols = from.ends.get(y)!;
      // It has been improved since.
      if (symbols < lowest) continue;
      passed += from.users.length;
      checkSize();
      for (let i = 0; i < from.users.length; i += 2)
        // biome-ignore lint/plugin: rows and numbers take turns in one list.
        improve(from.users[i] as Row, y, (from.users[i + 1] as number) + symbols);
      for (let i = 0; i < from.callers.length; i += 2)
        // biome-ignore lint/plugin: rows and numbers take turns in one list.
        use(demand(from.callers[i + 1] as number, y), from.callers[i] as Row, symbols);
    }
  }

  return {
    of(q, x) {
      if (failure !== undefined) throw failure;
      const row = demand(q, x);
      settle();
      return row.ends;
    },
    everyEnds: () => rows.every((row) => row.ends.size > 0),
    bytes: () => ids.bytes() + 200 * rows.length + 40 * entries + 16 * ways,
  };
}
