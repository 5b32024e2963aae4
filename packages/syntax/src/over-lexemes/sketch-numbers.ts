// The numbers of sketches, and of all that they consist of: states of the user's monitor, terminals, and the paths that were followed from places. They are valid
// until the numbering is restarted, which bounds its memory.

import { createPairTable, type PairTable } from "@espalier/monitor";
import type { LanguageState } from "../states/generations.js";
import { DEPENDS_ON_TEXT, type LexemeReader } from "./lexeme-monitor.js";
import { createPaths, type Paths, ROOT } from "./lexeme-paths.js";
import { type OwnState, Place } from "./lexeme-places.js";

/** A branch by numbers. The numbers of a user's states are even; those of paths from places are odd. */
export interface NumberedBranch {
  readonly at: LanguageState;
  readonly own: number;
}

/** In place of a user's state: there is none, or it is unknown without the text. */
const REFUSED = -1;
export const UNKNOWN = -2;
/** The most sketches or user states (about 300 bytes each); the numbering is then restarted. */
const MOST_SKETCHES = 2 ** 16;
/** The most bytes of facts about paths and user states; the numbering is then restarted. */
const MOST_PATH_BYTES = 2 ** 22;
/** The number of places in the direct-mapped cache before the map; a power of two. */
const DIRECT_PLACES = 1024;

/** A path that was followed from a place. */
interface Met {
  readonly place: Place;
  readonly path: number;
}

export const isPath = (own: number): boolean => (own & 1) === 1;

export class SketchNumbers<Own> {
  readonly #reader: LexemeReader<Own>;
  readonly #first: number;
  readonly #branches: (readonly NumberedBranch[])[] = [];
  readonly #single: PairTable = createPairTable();
  readonly #several: Map<string, number> = new Map();
  readonly #owns: OwnState<Own>[] = [];
  readonly #ownsByKey: Map<unknown, OwnState<Own>> = new Map();
  /** Terminals by index, and indices by terminal. An ignored lexeme keeps its negative number. */
  readonly #terminals: number[] = [];
  readonly #indices: Map<number, number> = new Map();
  readonly #paths: Paths = createPaths();
  readonly #met: Met[] = [];
  readonly #metNumbers: PairTable = createPairTable();
  readonly #places: Map<LanguageState, Place> = new Map();
  /** The last used places, by the low bits of their language states. */
  readonly #direct: (Place | undefined)[] = new Array(DIRECT_PLACES).fill(undefined);

  /** @param first the number of the first sketch. */
  constructor(reader: LexemeReader<Own>, first: number) {
    this.#reader = reader;
    this.#first = first;
  }

  /** Returns the number of the next sketch. */
  next(): number {
    return this.#first + this.#branches.length;
  }

  isFull(): boolean {
    return (
      this.#branches.length >= MOST_SKETCHES ||
      this.#owns.length >= MOST_SKETCHES ||
      this.#paths.bytes >= MOST_PATH_BYTES
    );
  }

  branches(sketch: number): readonly NumberedBranch[] {
    return this.#branches[sketch - this.#first]!;
  }

  single(at: LanguageState, own: number): number {
    let sketch = this.#single.get(at, own);
    if (sketch < 0) this.#single.set(at, own, (sketch = this.#add([{ at, own }])));
    return sketch;
  }

  numberOf(branches: readonly NumberedBranch[]): number {
    const [{ at, own }] = branches as readonly [NumberedBranch];
    if (branches.every((branch) => branch.at === at && branch.own === own)) return this.single(at, own);
    const byKey = new Map(branches.map((branch) => [`${branch.at}:${branch.own}`, branch]));
    const key = [...byKey.keys()].sort().join();
    let sketch = this.#several.get(key);
    if (sketch === undefined) this.#several.set(key, (sketch = this.#add([...byKey.values()])));
    return sketch;
  }

  #add(branches: readonly NumberedBranch[]): number {
    const sketch = this.next();
    this.#branches.push(branches);
    return sketch;
  }

  ownOf(own: Own): OwnState<Own> {
    const key = this.#reader.keyOf(own);
    let known = this.#ownsByKey.get(key);
    if (known === undefined) {
      known = { numbered: this, number: 2 * this.#owns.length, own, transitions: [], taken: undefined };
      this.#owns.push(known);
      this.#ownsByKey.set(key, known);
    }
    return known;
  }

  indexOf(terminal: number): number {
    if (terminal < 0) return terminal;
    let index = this.#indices.get(terminal);
    if (index === undefined) this.#indices.set(terminal, (index = this.#terminals.push(terminal) - 1));
    return index;
  }

  /** Returns what follows a lexeme with any text: after a path, or after a user's state. */
  after(own: number, index: number): number {
    return isPath(own) ? this.pathAfter(own, [index]) : this.transition(own, index);
  }

  /** Returns the user's state after a lexeme with any text. */
  transition(own: number, index: number): number {
    if (index < 0) return own;
    const from = this.#owns[own >> 1]!;
    return from.transitions[index] ?? this.#fill(from, index);
  }

  #fill({ own, transitions }: OwnState<Own>, index: number): number {
    const next = this.#reader.afterAny(own, this.#terminals[index]!);
    const number = next === DEPENDS_ON_TEXT ? UNKNOWN : next === undefined ? REFUSED : this.ownOf(next as Own).number;
    transitions[index] = number;
    return number;
  }

  /** @param terminals their indices. */
  pathAfter(own: number, terminals: readonly number[]): number {
    const { place, path } = this.#met[own >> 1]!;
    return this.#numberOfPath(place, this.#paths.after(path, terminals));
  }

  /** Returns the number of a path from a place, and records the path there. */
  #numberOfPath(place: Place, path: number): number {
    let number = this.#metNumbers.get(place.index, path);
    if (number < 0) {
      this.#metNumbers.set(place.index, path, (number = 2 * this.#met.push({ place, path }) - 1));
      if (path !== ROOT) place.paths = this.#paths.with(place.paths, path);
    }
    return number;
  }

  placeOf(at: LanguageState): Place {
    // The states of a generation are all even or all odd.
    const slot = (at >>> 1) & (DIRECT_PLACES - 1);
    const place = this.#direct[slot];
    return place !== undefined && place.at === at ? place : (this.#direct[slot] = this.#findPlace(at));
  }

  #findPlace(at: LanguageState): Place {
    let place = this.#places.get(at);
    if (place === undefined) {
      place = new Place(at, this.#places.size, this.next(), this.#paths.none);
      this.#places.set(at, place);
      this.single(at, this.#numberOfPath(place, ROOT));
    }
    return place;
  }

  hasPaths({ paths }: Place): boolean {
    return paths !== this.#paths.none;
  }

  /** Returns whether a user's state allows all paths that were followed from a place. */
  takesAll({ paths }: Place, its: OwnState<Own>): boolean {
    if (its.taken === paths) return true;
    if (!this.#paths.isTaken(paths, its.number, its.number >> 1, this.#transition)) return false;
    its.taken = paths;
    return true;
  }

  readonly #transition = (own: number, index: number): number => this.transition(own, index);
}
