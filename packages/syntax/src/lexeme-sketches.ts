// Numbered sketches of the states of `overLexemes`: the branches without the texts of their lexemes. Masks are made of sketches.
//
// A sketch of one branch splits in two where the branch's own language state does (`Factor`). The local part is the same lexer state, so
// whatever a trie knows of it serves here too. Only where a lexeme ends is the user's monitor asked, once for all texts of the
// lexeme. A monitor that wants the text makes the sketch after it vague.
//
// Most states of a user refuse little. So each place of the language has a *free* sketch. It refuses nothing, and remembers in a tree
// which sequences of terminals were met from there (lexeme-paths.ts). A state that takes all of them has the free sketch of its place.

import { createPairTable, type Factor, type PairTable, type Sketches } from "@espalier/monitor";
import type { LanguageState } from "./generations.js";
import type { Language } from "./language.js";
import { DEPENDS_ON_TEXT, type LexemeReader } from "./lexeme-monitor.js";
import { createPathTree, type Path } from "./lexeme-paths.js";
import { type OwnState, Place } from "./lexeme-places.js";
import type { RememberingState } from "./lexemes-state.js";

/** A branch by numbers. Those of a user's states are even, those of paths are odd. */
interface NumberedBranch {
  readonly at: LanguageState;
  readonly own: number;
}

/** Only the state itself can tell. */
const VAGUE = 0;
/** In place of a user's state: none, and none that is known without the text. */
const REFUSED = -1;
const UNKNOWN = -2;
/** So many sketches or states of the user, and then they start again: about 300 bytes each. */
const MOST_SKETCHES = 2 ** 16;
/** So many bytes of what places know of states of the user, and then the numbers start again. */
const MOST_PLACE_BYTES = 2 ** 22;

/** Everything that has a number, until the numbers start again. */
class Numbered<Own> {
  readonly first: number;
  readonly branchesOf: (readonly NumberedBranch[])[] = [];
  readonly single: PairTable = createPairTable();
  readonly several: Map<string, number> = new Map();
  readonly owns: OwnState<Own>[] = [];
  readonly ownsByKey: Map<unknown, OwnState<Own>> = new Map();
  readonly paths: Path[] = [];
  readonly pathNumbers: Map<Path, number> = new Map();
  readonly places: Map<LanguageState, Place> = new Map();
  placeBytes = 0;

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
      this.placeBytes >= MOST_PLACE_BYTES
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
  // Numbers of sketches are never given out twice.
  let numbered = new Numbered<Own>(1);
  // That of the language's table: states of the language may have lost their meaning.
  let { generation } = language.table;

  function ownOf(own: Own): OwnState<Own> {
    const { owns, ownsByKey } = numbered;
    const key = reader.keyOf(own);
    let known = ownsByKey.get(key);
    if (known === undefined) {
      known = { numbered, number: 2 * owns.length, own, transitions: new Map(), refusing: undefined };
      owns.push(known);
      ownsByKey.set(key, known);
    }
    return known;
  }

  function numberOfPath(path: Path): number {
    const { paths, pathNumbers } = numbered;
    let number = pathNumbers.get(path);
    if (number === undefined) pathNumbers.set(path, (number = 2 * paths.push(path) - 1));
    return number;
  }

  const isPath = (own: number): boolean => (own & 1) === 1;
  const pathOf = (own: number): Path => numbered.paths[own >> 1]!;

  /** The user's state after a lexeme of any text. */
  function transition(own: number, terminal: number): number {
    if (terminal < 0) return own;
    const from = numbered.owns[own >> 1]!;
    return from.transitions.get(terminal) ?? fill(from, terminal);
  }

  function fill({ own, transitions }: OwnState<Own>, terminal: number): number {
    const next = reader.afterAny(own, terminal);
    const number = next === DEPENDS_ON_TEXT ? UNKNOWN : next === undefined ? REFUSED : ownOf(next as Own).number;
    transitions.set(terminal, number);
    return number;
  }

  const after = (own: number, terminal: number): number =>
    isPath(own) ? numberOfPath(pathOf(own).tree.after(pathOf(own), [terminal])) : transition(own, terminal);

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

  /** The only branch. */
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
    let place = numbered.places.get(at);
    if (place === undefined) {
      const tree = createPathTree();
      place = new Place(tree, single(at, numberOfPath(tree.root)));
      numbered.places.set(at, place);
    }
    return place;
  }

  /** The sketch of a state of one branch: the free one, if the state takes all that was met from there. */
  function sketchOfOne(state: RememberingState<Own>): number {
    const { at, own } = state.branches[0]!;
    const place = placeOf(at);
    const { tree } = place;
    // Only the root: nothing was met.
    if (tree.size === 1) return place.sketch;
    let its = state.known();
    if (its === undefined || its.numbered !== numbered) state.know((its = ownOf(own)));
    const index = its.number >> 1;
    if (place.isTakenBy(index)) return place.sketch;
    let alone = its.refusing?.get(at);
    if (alone === undefined) {
      if (tree.isTaken(its.number, transition)) {
        numbered.placeBytes += place.take(index);
        return place.sketch;
      }
      its.refusing ??= new Map();
      its.refusing.set(at, (alone = single(at, its.number)));
    }
    return alone;
  }

  function step(sketch: number, symbol: number): number | undefined {
    const next: NumberedBranch[] = [];
    let vague = false;
    for (const branch of branches(sketch)) {
      lexemes.step(branch.at, symbol, (at, ended) => {
        let { own } = branch;
        for (let i = 0; i < ended.length && own >= 0; i++) own = after(own, ended[i]!.terminal);
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
      terminals.push(terminal);
      const number = isPath(own) ? own : transition(own, terminal);
      if (isVague(then) || number === UNKNOWN) vague = true;
      else if (number >= 0) next.push({ at: then, own: number });
    });
    if (vague) return VAGUE;
    if (next.length === 0) return undefined;
    const first = isPath(own) ? numberOfPath(pathOf(own).tree.after(pathOf(own), terminals)) : next[0]!.own;
    if (next.length === 1) return single(next[0]!.at, first);
    // Terminals that are not told apart stay one branch.
    if (isPath(own) || (next.length === terminals.length && next.every((each) => each.own === first)))
      return sketchAt(factor.cross(at, exit), first);
    return numberOf(next);
  }

  /** The sketch with another language state in its only branch. */
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
      // The language may have moved to another automaton, since a text began.
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
