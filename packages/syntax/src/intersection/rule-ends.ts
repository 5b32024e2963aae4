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
//
// A row can be asked for its ends within a *bound* on the symbols. Then only what can be reached within the bound is
// computed, so the rows may be infinitely many, as for blocks in each other, each with an indentation of its own. A
// larger bound later goes on from there.

import { burn, createPairTable } from "@espalier/monitor";
import { createAgenda } from "./agenda.js";
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
   *
   * @param most the largest number of symbols that matters, by default any number. Ends with more symbols may be missing,
   * or have too many.
   */
  of(q: number, x: number, most?: number): ReadonlyMap<number, number>;
  /** Returns whether no bound left anything out, so that all rows are complete. */
  complete(): boolean;
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
  /** The largest number of symbols of the ends that callers asked for. */
  most: number;
  /** The row has followed its steps of up to this many symbols; −1 if it has followed none. */
  followed: number;
  /** How many steps were not followed, because they have more symbols than are wanted. */
  left: number;
}

/** A row that is to be opened, or a new end of a row. */
interface Work {
  readonly row: Row;
  /** The place of the end; `undefined` if the row is to be opened. */
  readonly end: number | undefined;
  readonly symbols: number;
}

/** The allowed number of ends and of links between rows, for each row. */
const ENDS_PER_ROW = 10;
/** The allowed number of times an end is propagated, for each row. */
const PASSED_PER_ROW = 250;
/** More symbols than any bound. */
const UNBOUNDED = 2 ** 30;
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
  // The cost of work is the symbols before its row, in the text asked for, plus those of its end. So few ends are improved twice (Knuth 1977).
  const agenda = createAgenda<Work>();
  // The largest bound asked for.
  let bound = 0;
  let entries = 0;
  let ways = 0;
  let passed = 0;
  // How many steps of all rows were not followed.
  let left = 0;
  // After a limit was exceeded, every later call fails too. After another error, such as that of a fuel, the next call goes on.
  let failure: unknown;

  function checkSize(): void {
    if (rows.length < most && entries + ways < ENDS_PER_ROW * most && passed < PASSED_PER_ROW * most) return;
    failure = tooManyStates(most);
    throw failure;
  }

  const plan = (work: Work): void => agenda.add(Math.max(0, bound - work.row.most + work.symbols), work);

  /** Returns the row for (q, x), and asks for its ends of up to `wanted` symbols. */
  function demand(q: number, x: number, wanted: number): Row {
    const known = ids.get(q, x);
    if (known >= 0) {
      const row = rows[known]!;
      if (row.most < wanted) {
        row.most = wanted;
        plan({ row, end: undefined, symbols: 0 });
      }
      return row;
    }
    checkSize();
    const row: Row = { q, x, ends: new Map(), users: [], callers: [], most: wanted, followed: -1, left: 0 };
    ids.set(q, x, rows.length);
    rows.push(row);
    plan({ row, end: undefined, symbols: 0 });
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
    plan({ row, end: y, symbols });
  }

  /** From now on, ends of `row` are ends of `user`, at an additional cost of `symbols`. */
  function use(row: Row, user: Row, symbols: number): void {
    checkSize();
    ways++;
    row.users.push(user, symbols);
    for (const [y, its] of row.ends) improve(user, y, symbols + its);
  }

  /** Follows the steps of a row with as many symbols as are wanted now. Those that were followed before pass the bound on. */
  function open(row: Row): void {
    const { q, x, most, followed } = row;
    const isNew = followed < 0;
    burn("search", 1);
    let over = 0;
    const follow = (target: number, place: number, symbols: number): void => {
      if (symbols > most) {
        over++;
        return;
      }
      const next = demand(target, place, most - symbols);
      if (symbols > followed) use(next, row, symbols);
    };
    if (isNew && moves.final(q)) improve(row, x, 0);
    const steps = moves.terminals(q, x);
    for (let i = 0; i < steps.length; i += 3) follow(steps[i]!, steps[i + 1]!, steps[i + 2]!);
    const given = isNew ? (moves.given?.(q, x) ?? NOTHING) : NOTHING;
    for (let i = 0; i < given.length; i += 2) improve(row, given[i]!, given[i + 1]!);
    const calls = moves.calls(q, x);
    for (let i = 0; i < calls.length; i += 2) {
      const callee = demand(calls[i]!, x, most);
      const target = calls[i + 1]!;
      if (isNew) callee.callers.push(row, target);
      for (const [y, symbols] of [...callee.ends]) follow(target, y, symbols);
    }
    row.followed = most;
    left += over - row.left;
    row.left = over;
  }

  /** Goes on after a call of `row` that ends at `y`. */
  function goOn(row: Row, target: number, y: number, symbols: number): void {
    if (symbols > row.most) {
      row.left++;
      left++;
    } else use(demand(target, y, row.most - symbols), row, symbols);
  }

  /** Passes on a new end of a row. */
  function pass({ users, callers }: Row, y: number, symbols: number): void {
    burn("search", 1 + users.length);
    passed += users.length;
    checkSize();
    for (let i = 0; i < users.length; i += 2)
      // biome-ignore lint/plugin: rows and numbers take turns in one list.
      improve(users[i] as Row, y, (users[i + 1] as number) + symbols);
    for (let i = 0; i < callers.length; i += 2)
      // biome-ignore lint/plugin: rows and numbers take turns in one list.
      goOn(callers[i] as Row, callers[i + 1] as number, y, symbols);
  }

  function settle(): void {
    for (let work = agenda.next(); work !== undefined; work = agenda.next()) {
      const { row, end, symbols } = work;
      try {
        if (end === undefined) open(row);
        // Else it has been improved since.
        else if (row.ends.get(end) === symbols) pass(row, end, symbols);
      } catch (error) {
        // An error such as that of a fuel leaves the work to the next call.
        plan(work);
        throw error;
      }
    }
  }

  return {
    of(q, x, most = UNBOUNDED) {
      if (failure !== undefined) throw failure;
      const wanted = Math.min(most, UNBOUNDED);
      bound = Math.max(bound, wanted);
      const row = demand(q, x, wanted);
      settle();
      return row.ends;
    },
    complete: () => left === 0,
    everyEnds: () => rows.every((row) => row.ends.size > 0),
    bytes: () => ids.bytes() + 200 * rows.length + 40 * entries + 16 * ways,
  };
}
