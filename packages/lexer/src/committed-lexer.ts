// A committing lexer, as in CPython: its lexemes do not depend on what the parser expects. All kinds of lexeme of a
// mode compete for the longest match. A byte that no kind can read ends the lexeme, and there is no backtracking. So
// every text has exactly one lexing, and the parser only decides whether to accept it. The kinds that the parser
// accepts at a place are called *allowed*. A *guard* is what must not come directly after a lexeme (guards.ts).
//
// A state is either a lexeme in progress or the start of a line (see line-starts.ts):
//
//     lexeme  (DFA state over all kinds of the mode, allowed kinds, guard: what may not come first)
//     line    (column, alternate column, …)
//
// A state keeps only those allowed kinds that can still match, so states with equal futures are equal. As a local
// automaton (monitor's `factor`), this lexer leaves no lexeme boundary undecided: if an allowed kind can continue, the
// lexeme continues.
//
// The commit rule follows Melcer et al. 2024, §IV-B.

import { integer, optionally, signature } from "@espalier/arguments";
import type { Engine, Regex } from "@espalier/automata";
import { engineKind } from "@espalier/automata";
import { type CharacterRanges, createPairTable, createSequenceTable, type LocalAutomaton } from "@espalier/monitor";
import { createGuards } from "./guards.js";
import { committedKindsKind, limitsKind, lineRulesKind } from "./kinds.js";
import { createLexer, DEAD_LEXER_STATE, type LexerState } from "./lexer.js";
import { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits } from "./limits.js";
import { createLineStarts, type LineRules, type LineStarts, refine } from "./line-starts.js";

/** One kind of lexeme. If several kinds match equally long texts, the first one wins. */
export interface CommittedKind {
  readonly regex: Regex;
  /** The modes in which the kind competes, by number. */
  readonly modes: readonly number[];
  /** Kinds that may not begin directly after it. */
  readonly notBefore: readonly number[];
  /** Whether the text may not end directly after it. */
  readonly unfinished: boolean;
}

/** What the parser receives at a boundary: a lexeme of some kind, or the start of a line. */
export type Boundary =
  | { readonly kind: number; readonly guard: number }
  | { readonly kind: "line"; readonly column: number; readonly alternate: number };

export interface CommittedLexer extends LocalAutomaton {
  readonly classOf: Uint8Array;
  readonly classCount: number;
  readonly representatives: Uint8Array;
  /** Returns the id of a list of kinds, which must be ascending and distinct. Equal lists have equal ids. */
  kinds(list: readonly number[]): number;
  /** Returns the kinds of such an id. */
  kindsOf(allowed: number): readonly number[];
  /**
   * Returns the state before a lexeme of one of the `allowed` kinds (an id from {@link CommittedLexer.kinds}). `line`
   * is 1 if the end of the line is allowed too. `guard` says what must not come directly after the previous lexeme; 0
   * forbids nothing. The state is never dead.
   */
  begin(mode: number, allowed: number, line: 0 | 1, guard: number): number;
  /** The state at the start of an empty line. */
  readonly lineStart: number;
  /** Returns the boundary that an exit stands for. */
  boundary(exit: number): Boundary;
  /** Returns whether the text may end at a boundary with this guard. */
  mayEnd(guard: number): boolean;
  /** Returns the bytes that must not come first at a boundary with this guard: 1 for each; undefined if there is none. */
  forbidden(guard: number): Uint8Array | undefined;
  /** Returns the state inside the same lexeme, or at the same start of a line, with all kinds allowed. */
  free(local: number): number;
  /**
   * Returns a *demand*: what the parser must allow for the text to be valid so far. It is the list of kinds that the
   * lexeme in progress may become; the parser must allow at least one of them. {@link CommittedLexer.kindsAsked}
   * returns the list.
   */
  demand(local: number): number;
  /**
   * Returns the kinds of a demand, one of which must be allowed; `undefined` if the end of the line must be allowed.
   */
  kindsAsked(demand: number): readonly number[] | undefined;
  /**
   * Returns whether the state `local` satisfies a demand. A demand is a list of kinds; a state satisfies it if it
   * allows at least one of them, for the lexeme in progress or for the next lexeme.
   */
  admits(local: number, demand: number): boolean;
  /** Returns whether `local` allows a lexeme of `kind`. */
  allows(local: number, kind: number): boolean;
  /**
   * Returns another state that steps like `local` but is *marked*. A caller can thus distinguish a lexeme that it has
   * begun from an equal lexeme that it has not begun. The mark lasts until the end of the lexeme in progress, or of a
   * comment on a line of its own.
   */
  marked(local: number): number;
  isMarked(local: number): boolean;
  /**
   * Returns the state inside the same lexeme in which only the kinds of `allowed` (an id from
   * {@link CommittedLexer.kinds}) may match; 0 if none of these kinds can match.
   */
  narrowed(local: number, allowed: number): number;
  /** Returns whether `local` is directly before a lexeme: no byte of it has been read. */
  begins(local: number): boolean;
  /** Returns whether `local` is directly before a lexeme and the line may end there instead. */
  allowsLine(local: number): boolean;
  /** Returns the guard of a state directly before a lexeme. */
  guardOf(local: number): number;
  /** Returns whether `local` is at the start of a line, or in blanks or a comment there. */
  isLine(local: number): boolean;
  /** Returns whether a text may end at `local`, a start of a line. */
  lineMayEnd(local: number): boolean;
  /** Returns whether more blanks leave the columns of `local`, a start of a line, unchanged. */
  lineIsFixed(local: number): boolean;
  /** Returns the allowed kinds that the lexeme in progress may become, ascending. */
  possible(local: number): readonly number[];
  /**
   * Returns the shortest bytes that complete the lexeme in progress as a lexeme of `kind`; `undefined` if this is not
   * allowed or not possible.
   */
  shortest(local: number, kind: number): readonly number[] | undefined;
  /** Returns the kind of the lexeme in progress if it ends here, whether or not it is allowed; −1 if there is none. */
  matched(local: number): number;
  /** The starts of lines; `undefined` if the language has no line structure. */
  readonly lines: LineStarts | undefined;
  stateCount(): number;
  /** Returns whether more than half of a limit is used. */
  isFull(): boolean;
  /** Returns the memory held by the tables, in bytes. */
  bytes(): number;
}

const NO_LINE = -1;
const MARKED = 1;
/** Initial capacity in local states. */
const FIRST_STATES = 256;
/** The demand for the end of a line. Larger numbers are demands for one of a list of kinds. */
const LINE_DEMANDED = 1;

const checkCreateCommittedLexer = signature("createCommittedLexer", {
  engine: engineKind,
  kinds: committedKindsKind,
  modeCount: integer({ min: 1 }),
  lineRules: optionally(lineRulesKind),
  limits: optionally(limitsKind),
});

/**
 * Creates a committing lexer: one whose lexemes do not depend on what the parser expects.
 *
 * @param limits apply twice: to the automaton that reads all kinds, and to the states of this lexer.
 * @throws LexerLimitError, or the engine's LimitError, from any method that reaches a limit.
 */
export function createCommittedLexer(
  engine: Engine,
  kinds: readonly CommittedKind[],
  modeCount: number,
  lineRules?: LineRules,
  limits?: Partial<LexerLimits>,
): CommittedLexer {
  checkCreateCommittedLexer(engine, kinds, modeCount, lineRules, limits);
  // The DFA knows only the first byte of a line end. The line starts read the rest.
  const lines = lineRules === undefined ? undefined : createLineStarts(lineRules);
  const lexer = createLexer(
    engine,
    kinds.map(({ regex }, k) => ({ regex, priority: kinds.length - k, lazy: false })),
    limits,
  );
  const { classOf, classCount, representatives } = refine(lexer.classOf, lines);
  const beginnings = Array.from({ length: modeCount }, (_, mode) =>
    lexer.begin(kinds.flatMap((kind, k) => (kind.modes.includes(mode) ? [k] : []))),
  );

  const lists = createSequenceTable();
  const listed: (readonly number[])[] = [];
  const narrowed = createPairTable();

  function list(items: readonly number[]): number {
    const id = lists.intern(Int32Array.from(items), items.length);
    if (id === listed.length) listed.push([...items]);
    return id;
  }
  const NONE = list([]);
  const everything = list(kinds.map((_, k) => k));

  // For each list: 1 for each kind in it.
  const flagged: (Uint8Array | undefined)[] = [];
  function flagsOf(id: number): Uint8Array {
    let flags = flagged[id];
    if (flags === undefined) {
      flags = new Uint8Array(kinds.length);
      for (const k of listed[id]!) flags[k] = 1;
      flagged[id] = flags;
    }
    return flags;
  }
  // For (allowed, demand): whether they have a kind in common.
  const admitted = createPairTable();

  /** Returns those of the `allowed` kinds that can still match. */
  function narrow(state: LexerState, allowed: number): number {
    let id = narrowed.get(state, allowed);
    if (id >= 0) return id;
    const possible = new Set(lexer.possible(state));
    id = list(listed[allowed]!.filter((k) => possible.has(k)));
    narrowed.set(state, allowed, id);
    return id;
  }

  const guards = createGuards(lexer, kinds);

  // An exit is a kind of lexeme and its guard, or the columns of a line.
  const exitIds = createPairTable();
  const boundaries: Boundary[] = [{ kind: NO_LINE, guard: 0 }];
  function exitOf(a: number, b: number, make: () => Boundary): number {
    let id = exitIds.get(a, b);
    if (id < 0) {
      id = boundaries.push(make()) - 1;
      exitIds.set(a, b, id);
    }
    return id;
  }

  // The states, four numbers each. Before a lexeme: the DFA state, the id of the allowed kinds, 2 · guard + (1 if the
  // line may end), and 1. Inside a lexeme: the DFA state, the id of the allowed kinds, MARKED or 0, and 0. At the start
  // of a line: NO_LINE, a state of line-starts.ts, MARKED or 0, and 0. (A guard is what must not come directly after
  // the previous lexeme.)
  let records = new Int32Array(4 * FIRST_STATES);
  let next = new Int32Array(classCount * FIRST_STATES).fill(-1);
  let exits = new Int32Array(FIRST_STATES).fill(-1);
  let closings = new Int32Array(FIRST_STATES).fill(-1);
  // There are infinitely many columns, hence line starts, so the limit is as many states as fit in memory.
  const limit = { ...DEFAULT_LEXER_LIMITS, ...limits };
  const fitting = statesWithin(limit.bytes, classCount);
  const numbers = createSequenceTable(Math.min(limit.states, fitting));
  const record = new Int32Array(4);

  function intern(a: number, b: number, c: number, d: number): number {
    record[0] = a;
    record[1] = b;
    record[2] = c;
    record[3] = d;
    const id = numbers.intern(record, 4);
    if (id < 0) {
      const which = limit.states <= fitting ? "states" : "bytes";
      throw new LexerLimitError(which, limit[which]);
    }
    if (id >= exits.length) {
      records = doubled(records, 0);
      next = doubled(next, -1);
      exits = doubled(exits, -1);
      closings = doubled(closings, -1);
    }
    for (let i = 0; i < 4; i++) records[4 * id + i] = record[i]!;
    return id;
  }
  intern(-1, -1, -1, -1); // 0 is dead

  /** Returns the local state of a line start. */
  const lineState = (line: number): number => intern(NO_LINE, line, 0, 0);
  const lineStart = lines === undefined ? 0 : lineState(lines.start);

  const dfaAt = (local: number): number => records[4 * local]!;
  const allowedAt = (local: number): number => records[4 * local + 1]!;
  const flagsAt = (local: number): number => records[4 * local + 2]!;
  const beginsAt = (local: number): boolean => records[4 * local + 3] === 1;
  const isLine = (local: number): boolean => dfaAt(local) === NO_LINE;
  const isMarked = (local: number): boolean => !beginsAt(local) && flagsAt(local) === MARKED;
  const allowsLine = (local: number): boolean => beginsAt(local) && (flagsAt(local) & 1) === 1;

  function derive(local: number, byte: number): number {
    if (isLine(local)) {
      const line = lines!.step(allowedAt(local), byte);
      if (line === 0) return 0;
      // A comment ends at the end of its line.
      return isMarked(local) && lines!.columns(line) === undefined ? intern(NO_LINE, line, MARKED, 0) : lineState(line);
    }
    const begins = beginsAt(local);
    if (begins) {
      const flags = flagsAt(local);
      if (guards.of(flags >> 1).forbidden?.[byte] === 1) return 0;
      if ((flags & 1) === 1 && lines!.breaks(byte)) return lineState(lines!.start);
    }
    const to = lexer.step(dfaAt(local), byte);
    if (to === DEAD_LEXER_STATE) return 0;
    const allowed = narrow(to, allowedAt(local));
    return allowed === NONE ? 0 : intern(to, allowed, isMarked(local) ? MARKED : 0, 0);
  }

  function step(local: number, byte: number): number {
    const at = local * classCount + classOf[byte]!;
    const known = next[at]!;
    if (known >= 0) return known;
    const to = derive(local, representatives[classOf[byte]!]!);
    next[local * classCount + classOf[byte]!] = to; // `next` may have grown
    return to;
  }

  function matched(local: number): number {
    if (isLine(local) || beginsAt(local)) return -1;
    const exit = lexer.exit(dfaAt(local));
    return exit === 0 ? -1 : lexer.exitTerminals(exit)[0]!;
  }

  function findExit(local: number): number {
    if (local === 0) return 0;
    if (isLine(local)) {
      const line = allowedAt(local);
      const columns = lines!.columns(line);
      if (columns === undefined) return 0;
      const [column, alternate] = columns;
      return exitOf(-3 - alternate, column + 1, () => ({ kind: "line", column, alternate }));
    }
    const kind = matched(local);
    if (kind < 0 || flagsOf(allowedAt(local))[kind] !== 1) return 0;
    const behind = guards.behind(dfaAt(local), kind);
    return exitOf(kind, behind, () => ({ kind, guard: behind }));
  }

  function exit(local: number): number {
    const known = exits[local]!;
    if (known >= 0) return known;
    const found = findExit(local);
    exits[local] = found;
    return found;
  }

  // For (state, kind): an index into the texts.
  const shortestAt = createPairTable();
  const shortestTexts: (readonly number[] | undefined)[] = [];

  function findShortest(local: number, kind: number): readonly number[] | undefined {
    if (isLine(local) || !listed[allowedAt(local)]!.includes(kind)) return undefined;
    const bytes: number[] = [];
    let left = lexer.left(dfaAt(local), kind);
    let at = local;
    for (let nearer = engine.distance(left) - 1; nearer >= 0; nearer--) {
      let found = -1;
      for (const byte of representatives) {
        if (engine.distance(engine.derivative(left, byte)) !== nearer || step(at, byte) === 0) continue;
        found = byte;
        break;
      }
      if (found < 0) return undefined;
      bytes.push(found);
      left = engine.derivative(left, found);
      at = step(at, found);
    }
    return matched(at) === kind ? bytes : undefined;
  }

  return {
    classOf,
    classCount,
    representatives,
    kinds: list,
    kindsOf: (allowed: number): readonly number[] => listed[allowed]!,
    begin(mode: number, allowed: number, line: 0 | 1, behind: number): number {
      const { notBefore } = guards.of(behind);
      const state = beginnings[mode]!;
      const kept = notBefore.length === 0 ? allowed : list(listed[allowed]!.filter((k) => !notBefore.includes(k)));
      return intern(state, narrow(state, kept), 2 * behind + line, 1);
    },
    lineStart,
    step,
    exit,
    closes(local: number): boolean {
      const known = closings[local]!;
      if (known >= 0) return known === 1;
      const closed = !isLine(local) && !beginsAt(local) && lexer.closes(dfaAt(local)) && exit(local) !== 0;
      closings[local] = closed ? 1 : 0;
      return closed;
    },
    commits: true,
    run(local: number, characters: CharacterRanges): number {
      if (isLine(local) || beginsAt(local)) return -1;
      // The bound is exact only if everything that can match is allowed.
      const state = dfaAt(local);
      if (lexer.possible(state).length !== listed[allowedAt(local)]!.length) return -1;
      return lexer.run(state, characters);
    },
    marked(local: number): number {
      return beginsAt(local) ? local : intern(dfaAt(local), allowedAt(local), MARKED, 0);
    },
    isMarked,
    narrowed(local: number, allowed: number): number {
      const kept = narrow(dfaAt(local), allowed);
      return kept === NONE ? 0 : intern(dfaAt(local), kept, isMarked(local) ? MARKED : 0, 0);
    },
    free(local: number): number {
      if (isLine(local)) return lineState(allowedAt(local));
      const state = dfaAt(local);
      return intern(state, narrow(state, everything), 0, 0);
    },
    demand: (local: number): number => (isLine(local) ? LINE_DEMANDED : LINE_DEMANDED + 1 + allowedAt(local)),
    kindsAsked: (demand: number): readonly number[] | undefined => listed[demand - LINE_DEMANDED - 1],
    admits(local: number, demand: number): boolean {
      if (demand === LINE_DEMANDED) return isLine(local) || allowsLine(local);
      if (isLine(local)) return false;
      let known = admitted.get(allowedAt(local), demand);
      if (known < 0) {
        const allowed = flagsOf(allowedAt(local));
        known = listed[demand - LINE_DEMANDED - 1]!.some((k) => allowed[k] === 1) ? 1 : 0;
        admitted.set(allowedAt(local), demand, known);
      }
      return known === 1;
    },
    allows: (local: number, kind: number): boolean => !isLine(local) && flagsOf(allowedAt(local))[kind] === 1,
    boundary: (id: number): Boundary => boundaries[id]!,
    mayEnd: (behind: number): boolean => !guards.of(behind).unfinished,
    forbidden: (behind: number): Uint8Array | undefined => guards.of(behind).forbidden,
    begins: beginsAt,
    allowsLine,
    guardOf: (local: number): number => flagsAt(local) >> 1,
    isLine,
    lineIsFixed: (local: number): boolean => lines!.isFixed(allowedAt(local)),
    lineMayEnd: (local: number): boolean => lines!.mayEnd(allowedAt(local)),
    possible(local: number): readonly number[] {
      return isLine(local) ? [] : listed[allowedAt(local)]!;
    },
    shortest(local: number, kind: number): readonly number[] | undefined {
      const known = shortestAt.get(local, kind);
      if (known >= 0) return shortestTexts[known];
      shortestAt.set(local, kind, shortestTexts.length);
      const found = findShortest(local, kind);
      shortestTexts.push(found);
      return found;
    },
    matched,
    lines,
    stateCount(): number {
      return numbers.size;
    },
    isFull: (): boolean => 2 * numbers.size > Math.min(limit.states, fitting),
    bytes(): number {
      const own = numbers.bytes() + records.byteLength + next.byteLength + 2 * exits.byteLength;
      return (
        own +
        lexer.bytes() +
        lists.bytes() +
        narrowed.bytes() +
        admitted.bytes() +
        64 * boundaries.length +
        guards.bytes()
      );
    },
  };
}

/** Returns how many local states fit into so many bytes; capacities are doubled from the initial one. */
function statesWithin(bytes: number, classCount: number): number {
  const each = 4 * (classCount + 6);
  let count = FIRST_STATES;
  while (2 * count * each <= bytes) count *= 2;
  return count;
}

function doubled(array: Int32Array, fill: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * array.length);
  longer.set(array);
  if (fill !== 0) longer.fill(fill, array.length);
  return longer;
}
