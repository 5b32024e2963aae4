// Where a lexeme may end: which next bytes prove that nothing longer matches, and what it costs to spell each terminal
// between two such boundaries.
//
// After a lexeme, the byte that follows must not prolong it. The set of bytes that end it at once is the *kill set* of its
// lexer state; a state reached with fewer competing terminals has a larger kill set. So for each terminal t we read the
// lexer in the widest context in which t can occur (all terminals that may be allowed together with it), and collect
//
//     (kill set before) — t → (kill set after)   at the least number of bytes
//
// over the finitely many kill sets κ that occur. This is a finite weighted transducer over terminals; what can be spelt
// by it can be spelt in every real context too. Kill set 0 is "every byte": nothing precedes, or the lexeme is closed.

import type { RuleAutomata } from "@espalier/earley";
import type { Lexer, LexerState } from "@espalier/lexer";
import type { Parts } from "./parts.js";

/** A set of byte classes, bit c for class c. */
export type ClassSet = bigint;

/** One way for a lexeme in progress to end. */
export interface Ending {
  /** Bytes still to read. */
  readonly distance: number;
  readonly exit: number;
  /** The lexer state at the end. */
  readonly state: LexerState;
}

/** All ways for a lexeme to end, found nearest first as far as asked for. */
export interface Endings {
  readonly found: readonly Ending[];
  /** Looks further until an ending beyond those known is found; false when none remain or `maxVisited` is passed. */
  more(maxVisited: number): boolean;
  /** Everything nearer than this distance has been found. */
  readonly horizon: number;
  /** Lexer states visited so far. */
  readonly visited: number;
}

/** All endings of the lexeme in progress at `from`, nearest first: best first, guided by the distance to the next match. */
export function endingsFrom(lexer: Lexer, from: LexerState): Endings {
  const found: Ending[] = [];
  const seen = new Set<LexerState>([from]);
  // queue[f]: states whose next ending is f bytes from the start, with how far they are themselves.
  const queue: { readonly state: LexerState; readonly distance: number }[][] = [];
  let rank = lexer.distance(from);
  let waiting = 0;
  const push = (state: LexerState, distance: number): void => {
    const at = distance + lexer.distance(state);
    (queue[at] ??= []).push({ state, distance });
    waiting++;
  };
  if (rank < Number.POSITIVE_INFINITY) push(from, 0);
  return {
    found,
    more(maxVisited: number): boolean {
      while (waiting > 0 && seen.size <= maxVisited) {
        const visit = queue[rank]?.pop();
        if (visit === undefined) {
          rank++;
          continue;
        }
        waiting--;
        const { state, distance } = visit;
        if (!lexer.closes(state)) {
          for (const byte of lexer.representatives) {
            const next = lexer.step(state, byte);
            if (next === 0 || seen.has(next)) continue;
            seen.add(next);
            push(next, distance + 1);
          }
        }
        const exit = lexer.exit(state);
        if (exit === 0) continue;
        found.push({ distance, exit, state });
        return true;
      }
      return false;
    },
    get horizon(): number {
      return waiting > 0 ? rank : Number.POSITIVE_INFINITY;
    },
    get visited(): number {
      return seen.size;
    },
  };
}

/** What it takes to spell terminals, between kill sets 0 … `count` − 1. */
export interface Boundaries {
  /** The kill sets; 0 is every class. */
  readonly killSets: readonly ClassSet[];
  /**
   * Least bytes to spell terminal t (skipped lexemes before it included) from kill set a to kill set b:
   * `spell[t][a · count + b]`, `Infinity` when impossible.
   */
  readonly spell: readonly Float64Array[];
  /** Kill sets that terminal t may leave behind, as bits; never too few when `exhaustive`. */
  readonly after: readonly number[];
  /** Kill sets that a skipped lexeme may leave behind, as bits. */
  readonly afterSkip: number;
  /** Whether every lexer state was visited: kill sets at run time then contain one that is listed. */
  readonly exhaustive: boolean;
  /** The kill sets listed that lie within `state`'s, largest only. */
  within(state: LexerState): readonly number[];
}

/** Kill sets beyond this many are merged into their intersection. */
const MAX_KILL_SETS = 16;
/** Lexer states visited per context before giving up on seeing them all. */
const MAX_VISITED = 1_500;
/** Lexer states visited to find the shortest text of a terminal where there is no munch. */
const MAX_LOOSE_VISITED = 1_000_000;

export function killSet(lexer: Lexer, state: LexerState): ClassSet {
  if (lexer.closes(state) || lexer.begins(state)) return (1n << BigInt(lexer.classCount)) - 1n;
  let set = 0n;
  for (let c = 0; c < lexer.classCount; c++) {
    if (lexer.step(state, lexer.representatives[c] as number) === 0) set |= 1n << BigInt(c);
  }
  return set;
}

/** Terminals that share the widest context in which each can occur. */
interface ContextGroup {
  readonly terminals: readonly number[];
  /** All pattern terminals that may be allowed where one of `terminals` is, ascending: never too few. */
  readonly context: readonly number[];
}

function contextGroups(parts: Parts): readonly ContextGroup[] {
  const { rules } = parts.chart;
  const { allowed, allowedWords: words } = rules;
  const all = parts.patterns.map((_, t) => t);
  const contexts = new Map<string, Uint32Array>();
  const addContext = (set: Uint32Array): void => {
    contexts.set(set.join(), set);
  };
  const after = terminalsAfter(rules);
  addContext(allowed.slice((rules.startOf[0] as number) * words, ((rules.startOf[0] as number) + 1) * words));
  for (const set of after) addContext(set);
  // Terminals that can match one text are scanned together, and the contexts after them unite. What lazy terminals hide,
  // and what is skipped and shown at once, could unite any: then every terminal counts as a companion of every other.
  let known = parts.greedyLexer === parts.lexer;
  const search = endingsFrom(parts.lexer, parts.lexer.begin(all));
  const united = new Set<string>();
  while (known && search.more(MAX_VISITED)) {
    const { state } = search.found[search.found.length - 1] as Ending;
    const together = parts.lexer.possible(state);
    if (together.length < 2 || united.has(together.join())) continue;
    united.add(together.join());
    if (together.some((t) => parts.skip.includes(t))) known = false;
    const union = new Uint32Array(words);
    for (const t of together) for (let w = 0; w < words; w++) union[w] = (union[w] as number) | (after[t]?.[w] ?? 0);
    addContext(union);
  }
  if (!known || search.horizon !== Number.POSITIVE_INFINITY) return [{ terminals: all, context: all }];

  const has = (set: Uint32Array, t: number): boolean => (((set[t >>> 5] as number) >>> (t & 31)) & 1) === 1;
  const list = [...contexts.values()];
  const bySignature = new Map<string, number[]>();
  for (const t of all) {
    const signature = list.flatMap((set, i) => (has(set, t) ? [i] : [])).join();
    const members = bySignature.get(signature);
    if (members === undefined) bySignature.set(signature, [t]);
    else members.push(t);
  }
  return [...bySignature].map(([signature, terminals]) => {
    const union = new Uint32Array(words);
    for (const i of signature === "" ? [] : signature.split(",").map(Number)) {
      for (let w = 0; w < words; w++) union[w] = (union[w] as number) | ((list[i] as Uint32Array)[w] as number);
    }
    const context = all.filter((t) => has(union, t) || terminals.includes(t) || parts.skip.includes(t));
    return { terminals, context };
  });
}

/** For each terminal, a superset of the terminals that can follow it (as words of bits). */
function terminalsAfter(rules: RuleAutomata): readonly Uint32Array[] {
  const words = rules.allowedWords;
  const follow = Array.from(rules.nonterminals, () => new Uint32Array(words));
  const include = (target: Uint32Array, q: number): boolean => {
    let changed = false;
    const from = rules.final[q] === 1 ? (follow[rules.ruleOf[q] as number] as Uint32Array) : undefined;
    for (let w = 0; w < words; w++) {
      const bits = (target[w] as number) | (rules.allowed[q * words + w] as number) | (from?.[w] ?? 0);
      if (bits >>> 0 !== target[w]) {
        target[w] = bits;
        changed = true;
      }
    }
    return changed;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (let e = 0; e < rules.callLabel.length; e++) {
      const target = follow[rules.callLabel[e] as number] as Uint32Array;
      if (include(target, rules.callTarget[e] as number)) changed = true;
    }
  }
  const after = rules.terminals.map(() => new Uint32Array(words));
  for (let e = 0; e < rules.terminalLabel.length; e++) {
    include(after[rules.terminalLabel[e] as number] as Uint32Array, rules.terminalTarget[e] as number);
  }
  return after;
}

/** One spelling of a terminal or of skipped text: first byte class, kill set left behind, bytes. */
interface Spelt {
  readonly first: number;
  readonly kill: number;
  readonly length: number;
}

/** Without munch any split counts: there is one kill set, and a terminal costs its shortest text. */
function looseBoundaries(parts: Parts): Boundaries {
  const { lexer } = parts;
  const spell = parts.patterns.map((_, t) => {
    const search = endingsFrom(lexer, lexer.begin([t]));
    return Float64Array.of(
      search.more(MAX_LOOSE_VISITED) ? (search.found[0] as Ending).distance : Number.POSITIVE_INFINITY,
    );
  });
  for (const _ of parts.controls) spell.push(Float64Array.of(1));
  const everything = (1n << BigInt(lexer.classCount)) - 1n;
  return {
    killSets: [everything],
    spell,
    after: spell.map(() => 1),
    afterSkip: 0,
    exhaustive: true,
    within: () => [0],
  };
}

/**
 * The shortest spelling of each terminal of `context` by first class and kill set. A word counts only if no lazy terminal
 * of the context cuts it short; but its kill set is read as if none did, since a context may lack the one that cuts while
 * another prolongs. So two lexer states are followed side by side.
 */
function spellings(
  { lexer, greedyLexer, patterns }: Parts,
  context: readonly number[],
  killOf: (state: LexerState) => number,
): { readonly ways: ReadonlyMap<number, Spelt[]>; readonly complete: boolean } {
  const ways = new Map<number, Spelt[]>();
  const begin = lexer.begin(context);
  const beginUncut = greedyLexer.begin(context);
  let visited = 0;
  for (let first = 0; first < lexer.classCount; first++) {
    const byte = lexer.representatives[first] as number;
    const entered = lexer.step(begin, byte);
    if (entered === 0) continue;
    const queue: [LexerState, LexerState, number][] = [[entered, greedyLexer.step(beginUncut, byte), 1]];
    const seen = new Set([`${entered},${queue[0]?.[1]}`]);
    for (const [state, uncut, length] of queue) {
      if (visited + seen.size > MAX_VISITED) return { ways, complete: false };
      for (const t of lexer.exitTerminals(lexer.exit(state))) {
        const kill = patterns[t]?.lazy === true ? 0 : killOf(uncut);
        const known = ways.get(t) ?? [];
        ways.set(t, known);
        if (!known.some((way) => way.first === first && way.kill === kill)) known.push({ first, kill, length });
      }
      if (lexer.closes(state)) continue;
      for (const next of lexer.representatives) {
        const after = lexer.step(state, next);
        if (after === 0) continue;
        const uncutAfter = greedyLexer.step(uncut, next);
        const key = `${after},${uncutAfter}`;
        if (seen.has(key)) continue;
        seen.add(key);
        queue.push([after, uncutAfter, length + 1]);
      }
    }
    visited += seen.size;
  }
  return { ways, complete: true };
}

/** Every kill set that each terminal can leave behind when all of `context` compete; undefined when there are too many. */
function lastKills(
  { greedyLexer, patterns }: Parts,
  context: readonly number[],
  killOf: (state: LexerState) => number,
): ReadonlyMap<number, ReadonlySet<number>> | undefined {
  const kills = new Map<number, Set<number>>(context.map((t) => [t, new Set(patterns[t]?.lazy === true ? [0] : [])]));
  const search = endingsFrom(greedyLexer, greedyLexer.begin(context));
  while (search.more(MAX_VISITED)) {
    const { state } = search.found[search.found.length - 1] as Ending;
    const kill = killOf(state);
    // All that are possible, not only the winners: a terminal of lower priority wins where its betters are not allowed.
    for (const t of greedyLexer.possible(state)) if (patterns[t]?.lazy !== true) kills.get(t)?.add(kill);
  }
  return search.horizon === Number.POSITIVE_INFINITY ? kills : undefined;
}

/** Reads the lexer once per distinct context. Cost: O(contexts · classes · lexer states). */
export function createBoundaries(parts: Parts, munch: "maximal" | "none"): Boundaries {
  if (munch === "none") return looseBoundaries(parts);
  const { lexer, patterns, skip } = parts;
  const everything = (1n << BigInt(lexer.classCount)) - 1n;
  const killSets: ClassSet[] = [everything];
  const killIds = new Map<ClassSet, number>([[everything, 0]]);
  const killId = (set: ClassSet): number => {
    let id = killIds.get(set);
    if (id === undefined) {
      id = killSets.length;
      killSets.push(set);
      killIds.set(set, id);
    }
    return id;
  };
  const spelt = patterns.map((): readonly Spelt[] => []);
  const skipped = patterns.map((): readonly Spelt[] => []);
  const left = patterns.map((): ReadonlySet<number> => new Set());
  const leftBySkip = new Set<number>();
  const killOf = (state: LexerState): number => killId(killSet(parts.greedyLexer, state));
  let exhaustive = true;
  for (const { terminals, context } of contextGroups(parts)) {
    const { ways, complete } = spellings(parts, context, killOf);
    const kills = lastKills(parts, context, killOf);
    exhaustive &&= complete && kills !== undefined;
    const skips = skip.flatMap((t) => ways.get(t) ?? []);
    for (const t of terminals) {
      spelt[t] = ways.get(t) ?? [];
      skipped[t] = skips;
      left[t] = kills?.get(t) ?? new Set();
    }
    for (const t of skip) for (const kill of kills?.get(t) ?? []) leftBySkip.add(kill);
  }
  const merge = mergeSurplus(killSets);
  const count = killSets.length;
  const matrix = (ways: readonly Spelt[]): Float64Array => {
    const out = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
    for (const { first, kill, length } of ways) {
      for (let a = 0; a < count; a++) {
        if (!(((killSets[a] as ClassSet) >> BigInt(first)) & 1n)) continue;
        const at = a * count + merge(kill);
        out[at] = Math.min(out[at] as number, length);
      }
    }
    return out;
  };
  const skipClosure = new Map<readonly Spelt[], Float64Array>();
  const spell = patterns.map((_, t) => {
    const ways = skipped[t] as readonly Spelt[];
    let before = skipClosure.get(ways);
    if (before === undefined) skipClosure.set(ways, (before = closure(matrix(ways), count)));
    return multiply(before, matrix(spelt[t] as readonly Spelt[]), count);
  });
  // A control token ends whatever precedes it and costs one symbol.
  for (const _ of parts.controls) {
    const out = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
    for (let a = 0; a < count; a++) out[a * count] = 1;
    spell.push(out);
  }
  const bits = (kills: Iterable<number>): number => [...kills].reduce((set, kill) => set | (1 << merge(kill)), 0);
  const withinOf = new Map<LexerState, readonly number[]>();
  return {
    killSets,
    spell,
    after: [...patterns.map((_, t) => bits(left[t] as ReadonlySet<number>)), ...parts.controls.map(() => 1)],
    afterSkip: bits(leftBySkip),
    exhaustive,
    within(state: LexerState): readonly number[] {
      let known = withinOf.get(state);
      if (known === undefined) {
        const set = killSet(lexer, state);
        const inside = killSets.flatMap((candidate, id) => ((candidate & set) === candidate ? [id] : []));
        known = inside.filter(
          (id) =>
            !inside.some((other) => other !== id && isSubset(killSets[id] as ClassSet, killSets[other] as ClassSet)),
        );
        withinOf.set(state, known);
      }
      return known;
    },
  };
}

function isSubset(a: ClassSet, b: ClassSet): boolean {
  return (a & b) === a;
}

/** Replaces the kill sets past the limit by their intersection; returns the new id of an old one. */
function mergeSurplus(killSets: ClassSet[]): (id: number) => number {
  if (killSets.length <= MAX_KILL_SETS) return (id) => id;
  const rest = killSets.splice(MAX_KILL_SETS - 1);
  killSets.push(rest.reduce((a, b) => a & b));
  return (id) => Math.min(id, MAX_KILL_SETS - 1);
}

/** (min, +) product of two square matrices. */
export function multiply(a: Float64Array, b: Float64Array, count: number): Float64Array {
  const out = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < count; k++) {
      const left = a[i * count + k] as number;
      if (left === Number.POSITIVE_INFINITY) continue;
      for (let j = 0; j < count; j++) {
        const sum = left + (b[k * count + j] as number);
        if (sum < (out[i * count + j] as number)) out[i * count + j] = sum;
      }
    }
  }
  return out;
}

/** Any number of steps of `a`, none included: Floyd and Warshall. */
function closure(a: Float64Array, count: number): Float64Array {
  const out = a.slice();
  for (let i = 0; i < count; i++) out[i * count + i] = 0;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) {
        const sum = (out[i * count + k] as number) + (out[k * count + j] as number);
        if (sum < (out[i * count + j] as number)) out[i * count + j] = sum;
      }
    }
  }
  return out;
}
