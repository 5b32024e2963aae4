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

import type { Factor, Sketches } from "@espalier/monitor";
import type { Language } from "../languages/language-of.js";
import type { LanguageState } from "../states/generations.js";
import type { LexemeReader } from "./lexeme-monitor.js";
import type { RememberingState } from "./lexemes-state.js";
import { isPath, type NumberedBranch, SketchNumbers, UNKNOWN } from "./sketch-numbers.js";

/** Only the state itself can decide. */
const VAGUE = 0;

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
  let numbers = new SketchNumbers(reader, 1);
  // The generation of the language's table: when it changes, states of the language may be invalid.
  let { generation } = language.table;

  const isVague = (at: LanguageState): boolean => factor.vague?.(at) === true;

  /** Returns the only branch. */
  function onlyBranch(sketch: number): NumberedBranch | undefined {
    if (sketch === VAGUE) return undefined;
    const list = numbers.branches(sketch);
    return list.length === 1 ? list[0] : undefined;
  }

  function sketchAt(at: LanguageState | undefined, own: number): number | undefined {
    if (at === undefined) return undefined;
    return isVague(at) ? VAGUE : numbers.single(at, own);
  }

  /** Returns the sketch of a state with one branch: the free one if the state allows all paths followed from there. */
  function sketchOfOne(state: RememberingState<Own>): number {
    const { at, own } = state.branches[0]!;
    const place = numbers.placeOf(at);
    if (!numbers.hasPaths(place)) return place.sketch;
    let its = state.known();
    if (its === undefined || its.numbered !== numbers) state.know((its = numbers.ownOf(own)));
    return numbers.takesAll(place, its) ? place.sketch : numbers.single(at, its.number);
  }

  function step(sketch: number, symbol: number): number | undefined {
    const next: NumberedBranch[] = [];
    let vague = false;
    for (const branch of numbers.branches(sketch)) {
      lexemes.step(branch.at, symbol, (at, ended) => {
        let { own } = branch;
        for (let i = 0; i < ended.length && own >= 0; i++)
          own = numbers.after(own, numbers.indexOf(ended[i]!.terminal));
        if (isVague(at) || own === UNKNOWN) vague = true;
        else if (own >= 0) next.push({ at, own });
      });
    }
    if (vague) return VAGUE;
    return next.length === 0 ? undefined : numbers.numberOf(next);
  }

  function cross(sketch: number, exit: number): number | undefined {
    const { at, own } = onlyBranch(sketch)!;
    const next: NumberedBranch[] = [];
    const terminals: number[] = [];
    let vague = false;
    lexemes.cross(at, exit, (then, terminal) => {
      const index = numbers.indexOf(terminal);
      terminals.push(index);
      const number = isPath(own) ? own : numbers.transition(own, index);
      if (isVague(then) || number === UNKNOWN) vague = true;
      else if (number >= 0) next.push({ at: then, own: number });
    });
    if (vague) return VAGUE;
    if (next.length === 0) return undefined;
    const first = isPath(own) ? numbers.pathAfter(own, terminals) : next[0]!.own;
    if (next.length === 1) return numbers.single(next[0]!.at, first);
    // Terminals that are not distinguished stay one branch.
    if (isPath(own) || (next.length === terminals.length && next.every((each) => each.own === first)))
      return sketchAt(factor.cross(at, exit), first);
    return numbers.numberOf(next);
  }

  /** Returns the sketch with another language state in its only branch. */
  function moved(sketch: number, move: (at: LanguageState) => LanguageState | undefined): number | undefined {
    const { at, own } = onlyBranch(sketch)!;
    return sketchAt(move(at), own);
  }

  function sketchOf(sketch: number): number {
    if (sketch === VAGUE) return sketch;
    if (onlyBranch(sketch) !== undefined) return moved(sketch, (at) => factor.sketch!(at))!;
    return numbers.numberOf(numbers.branches(sketch).map(({ at, own }) => ({ at: factor.sketch!(at), own })));
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
      loose: (sketch: number) => sketch !== VAGUE && numbers.branches(sketch).some(({ at }) => factor.loose!(at)),
    }),
    ...(factor.narrowed && {
      narrowed(sketch: number) {
        const branch = onlyBranch(sketch);
        const its = branch && factor.narrowed!(branch.at);
        return its && { wider: numbers.single(its.wider, branch!.own), bytes: its.bytes };
      },
    }),
  };

  return {
    keyed: reader.isKeyed,
    of(state) {
      if (generation !== language.table.generation || numbers.isFull()) {
        generation = language.table.generation;
        split.automaton = factor.automaton;
        numbers = new SketchNumbers(reader, numbers.next());
        table.generation++;
      }
      if (state.branches.length === 1) return sketchOfOne(state);
      return numbers.numberOf(state.branches.map(({ at, own }) => ({ at, own: numbers.ownOf(own).number })));
    },
    monitor: {
      step,
      accepts: (sketch) => numbers.branches(sketch).some(({ at }) => language.accepts(at)),
      table,
      factor: split,
    },
  };
}
