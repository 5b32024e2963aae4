// An optimistic variant of boundary.ts: computes what may follow each terminal, as if it competed in the lexer only
// with those terminals that are certainly allowed beside it. This overestimates what is possible. So what cannot be
// completed even then is dead, and no search is needed.
//
// Further competitors can only make more lexemes longer. So where a longer lexeme matches although only the sure
// terminals compete, it always matches. What is known of the place between two lexemes is its *label*:
//
// - a *guard*: a lexer state that the last lexeme left and that must not match while the next lexeme is read;
// - terminals that are certainly allowed at the place: those that rule states allow in which the parser certainly is
//   (sure-states.ts). Those that the rule state allows at which the next terminal is read are certain, too.
//
// If there are too many labels, only that rule state is sure to which the last terminal led; then guards are reduced to
// the bytes that may follow directly; then labels without sure terminals are used; then labels past a limit are
// replaced by the one that knows nothing.
//
// A lazy competitor ends a lexeme at its first match. If another terminal matches the same text, that terminal wins
// only if its priority is higher. So a terminal of higher priority leaves no guard after a text that some lazy terminal
// may match.

import type { SetId } from "@espalier/earley";
import type { LexerState, PlainLexer } from "@espalier/lexer";
import { burn, createPairTable } from "@espalier/monitor";
import type { Boundaries } from "./boundary.js";
import { type ClassSet, controlMatrix, everyClass } from "./kill-sets.js";
import type { Parts } from "./parts.js";
import { statesAfter } from "./sure-states.js";

/** Optimistic costs: a lower bound for every text of the language, and also for some other texts. */
export interface HopefulBoundaries extends Boundaries {
  /**
   * Returns the labels that hold before the next lexeme from Earley set `set`, if none of the lexer states in `guards`
   * may match while it is read. The costs from each of these labels are lower bounds.
   */
  holding(guards: readonly LexerState[], set: SetId): readonly number[];
}

/** What is known between two lexemes. */
interface Label {
  /** A lexer state that must not match while the next lexeme is read; 0 for none. */
  readonly guard: LexerState;
  /** The byte classes that may come next. */
  readonly next: ClassSet;
  /** The index of what is sure; 0 is nothing. */
  readonly sure: number;
}

/** What is certain at a place between two lexemes. */
interface Sure {
  /** The rule states in which the parser is, if they are followed from terminal to terminal. */
  readonly states: readonly number[];
  /** The index of the set of terminals that are allowed. */
  readonly allowed: number;
}

/** One way to spell a terminal. */
interface Way {
  readonly guard: LexerState;
  readonly next: ClassSet;
  readonly length: number;
  /** The exit of the lexer at its end: all terminals that certainly match where this one does; 0 if that is unknown. */
  readonly exit: number;
}

/** A text that begins a terminal. */
interface Spelling {
  readonly state: LexerState;
  /** The guard that is left; 0 for none. */
  readonly kept: LexerState;
  /** The state of a lexer for all lazy terminals; 0 if none can match any more, {@link ENDED} once one has matched. */
  readonly lazy: LexerState | typeof ENDED;
  readonly length: number;
}

const ENDED = -1;

/** How exactly labels are told apart. */
interface Precision {
  readonly guards: boolean;
  /** The rule states that are sure. */
  readonly sure: "all followed" | "the next state" | "none";
}

const PRECISIONS: readonly Precision[] = [
  { guards: true, sure: "all followed" },
  { guards: true, sure: "the next state" },
  { guards: false, sure: "the next state" },
  { guards: false, sure: "none" },
];
/** The most labels (fewer for very large grammars). */
const MOST_LABELS = 32;
/** The most matrix entries over all rule states and edges. */
const MOST_ENTRIES = 8_000_000;
/** The most pairs of lexer states visited for the spellings at one label… */
const MOST_PAIRS = 1_500;
/** …and the most steps of the lexer for all spellings of one precision. Past either, anything can be spelt. */
const MOST_STEPS = 5_000_000;
/** The most pairs of lexer states visited to see whether one guard implies another. */
const MOST_IMPLIED = 200;

/**
 * Returns the classes that may follow a lexeme that ends in `state`: those without a longer match directly after them.
 */
export function mayFollow(lexer: PlainLexer, state: LexerState): ClassSet {
  if (lexer.closes(state) || lexer.begins(state)) return everyClass(lexer.classCount);
  let set = 0n;
  for (let c = 0; c < lexer.classCount; c++) {
    const next = lexer.step(state, lexer.representatives[c]!);
    if (next === 0 || lexer.exit(next) === 0) set |= 1n << BigInt(c);
  }
  return set;
}

/** Whether some non-empty text follows on `state` in the lexeme. */
export function goesOn(lexer: PlainLexer, state: LexerState): boolean {
  return !lexer.closes(state) && lexer.representatives.some((byte) => lexer.step(state, byte) !== 0);
}

export function createHopefulBoundaries(parts: Parts): HopefulBoundaries {
  for (const precision of PRECISIONS) {
    const boundaries = boundariesWith(parts, precision);
    if (boundaries !== undefined) return boundaries;
  }
  throw new Error("labels without sure terminals are merged, so there is a result");
}

/** The spellings of terminals at one precision. Cached. */
interface Spellings {
  /**
   * Returns the ways to spell each terminal directly after a place, while the terminals `context` compete.
   *
   * @param guard the lexer state that must not match; 0 for none.
   * @param next the byte classes that may come first.
   */
  at(context: readonly number[], guard: LexerState, next: ClassSet): ReadonlyMap<number, readonly Way[]>;
  /** Whether the spellings of this precision have taken too many steps. */
  isCut(): boolean;
}

function createSpellings({ lexer, patterns }: Parts, precision: Precision): Spellings {
  const every = everyClass(lexer.classCount);
  const lowestLazy = Math.min(
    ...patterns.map(({ lazy, priority = 0 }) => (lazy ? priority : Number.POSITIVE_INFINITY)),
  );
  const hasPriority = patterns.map(({ priority = 0 }) => priority > lowestLazy);
  const lazies = patterns.flatMap(({ lazy }, t) => (lazy ? [t] : []));
  const beginLazy = lazies.length === 0 ? 0 : lexer.begin(lazies);
  const spelt = new Map<string, ReadonlyMap<number, readonly Way[]>>();
  let steps = 0;
  function at(context: readonly number[], guard: LexerState, next: ClassSet): ReadonlyMap<number, readonly Way[]> {
    const key = `${guard},${next}:${context.join()}`;
    const known = spelt.get(key);
    if (known !== undefined) return known;
    const ways = new Map<number, Way[]>();
    const add = (t: number, way: Way): void => {
      const list = ways.get(t) ?? [];
      ways.set(t, list);
      // Breadth first, so the first way is the shortest.
      const same = (other: Way): boolean =>
        other.guard === way.guard && other.next === way.next && other.exit === way.exit;
      if (!list.some(same)) list.push(way);
    };
    const queue: Spelling[] = [{ state: lexer.begin(context), kept: guard, lazy: beginLazy, length: 0 }];
    const seen = createPairTable();
    const seenLazy = createPairTable();
    for (const { state, kept, lazy, length } of queue) {
      burn("search", lexer.classCount);
      if (length > 0 && lexer.closes(state)) continue;
      for (let c = 0; c < lexer.classCount; c++) {
        if (length === 0 && ((next >> BigInt(c)) & 1n) === 0n) continue;
        const byte = lexer.representatives[c]!;
        const after = lexer.step(state, byte);
        if (after === 0) continue;
        const held = kept === 0 ? 0 : lexer.step(kept, byte);
        if (held !== 0 && lexer.exit(held) !== 0) continue;
        const lazyAfter = lazy === ENDED || lazy === 0 ? lazy : lexer.step(lazy, byte);
        let pair = seen.get(after, held);
        if (pair < 0) seen.set(after, held, (pair = seen.size));
        if (seenLazy.get(pair, lazyAfter + 1) >= 0) continue;
        seenLazy.set(pair, lazyAfter + 1, 1);
        const ended = lazyAfter === ENDED || (lazyAfter !== 0 && lexer.exit(lazyAfter) !== 0);
        queue.push({ state: after, kept: held, lazy: ended ? ENDED : lazyAfter, length: length + 1 });
        const exit = lexer.exit(after);
        for (const t of lexer.exitTerminals(exit)) {
          const leaves = (ended && hasPriority[t]!) || !goesOn(lexer, after) ? 0 : after;
          if (precision.guards) add(t, { guard: leaves === 0 ? held : leaves, next: every, length: length + 1, exit });
          else add(t, { guard: 0, next: leaves === 0 ? every : mayFollow(lexer, leaves), length: length + 1, exit });
        }
      }
      steps += lexer.classCount;
      if (queue.length <= MOST_PAIRS && steps <= MOST_STEPS) continue;
      for (const t of context) ways.set(t, [{ guard: 0, next: every, length: 1, exit: 0 }]);
      break;
    }
    spelt.set(key, ways);
    return ways;
  }
  return { at, isCut: () => steps > MOST_STEPS };
}

/** Returns the test whether each text that lexer state `a` matches is also matched by `b`; `false` if that takes too many steps. */
function createImplication(lexer: PlainLexer): (a: LexerState, b: LexerState) => boolean {
  const implied = createPairTable();
  function implies(a: LexerState, b: LexerState): boolean {
    const known = implied.get(a, b);
    if (known >= 0) return known === 1;
    const seen = createPairTable();
    const queue: [LexerState, LexerState][] = [[a, b]];
    let holds = true;
    for (const [x, y] of queue) {
      for (const byte of lexer.representatives) {
        const [u, v] = [lexer.step(x, byte), lexer.step(y, byte)];
        if (u === 0 || seen.get(u, v) >= 0) continue;
        if (v === 0 || (lexer.exit(u) !== 0 && lexer.exit(v) === 0)) holds = false;
        // A text that goes on after a match of `b` is refused anyway.
        else if (lexer.exit(v) === 0) {
          seen.set(u, v, 1);
          queue.push([u, v]);
        }
      }
      if (!holds || queue.length > MOST_IMPLIED) {
        holds &&= queue.length <= MOST_IMPLIED;
        break;
      }
    }
    implied.set(a, b, holds ? 1 : 0);
    return holds;
  }
  return implies;
}

/** The sets of terminals that rule states allow, without duplicates; the first is empty. */
interface AllowedSets {
  readonly sets: readonly (readonly number[])[];
  /** The index of the set of terminals that any of these rule states allows. */
  allowedIn(states: readonly number[]): number;
}

function createAllowedSets({ patterns, chart: { rules } }: Parts): AllowedSets {
  const sets: (readonly number[])[] = [[]];
  const ids = new Map<string, number>();
  const members = (words: Uint32Array): number[] =>
    patterns.flatMap((_, t) => (((words[t >>> 5]! >>> (t & 31)) & 1) === 1 ? [t] : []));
  return {
    sets,
    allowedIn(states) {
      const words = new Uint32Array(rules.allowedWords);
      for (const q of states)
        for (let i = 0; i < words.length; i++) words[i] = words[i]! | rules.allowed[q * words.length + i]!;
      const key = words.join();
      const id = ids.get(key) ?? sets.push(members(words)) - 1;
      ids.set(key, id);
      return id;
    },
  };
}

/** Returns the boundaries with labels of this precision; `undefined` if a lower one is needed. */
function boundariesWith(parts: Parts, precision: Precision): HopefulBoundaries | undefined {
  const { lexer, patterns, skip } = parts;
  const { rules } = parts.chart;
  const every = everyClass(lexer.classCount);
  const isPattern = (t: number): boolean => t < patterns.length;
  const most = Math.max(
    2,
    Math.min(MOST_LABELS, Math.floor(Math.sqrt(MOST_ENTRIES / (rules.stateCount + rules.terminalLabel.length)))),
  );
  const labels: Label[] = [{ guard: 0, next: every, sure: 0 }];
  const ids = new Map<string, number>([[`0,${every},0`, 0]]);
  let tooMany = false;
  const labelOf = ({ guard, next }: Pick<Way, "guard" | "next">, sure: number): number => {
    const key = `${guard},${next},${sure}`;
    let id = ids.get(key);
    if (id === undefined) {
      if (labels.length === most) {
        tooMany = true;
        return 0;
      }
      id = labels.push({ guard, next, sure }) - 1;
      ids.set(key, id);
    }
    return id;
  };

  const { sets: allowedSets, allowedIn } = createAllowedSets(parts);
  const allowedAt = Array.from({ length: rules.stateCount }, (_, q) => allowedIn([q]));

  // What is sure at a place: without duplicates; 0 is nothing.
  const sures: Sure[] = [{ states: [], allowed: 0 }];
  const sureIds = new Map<string, number>([[",0", 0]]);
  const sureOf = (sure: Sure): number => {
    const key = `${sure.states.join()},${sure.allowed}`;
    const id = sureIds.get(key) ?? sures.push(sure) - 1;
    sureIds.set(key, id);
    return id;
  };
  /** What is sure after `edge` was read at rule state `q`, where `before` was sure, in a lexeme with `exit`. */
  function sureAfter(before: number, q: number, edge: number, exit: number): number {
    if (precision.sure === "none") return 0;
    if (precision.sure === "the next state")
      return sureOf({ states: [], allowed: allowedAt[rules.terminalTarget[edge]!]! });
    const terminals = exit === 0 ? [rules.terminalLabel[edge]!] : lexer.exitTerminals(exit);
    const now = [q, ...sures[before]!.states];
    const next = statesAfter(rules, now, terminals);
    // Where a terminal may be ignored as well, the parser also stays where it is.
    const stays = terminals.some((t) => skip.includes(t));
    const states = stays ? [...new Set([...now, ...next])].sort((a, b) => a - b) : next;
    return sureOf({ states, allowed: allowedIn(states) });
  }

  const spellings = createSpellings(parts, precision);
  /** The labels after each terminal read at a rule state, after any ignored lexemes, with their lengths. */
  const readings = new Map<number, ReadonlyMap<number, readonly Way[]>>();
  function readFrom(label: number, allowed: number): ReadonlyMap<number, readonly Way[]> {
    const known = readings.get(label * allowedSets.length + allowed);
    if (known !== undefined) return known;
    const { guard, next, sure } = labels[label]!;
    const context = [...new Set([...allowedSets[allowed]!, ...allowedSets[sures[sure]!.allowed]!, ...skip])].sort(
      (a, b) => a - b,
    );
    const all = new Map<number, Way[]>();
    // Places between ignored lexemes, by increasing length; each guard is left once.
    const places: Omit<Way, "exit">[] = [{ guard, next, length: 0 }];
    const left = new Set<string>();
    while (places.length > 0) {
      const least = Math.min(...places.map(({ length }) => length));
      const [place] = places.splice(
        places.findIndex(({ length }) => length === least),
        1,
      );
      const key = `${place!.guard},${place!.next}`;
      if (left.has(key)) continue;
      left.add(key);
      for (const [t, ways] of spellings.at(context, place!.guard, place!.next)) {
        const longer = ways.map((way) => ({ ...way, length: way.length + least }));
        all.set(t, [...(all.get(t) ?? []), ...longer]);
        if (skip.includes(t)) places.push(...longer);
      }
    }
    readings.set(label * allowedSets.length + allowed, all);
    return all;
  }

  // Label by label; new labels are added at the end.
  const lengths: (readonly [label: number, edge: number, next: number, length: number])[] = [];
  for (let label = 0; label < labels.length; label++) {
    for (let q = 0; q < rules.stateCount; q++) {
      for (let edge = rules.terminalEdges[q]!; edge < rules.terminalEdges[q + 1]!; edge++) {
        const t = rules.terminalLabel[edge]!;
        const ways = isPattern(t)
          ? readFrom(label, allowedAt[q]!).get(t)
          : [{ guard: 0, next: every, length: 1, exit: 0 }];
        for (const way of ways ?? []) {
          const sure = sureAfter(labels[label]!.sure, q, edge, way.exit);
          lengths.push([label, edge, labelOf(way, sure), way.length]);
        }
        if ((tooMany || spellings.isCut()) && precision !== PRECISIONS[PRECISIONS.length - 1]) return undefined;
      }
    }
  }

  const count = labels.length;
  const matrices = Array.from(rules.terminalLabel, () =>
    new Float64Array(count * count).fill(Number.POSITIVE_INFINITY),
  );
  for (const [label, edge, next, length] of lengths) {
    const at = label * count + next;
    matrices[edge]![at] = Math.min(matrices[edge]![at]!, length);
  }
  const control = controlMatrix(count);

  const implies = createImplication(lexer);
  function sureIn(set: SetId): readonly boolean[] {
    const terminals = new Set(parts.chart.lookaheadTerminals(parts.chart.lookahead(set)));
    const states = new Set(parts.chart.items(set).filter((_, i) => i % 2 === 0));
    return sures.map(
      (sure) =>
        allowedSets[sure.allowed]!.every((t) => terminals.has(t)) && sure.states.every((state) => states.has(state)),
    );
  }

  return {
    killSets: labels.map(({ next }) => next),
    spell(q: number, terminal: number): Float64Array {
      for (let e = rules.terminalEdges[q]!; e < rules.terminalEdges[q + 1]!; e++)
        if (rules.terminalLabel[e] === terminal) return matrices[e]!;
      return control;
    },
    after: rules.terminals.map(() => 0),
    afterSkip: 0,
    exhaustive: false,
    within: () => [0],
    holding(guards, set): readonly number[] {
      const holds = sureIn(set);
      const going = guards.filter((guard) => goesOn(lexer, guard));
      const next = going.reduce((set, guard) => set & mayFollow(lexer, guard), every);
      return labels.flatMap(({ guard, next: known, sure }, id) => {
        const holdsHere = holds[sure]! && (next & known) === next;
        return holdsHere && (guard === 0 || going.some((state) => implies(guard, state))) ? [id] : [];
      });
    },
  };
}
