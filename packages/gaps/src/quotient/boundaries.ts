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
import type { CompiledKind } from "../source/compiled.js";
import { adjacentTerminals } from "./adjacent.js";
import type { StepFunction } from "./plain-regex.js";
import { QuotientError } from "./refusal.js";

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

/** The largest number of lexer states. */
const MOST_LOCALS = 20_000;
/** The largest number of states between lexemes. */
const MOST_STATES = 200;
const NOTHING = -1;
const START = -2;

export function isTrivia(kind: CompiledKind): boolean {
  return kind.terminals.length === 0;
}

/** @throws QuotientError if the lexer has too many states. The prefix must be readable. */
export function createBoundaries(core: LexedCore, prefix: Uint8Array, suffix: Uint8Array): Boundaries {
  const { lexer, kinds, kindsIn, terminals } = core.compiled;
  const all = lexer.kinds(kindsIn[0]!);
  const begin = (guard: number): number => lexer.begin(0, all, 0, guard);
  const namesOf = (kind: number): readonly (string | undefined)[] => kinds[kind]!.terminals.map((t) => terminals[t]);

  /** Reads one lexeme of `text` from `local`. Returns where and how it ends. */
  function lexeme(text: Uint8Array, from: number, first: number): { at: number; exit: number; local: number } {
    let at = from;
    let local = first;
    while (at < text.length && !lexer.closes(local)) {
      const to = lexer.step(local, text[at]!);
      if (to === DEAD_STATE) break;
      local = to;
      at++;
    }
    return { at, exit: lexer.exit(local), local };
  }

  function ended(exit: number): { readonly kind: number; readonly guard: number } {
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") throw new QuotientError("layout", "lines and indentation matter in its language");
    return boundary;
  }

  // The prefix: its terminals, and the position of its last lexeme.
  const before: string[] = [];
  let origin = begin(0);
  for (let at = 0; at < prefix.length; ) {
    const end = lexeme(prefix, at, origin);
    if (end.at === prefix.length && !lexer.closes(end.local)) {
      origin = end.local;
      break;
    }
    const { kind, guard } = ended(end.exit);
    before.push(...(namesOf(kind) as string[]));
    origin = begin(guard);
    at = end.at;
  }

  // The classes of the suffix.
  const suffixes: (readonly string[])[] = [];
  const classNumber = new Map<string, number>();
  const classAt = new Map<string, number>();
  function readFrom(kind: number, guard: number, at: number): number {
    const key = `${kind};${guard};${at}`;
    const known = classAt.get(key);
    if (known !== undefined) return known;
    const found = numberOf(lexed(kind, guard, at));
    classAt.set(key, found);
    return found;
  }
  function lexed(kind: number, guard: number, from: number): readonly (string | undefined)[] {
    const names = [...namesOf(kind)];
    let behind = guard;
    for (let at = from; at < suffix.length; ) {
      const end = lexeme(suffix, at, begin(behind));
      if (end.exit === 0) return [undefined];
      const next = ended(end.exit);
      names.push(...namesOf(next.kind));
      behind = next.guard;
      at = end.at;
    }
    return lexer.mayEnd(behind) ? names : [undefined];
  }
  function numberOf(names: readonly (string | undefined)[]): number {
    if (names.includes(undefined)) return NOTHING;
    const key = JSON.stringify(names);
    let id = classNumber.get(key);
    if (id === undefined) {
      id = suffixes.push(names as readonly string[]) - 1;
      classNumber.set(key, id);
    }
    return id;
  }

  /** The class of the suffix after a lexeme in progress that continues in it. */
  const classes = new Map<number, number>();
  function classOf(local: number): number {
    const known = classes.get(local);
    if (known !== undefined) return known;
    const { at, exit } = lexeme(suffix, 0, local);
    let found = NOTHING;
    if (at > 0 && exit !== 0) {
      const { kind, guard } = ended(exit);
      found = readFrom(kind, guard, at);
    }
    classes.set(local, found);
    return found;
  }
  function classOfRow(row: Int32Array): number {
    const local = row[suffix[0]!]!;
    if (local === DEAD_STATE) return NOTHING;
    const { at, exit } = lexeme(suffix, 1, local);
    if (exit === 0) return NOTHING;
    const { kind, guard } = ended(exit);
    return readFrom(kind, guard, at);
  }

  const rowOf = (local: number): Int32Array => Int32Array.from({ length: 256 }, (_, byte) => lexer.step(local, byte));

  // All states of the lexer, and the kinds that may precede each boundary.
  const kindsBefore = new Map<number, Set<number>>();
  const met = new Set<number>();
  function explore(first: number): void {
    const open = [first];
    for (let local = open.pop(); local !== undefined; local = open.pop()) {
      if (met.has(local)) continue;
      met.add(local);
      if (met.size > MOST_LOCALS) throw new QuotientError("too-large", `its lexer has more than ${MOST_LOCALS} states`);
      for (const byte of lexer.representatives) {
        const to = lexer.step(local, byte);
        if (to !== DEAD_STATE) open.push(to);
      }
      const exit = lexer.exit(local);
      if (exit === 0) continue;
      const { kind, guard } = ended(exit);
      let known = kindsBefore.get(guard);
      if (known === undefined) {
        kindsBefore.set(guard, (known = new Set()));
        open.push(begin(guard));
      }
      known.add(kind);
    }
  }
  explore(begin(0));
  explore(origin);

  const adjacent = adjacentTerminals(core.compiled.source.grammar);
  /** Whether a lexeme of `kind` may be read after one of the kinds that end with `guard`. */
  function matters(guard: number, kind: number): boolean {
    const compiled = kinds[kind]!;
    if (isTrivia(compiled)) return true;
    const name = namesOf(kind)[0];
    if (name === undefined) return false;
    for (const k of kindsBefore.get(guard) as ReadonlySet<number>) {
      if (isTrivia(kinds[k]!)) return true;
      const last = namesOf(k).at(-1);
      if (last !== undefined && adjacent.get(last)?.has(name) === true) return true;
    }
    return false;
  }

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
  const behind = new Map<number, number>();
  function stateOf(guard: number): number {
    const known = behind.get(guard);
    if (known !== undefined) return known;
    const row = rowOf(begin(guard)).map((local, byte) => {
      const other = free[byte]!;
      return other !== DEAD_STATE && !lexer.possible(other).some((k) => matters(guard, k)) ? other : local;
    });
    const end = suffix.length > 0 ? classOfRow(row) : lexer.mayEnd(guard) ? numberOf([]) : NOTHING;
    const id = intern(row, end);
    behind.set(guard, id);
    return id;
  }

  // The start is a separate state, so that it comes first.
  const startRow = rowOf(origin);
  if (lexer.begins(origin)) {
    const empty = lexer.mayEnd(lexer.guardOf(origin)) ? numberOf([]) : NOTHING;
    states.push({ row: startRow, suffix: suffix.length > 0 ? classOfRow(startRow) : empty });
  } else {
    states.push({ row: startRow, suffix: suffix.length > 0 ? classOf(origin) : NOTHING });
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
  const reached = new Map<number, Reach>();
  const edgesFrom = new Map<number, Reach>();
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
      const suffixClass = suffix.length > 0 ? classOf(local) : NOTHING;
      if (suffixClass !== NOTHING) beginnings.add(suffixClass);
      for (const byte of lexer.representatives) open.push(lexer.step(local, byte));
    }
    return { edges: [...edges.values()], beginnings: [...beginnings].sort((a, b) => a - b) };
  }
  function reachOf(state: number): Reach {
    let known = edgesFrom.get(state);
    if (known === undefined) edgesFrom.set(state, (known = reach(new Set(states[state]!.row))));
    return known;
  }
  function reachOfLocal(local: number): Reach {
    let known = reached.get(local);
    if (known === undefined) reached.set(local, (known = reach([local])));
    return known;
  }

  // This loop finds all states and classes.
  for (let state = 0; state < states.length; state++) reachOf(state);

  const stepFrom =
    (row: Int32Array) =>
    (state: number, byte: number): number =>
      state === START ? row[byte]! : lexer.step(state, byte);

  return {
    states,
    suffixes,
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
      accepts: (local): boolean => local !== START && suffix.length > 0 && classOf(local) === suffixClass,
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
