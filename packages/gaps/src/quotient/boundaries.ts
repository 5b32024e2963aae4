// The lexer of a gap as a finite automaton over lexemes. A committed lexer ends a lexeme where no kind can continue, so what may follow a lexeme directly
// depends on how it ended: after `a`, no letter; after `*`, no second `*` if `**` is a lexeme. These conditions are the states:
//
//     start ──rest of a lexeme──▶ after it ──lexeme──▶ after it ──beginning of a lexeme──▶ the suffix
//
// The first edge is the rest of the lexeme that the prefix begins. The last edge is the beginning of a lexeme that ends
// in the suffix; such beginnings are grouped by how the suffix then splits into terminals. Two endings of a lexeme are
// one state if they differ only in lexemes that the grammar does not allow there.

import { DEAD_STATE } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { rememberedBy } from "../source/remembered.js";
import { createLexemes, isTrivia } from "./lexemes.js";
import type { StepFunction } from "./plain-regex.js";
import { QuotientError } from "./refusal.js";
import { createSuccessors } from "./successors.js";
import { createSuffixClasses, NOTHING } from "./suffix-classes.js";

/** A place between lexemes, or the place where the middle begins. */
export interface BoundaryState {
  /** The lexer state after each byte; 0 for none. */
  readonly row: Int32Array;
  /** If the prefix ends in a lexeme that may end there: its kind, and the state after it. */
  readonly ended?: { readonly kind: number; readonly to: number };
  /** The class of the suffix if the middle ends here. */
  readonly suffix: number;
}

export interface Boundaries {
  /** The first state is where the middle begins. */
  readonly states: readonly BoundaryState[];
  /** By class: the terminals of the suffix, including those of the lexeme that ends in it. */
  readonly suffixes: readonly (readonly string[])[];
  /** The terminals of the prefix, without those of the lexeme in progress. */
  readonly prefix: readonly string[];
  /** Whether the prefix ends inside a lexeme. */
  readonly insideLexeme: boolean;
  /** The lexemes from a state: their kind, and the state after them. */
  edges(state: number): readonly (readonly [kind: number, to: number])[];
  /** The classes of beginnings that are possible from a state. */
  beginningsOf(state: number): readonly number[];
  /** The non-empty texts of lexemes of `kind` from one state to another. */
  lexeme(state: number, kind: number, to: number): StepFunction;
  /** The non-empty beginnings from a state that lead into the suffix of this class. */
  beginning(state: number, suffix: number): StepFunction;
  /** What may follow a state besides blanks and comments. Equal for states that differ only in those. */
  signature(state: number): string;
}

/** The largest number of states between lexemes. */
const MOST_STATES = 200;
const START = -2;

/** @throws QuotientError if the lexer has too many states. The prefix must be readable. */
export function createBoundaries(core: LexedCore, prefix: Uint8Array, suffix: Uint8Array): Boundaries {
  const { lexer, kinds } = core.compiled;
  const lexemes = createLexemes(core);
  const { begin, ended } = lexemes;

  // The prefix: its terminals, and the position of its last lexeme.
  const before: string[] = [];
  let origin = begin(0);
  for (let at = 0; at < prefix.length; ) {
    const end = lexemes.read(prefix, at, origin);
    if (end.at === prefix.length && !lexer.closes(end.local)) {
      origin = end.local;
      break;
    }
    const { kind, guard } = ended(end.exit);
    before.push(...(lexemes.namesOf(kind) as string[]));
    origin = begin(guard);
    at = end.at;
  }

  const classes = createSuffixClasses(lexemes, lexer, suffix);
  const matters = createSuccessors(core, lexemes, [begin(0), origin]);
  const rowOf = (local: number): Int32Array => Int32Array.from({ length: 256 }, (_, byte) => lexer.step(local, byte));

  const states: BoundaryState[] = [];
  const stateNumber = new Map<string, number>();
  function intern(row: Int32Array, suffixClass: number): number {
    const key = `${suffixClass};${row.join()}`;
    let id = stateNumber.get(key);
    if (id === undefined) {
      if (states.length >= MOST_STATES)
        throw new QuotientError("too-large", `its lexemes end in more than ${MOST_STATES} ways`);
      id = states.push({ row, suffix: suffixClass }) - 1;
      stateNumber.set(key, id);
    }
    return id;
  }
  // A lexeme that cannot be read after a boundary anyway is treated as if there were no boundary, which keeps the number of states small.
  const free = rowOf(begin(0));
  const stateOf = rememberedBy((guard: number): number => {
    const row = rowOf(begin(guard)).map((local, byte) => {
      const other = free[byte]!;
      return other !== DEAD_STATE && !lexer.possible(other).some((k) => matters(guard, k)) ? other : local;
    });
    return intern(row, classes.after(row, guard));
  });

  // The start is a separate state, so that it comes first.
  const startRow = rowOf(origin);
  if (lexer.begins(origin)) {
    states.push({ row: startRow, suffix: classes.after(startRow, lexer.guardOf(origin)) });
  } else {
    states.push({ row: startRow, suffix: classes.inside(origin) });
    const exit = lexer.exit(origin);
    if (exit !== 0) {
      const { kind, guard } = ended(exit);
      states[0] = { ...states[0]!, ended: { kind, to: stateOf(guard) } };
    }
  }

  interface Reach {
    readonly edges: readonly (readonly [number, number])[];
    readonly beginnings: readonly number[];
  }
  /** What can be reached from lexer states inside a lexeme. */
  function reach(locals: Iterable<number>): Reach {
    const edges = new Map<string, readonly [number, number]>();
    const beginnings = new Set<number>();
    const seen = new Set<number>();
    const open = [...locals];
    for (let local = open.pop(); local !== undefined; local = open.pop()) {
      if (local === DEAD_STATE || seen.has(local)) continue;
      seen.add(local);
      const exit = lexer.exit(local);
      if (exit !== 0) {
        const { kind, guard } = ended(exit);
        edges.set(`${kind};${stateOf(guard)}`, [kind, stateOf(guard)]);
      }
      const suffixClass = classes.inside(local);
      if (suffixClass !== NOTHING) beginnings.add(suffixClass);
      for (const byte of lexer.representatives) open.push(lexer.step(local, byte));
    }
    return { edges: [...edges.values()], beginnings: [...beginnings].sort((a, b) => a - b) };
  }
  const reachOf = rememberedBy((state: number) => reach(new Set(states[state]!.row)));
  const reachOfLocal = rememberedBy((local: number) => reach([local]));

  // This loop finds all states and classes.
  for (let state = 0; state < states.length; state++) reachOf(state);

  const stepFrom =
    (row: Int32Array) =>
    (state: number, byte: number): number =>
      state === START ? row[byte]! : lexer.step(state, byte);

  return {
    states,
    suffixes: classes.names,
    prefix: before,
    insideLexeme: !lexer.begins(origin),
    edges: (state) => reachOf(state).edges,
    beginningsOf: (state) => reachOf(state).beginnings,
    lexeme: (state, kind, to) => ({
      start: START,
      step: stepFrom(states[state]!.row),
      accepts: (local): boolean => {
        const exit = local === START ? 0 : lexer.exit(local);
        if (exit === 0) return false;
        const found = ended(exit);
        return found.kind === kind && stateOf(found.guard) === to;
      },
    }),
    beginning: (state, suffixClass) => ({
      start: START,
      step: stepFrom(states[state]!.row),
      accepts: (local): boolean => local !== START && classes.inside(local) === suffixClass,
    }),
    signature: (state) => {
      if (state === 0) return "start";
      const { row, suffix: its } = states[state]!;
      const kept = row.map((local) => {
        if (local === DEAD_STATE) return local;
        const { edges, beginnings } = reachOfLocal(local);
        const leads = beginnings.length > 0 || edges.some(([k]) => !isTrivia(kinds[k]!));
        return leads ? local : DEAD_STATE;
      });
      return `${its};${kept.join()}`;
    },
  };
}
