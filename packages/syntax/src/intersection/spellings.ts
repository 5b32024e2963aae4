// Computes how a terminal can be spelt while a finite automaton reads the same text: from a place, a situation between
// two lexemes (places.ts), to other places, including preceding ignored lexemes. The search follows the lexer and the
// automaton at once. So the automaton may have any number of states inside a lexeme; only its states between lexemes
// become places.
//
// There are two views, as in boundary.ts and hopeful-boundary.ts. The *certain* view reads the lexer with all terminals
// that may compete, and a lexeme may be followed only by bytes that end it at once: what it can spell can be spelt in
// every context. The *hopeful* view reads the lexer with only those terminals that must compete: what it cannot spell
// cannot be spelt in any context.

import { burn, createPairTable } from "@espalier/monitor";
import { killSet } from "../parsing/boundary.js";
import { contextGroups } from "../parsing/contexts.js";
import { mayFollow } from "../parsing/hopeful-boundary.js";
import { type ClassSet, everyClass } from "../parsing/kill-sets.js";
import type { Parts } from "../parsing/parts.js";
import type { Munch } from "../parsing/reading.js";
import { type FiniteReader, REFUSED } from "./finite-reader.js";
import type { Places } from "./places.js";
import { tooManyStates } from "./too-many-states.js";

/** The ways to spell terminals in one view. */
export interface Spellings {
  /**
   * Returns the places (situations between two lexemes) to which terminal t leads from place x, if it is read in state
   * q of a rule, with the least number of symbols. The list alternates: place, symbols, place, symbols, … Do not
   * modify.
   */
  of(q: number, t: number, x: number): readonly number[];
  /**
   * Returns the least number of bytes of ignored lexemes (such as blanks) that lead from place x to a place where the
   * automaton accepts; Infinity if no ignored lexemes lead there. (A place is a situation between two lexemes.)
   */
  last(x: number): number;
  /** Returns the first classes of what may follow a lexeme in progress that ends in this state of the lexer. */
  after(state: number): ClassSet;
  /** Returns whether all words were visited so far. If not, the hopeful view proves nothing. */
  complete(): boolean;
  bytes(): number;
}

/** The most pairs of states visited for the words from one place. */
const MOST_PAIRS = 200_000;
/** The most pairs and ways visited in total, for one automaton. */
const MOST_WORK = 200_000_000;
/** So many steps of a pair over bytes take about as long as one unit of fuel elsewhere. */
const STEPS_PER_UNIT = 2;
const NO_WAYS: readonly number[] = [];

/** What distinguishes the two views. */
interface View {
  /** Returns the number of the group of terminals with which t competes when it is read in state q. */
  group(q: number, t: number): number;
  /** The number of the group with which ignored lexemes compete if no rule is pending. */
  readonly lastGroup: number;
  context(group: number): readonly number[];
  /** The states of this lexer determine what may follow. */
  readonly uncut: Parts["lexer"];
  after(uncut: number): ClassSet;
  /** Returns what may follow a lexeme in progress that ends in a state of the lexer itself. */
  ended(state: number): ClassSet;
  /** Returns whether anything may follow a lexeme of t. */
  closed(t: number): boolean;
}

/** @param kind `certain` under-approximates, `hopeful` over-approximates. */
export function createSpellings(
  parts: Parts,
  munch: Munch,
  reader: FiniteReader,
  places: Places,
  kind: "certain" | "hopeful",
): Spellings {
  const { lexer, patterns, skip, controlTerminals } = parts;
  const view = viewOf(parts, munch, kind);
  const { uncut } = view;
  const every = everyClass(lexer.classCount);
  const wordsOf = new Map<number, ReadonlyMap<number, readonly number[]>>();
  const waysOf = createPairTable();
  const ways: (readonly number[])[] = [];
  const controlOf = new Map(controlTerminals.flatMap((terminals, k) => terminals.map((t) => [t, k] as const)));
  let allSeen = true;
  let worked = 0;

  function work(units: number, fuel = units): void {
    burn("search", fuel);
    worked += units;
    if (worked > MOST_WORK) throw tooManyStates(MOST_WORK);
  }

  /** For each terminal of a group: the places after its words from x, with the least bytes. */
  function words(group: number, x: number): ReadonlyMap<number, readonly number[]> {
    const key = group * 2 ** 24 + x;
    let known = wordsOf.get(key);
    if (known === undefined) wordsOf.set(key, (known = search(view.context(group), x)));
    return known;
  }

  function search(context: readonly number[], x: number): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, Map<number, number>>();
    const seenStates = createPairTable();
    const seen = createPairTable();
    let states: number[] = [];
    let uncuts: number[] = [];
    let finite: number[] = [];
    const visit = (state: number, whole: number, at: number): void => {
      if (state === 0 || at === REFUSED) return;
      let pair = seenStates.get(state, whole);
      if (pair < 0) seenStates.set(state, whole, (pair = seenStates.size));
      if (seen.get(pair, at) >= 0) return;
      seen.set(pair, at, 0);
      states.push(state);
      uncuts.push(whole);
      finite.push(at);
    };
    const first = places.label(x);
    const [begin, beginUncut] = [lexer.begin(context), uncut.begin(context)];
    for (const byte of reader.bytes) {
      if (((first >> BigInt(lexer.classOf[byte]!)) & 1n) === 0n) continue;
      const entered = lexer.step(begin, byte);
      if (entered !== 0) visit(entered, uncut.step(beginUncut, byte), reader.step(places.state(x), byte));
    }
    for (let length = 1; states.length > 0; length++) {
      const [now, nowUncut, nowFinite] = [states, uncuts, finite];
      [states, uncuts, finite] = [[], [], []];
      if (seen.size > MOST_PAIRS) {
        allSeen = false;
        break;
      }
      work(now.length, now.length * (1 + Math.floor(reader.bytes.length / STEPS_PER_UNIT)));
      for (let i = 0; i < now.length; i++) {
        const [state, whole, at] = [now[i]!, nowUncut[i]!, nowFinite[i]!];
        const exit = lexer.exit(state);
        if (exit !== 0) {
          const after = view.after(whole);
          for (const t of lexer.exitTerminals(exit)) {
            let its = found.get(t);
            if (its === undefined) found.set(t, (its = new Map()));
            lower(its, places.of(view.closed(t) ? every : after, at), length);
          }
        }
        if (lexer.closes(state)) continue;
        for (const byte of reader.bytes) {
          const next = lexer.step(state, byte);
          if (next !== 0) visit(next, uncut.step(whole, byte), reader.step(at, byte));
        }
      }
    }
    return new Map([...found].map(([t, least]) => [t, [...least].flat()]));
  }

  /**
   * Returns the places (situations between two lexemes) to which any number of ignored lexemes lead from place x, each
   * with the least number of bytes: Dijkstra (1959), with a list for each length (Dial 1969).
   */
  function skipped(group: number, x: number): ReadonlyMap<number, number> {
    const least = new Map([[x, 0]]);
    const byBytes: number[][] = [[x]];
    for (let here = 0; here < byBytes.length; here++) {
      for (const at of byBytes[here] ?? []) {
        if (least.get(at) !== here) continue;
        for (const t of skip) {
          const after = words(munch === "none" ? t : group, at).get(t) ?? NO_WAYS;
          work(1 + after.length);
          for (let i = 0; i < after.length; i += 2) {
            const [place, bytes] = [after[i]!, here + after[i + 1]!];
            if (!lower(least, place, bytes)) continue;
            byBytes[bytes] ??= [];
            byBytes[bytes].push(place);
          }
        }
      }
    }
    return least;
  }

  function spelt(group: number, t: number, x: number): readonly number[] {
    const found = new Map<number, number>();
    const k = controlOf.get(t);
    for (const [place, bytes] of skip.length === 0 ? [[x, 0] as const] : skipped(group, x)) {
      if (k !== undefined) {
        const at = reader.control(places.state(place), k);
        if (at !== REFUSED) lower(found, places.of(every, at), bytes + 1);
        continue;
      }
      const after = words(group, place).get(t) ?? NO_WAYS;
      work(after.length);
      for (let i = 0; i < after.length; i += 2) lower(found, after[i]!, bytes + after[i + 1]!);
    }
    return [...found].flat();
  }

  return {
    of(q, t, x) {
      const group = view.group(q, t);
      const key = group * (patterns.length + parts.controls.length) + t;
      let known = waysOf.get(key, x);
      if (known < 0) {
        known = ways.length;
        ways.push(spelt(group, t, x));
        waysOf.set(key, x, known);
      }
      return ways[known]!;
    },
    last(x) {
      if (reader.accepts(places.state(x))) return 0;
      let least = Number.POSITIVE_INFINITY;
      for (const [place, bytes] of skip.length === 0 ? [] : skipped(view.lastGroup, x))
        if (bytes < least && reader.accepts(places.state(place))) least = bytes;
      return least;
    },
    after: view.ended,
    complete: () => allSeen,
    bytes: () => waysOf.bytes() + ways.reduce((sum, list) => sum + 8 * list.length + 64, 0),
  };
}

/** Adds a place, or lowers its cost. Returns whether anything changed. */
function lower(least: Map<number, number>, place: number, symbols: number): boolean {
  if (symbols >= (least.get(place) ?? Number.POSITIVE_INFINITY)) return false;
  least.set(place, symbols);
  return true;
}

const views = new WeakMap<Parts, Map<string, View>>();

/** Returns the view of a language, created once for all automata. */
function viewOf(parts: Parts, munch: Munch, view: "certain" | "hopeful"): View {
  let byName = views.get(parts);
  if (byName === undefined) views.set(parts, (byName = new Map()));
  let its = byName.get(view);
  if (its === undefined) {
    its = munch === "none" ? looseView(parts) : view === "certain" ? certainView(parts) : hopefulView(parts);
    byName.set(view, its);
  }
  return its;
}

/** All terminals that may compete do. */
function certainView(parts: Parts): View {
  const { patterns, lexer, greedyLexer } = parts;
  const all = patterns.map((_, t) => t);
  const groups = contextGroups(parts);
  const contexts = [...groups.map(({ context }) => context), all];
  const groupOf = all.map((t) => groups.findIndex(({ terminals }) => terminals.includes(t)));
  return {
    // Ignored lexemes before a control symbol may occur anywhere.
    group: (_, t) => groupOf[t] ?? groups.length,
    lastGroup: groups.length,
    context: (group) => contexts[group]!,
    uncut: greedyLexer,
    after: remembered((state) => killSet(greedyLexer, state)),
    ended: remembered((state) => killSet(lexer, state)),
    closed: (t) => patterns[t]?.lazy === true,
  };
}

/** Only terminals that are allowed wherever q is possible compete. */
function hopefulView(parts: Parts): View {
  const { lexer, patterns, skip } = parts;
  const { rules } = parts.chart;
  const anyLazy = patterns.some(({ lazy }) => lazy === true);
  const every = everyClass(lexer.classCount);
  const contexts: (readonly number[])[] = [];
  const numbers = new Map<string, number>();
  const groupOf = Array.from({ length: rules.stateCount }, (_, q) => {
    const words = rules.allowed.subarray(q * rules.allowedWords, (q + 1) * rules.allowedWords);
    const key = words.join();
    let group = numbers.get(key);
    if (group === undefined) {
      group = contexts.length;
      numbers.set(key, group);
      const allowed = (t: number): boolean => ((words[t >>> 5]! >>> (t & 31)) & 1) === 1;
      contexts.push(patterns.flatMap((_, t) => (skip.includes(t) || allowed(t) ? [t] : [])));
    }
    return group;
  });
  contexts.push(skip);
  const after = remembered((state) => (anyLazy ? every : mayFollow(lexer, state)));
  return {
    group: (q) => groupOf[q]!,
    lastGroup: contexts.length - 1,
    context: (group) => contexts[group]!,
    uncut: lexer,
    after,
    ended: after,
    closed: () => anyLazy,
  };
}

/** Without munch, nothing competes and anything may follow, so both views are equal. */
function looseView({ lexer, patterns }: Parts): View {
  const every = everyClass(lexer.classCount);
  return {
    group: (_, t) => Math.min(t, patterns.length),
    lastGroup: patterns.length,
    context: (group) => (group < patterns.length ? [group] : []),
    uncut: lexer,
    after: () => every,
    ended: () => every,
    closed: () => true,
  };
}

function remembered(setOf: (state: number) => ClassSet): (state: number) => ClassSet {
  const sets = new Map<number, ClassSet>();
  return (state) => {
    let set = sets.get(state);
    if (set === undefined) sets.set(state, (set = setOf(state)));
    return set;
  };
}
