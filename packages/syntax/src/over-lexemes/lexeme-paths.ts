// Paths: the sequences of terminals that tokens can spell from a state of the language. They form one tree, so equal
// sequences have equal ids. The paths from a state form a set, and states with the same paths share it. So if a user's
// monitor allows all paths of a set, this is found once for all states with that set.

import { createPairTable } from "@espalier/monitor";

/** In place of a terminal's index: that of an ignored lexeme, which no monitor sees. */
const IGNORED = -1;
/** The empty path. */
export const ROOT = 0;

/**
 * A step of the user's monitor from the state with the id `own`: returns the id of the state after a lexeme of the
 * terminal with the index `terminal`. An ignored lexeme does not change the state. The result is negative if the next
 * state is unknown or does not exist.
 */
export type Transition = (own: number, terminal: number) => number;

const UNKNOWN = 0;
const TAKEN = 1;
const REFUSED = 2;
const NONE = new Uint8Array(0);

/** A set of paths: another set plus one path. Immutable. */
export class PathSet {
  readonly number: number;
  /** `undefined` for the empty set. */
  readonly before: PathSet | undefined;
  /** The path that it has in addition to those of `before`. */
  readonly path: number;
  /** By the index of a user's state: whether the state allows all paths of the set. */
  #verdicts = NONE;

  constructor(number: number, before: PathSet | undefined, path: number) {
    this.number = number;
    this.before = before;
    this.path = path;
  }

  verdict(index: number): number {
    return index < this.#verdicts.length ? this.#verdicts[index]! : UNKNOWN;
  }

  /** Stores a verdict. Returns the additional memory in bytes. */
  decide(index: number, verdict: number): number {
    const before = this.#verdicts;
    if (index >= before.length) {
      this.#verdicts = new Uint8Array(Math.max(64, 2 * index));
      this.#verdicts.set(before);
    }
    this.#verdicts[index] = verdict;
    return this.#verdicts.length - before.length;
  }
}

export interface Paths {
  /** The empty set. */
  readonly none: PathSet;
  /** The memory held by the verdicts, in bytes. */
  readonly bytes: number;
  /** Returns the path with one more lexeme, which may be any of some terminals, given by their indices. */
  after(path: number, terminals: readonly number[]): number;
  /** Returns the set with one more path. */
  with(set: PathSet, path: number): PathSet;
  /**
   * Returns whether the user's monitor, in the state with the id `own`, allows all paths of `set`. If a lexeme may be
   * any of several terminals, the monitor must treat these alike.
   *
   * @param index the position at which every set stores its result for this state. Arrays grow with it, so it should be
   * small.
   */
  isTaken(set: PathSet, own: number, index: number, transition: Transition): boolean;
}

export function createPaths(): Paths {
  // For each path, the path without its last lexeme, and the terminals of that lexeme.
  const before: number[] = [ROOT];
  const last: (readonly number[])[] = [[]];
  const known = new Map<string, number>();
  const none = new PathSet(0, undefined, ROOT);
  const sets: PathSet[] = [none];
  const larger = createPairTable();

  /** Returns the number of the user's state after a path. */
  function stateAfter(own: number, path: number, transition: Transition): number {
    if (path === ROOT) return own;
    const from = stateAfter(own, before[path]!, transition);
    if (from < 0) return from;
    const terminals = last[path]!;
    const next = transition(from, terminals[0]!);
    for (let i = 1; i < terminals.length; i++) if (transition(from, terminals[i]!) !== next) return -1;
    return next;
  }

  /** Returns the verdict on all paths of `set`; parts of the set may have theirs already. */
  function verdictOn(set: PathSet, own: number, index: number, transition: Transition): number {
    for (let at = set; at !== none; at = at.before!) {
      const known = at.verdict(index);
      if (known !== UNKNOWN) return known;
      if (stateAfter(own, at.path, transition) < 0) return REFUSED;
    }
    return TAKEN;
  }

  const paths = {
    none,
    bytes: 0,
    after(path: number, terminals: readonly number[]): number {
      if (terminals.every((terminal) => terminal === IGNORED)) return path;
      const key = `${path}:${terminals.join()}`;
      let next = known.get(key);
      if (next === undefined) {
        next = before.push(path) - 1;
        last.push([...terminals]);
        known.set(key, next);
      }
      return next;
    },
    with(set: PathSet, path: number): PathSet {
      const number = larger.get(set.number, path);
      if (number >= 0) return sets[number]!;
      const made = new PathSet(sets.length, set, path);
      larger.set(set.number, path, made.number);
      sets.push(made);
      return made;
    },
    isTaken(set: PathSet, own: number, index: number, transition: Transition): boolean {
      let verdict = set.verdict(index);
      if (verdict === UNKNOWN) {
        verdict = verdictOn(set, own, index, transition);
        paths.bytes += set.decide(index, verdict);
      }
      return verdict === TAKEN;
    },
  };
  return paths;
}
