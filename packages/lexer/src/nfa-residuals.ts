// Represents what remains to be read of a terminal as a set of states of a nondeterministic automaton (Thompson 1968;
// Rabin and Scott 1959). This is an alternative to the engine of @espalier/automata, which supports counters and
// complements and simplifies its expressions. This file does none of that and is a tenth of the code. Counters are
// unrolled, and complements are refused.
//
//   state 0          accepts
//   state s          either one byte of sets[setOf[s]] and then state target[s], or no byte and then any of free[s]
//   residual         the states that read a byte, or accept, and that can be reached without one; ascending
//
// States that cannot reach state 0 are omitted. So a residual that matches no text is the empty set.

import { ArgumentError } from "@espalier/arguments";
import type { ByteRanges, Regex } from "@espalier/automata";
import { commonRefinement, distances } from "@espalier/dfa";
import { burn, createPairTable, createSequenceTable } from "@espalier/monitor";
import type { LexerTerminal, Residuals } from "./residuals.js";

/** The most states of the automaton: what unrolled counters may need. */
const MOST_STATES = 100_000;
/** The most nested parts of a regex. */
const MOST_DEPTH = 500;
const ACCEPT = 0;

/** One byte for each byte value: 1 if the set contains it. */
type ByteSet = Uint8Array;

interface Nfa {
  readonly sets: readonly ByteSet[];
  /** By state, its set; −1 if it reads no byte. */
  readonly setOf: readonly number[];
  readonly target: readonly number[];
  readonly free: readonly (readonly number[])[];
  /** By terminal, its first state. */
  readonly entries: readonly number[];
}

/** @throws ArgumentError for a terminal with a complement or an automaton, or if unrolled counters need too many states. */
export function createNfaResiduals(terminals: readonly LexerTerminal[]): Residuals {
  const { sets, setOf, target, free, entries } = nfaOf(terminals);
  const distance = distancesOf({ setOf, target, free });
  const alphabet = commonRefinement(sets);
  const residuals = createSequenceTable();
  const derivatives = createPairTable();
  const met = new Uint32Array(setOf.length);
  let walk = 0;
  const members = new Int32Array(setOf.length);
  let size = 0;

  /** Adds what can be reached from `state` without a byte to `members`. */
  function reach(state: number): void {
    const pending = [state];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (met[at] === walk || distance[at] === Number.POSITIVE_INFINITY) continue;
      met[at] = walk;
      if (at === ACCEPT || setOf[at]! >= 0) members[size++] = at;
      else for (const next of free[at]!) pending.push(next);
    }
  }
  function begin(): void {
    walk++;
    size = 0;
  }
  function interned(): number {
    burn("lexer", size);
    members.subarray(0, size).sort();
    return residuals.intern(members, size);
  }
  begin();
  interned();
  reach(ACCEPT);
  interned();

  const initial: number[] = [];
  const matchesEmpty = entries.map((entry) => {
    begin();
    met[ACCEPT] = walk;
    reach(entry);
    initial.push(interned());
    return nullableFrom(entry, free);
  });
  const nullable = (residual: number): boolean => {
    const from = residuals.offset(residual);
    return from < residuals.offset(residual + 1) && residuals.pool[from] === ACCEPT;
  };
  return {
    matchesEmpty,
    initial,
    ...alphabet,
    derivative(residual, byte) {
      const known = derivatives.get(residual, byte);
      if (known >= 0) return known;
      begin();
      const to = residuals.offset(residual + 1);
      for (let i = residuals.offset(residual); i < to; i++) {
        const state = residuals.pool[i]!;
        if (state !== ACCEPT && sets[setOf[state]!]![byte] === 1) reach(target[state]!);
      }
      const next = interned();
      derivatives.set(residual, byte, next);
      return next;
    },
    nullable,
    distance(residual) {
      let least = Number.POSITIVE_INFINITY;
      const to = residuals.offset(residual + 1);
      for (let i = residuals.offset(residual); i < to; i++) least = Math.min(least, distance[residuals.pool[i]!]!);
      return least;
    },
    bytes: () => residuals.bytes() + derivatives.bytes() + 64 * setOf.length,
  };
}

/** Returns whether state 0 can be reached without a byte. */
function nullableFrom(entry: number, free: Nfa["free"]): boolean {
  const pending = new Set([entry]);
  for (const state of pending) for (const next of free[state]!) pending.add(next);
  return pending.has(ACCEPT);
}

/** Builds the automaton from its ends: a regex is built in front of the state that follows it. */
function nfaOf(terminals: readonly LexerTerminal[]): Nfa {
  const sets: ByteSet[] = [];
  const setIds = new Map<string, number>();
  const setOf = [-1];
  const target = [-1];
  const free: number[][] = [[]];
  let current = 0;
  /** By regex, the state that follows it and its first state, as last built: shared parts before one state are built once. */
  const built = new Map<Regex, readonly [to: number, entry: number]>();

  function refuse(code: "wrong-type" | "out-of-range", why: string): never {
    const name = terminals[current]!.name ?? String(current);
    throw new ArgumentError(
      code,
      `terminals[${current}].regex`,
      `A plain lexer takes ${why} (terminal ${name}): use createLexer, or createLanguage for a grammar.`,
    );
  }
  function state(set: number, to: number, next: number[]): number {
    if (setOf.length >= MOST_STATES)
      refuse("out-of-range", `at most ${MOST_STATES} states, with all counters unrolled`);
    target.push(to);
    free.push(next);
    return setOf.push(set) - 1;
  }
  function reading(ranges: ByteRanges, to: number): number {
    const key = ranges.join(";");
    let id = setIds.get(key);
    if (id === undefined) {
      const set = new Uint8Array(256);
      for (const [first, last] of ranges) set.fill(1, first, last + 1);
      setIds.set(key, (id = sets.push(set) - 1));
    }
    return state(id, to, []);
  }

  function build(regex: Regex, to: number, depth: number): number {
    const known = built.get(regex);
    if (known?.[0] === to) return known[1];
    const entry = made(regex, to, depth);
    built.set(regex, [to, entry]);
    return entry;
  }

  function made(regex: Regex, to: number, depth: number): number {
    if (depth > MOST_DEPTH) refuse("out-of-range", `at most ${MOST_DEPTH} nested parts`);
    switch (regex.kind) {
      case "empty":
        return state(-1, -1, []);
      case "bytes":
        return reading(regex.ranges, to);
      case "literal":
        return regex.bytes.reduceRight<number>((next, byte) => reading([[byte, byte]], next), to);
      case "sequence":
        return regex.items.reduceRight<number>((next, item) => build(item, next, depth + 1), to);
      case "choice": {
        const options = regex.options.map((option) => build(option, to, depth + 1));
        return state(-1, -1, options);
      }
      case "repeat":
        return repeated(regex, to, depth + 1);
      case "and":
        return regex.operands
          .map((operand) => ends(operand, depth))
          .reduce(intersected)
          .from(to);
      case "deferred":
        return build(regex.load(), to, depth + 1);
      default:
        return refuse("wrong-type", regex.kind === "not" ? "no `~` and no look-ahead" : "no automaton");
    }
  }

  function repeated({ item, min, max }: Extract<Regex, { kind: "repeat" }>, to: number, depth: number): number {
    let at = to;
    let copies = min;
    if (max === Number.POSITIVE_INFINITY) {
      at = state(-1, -1, [to]);
      const again = build(item, at, depth);
      free[at]!.push(again);
      if (copies > 0) {
        at = again;
        copies--;
      }
    } else for (let i = min; i < max; i++) at = state(-1, -1, [build(item, at, depth), to]);
    for (let i = 0; i < copies; i++) at = build(item, at, depth);
    return at;
  }

  /** A regex with an end of its own. `from` leads from that end to a state that follows. */
  interface Part {
    readonly entry: number;
    readonly end: number;
    from(to: number): number;
  }
  const part = (entry: number, end: number): Part => ({
    entry,
    end,
    from(to) {
      free[end]!.push(to);
      return entry;
    },
  });
  function ends(regex: Regex, depth: number): Part {
    const end = state(-1, -1, []);
    return part(build(regex, end, depth + 1), end);
  }
  /** The texts that both parts read: pairs of their states. The part that needs no byte moves first. */
  function intersected(left: Part, right: Part): Part {
    const end = state(-1, -1, []);
    const pairs = new Map<string, number>();
    const pending: (readonly [made: number, p: number, q: number])[] = [];
    const pair = (p: number, q: number): number => {
      const key = `${p} ${q}`;
      let made = pairs.get(key);
      if (made === undefined) {
        pairs.set(key, (made = state(-1, -1, [])));
        pending.push([made, p, q]);
      }
      return made;
    };
    const entry = pair(left.entry, right.entry);
    for (const [made, p, q] of pending) {
      const [first, second] = [setOf[p]!, setOf[q]!];
      if (first >= 0 && second >= 0) {
        const both = intersection(sets[first]!, sets[second]!);
        if (both.length > 0) free[made]!.push(reading(both, pair(target[p]!, target[q]!)));
      } else if (first < 0 && p !== left.end) free[made]!.push(...free[p]!.map((next) => pair(next, q)));
      else if (second < 0 && q !== right.end) free[made]!.push(...free[q]!.map((next) => pair(p, next)));
      else if (p === left.end && q === right.end) free[made]!.push(end);
    }
    return part(entry, end);
  }

  const entries = terminals.map(({ regex }, terminal) => {
    current = terminal;
    return build(regex, ACCEPT, 0);
  });
  return { sets, setOf, target, free, entries };
}

function intersection(left: ByteSet, right: ByteSet): ByteRanges {
  const bytes = [...left.keys()].filter((byte) => left[byte] === 1 && right[byte] === 1);
  return bytes.map((byte) => [byte, byte] as const);
}

/** By state, the bytes on the shortest way to state 0. */
function distancesOf({ setOf, target, free }: Pick<Nfa, "setOf" | "target" | "free">): Float64Array {
  const reads = (state: number): boolean => setOf[state]! >= 0;
  const source = free.flatMap((nexts, state) => (reads(state) ? state : nexts.map(() => state)));
  const targets = free.flatMap((nexts, state) => (reads(state) ? target[state]! : nexts));
  return distances(
    setOf.map((_, state) => (state === ACCEPT ? 1 : 0)),
    targets,
    (edge) => source[edge]!,
    (edge) => !reads(source[edge]!),
  );
}
