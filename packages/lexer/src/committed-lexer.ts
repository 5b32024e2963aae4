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
import type { CharacterRanges, LocalAutomaton } from "@espalier/monitor";
import { type Boundary, createBoundaries } from "./boundaries.js";
import { type CommittedQueries, createCommittedQueries } from "./committed-queries.js";
import { createCommittedStates, MARKED, NO_LINE } from "./committed-states.js";
import { createLexer } from "./engine-lexer.js";
import { createGuards } from "./guards.js";
import { createKindLists } from "./kind-lists.js";
import { committedKindsKind, limitsKind, lineRulesKind } from "./kinds.js";
import { DEAD_LEXER_STATE } from "./lexer.js";
import { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits } from "./limits.js";
import { createLineStarts, type LineRules, type LineStarts, refine } from "./line-starts.js";
import { createShortestLexemes } from "./shortest-lexemes.js";
import { createStepTable } from "./step-table.js";

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

export interface CommittedLexer extends Omit<LocalAutomaton, keyof CommittedQueries>, CommittedQueries {
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
  /** Returns the state inside the same lexeme, or at the same start of a line, with all kinds allowed. */
  free(local: number): number;
  /**
   * Returns another state that steps like `local` but is *marked*. A caller can thus distinguish a lexeme that it has
   * begun from an equal lexeme that it has not begun. The mark lasts until the end of the lexeme in progress, or of a
   * comment on a line of its own.
   */
  marked(local: number): number;
  /**
   * Returns the state inside the same lexeme in which only the kinds of `allowed` (an id from
   * {@link CommittedLexer.kinds}) may match; 0 if none of these kinds can match.
   */
  narrowed(local: number, allowed: number): number;
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

/** Initial capacity in local states. */
const FIRST_STATES = 256;
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

  const lists = createKindLists(lexer, kinds.length);
  const { of: listed, narrow } = lists;
  const NONE = lists.id([]);
  const everything = lists.id(kinds.map((_, k) => k));
  const guards = createGuards(lexer, kinds);
  let exits = new Int32Array(FIRST_STATES).fill(-1);
  let closings = new Int32Array(FIRST_STATES).fill(-1);
  // There are infinitely many columns, hence line starts, so the limit is as many states as fit in memory.
  const limit = { ...DEFAULT_LEXER_LIMITS, ...limits };
  const fitting = statesWithin(limit.bytes, classCount);
  const states = createCommittedStates(Math.min(limit.states, fitting));
  const { dfaAt, allowedAt, flagsAt, beginsAt, isLine, isMarked } = states;
  const boundaries = createBoundaries(states, lists, lexer, guards, lines);
  const { matched } = boundaries;
  // The number of states is limited by memory, so the rows need no limit of their own.
  const steps = createStepTable(classCount, () => {});

  function intern(dfa: number, allowed: number, flags: number, begins: 0 | 1): number {
    const id = states.intern(dfa, allowed, flags, begins);
    if (id < 0) {
      const which = limit.states <= fitting ? "states" : "bytes";
      throw new LexerLimitError(which, limit[which]);
    }
    if (id >= exits.length) {
      exits = doubled(exits);
      closings = doubled(closings);
    }
    return id;
  }

  /** Returns the local state of a line start. */
  const lineState = (line: number): number => intern(NO_LINE, line, 0, 0);
  const lineStart = lines === undefined ? 0 : lineState(lines.start);

  function derive(local: number, byte: number): number {
    if (isLine(local)) {
      const line = lines!.step(allowedAt(local), byte);
      if (line === 0) return 0;
      // A comment ends at the end of its line.
      return isMarked(local) && lines!.columns(line) === undefined ? intern(NO_LINE, line, MARKED, 0) : lineState(line);
    }
    if (beginsAt(local)) {
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
    const byteClass = classOf[byte]!;
    const known = steps.get(local, byteClass);
    if (known >= 0) return known;
    const to = derive(local, representatives[byteClass]!);
    steps.set(local, byteClass, to);
    return to;
  }

  function exit(local: number): number {
    const known = exits[local]!;
    if (known >= 0) return known;
    const found = boundaries.of(local);
    exits[local] = found;
    return found;
  }

  const shortest = createShortestLexemes(engine, representatives, {
    step,
    matched,
    left: (local, kind) =>
      isLine(local) || !lists.has(allowedAt(local), kind) ? undefined : lexer.left(dfaAt(local), kind),
  });

  return {
    classOf,
    classCount,
    representatives,
    kinds: lists.id,
    kindsOf: listed,
    begin(mode: number, allowed: number, line: 0 | 1, behind: number): number {
      const { notBefore } = guards.of(behind);
      const state = beginnings[mode]!;
      const kept = notBefore.length === 0 ? allowed : lists.id(listed(allowed).filter((k) => !notBefore.includes(k)));
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
      if (lexer.possible(state).length !== listed(allowedAt(local)).length) return -1;
      return lexer.run(state, characters);
    },
    marked(local: number): number {
      return beginsAt(local) ? local : intern(dfaAt(local), allowedAt(local), MARKED, 0);
    },
    narrowed(local: number, allowed: number): number {
      const kept = narrow(dfaAt(local), allowed);
      return kept === NONE ? 0 : intern(dfaAt(local), kept, isMarked(local) ? MARKED : 0, 0);
    },
    free(local: number): number {
      if (isLine(local)) return lineState(allowedAt(local));
      return intern(dfaAt(local), narrow(dfaAt(local), everything), 0, 0);
    },
    boundary: boundaries.at,
    ...createCommittedQueries(states, lists, guards, lines),
    shortest,
    matched,
    lines,
    stateCount: states.size,
    isFull: (): boolean => 2 * states.size() > Math.min(limit.states, fitting),
    bytes(): number {
      const own = states.bytes() + steps.bytes() + 2 * exits.byteLength;
      return own + lexer.bytes() + lists.bytes() + boundaries.bytes() + guards.bytes();
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

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * array.length).fill(-1, array.length);
  longer.set(array);
  return longer;
}
