// Many regular languages at once: one automaton over bytes for all terminals, computed lazily.
//
// A state is a hash-consed vector of pairs (terminal, residual expression). It contains every terminal that was allowed
// at the start of the lexeme and can still match (Brzozowski 1964; vectors as in Owens, Reppy and Turon 2009, §4.2).
// Terminals that the parser does not allow never enter the vector, so no later filtering is needed.
//
//     sequence:  [role, terminal₀, expression₀, terminal₁, expression₁, …]     state 0 = dead
//     rows:      next[state · classCount + class] = state, or −1 if not computed
//
// The *exit* of a state is the id of the set of terminals that the parser receives if the lexeme ends there. These are,
// among the terminals that match the text so far, those of the highest priority. If some of these are lazy, only the
// lazy terminals count. A state *closes* if the lexeme must end there: nothing longer can match, or a lazy terminal has
// matched.

import { signature } from "@espalier/arguments";
import { burn, createSequenceTable, type SequenceTable } from "@espalier/monitor";
import { limitsKind, terminalsKind } from "./kinds.js";
import { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits, roomOf } from "./limits.js";
import { createNfaResiduals } from "./nfa-residuals.js";
import { DEAD_RESIDUAL, EMPTY_RESIDUAL, type LexerTerminal, type Residuals } from "./residuals.js";
import { createStepTable } from "./step-table.js";

/** A lexeme in progress, or {@link DEAD_LEXER_STATE}. */
export type LexerState = number;

export const DEAD_LEXER_STATE: LexerState = 0;

/** A lexer over terminals 0 … n − 1. A lexeme is never empty: a match of the empty text is ignored. */
export interface PlainLexer {
  /** The class of each byte (256 entries). Bytes of one class behave the same. */
  readonly classOf: Uint8Array;
  readonly classCount: number;
  /** One byte of each class. */
  readonly representatives: Uint8Array;
  /** Returns whether the terminal matches any non-empty text. */
  matchable(terminal: number): boolean;
  /** Returns whether the terminal's pattern matches the empty text (which is never a lexeme). */
  matchesEmpty(terminal: number): boolean;
  /**
   * Returns the state at the start of a lexeme of one of `terminals` (ascending). Never dead, even if `terminals` is
   * empty.
   */
  begin(terminals: readonly number[]): LexerState;
  /** Returns the state after one more byte. */
  step(state: LexerState, byte: number): LexerState;
  /** Returns the id of the set of terminals that the text so far may be; 0 if there are none. */
  exit(state: LexerState): number;
  /** Returns the terminals of an exit, ascending. */
  exitTerminals(exit: number): readonly number[];
  /**
   * Returns the least number of bytes until some terminal matches: 0 if `exit` is not 0, Infinity if none can match.
   */
  distance(state: LexerState): number;
  /**
   * Returns whether the lexeme ends here regardless of the next byte. If so, `exit` is not 0 and every step is dead.
   */
  closes(state: LexerState): boolean;
  /** Returns whether no byte of the lexeme has been read. */
  begins(state: LexerState): boolean;
  /** Returns the terminals that can still match, ascending. */
  possible(state: LexerState): readonly number[];
  /** Returns the residual of a terminal's expression, as an id of the engine; 0 if the terminal can no longer match. */
  left(state: LexerState, terminal: number): number;
  stateCount(): number;
  /** Returns whether more than half of a limit, or 32 MiB, is used. Create a new lexer for new work then. */
  isFull(): boolean;
  bytes(): number;
}

const BEGINS = 0;
const INSIDE = 1;
export const CLOSED = 2;

const checkCreatePlainLexer = signature("createPlainLexer", { terminals: terminalsKind, limits: limitsKind });

/**
 * Creates the same lexer without an engine, for pages, which load 13 kB (gzip) less. Counters are unrolled, so `x{1000}`
 * takes a thousand states.
 *
 * @throws ArgumentError for a terminal with a complement (`~`, look-ahead) or an automaton, and if the unrolled counters
 * take more than 100,000 states. LexerLimitError from any method past a limit.
 */
export function createPlainLexer(terminals: readonly LexerTerminal[], limits: Partial<LexerLimits> = {}): PlainLexer {
  checkCreatePlainLexer(terminals, limits);
  return lexerOver(createNfaResiduals(terminals), terminals, { ...DEFAULT_LEXER_LIMITS, ...limits }, () => ({}));
}

/** Reads the vectors of a lexer, of which `intern(n)` makes a state of `buffer[0, n)`. */
export type ReadVectors<Read> = (
  vectors: SequenceTable,
  buffer: Int32Array,
  intern: (length: number) => LexerState,
) => Read;

/** @param hints creates the members of the lexer that {@link PlainLexer} does not have. */
export function lexerOver<Read extends object>(
  residuals: Residuals,
  terminals: readonly LexerTerminal[],
  limit: LexerLimits,
  hints: ReadVectors<Read>,
): PlainLexer & Read {
  const { initial, classOf, classCount, representatives } = residuals;
  const vectors = createSequenceTable();
  const exits = createSequenceTable();
  const exitLists: (readonly number[])[] = [[]];
  exits.intern(new Int32Array(0), 0);
  const starts = new Map<string, LexerState>();
  let exitOf = new Int32Array(256);
  let distanceOf = new Float64Array(256).fill(Number.POSITIVE_INFINITY);
  const steps = createStepTable(classCount, checkBytes);
  const buffer = new Int32Array(2 * terminals.length + 1);
  const winners = new Int32Array(terminals.length);

  function exitOfTerminals(count: number): number {
    const id = exits.intern(winners, count);
    if (id === exitLists.length) exitLists.push(Array.from(winners.subarray(0, count)));
    return id;
  }

  /** Returns the state of the vector `buffer[0, length)`. Computes its exit if it is new. */
  function intern(length: number): LexerState {
    burn("lexer", length);
    let size = length;
    let won = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 2; i < length; i += 2) nearest = Math.min(nearest, residuals.distance(buffer[i]!));
    if (buffer[0] === INSIDE) {
      let best = Number.NEGATIVE_INFINITY;
      let bestStops = false;
      let lazy = false;
      let open = false;
      for (let i = 1; i < length; i += 2) {
        const t = buffer[i]!;
        const expression = buffer[i + 1]!;
        if (expression !== EMPTY_RESIDUAL) open = true;
        if (!residuals.nullable(expression)) continue;
        const { priority, lazy: stops } = terminals[t]!;
        lazy ||= stops;
        if (priority > best || (priority === best && stops && !bestStops)) {
          best = priority;
          bestStops = stops;
          won = 0;
        }
        if (priority === best && stops === bestStops) winners[won++] = t;
      }
      if (won > 0 && (lazy || !open)) {
        buffer[0] = CLOSED;
        for (let i = 0; i < won; i++) buffer[i + 1] = winners[i]!;
        size = won + 1;
      }
    }
    const state = vectors.intern(buffer, size);
    if (state >= limit.states) throw new LexerLimitError("states", limit.states);
    if (state >= exitOf.length) grow();
    exitOf[state] = won > 0 ? exitOfTerminals(won) : 0;
    distanceOf[state] = nearest;
    return state;
  }

  function grow(): void {
    const longer = new Int32Array(2 * exitOf.length);
    longer.set(exitOf);
    exitOf = longer;
    const distances = new Float64Array(longer.length).fill(Number.POSITIVE_INFINITY);
    distances.set(distanceOf);
    distanceOf = distances;
    checkBytes();
  }

  function checkBytes(): void {
    if (bytes() > limit.bytes) throw new LexerLimitError("bytes", limit.bytes);
  }

  function bytes(): number {
    const tables = vectors.bytes() + exits.bytes() + residuals.bytes();
    return tables + exitOf.byteLength + distanceOf.byteLength + steps.bytes();
  }

  function derive(state: LexerState, byteClass: number): LexerState {
    const from = vectors.offset(state);
    const to = vectors.offset(state + 1);
    let result: LexerState = DEAD_LEXER_STATE;
    if (from < to && vectors.pool[from] !== CLOSED) {
      const byte = representatives[byteClass]!;
      let length = 1;
      buffer[0] = INSIDE;
      for (let i = from + 1; i < to; i += 2) {
        const left = residuals.derivative(vectors.pool[i + 1]!, byte);
        if (left === DEAD_RESIDUAL) continue;
        buffer[length++] = vectors.pool[i]!;
        buffer[length++] = left;
      }
      if (length > 1) result = intern(length);
    }
    steps.set(state, byteClass, result);
    return result;
  }

  // State 0 is the empty sequence, which no vector equals, so that the dead state is 0.
  vectors.intern(new Int32Array(0), 0);
  for (let byteClass = 0; byteClass < classCount; byteClass++) steps.set(0, byteClass, DEAD_LEXER_STATE);

  return {
    classOf,
    classCount,
    representatives,
    matchable: (t: number): boolean => initial[t] !== DEAD_RESIDUAL,
    matchesEmpty: (t: number): boolean => residuals.matchesEmpty[t]!,
    begin(allowed: readonly number[]): LexerState {
      const key = allowed.join();
      const known = starts.get(key);
      if (known !== undefined) return known;
      let length = 1;
      buffer[0] = BEGINS;
      for (const t of allowed) {
        if (initial[t] === DEAD_RESIDUAL) continue;
        buffer[length++] = t;
        buffer[length++] = initial[t]!;
      }
      const state = intern(length);
      starts.set(key, state);
      return state;
    },
    step(state: LexerState, byte: number): LexerState {
      const byteClass = classOf[byte]!;
      const known = steps.get(state, byteClass);
      return known >= 0 ? known : derive(state, byteClass);
    },
    exit: (state: LexerState): number => exitOf[state]!,
    exitTerminals: (exit: number): readonly number[] => exitLists[exit]!,
    distance: (state: LexerState): number => distanceOf[state]!,
    ...vectorReaders(vectors),
    ...hints(vectors, buffer, intern),
    stateCount(): number {
      return vectors.size;
    },
    isFull: (): boolean => 2 * vectors.size > limit.states || bytes() > roomOf(limit),
    bytes(): number {
      return bytes();
    },
  };
}

/** Creates those functions of the lexer that need only the vector of a state. */
function vectorReaders(vectors: SequenceTable): Pick<PlainLexer, "closes" | "begins" | "possible" | "left"> {
  return {
    closes: (state: LexerState): boolean => vectors.pool[vectors.offset(state)] === CLOSED && state !== 0,
    begins: (state: LexerState): boolean => vectors.pool[vectors.offset(state)] === BEGINS && state !== 0,
    possible(state: LexerState): readonly number[] {
      const from = vectors.offset(state);
      const to = vectors.offset(state + 1);
      if (from === to) return [];
      const step = vectors.pool[from] === CLOSED ? 1 : 2;
      const list: number[] = [];
      for (let i = from + 1; i < to; i += step) list.push(vectors.pool[i]!);
      return list;
    },
    left(state: LexerState, terminal: number): number {
      const from = vectors.offset(state);
      const to = vectors.offset(state + 1);
      if (vectors.pool[from] === CLOSED) {
        for (let i = from + 1; i < to; i++) if (vectors.pool[i] === terminal) return EMPTY_RESIDUAL;
        return DEAD_RESIDUAL;
      }
      for (let i = from + 1; i < to; i += 2) if (vectors.pool[i] === terminal) return vectors.pool[i + 1]!;
      return DEAD_RESIDUAL;
    },
  };
}
