// A lexer that commits, as CPython's does: it lexes the same whatever the parser expects. All kinds of a mode compete for the longest
// match, and a byte that none of them can take ends the lexeme; there is no going back. So every text has one lexing, and what the
// parser expects only decides whether that lexing is welcome.
//
// A state is either a lexeme in progress or the start of a line (see line-starts.ts):
//
//     lexeme  (DFA state over all kinds of the mode, which kinds are welcome, what may not come first)
//     line    (column, alternate column, …)
//
// Of the welcome kinds only those are kept that can still match, so states that differ in what can no longer come are one. As a
// local automaton (monitor's `factor`) it never doubts a boundary: where a welcome kind can go on, the lexeme does.
//
// The commit rule: fim-quotient.md §1.4 (mode B) and §5.7 of the project's notes; Melcer et al. 2024, §IV-B.

import { integer, optionally, signature } from "@espalier/arguments";
import type { Engine, Regex } from "@espalier/automata";
import { engineKind } from "@espalier/automata";
import { type CharacterRanges, createPairTable, createSequenceTable, type LocalAutomaton } from "@espalier/monitor";
import { committedKindsKind, limitsKind, lineRulesKind } from "./kinds.js";
import { createLexer, DEAD_LEXER_STATE, type LexerState } from "./lexer.js";
import { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits } from "./limits.js";
import { createLineStarts, type LineRules, type LineStarts } from "./line-starts.js";

/** What one kind of lexeme is to a committed lexer. Earlier kinds win among equally long matches. */
export interface CommittedKind {
  readonly regex: Regex;
  /** The numbers of the modes in which it competes. */
  readonly modes: readonly number[];
  /** Kinds that may not begin directly behind it. */
  readonly notBefore: readonly number[];
  /** Whether the text may not end directly behind it. */
  readonly unfinished: boolean;
}

/** What a boundary hands on: a lexeme of some kind, or the start of a line. */
export type Boundary =
  | { readonly kind: number; readonly guard: number }
  | { readonly kind: "line"; readonly column: number; readonly alternate: number };

export interface CommittedLexer extends LocalAutomaton {
  readonly classOf: Uint8Array;
  readonly classCount: number;
  readonly representatives: Uint8Array;
  /** A list of kinds as a number: equal lists (ascending, each once), equal numbers. */
  kinds(list: readonly number[]): number;
  /** The kinds of such a number. */
  kindsOf(welcome: number): readonly number[];
  /**
   * The state before a lexeme of one of the `welcome` kinds (a number of {@link CommittedLexer.kinds}; `line` 1 where a line's end is
   * welcome too), behind a boundary with `guard` (0: behind none). Never dead.
   */
  begin(mode: number, welcome: number, line: 0 | 1, guard: number): number;
  /** The state at the start of a line with nothing on it yet. */
  readonly lineStart: number;
  /** What `exit` hands on. */
  boundary(exit: number): Boundary;
  /** Whether the text may end at a boundary with this guard. */
  mayEnd(guard: number): boolean;
  /** The state inside a lexeme, or at the start of a line, as it is where everything is welcome. */
  free(local: number): number;
  /** For text to end inside a lexeme, one of the kinds that it may become has to be welcome: {@link CommittedLexer.kindsAsked}. */
  demand(local: number): number;
  /** The kinds of a demand, of which one is enough; undefined where a line's end has to be welcome. */
  kindsAsked(demand: number): readonly number[] | undefined;
  /** Whether `local` welcomes what is asked for; of kinds, as one of those that the lexeme in progress or the next may be. */
  admits(local: number, demand: number): boolean;
  /** Whether `local` welcomes a lexeme of `kind`. */
  welcomes(local: number, kind: number): boolean;
  /** `local` as a state of its own: it steps alike, and is marked until the lexeme in progress, or the comment on a line of its own, ends. */
  marked(local: number): number;
  isMarked(local: number): boolean;
  /** The state inside a lexeme as it is where only the `welcome` kinds are (a number of {@link CommittedLexer.kinds}); 0 when none can match. */
  narrowed(local: number, welcome: number): number;
  /** Whether `local` lies before a lexeme: no byte of it has been read. */
  begins(local: number): boolean;
  /** Whether `local` lies before a lexeme, and a line may end there instead. */
  welcomesLine(local: number): boolean;
  /** The guard of a state before a lexeme. */
  guardOf(local: number): number;
  /** Whether `local` is at the start of a line, or in what may stand there alone (blanks, a comment). */
  isLine(local: number): boolean;
  /** Whether a text may end at `local`, a start of a line. */
  lineMayEnd(local: number): boolean;
  /** Whether further blanks leave the columns of `local`, a start of a line, as they are. */
  lineIsFixed(local: number): boolean;
  /** The welcome kinds that the lexeme in progress may become, ascending. */
  possible(local: number): readonly number[];
  /** The shortest rest of the lexeme in progress as a lexeme of `kind`, when that is welcome and possible. */
  shortest(local: number, kind: number): readonly number[] | undefined;
  /** The kind that the lexeme in progress is if it ends here, welcome or not; −1 for none. */
  matched(local: number): number;
  /** How lines begin, where lines matter. */
  readonly lines: LineStarts | undefined;
  stateCount(): number;
  /** Whether more than a half of a limit is used. */
  isFull(): boolean;
  /** Bytes held by its tables. */
  bytes(): number;
}

const NO_LINE = -1;
const MARKED = 1;
/** For so many local states there is room from the beginning. */
const FIRST_STATES = 256;
/** The demand for a line's end. Above it, those for one of a list of kinds. */
const LINE_DEMANDED = 1;

const checkCreateCommittedLexer = signature("createCommittedLexer", {
  engine: engineKind,
  kinds: committedKindsKind,
  modeCount: integer({ min: 1 }),
  lineRules: optionally(lineRulesKind),
  limits: optionally(limitsKind),
});

/**
 * @param limits hold for the automaton over all kinds, and once more for the local states made of it.
 * @throws LexerLimitError from any method that would pass a limit, and LimitError of the engine likewise.
 */
export function createCommittedLexer(
  engine: Engine,
  kinds: readonly CommittedKind[],
  modeCount: number,
  lineRules?: LineRules,
  limits?: Partial<LexerLimits>,
): CommittedLexer {
  checkCreateCommittedLexer(engine, kinds, modeCount, lineRules, limits);
  // A line's end is known to the DFA only by its first byte: what follows is for the line starts.
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

  // By list: 1 for each kind that is in it.
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
  // By (welcome, demand): whether they have a kind in common.
  const admitted = createPairTable();

  /** Of the `welcome` kinds those that can still match. */
  function narrow(state: LexerState, welcome: number): number {
    let id = narrowed.get(state, welcome);
    if (id >= 0) return id;
    const possible = new Set(lexer.possible(state));
    id = list(listed[welcome]!.filter((k) => possible.has(k)));
    narrowed.set(state, welcome, id);
    return id;
  }

  // Guards: which bytes may not come first, which kinds may not, whether the text may end. Guard 0 forbids nothing.
  interface Guard {
    readonly forbidden: Uint8Array | undefined;
    readonly notBefore: readonly number[];
    readonly unfinished: boolean;
  }
  const guards: Guard[] = [{ forbidden: undefined, notBefore: [], unfinished: false }];
  const guardOf = new Map<string, number>();
  const guardAt = createPairTable();

  function guard(state: LexerState, kind: number): number {
    let id = guardAt.get(state, kind);
    if (id >= 0) return id;
    const { notBefore, unfinished } = kinds[kind]!;
    const bytes: number[] = [];
    if (!lexer.closes(state)) {
      for (let byte = 0; byte < 256; byte++) if (lexer.step(state, byte) !== DEAD_LEXER_STATE) bytes.push(byte);
    }
    const key = `${bytes.join()};${notBefore.join()};${unfinished}`;
    const known = guardOf.get(key);
    if (known !== undefined) id = known;
    else if (bytes.length === 0 && notBefore.length === 0 && !unfinished) id = 0;
    else {
      const forbidden = new Uint8Array(256);
      for (const byte of bytes) forbidden[byte] = 1;
      id = guards.push({ forbidden, notBefore, unfinished }) - 1;
      guardOf.set(key, id);
    }
    guardAt.set(state, kind, id);
    return id;
  }

  // Exits: a lexeme's kind and guard, or a line's columns.
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

  // Local states by number. Lexemes: (DFA state, welcome, 2 · guard + line, 1) before their first byte, (DFA state, welcome, whether marked,
  // 0) behind it; line starts: (NO_LINE, line, whether marked, 0).
  let records = new Int32Array(4 * FIRST_STATES);
  let next = new Int32Array(classCount * FIRST_STATES).fill(-1);
  let exits = new Int32Array(FIRST_STATES).fill(-1);
  let closings = new Int32Array(FIRST_STATES).fill(-1);
  // Columns make line starts without end, so there is one: so many as fit.
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

  /** The number of a line start. */
  const lineState = (line: number): number => intern(NO_LINE, line, 0, 0);
  const lineStart = lines === undefined ? 0 : lineState(lines.start);

  const dfaAt = (local: number): number => records[4 * local]!;
  const welcomeAt = (local: number): number => records[4 * local + 1]!;
  const flagsAt = (local: number): number => records[4 * local + 2]!;
  const beginsAt = (local: number): boolean => records[4 * local + 3] === 1;
  const isLine = (local: number): boolean => dfaAt(local) === NO_LINE;
  const isMarked = (local: number): boolean => !beginsAt(local) && flagsAt(local) === MARKED;
  const welcomesLine = (local: number): boolean => beginsAt(local) && (flagsAt(local) & 1) === 1;

  function derive(local: number, byte: number): number {
    if (isLine(local)) {
      const line = lines!.step(welcomeAt(local), byte);
      if (line === 0) return 0;
      // A comment ends where its line does.
      return isMarked(local) && lines!.columns(line) === undefined ? intern(NO_LINE, line, MARKED, 0) : lineState(line);
    }
    const begins = beginsAt(local);
    if (begins) {
      const flags = flagsAt(local);
      const guarded = guards[flags >> 1]!;
      if (guarded.forbidden?.[byte] === 1) return 0;
      if ((flags & 1) === 1 && lines!.breaks(byte)) return lineState(lines!.start);
    }
    const to = lexer.step(dfaAt(local), byte);
    if (to === DEAD_LEXER_STATE) return 0;
    const welcome = narrow(to, welcomeAt(local));
    return welcome === NONE ? 0 : intern(to, welcome, isMarked(local) ? MARKED : 0, 0);
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
      const line = welcomeAt(local);
      const columns = lines!.columns(line);
      if (columns === undefined) return 0;
      const [column, alternate] = columns;
      return exitOf(-3 - alternate, column + 1, () => ({ kind: "line", column, alternate }));
    }
    const kind = matched(local);
    if (kind < 0 || flagsOf(welcomeAt(local))[kind] !== 1) return 0;
    const behind = guard(dfaAt(local), kind);
    return exitOf(kind, behind, () => ({ kind, guard: behind }));
  }

  function exit(local: number): number {
    const known = exits[local]!;
    if (known >= 0) return known;
    const found = findExit(local);
    exits[local] = found;
    return found;
  }

  // By (state, kind): an index into the texts.
  const shortestAt = createPairTable();
  const shortestTexts: (readonly number[] | undefined)[] = [];

  function findShortest(local: number, kind: number): readonly number[] | undefined {
    if (isLine(local) || !listed[welcomeAt(local)]!.includes(kind)) return undefined;
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
    kindsOf: (welcome: number): readonly number[] => listed[welcome]!,
    begin(mode: number, welcome: number, line: 0 | 1, behind: number): number {
      const { notBefore } = guards[behind]!;
      const state = beginnings[mode]!;
      const kept = notBefore.length === 0 ? welcome : list(listed[welcome]!.filter((k) => !notBefore.includes(k)));
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
      // Exact only where everything that can match is welcome.
      const state = dfaAt(local);
      if (lexer.possible(state).length !== listed[welcomeAt(local)]!.length) return -1;
      return lexer.run(state, characters);
    },
    marked(local: number): number {
      return beginsAt(local) ? local : intern(dfaAt(local), welcomeAt(local), MARKED, 0);
    },
    isMarked,
    narrowed(local: number, welcome: number): number {
      const kept = narrow(dfaAt(local), welcome);
      return kept === NONE ? 0 : intern(dfaAt(local), kept, isMarked(local) ? MARKED : 0, 0);
    },
    free(local: number): number {
      if (isLine(local)) return lineState(welcomeAt(local));
      const state = dfaAt(local);
      return intern(state, narrow(state, everything), 0, 0);
    },
    demand: (local: number): number => (isLine(local) ? LINE_DEMANDED : LINE_DEMANDED + 1 + welcomeAt(local)),
    kindsAsked: (demand: number): readonly number[] | undefined => listed[demand - LINE_DEMANDED - 1],
    admits(local: number, demand: number): boolean {
      if (demand === LINE_DEMANDED) return isLine(local) || welcomesLine(local);
      if (isLine(local)) return false;
      let known = admitted.get(welcomeAt(local), demand);
      if (known < 0) {
        const welcome = flagsOf(welcomeAt(local));
        known = listed[demand - LINE_DEMANDED - 1]!.some((k) => welcome[k] === 1) ? 1 : 0;
        admitted.set(welcomeAt(local), demand, known);
      }
      return known === 1;
    },
    welcomes: (local: number, kind: number): boolean => !isLine(local) && flagsOf(welcomeAt(local))[kind] === 1,
    boundary: (id: number): Boundary => boundaries[id]!,
    mayEnd: (behind: number): boolean => !guards[behind]!.unfinished,
    begins: beginsAt,
    welcomesLine,
    guardOf: (local: number): number => flagsAt(local) >> 1,
    isLine,
    lineIsFixed: (local: number): boolean => lines!.isFixed(welcomeAt(local)),
    lineMayEnd: (local: number): boolean => lines!.mayEnd(welcomeAt(local)),
    possible(local: number): readonly number[] {
      return isLine(local) ? [] : listed[welcomeAt(local)]!;
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
        320 * guards.length
      );
    },
  };
}

/** The partition that also tells apart what line starts do. */
function refine(
  classOf: Uint8Array,
  lines: LineStarts | undefined,
): { readonly classOf: Uint8Array; readonly classCount: number; readonly representatives: Uint8Array } {
  const refined = new Uint8Array(256);
  const known = new Map<string, number>();
  const representatives: number[] = [];
  for (let byte = 0; byte < 256; byte++) {
    const key = `${classOf[byte]};${lines?.classOf(byte)}`;
    let its = known.get(key);
    if (its === undefined) {
      its = representatives.push(byte) - 1;
      known.set(key, its);
    }
    refined[byte] = its;
  }
  return { classOf: refined, classCount: representatives.length, representatives: Uint8Array.from(representatives) };
}

/** How many local states, doubled from the first few on, have their tables in so many bytes. */
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
