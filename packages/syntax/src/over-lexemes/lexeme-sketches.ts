// Numbered *sketches* of the states of `overLexemes`. A sketch is an abstract state: the branches of a state without
// the texts of their lexemes. It stands for all states that differ only in these texts, so masks are computed once for
// each sketch.
//
// A sketch of one branch consists of a lexer state and a rest, like the language's own state (`Factor`). The lexer
// state is the same, so everything that a trie has computed for it can be reused. The user's monitor is called only
// where a lexeme ends, once for all texts of the lexeme. If the monitor reads the text, no sketch describes what
// follows, and only the actual state can decide.
//
// Most states of a user's monitor reject little. So each state of the language has a *free* sketch, in which the
// monitor rejects nothing. If a state of the monitor allows all sequences of terminals that tokens can spell from there
// (lexeme-paths.ts), it shares the free sketch.

import { createPairTable, type Factor, type PairTable, type Sketches } from "@espalier/monitor";
import type { Language } from "../languages/language-of.js";
import type { LanguageState } from "../states/generations.js";
import { DEPENDS_ON_TEXT, type LexemeReader } from "./lexeme-monitor.js";
import { createPaths, type Paths, ROOT } from "./lexeme-paths.js";
import { type OwnState, Place } from "./lexeme-places.js";
import type { RememberingState } from "./lexemes-state.js";

/** A branch by numbers. The numbers of a user's states are even; those of paths from places are odd. */
interface NumberedBranch {
  readonly at: LanguageState;
  readonly own: number;
}

/** Only the state itself can decide. */
const VAGUE = 0;
/** In place of a user's state: there is none, or it is unknown without the text. */
const REFUSED = -1;
const UNKNOWN = -2;
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

/** Everything that has a number, until the numbering is restarted. */
class Numbered<Own> {
  readonly first: number;
  readonly branchesOf: (readonly NumberedBranch[])[] = [];
  readonly single: PairTable = createPairTable();
  readonly several: Map<string, number> = new Map();
  readonly owns: OwnState<Own>[] = [];
  readonly ownsByKey: Map<unknown, OwnState<Own>> = new Map();
  /** Terminals by index, and indices by terminal. An ignored lexeme keeps its negative number. */
  readonly terminals: number[] = [];
  readonly indices: Map<number, number> = new Map();
  readonly paths: Paths = createPaths();
  readonly met: Met[] = [];
  readonly metNumbers: PairTable = createPairTable();
  readonly places: Map<LanguageState, Place> = new Map();
  /** The last used places, by the low bits of their language states. */
  readonly direct: (Place | undefined)[] = new Array(DIRECT_PLACES).fill(undefined);

  constructor(first: number) {
    this.first = first;
  }

  next(): number {
    return this.first + this.branchesOf.length;
  }

  isFull(): boolean {
    return (
      this.branchesOf.length >= MOST_SKETCHES ||
      this.owns.length >= MOST_SKETCHES ||
      this.paths.bytes >= MOST_PATH_BYTES
    );
  }
}

/** @param factor that of `language`. */
export function createLexemeSketches<Own>(
  language: Language,
  factor: Factor<LanguageState>,
  reader: LexemeReader<Own>,
): Sketches<RememberingState<Own>> {
  const { lexemes } = language;
  const { classOf, classCount } = language.table;
  const table = { classOf, classCount, generation: 0 };
  // Numbers of sketches are never reused.
  let numbered = new Numbered<Own>(1);
  // The generation of the language's table: when it changes, states of the language may be invalid.
  let { generation } = language.table;

  function ownOf(own: Own): OwnState<Own> {
    const { owns, ownsByKey } = numbered;
    const key = reader.keyOf(own);
    let known = ownsByKey.get(key);
    if (known === undefined) {
      known = { numbered, number: 2 * owns.length, own, transitions: [], taken: undefined };
      owns.push(known);
      ownsByKey.set(key, known);
    }
    return known;
  }

  /** Returns the number of a path from a place, and records the path there. */
  function numberOfPath(place: Place, path: number): number {
    const { met, metNumbers, paths } = numbered;
    let number = metNumbers.get(place.index, path);
    if (number < 0) {
      metNumbers.set(place.index, path, (number = 2 * met.push({ place, path }) - 1));
      if (path !== ROOT) place.paths = paths.with(place.paths, path);
    }
    return number;
  }

  const isPath = (own: number): boolean => (own & 1) === 1;

  /** @param terminals their indices. */
  function pathAfter(own: number, terminals: readonly number[]): number {
    const { place, path } = numbered.met[own >> 1]!;
    return numberOfPath(place, numbered.paths.after(path, terminals));
  }

  function indexOf(terminal: number): number {
    if (terminal < 0) return terminal;
    const { terminals, indices } = numbered;
    let index = indices.get(terminal);
    if (index === undefined) indices.set(terminal, (index = terminals.push(terminal) - 1));
    return index;
  }

  /** Returns the user's state after a lexeme with any text. */
  function transition(own: number, index: number): number {
    if (index < 0) return own;
    const from = numbered.owns[own >> 1]!;
    return from.transitions[index] ?? fill(from, index);
  }

  function fill({ own, transitions }: OwnState<Own>, index: number): number {
    const next = reader.afterAny(own, numbered.terminals[index]!);
    const number = next === DEPENDS_ON_TEXT ? UNKNOWN : next === undefined ? REFUSED : ownOf(next as Own).number;
    transitions[index] = number;
    return number;
  }

  const after = (own: number, index: number): number =>
    isPath(own) ? pathAfter(own, [index]) : transition(own, index);

  function add(branches: readonly NumberedBranch[]): number {
    const sketch = numbered.next();
    numbered.branchesOf.push(branches);
    return sketch;
  }

  function single(at: LanguageState, own: number): number {
    let sketch = numbered.single.get(at, own);
    if (sketch < 0) numbered.single.set(at, own, (sketch = add([{ at, own }])));
    return sketch;
  }

  function numberOf(branches: readonly NumberedBranch[]): number {
    const [{ at, own }] = branches as readonly [NumberedBranch];
    if (branches.every((branch) => branch.at === at && branch.own === own)) return single(at, own);
    const byKey = new Map(branches.map((branch) => [`${branch.at}:${branch.own}`, branch]));
    const key = [...byKey.keys()].sort().join();
    let sketch = numbered.several.get(key);
    if (sketch === undefined) numbered.several.set(key, (sketch = add([...byKey.values()])));
    return sketch;
  }

  const branches = (sketch: number): readonly NumberedBranch[] => numbered.branchesOf[sketch - numbered.first]!;
  const isVague = (at: LanguageState): boolean => factor.vague?.(at) === true;

  /** Returns the only branch. */
  function onlyBranch(sketch: number): NumberedBranch | undefined {
    if (sketch === VAGUE) return undefined;
    const list = branches(sketch);
    return list.length === 1 ? list[0] : undefined;
  }

  function sketchAt(at: LanguageState | undefined, own: number): number | undefined {
    if (at === undefined) return undefined;
    return isVague(at) ? VAGUE : single(at, own);
  }

  function placeOf(at: LanguageState): Place {
    const { direct } = numbered;
    // The states of a generation are all even or all odd.
    const slot = (at >>> 1) & (DIRECT_PLACES - 1);
    const place = direct[slot];
    return place !== undefined && place.at === at ? place : (direct[slot] = findPlace(at));
  }

  function findPlace(at: LanguageState): Place {
    const { places, paths } = numbered;
    let place = places.get(at);
    if (place === undefined) {
      const index = places.size;
      place = new Place(at, index, numbered.next(), paths.none);
      places.set(at, place);
      single(at, numberOfPath(place, ROOT));
    }
    return place;
  }

  /** Returns the sketch of a state with one branch: the free one if the state allows all paths followed from there. */
  function sketchOfOne(state: RememberingState<Own>): number {
    const { at, own } = state.branches[0]!;
    const place = placeOf(at);
    const { paths } = numbered;
    if (place.paths === paths.none) return place.sketch;
    let its = state.known();
    if (its === undefined || its.numbered !== numbered) state.know((its = ownOf(own)));
    if (its.taken === place.paths) return place.sketch;
    if (!paths.isTaken(place.paths, its.number, its.number >> 1, transition)) return single(at, its.number);
    its.taken = place.paths;
    return place.sketch;
  }

  function step(sketch: number, symbol: number): number | undefined {
    const next: NumberedBranch[] = [];
    let vague = false;
    for (const branch of branches(sketch)) {
      lexemes.step(branch.at, symbol, (at, ended) => {
        let { own } = branch;
        for (let i = 0; i < ended.length && own >= 0; i++) own = after(own, indexOf(ended[i]!.terminal));
        if (isVague(at) || own === UNKNOWN) vague = true;
        else if (own >= 0) next.push({ at, own });
      });
    }
    if (vague) return VAGUE;
    return next.length === 0 ? undefined : numberOf(next);
  }

  function cross(sketch: number, exit: number): number | undefined {
    const { at, own } = onlyBranch(sketch)!;
    const next: NumberedBranch[] = [];
    const terminals: number[] = [];
    let vague = false;
    lexemes.cross(at, exit, (then, terminal) => {
      const index = indexOf(terminal);
      terminals.push(index);
      const number = isPath(own) ? own : transition(own, index);
      if (isVague(then) || number === UNKNOWN) vague = true;
      else if (number >= 0) next.push({ at: then, own: number });
    });
    if (vague) return VAGUE;
    if (next.length === 0) return undefined;
    const first = isPath(own) ? pathAfter(own, terminals) : next[0]!.own;
    if (next.length === 1) return single(next[0]!.at, first);
    // Terminals that are not distinguished stay one branch.
    if (isPath(own) || (next.length === terminals.length && next.every((each) => each.own === first)))
      return sketchAt(factor.cross(at, exit), first);
    return numberOf(next);
  }

  /** Returns the sketch with another language state in its only branch. */
  function moved(sketch: number, move: (at: LanguageState) => LanguageState | undefined): number | undefined {
    const { at, own } = onlyBranch(sketch)!;
    return sketchAt(move(at), own);
  }

  function sketchOf(sketch: number): number {
    if (sketch === VAGUE) return sketch;
    if (onlyBranch(sketch) !== undefined) return moved(sketch, (at) => factor.sketch!(at))!;
    return numberOf(branches(sketch).map(({ at, own }) => ({ at: factor.sketch!(at), own })));
  }

  const split: { -readonly [Key in keyof Factor<number>]: Factor<number>[Key] } = {
    automaton: factor.automaton,
    local(sketch) {
      const branch = onlyBranch(sketch);
      if (branch === undefined) return 0;
      const local = factor.local(branch.at);
      // The language may have changed to another automaton since the text began.
      split.automaton = factor.automaton;
      return local;
    },
    cross,
    vague: (sketch) => sketch === VAGUE,
    ...(factor.inside && {
      inside: (sketch: number, local: number) => moved(sketch, (at) => factor.inside!(at, local)),
    }),
    ...(factor.replace && {
      replace: (sketch: number, local: number) => moved(sketch, (at) => factor.replace!(at, local))!,
    }),
    ...(factor.sketch && { sketch: sketchOf }),
    ...(factor.loose && {
      loose: (sketch: number) => sketch !== VAGUE && branches(sketch).some(({ at }) => factor.loose!(at)),
    }),
    ...(factor.narrowed && {
      narrowed(sketch: number) {
        const branch = onlyBranch(sketch);
        const its = branch && factor.narrowed!(branch.at);
        return its && { wider: single(its.wider, branch!.own), bytes: its.bytes };
      },
    }),
  };

  return {
    keyed: reader.isKeyed,
    of(state) {
      if (generation !== language.table.generation || numbered.isFull()) {
        generation = language.table.generation;
        split.automaton = factor.automaton;
        numbered = new Numbered(numbered.next());
        table.generation++;
      }
      if (state.branches.length === 1) return sketchOfOne(state);
      return numberOf(state.branches.map(({ at, own }) => ({ at, own: ownOf(own).number })));
    },
    monitor: {
      step,
      accepts: (sketch) => branches(sketch).some(({ at }) => language.accepts(at)),
      table,
      factor: split,
    },
  };
}
