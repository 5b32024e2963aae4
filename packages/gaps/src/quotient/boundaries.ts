// The lexer of a gap as a finite automaton over lexemes. A committed lexer ends a lexeme where no kind can go on, so what may come directly
// behind one depends on how it ended: after `a` no letter, after `*` no second `*` where `**` is a lexeme. Those are the states here:
//
//     start ──rest of a lexeme──▶ behind it ──lexeme──▶ behind it ──beginning of a lexeme──▶ the suffix
//
// The first edge is what is left of the lexeme that the prefix begins, the last the beginnings of a lexeme that ends in the suffix: one
// class for each string of terminals that the suffix then is. States are told apart only by lexemes that the grammar allows there.

import { DEAD_STATE } from "../language/machine.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { CompiledKind } from "../source/compiled.js";
import { adjacentTerminals } from "./adjacent.js";
import type { StepFunction } from "./plain-regex.js";
import { QuotientError } from "./refusal.js";

/** A place between lexemes, or where the middle begins. */
export interface BoundaryState {
  /** The lexer's state after each byte, 0 for none. */
  readonly row: Int32Array;
  /** Where the prefix ends in a lexeme that may end there: its kind, and the state behind it. */
  readonly ended?: { readonly kind: number; readonly to: number };
  /** The class of the suffix where the middle ends here. */
  readonly suffix: number;
}

export interface Boundaries {
  /** The first is where the middle begins. */
  readonly states: readonly BoundaryState[];
  /** By class: the terminals of the suffix, with those of the lexeme that it ends. */
  readonly suffixes: readonly (readonly string[])[];
  /** The terminals of the prefix, without the lexeme in progress. */
  readonly prefix: readonly string[];
  /** Whether the prefix ends inside a lexeme. */
  readonly insideLexeme: boolean;
  /** The lexemes from a state: of which kind, and the state behind them. */
  edges(state: number): readonly (readonly [kind: number, to: number])[];
  /** The classes of beginnings from a state. */
  beginningsOf(state: number): readonly number[];
  /** The texts of lexemes of `kind` from one state to another, without the empty one. */
  lexeme(state: number, kind: number, to: number): StepFunction;
  /** The beginnings from a state that lead into the suffix of this class, without the empty one. */
  beginning(state: number, suffix: number): StepFunction;
  /** What may come behind a state besides blanks and comments; equal for states that only differ in those. */
  signature(state: number): string;
}

/** States of the lexer at most, and those between lexemes. */
const MOST_LOCALS = 20_000;
/** In how many ways the lexemes of a text may end. */
const MOST_STATES = 200;
const NOTHING = -1;
const START = -2;

export function isTrivia(kind: CompiledKind): boolean {
  return kind.terminals.length === 0;
}

/** @throws QuotientError when the lexer has too many states. The prefix must be readable. */
export function createBoundaries(core: LexedCore, prefix: Uint8Array, suffix: Uint8Array): Boundaries {
  const { lexer, kinds, kindsIn, terminals } = core.compiled;
  const all = lexer.kinds(kindsIn[0]!);
  const begin = (guard: number): number => lexer.begin(0, all, 0, guard);
  const namesOf = (kind: number): readonly (string | undefined)[] => kinds[kind]!.terminals.map((t) => terminals[t]);

  /** One lexeme of `text` from `local`: where it ends, and how. */
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

  // The prefix: its terminals, and where its last lexeme is.
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

  // Classes of the suffix.
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

  /** The class of the suffix behind a lexeme in progress that goes on in it. */
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

  // All states of the lexer, and what may stand before each boundary.
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
  /** Whether a lexeme of `kind` may be read behind one of the kinds that end with `guard`. */
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
  // What cannot be read behind a boundary anyhow is as it is where nothing is before, so that states are few.
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

  // The start is by itself, so that it comes first.
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
  /** What lies behind states of the lexer inside a lexeme. */
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

  // States and classes are all found here.
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
