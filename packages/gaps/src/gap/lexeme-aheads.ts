// Finds what a lexeme in progress can become while a finite automaton reads the same text: the kinds of lexemes that it may be when it ends, each with the
// states of the automaton there, and the points inside it where the middle of a gap may end.
//
// Some lexemes have very many states: a string of Python may contain any of the names of 30,000 characters. The search
// through such a lexeme stops early if the shape of its expression (regex-facts.ts) proves that the unvisited states
// lead to no new results at the end of the lexeme. Two ends of one kind can differ in what may come directly after
// them: the word `or` may follow `0xf`, but not `0`. So a result counts as found only at an end of the kind after which
// the least is forbidden. Once the search has visited more than 500 lexer states, every end counts. To stop as early as
// possible, it first visits pairs whose lexer state it already knows. Once it has visited more than 300 pairs, it no
// longer looks for all points where the middle may end.

import type { Regex } from "@espalier/automata";
import { burn, createPairTable } from "@espalier/monitor";
import { type FiniteReader, REFUSED } from "@espalier/syntax";
import { type ByteSet, byteFacts, continuing, holds } from "../lexing/regex-facts.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { rememberedBy, rememberedPairs } from "../source/remembered.js";

/** An end of a lexeme. */
export interface LexemeEnd {
  readonly kind: number;
  readonly guard: number;
  readonly exit: number;
  readonly finite: number;
  readonly symbols: number;
}

export interface LexemeAhead {
  /** By kind: the ends. */
  readonly ends: ReadonlyMap<number, readonly LexemeEnd[]>;
  /** Local states in which the middle may end, of each class one; with the number of symbols. */
  readonly stops: readonly (readonly [local: number, symbols: number])[];
  /** Local states at the start of a line, after a line break in place of a lexeme. */
  readonly lines: readonly (readonly [local: number, finite: number, symbols: number])[];
}

export interface LexemeAheads {
  /** What the lexeme in progress can become. */
  inside(local: number, finite: number): LexemeAhead;
  /** What can begin in a state before a lexeme; and where a line has just begun, so that the lexeme begins with none of the bytes that continue its start. */
  begin(local: number, finite: number): LexemeAhead;
  beginLine(local: number, finite: number): LexemeAhead;
  /** Whether a lexeme had so many states that some of what it can become may be missing. */
  isIncomplete(): boolean;
}

/** Supersets of what may follow in a lexeme: the states of the automaton at its end, and whether the automaton accepts before. */
interface Beyond {
  readonly ends: readonly number[];
  readonly accepts: boolean;
}

/** The number of pairs of one lexeme among which all places are found where the middle may end, and the largest number of pairs whose bytes are tried. */
const [FEW, MOST_PAIRS] = [300, 20_000];
/** The work of trying all bytes of one pair, in units of fuel. */
const STEPS = 16;
/** The number of lexer states of one lexeme among which all ends are found, whatever may follow them. */
const FEW_LOCALS = 500;

/**
 * @param classOf where the middle may end: local states with the same answer lead to the same suffix; `undefined` if it may not end in one.
 */
export function createLexemeAheads(
  { compiled: { lexer, kinds } }: LexedCore,
  reader: FiniteReader,
  classOf: (local: number) => string | undefined,
): LexemeAheads {
  let isIncomplete = false;
  const usedBy = rememberedBy((k: number) => usedBytes(kinds[k]!.kind.regex, reader.bytes, lexer.classOf));

  /** What may follow inside of a lexeme of kind `k` that is in progress in `finite`, and at its end, by the shape of its expression. */
  const beyond = rememberedPairs((k, finite) => findBeyond(usedBy(k), reader, finite));

  const continuingBy: (ByteSet | undefined)[] = [];
  /** Whether everything may follow an end of a kind with this guard that may follow any end of the kind: only bytes are forbidden that continue each text. */
  function forbidsLeast(k: number, guard: number): boolean {
    const continued = (continuingBy[k] ??= continuing(kinds[k]!.kind.regex));
    return lexer.forbidden(guard)?.every((isForbidden, byte) => isForbidden === 0 || holds(continued, byte)) ?? true;
  }

  /** What the walk of a lexeme collects. */
  function collector() {
    const ends = new Map<number, LexemeEnd[]>();
    // By kind: the states of the automaton at the ends, and at those that forbid least.
    const finiteBy = new Map<number, Set<number>>();
    const leastBy = new Map<number, Set<number>>();
    const stops = new Map<string, readonly [number, number]>();
    return {
      ends,
      stops,
      isFound: (k: number, finite: number): boolean => finiteBy.get(k)?.has(finite) === true,
      isFoundLeast: (k: number, finite: number): boolean => leastBy.get(k)?.has(finite) === true,
      end(end: LexemeEnd): void {
        let list = ends.get(end.kind);
        if (list === undefined) {
          ends.set(end.kind, (list = []));
          finiteBy.set(end.kind, new Set());
          leastBy.set(end.kind, new Set());
        }
        for (const other of list) if (other.finite === end.finite && other.exit === end.exit) return;
        list.push(end);
        finiteBy.get(end.kind)!.add(end.finite);
        if (forbidsLeast(end.kind, end.guard)) leastBy.get(end.kind)!.add(end.finite);
      },
      stop(local: number, symbols: number): void {
        const its = classOf(local);
        if (its !== undefined && !stops.has(its)) stops.set(its, [local, symbols]);
      },
    };
  }

  /** Follows a lexeme in progress. */
  function follow(start: number, from: number): LexemeAhead {
    const found = collector();
    const visited = new Set<number>();
    const seen = createPairTable();
    seen.set(start, from, 0);
    type Pair = readonly [local: number, finite: number, symbols: number];
    // Pairs whose lexer state is new wait until no other is left.
    let [now, later]: [Pair[], Pair[]] = [[[start, from, 0]], []];
    let [waiting, followed] = [0, 0];
    const done = createPairTable();
    /** Whether a pair leads to no ends other than those found; and, among the first pairs, to no place where the middle may end. */
    const isDone = (local: number, finite: number): boolean =>
      lexer.possible(local).every((k) => {
        if (done.get(k, finite) >= 0) return true;
        const { ends, accepts } = beyond(k, finite);
        const isFound = visited.size > FEW_LOCALS ? found.isFound : found.isFoundLeast;
        const its = (!accepts || seen.size > FEW) && ends.every((to) => isFound(k, to));
        if (its) done.set(k, finite, 0);
        return its;
      });
    while (now.length > 0 || waiting < later.length) {
      if (now.length === 0) now = [later[waiting++]!];
      if (followed > MOST_PAIRS) {
        isIncomplete = true;
        break;
      }
      const next: Pair[] = [];
      for (const [local, finite, symbols] of now) {
        visited.add(local);
        const exit = lexer.exit(local);
        const boundary = lexer.boundary(exit);
        if (exit !== 0 && boundary.kind !== "line")
          found.end({ ...boundary, kind: boundary.kind, exit, finite, symbols });
        if (lexer.closes(local)) continue;
        if (reader.accepts(finite)) found.stop(local, symbols);
        burn("search", 1);
        if (isDone(local, finite)) continue;
        followed++;
        burn("search", STEPS);
        for (const byte of reader.bytes) {
          const longer = lexer.step(local, byte);
          const after = longer === 0 ? REFUSED : reader.step(finite, byte);
          if (after === REFUSED || seen.get(longer, after) >= 0) continue;
          seen.set(longer, after, 0);
          (visited.has(longer) || lexer.closes(longer) ? next : later).push([longer, after, symbols + 1]);
        }
      }
      now = next;
    }
    return { ends: found.ends, stops: [...found.stops.values()], lines: [] };
  }

  /** Follows every lexeme that may begin. @param fresh whether a line has just begun, so that the lexeme begins with none of the bytes that continue its start. */
  function begin(start: number, from: number, fresh: boolean): LexemeAhead {
    const found = collector();
    const lines: [number, number, number][] = [];
    if (!fresh && reader.accepts(from)) found.stop(start, 0);
    const met = createPairTable();
    for (const byte of reader.bytes) {
      if (fresh && lexer.step(lexer.lineStart, byte) !== 0) continue;
      const local = lexer.step(start, byte);
      const after = local === 0 ? REFUSED : reader.step(from, byte);
      if (after === REFUSED || met.get(local, after) >= 0) continue;
      met.set(local, after, 0);
      if (lexer.isLine(local)) {
        lines.push([local, after, 1]);
        continue;
      }
      const { ends, stops } = inside(local, after);
      for (const list of ends.values()) for (const end of list) found.end({ ...end, symbols: end.symbols + 1 });
      for (const [at, symbols] of stops) found.stop(at, symbols + 1);
    }
    return { ends: found.ends, stops: [...found.stops.values()], lines };
  }

  const inside = rememberedPairs(follow);
  return {
    inside,
    begin: rememberedPairs((local, finite) => begin(local, finite, false)),
    beginLine: rememberedPairs((local, finite) => begin(local, finite, true)),
    isIncomplete: () => isIncomplete,
  };
}

/** The bytes that occur in the texts of a kind, each with whether it may be the last one. One byte stands for its class. */
type UsedBytes = readonly (readonly [byte: number, isLast: boolean])[];

function usedBytes(regex: Regex, representatives: readonly number[], classOf: ArrayLike<number>): UsedBytes {
  const { used, last } = byteFacts(regex);
  const classesIn = (set: ByteSet): ReadonlySet<number> =>
    new Set(Array.from({ length: 256 }, (_, byte) => (holds(set, byte) ? classOf[byte]! : -1)));
  const [usedClasses, lastClasses] = [classesIn(used), classesIn(last)];
  return representatives
    .filter((byte) => usedClasses.has(classOf[byte]!))
    .map((byte) => [byte, lastClasses.has(classOf[byte]!)]);
}

function findBeyond(bytes: UsedBytes, reader: FiniteReader, finite: number): Beyond {
  const inside = new Set([finite]);
  const ends = new Set<number>();
  let accepts = false;
  for (const at of inside) {
    burn("search", STEPS);
    for (const [byte, isLast] of bytes) {
      const to = reader.step(at, byte);
      if (to === REFUSED) continue;
      inside.add(to);
      accepts ||= reader.accepts(to);
      if (isLast) ends.add(to);
    }
  }
  return { ends: [...ends], accepts };
}
