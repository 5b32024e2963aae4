// Reads a suffix forwards although nothing is known about what precedes it: a parser of the tails of texts (tail-grammar.ts), started with each stack of frames
// that the suffix requires. It finds where a suffix cannot be read. The right quotient decides what connects to it.

import { automataRules, compileRules, DEFAULT_CHART_LIMITS } from "@espalier/earley";
import { terminalNames } from "@espalier/grammar";
import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { mayStop } from "../language/language.js";
import type { LexedLanguage } from "../language/lexed-language.js";
import { createMachine, DEAD_STATE, type LexedMachine } from "../language/machine.js";
import { freeLexing } from "../lexing/free-lexing.js";
import type { Place } from "../lexing/read-text.js";
import { createCore, type LexedCore } from "../lexing/shared-parts.js";
import type { ColumnRules } from "../source/column-rules.js";
import { lazily } from "../source/lazily.js";
import { remembered } from "../source/remembered.js";
import type { LexedSource } from "../source/source.js";
import { createOpenings, modesOnTheWay } from "../suffix/openings.js";
import { type Straddle, straddlesOf } from "../suffix/straddles.js";
import type { SuffixLexing } from "../suffix/suffix-lexing.js";
import { tailGrammar } from "./tail-grammar.js";

/** A possible start of a reading: a place, and the byte from which to read. */
export interface Beginning {
  readonly at: number;
  readonly place: Place;
  /** Its cost in bytes of errors; higher for what is less likely. */
  readonly cost: number;
  /** Whether the bytes before `at` belong to a string or a comment that the middle begins. */
  readonly swallows: boolean;
}

/** Some of the beginnings of a reading, computed on demand. */
export interface Beginnings {
  /** A lower bound of their costs. */
  readonly least: number;
  list(): readonly Beginning[];
}

export interface TailReading {
  readonly core: LexedCore;
  /**
   * Returns the parser situations that are possible where `suffix` begins if the text before it starts from `origin`.
   * They come in three lists of at most some hundreds, the cheapest first. The first list has the frames that are open
   * at `origin`, perhaps with further blocks; it nearly always suffices. The second list adds brackets that the middle
   * opens. The third list has the situations after a lexeme that ends in the suffix, with whatever the middle may have
   * opened before it. The lists are complete for suffixes that begin outside of strings and comments.
   *
   * @param swallows whether the middle may begin a string or a comment that ends in the suffix.
   */
  beginnings(origin: Place, suffix: SuffixLexing, swallows: boolean): readonly Beginnings[];
  /**
   * Returns the parser situations that are possible after a string or a comment that the middle begins and the suffix
   * ends. The middle may open brackets or blocks before it.
   */
  swallowing(origin: Place, suffix: SuffixLexing): Iterable<Beginning>;
  /** Whether a text may end at a place. */
  mayEnd(place: Place): boolean;
}

/** What beginnings were asked for, and the answer. */
interface Asked {
  readonly local: number;
  readonly frames: FrameId;
  readonly swallows: boolean;
  readonly list: readonly Beginnings[];
}

/** The cost of a lexeme that ends in the suffix, in bytes of errors. */
const STRADDLING = 1;
/** The cost of a suffix byte that a string of the middle swallows, in bytes of errors. It is low because strings often end in suffixes. */
const SWALLOWED = 0.5;
/** The number of states of the machine that decides whether a text may end. */
const MOST_STATES = 1_000_000;
const made = new WeakMap<LexedCore, TailReading>();

/** The tail reading of a language. The first one of a language compiles a grammar of twice the size: some tenths of a second for Python. */
export function tailReading(language: LexedLanguage): TailReading {
  let its = made.get(language.core);
  if (its === undefined) made.set(language.core, (its = create(language)));
  return its;
}

/** Whether the tail reading of a language exists already, so that it costs little. */
export const hasTailReading = (language: LexedLanguage): boolean => made.has(language.core);

/** By language: compiled once for all its generations. */
const tailRules = remembered(({ grammar }: LexedSource): ColumnRules => {
  const automata = compileRules(tailGrammar(grammar), [...terminalNames(grammar)], DEFAULT_CHART_LIMITS, []);
  // Frames check the columns. The parser knows none of the blocks that the suffix does not open itself.
  return {
    ...automataRules(automata),
    automata,
    indented: (edge) => edge,
    baseOf: (state) => state,
    columnOf: () => -1,
  };
});

function create({ core: whole }: LexedLanguage): TailReading {
  const { compiled } = whole;
  const core = createCore({ ...compiled, rules: tailRules(compiled.source) }, {});
  const machine: LexedMachine = createMachine(core, { stops: core.ends }, MOST_STATES);
  const { lexer, kinds } = compiled;
  const { begin } = freeLexing(core);
  const { frames, chart } = core;

  /** Converts frames of the language's own core to frames of this core, innermost first. */
  function carried(open: FrameId): readonly FrameId[] {
    const path: FrameId[] = [];
    for (let at = open; at !== NO_FRAME; at = whole.frames.parent(at)) path.push(at);
    const stack = [NO_FRAME];
    for (const frame of path.reverse()) {
      const below = stack[stack.length - 1]!;
      stack.push(
        whole.frames.isBlock(frame)
          ? frames.indent(below, whole.frames.column(frame), whole.frames.alternate(frame))
          : frames.open(below, whole.frames.mode(frame)),
      );
    }
    return stack.reverse();
  }

  function behind(k: number, open: FrameId, at: number, guard: number): Pick<Beginning, "at" | "place"> {
    const kind = kinds[k]!;
    const after = core.framesAfter(open, kind);
    const set = kind.terminals.length === 0 ? chart.start : core.read(chart.start, kind);
    return { at, place: { local: begin(frames.mode(after), guard), set, frames: after } };
  }

  /** Beginnings outside of strings and comments: in the lexeme that the prefix left unfinished, and after what the middle opens. */
  function plain(
    { local }: Place,
    own: readonly FrameId[],
    lexing: SuffixLexing,
    openable: "blocks" | "brackets",
  ): Beginning[] {
    const found: Beginning[] = [];
    if (!lexer.isLine(local) && !lexer.begins(local)) {
      const end = lexing.lexeme(local, 0);
      const boundary = lexer.boundary(end.exit);
      if (end.exit !== 0 && boundary.kind !== "line")
        found.push({ ...behind(boundary.kind, own[0]!, end.at, boundary.guard), cost: 0, swallows: false });
    }
    const openings = createOpenings(core, lexing, [0], modesOnTheWay(core, own[0]!, false), openable);
    for (const open of new Set(own.flatMap((each) => openings.above(each)))) {
      const place = { local: begin(frames.mode(open), 0), set: chart.start, frames: open };
      found.push({ at: 0, place, cost: 0, swallows: false });
    }
    return found;
  }

  /** Beginnings after a lexeme of the middle that ends in the suffix. These frames are open where the lexeme begins. */
  function straddling(opened: readonly FrameId[], lexing: SuffixLexing, swallows: boolean): Beginning[] {
    return opened.flatMap((open) =>
      straddlesOf(whole, lexing, frames.mode(open), swallows).map(({ kind, at, guard }) => {
        const its = kinds[kind]!.kind.swallows === true;
        const cost = STRADDLING + (its ? Math.floor(at * SWALLOWED) : 0);
        return { ...behind(kind, open, at, guard), cost, swallows: its };
      }),
    );
  }

  /** The frames that the middle may have opened before it begins a code lexeme that ends in the suffix. */
  function openedBefore(own: readonly FrameId[], lexing: SuffixLexing): readonly FrameId[] {
    const modes = modesOnTheWay(core, own[0]!, false);
    const ends = [...modes].flatMap((mode) => straddlesOf(whole, lexing, mode, false).map(({ at }) => at));
    if (ends.length === 0) return [];
    const openings = createOpenings(core, lexing, [...new Set([0, ...ends])], modes, "brackets");
    const known = new Set(own);
    return [...new Set(own.flatMap((each) => openings.above(each)))].filter((open) => !known.has(open));
  }

  function* swallowing(own: readonly FrameId[], lexing: SuffixLexing): Generator<Beginning> {
    const ending = (mode: number): readonly Straddle[] =>
      straddlesOf(whole, lexing, mode, true).filter(({ kind }) => kinds[kind]!.kind.swallows === true);
    const inCode = modesOnTheWay(core, own[0]!, false);
    const starts = new Set([...inCode].flatMap((mode) => ending(mode).map(({ at }) => at)));
    for (const openable of ["blocks", "brackets"] as const) {
      const openings = createOpenings(core, lexing, [...starts], inCode, openable);
      for (const open of new Set(own.flatMap((each) => openings.above(each))))
        for (const { kind, at, guard } of ending(frames.mode(open)))
          yield { ...behind(kind, open, at, guard), cost: 0, swallows: true };
    }
  }

  /** The beginnings that were asked for last, by suffix. A gap asks twice, and so does a gap after an edit before it. */
  const asked = new WeakMap<SuffixLexing, Asked>();

  return {
    core,
    beginnings(origin: Place, lexing: SuffixLexing, swallows: boolean): readonly Beginnings[] {
      const known = asked.get(lexing);
      if (known?.local === origin.local && known.frames === origin.frames && known.swallows === swallows)
        return known.list;
      const own = carried(origin.frames);
      const list = [
        { least: 0, list: lazily(() => plain(origin, own, lexing, "blocks")) },
        { least: 0, list: lazily(() => plain(origin, own, lexing, "brackets")) },
        { least: STRADDLING, list: lazily(() => straddling(own, lexing, swallows)) },
        { least: STRADDLING, list: lazily(() => straddling(openedBefore(own, lexing), lexing, false)) },
      ];
      asked.set(lexing, { local: origin.local, frames: origin.frames, swallows, list });
      return list;
    },
    swallowing: ({ frames }: Place, lexing: SuffixLexing): Iterable<Beginning> => swallowing(carried(frames), lexing),
    mayEnd(place: Place): boolean {
      const state = machine.adopt(place.local, place.set, place.frames);
      return state !== DEAD_STATE && mayStop(machine, state);
    },
  };
}
