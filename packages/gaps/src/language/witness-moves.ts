// The steps that form a completion: the rest of the lexeme in progress; a lexeme; blanks and a lexeme; or a line end
// and the blanks of the next line. Each step comes with its shortest text, and with an estimate of the cost after it.

import type { SetId } from "@espalier/earley";
import type { CommittedLexer, FrameId } from "@espalier/lexer";
import type { CompiledKind } from "../source/compiled.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";

/** The goal of completions. */
export interface Goal {
  /** Whether the text may stop here. */
  reached(state: LexedState): boolean;
  /** An estimate of the bytes from a set, at a boundary, to the goal; Infinity if there is no way. */
  rest(set: SetId, frames: FrameId): number;
  /** The same at the start of a line, if it differs there. */
  restOfLine?(set: SetId, frames: FrameId): number;
  /** The terminal to read next on the estimated way; −1 if none is missing. */
  next?(set: SetId, frames: FrameId): number;
  /** Texts to try if the estimate says that nothing is missing but the goal has not been reached. */
  last?(): readonly (readonly number[])[];
  /** A text that is known to lead from a state to the goal. */
  home?(state: LexedState): readonly number[] | undefined;
  /** A text to a state whose completion is easier to find; asked only where none has been found yet. That state has no such text. */
  detour?(state: LexedState): readonly number[] | undefined;
  /** The number of states that a search for any completion visits; 2,000 by default. */
  readonly most?: number;
  /** How lexemes are written. By default, each has its shortest text. */
  readonly spelling?: Spelling;
  /** The columns of the blanks that follow the goal. They count towards the columns of a line that ends there. */
  readonly lead?: readonly [column: number, alternate: number];
  /** Columns that lines of the goal require. */
  columns?(): readonly (readonly [column: number, alternate: number])[];
}

/** How to write lexemes if some texts of the language are not allowed. */
export interface Spelling {
  /** The rest of a lexeme as one of `kind`, as {@link CommittedLexer.shortest} returns it. */
  shortest(local: number, kind: number): readonly number[] | undefined;
  /** Whether bytes can be read from a state. */
  reads(state: LexedState, bytes: readonly number[]): boolean;
}

/** Receives a move: bytes, and an estimate of the bytes missing after them. */
export type Offer = (bytes: readonly number[], rest: number) => void;

export interface Moves {
  /** Offers all moves. */
  all(state: LexedState, offer: Offer): void;
  /** Like `all`, but where a lexeme begins, offers only the terminal that the goal names next. */
  named(state: LexedState, offer: Offer): void;
}

/** The estimate when there is no way. */
export const NONE: number = Number.POSITIVE_INFINITY;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 32;
/** The longest text, in bytes, for a lexeme that must end beyond the goal. */
const LONGEST_BEYOND = 4;
/** The number of states that are examined for a lexeme that must end beyond the goal. */
const MOST_BEYOND = 500;
/** Any terminal. */
const ANY = -2;

export function createMoves(machine: LexedMachine, goal: Goal): Moves {
  const { core } = machine;
  const { frames } = core;
  const { lexer, kinds, kindsIn } = core.compiled;
  const { shortest, reads }: Spelling = goal.spelling ?? { shortest: lexer.shortest, reads: () => true };

  /** The state after bytes, which must not lead to the dead state. */
  function run(state: LexedState, bytes: readonly number[]): LexedState {
    let at = state;
    for (const byte of bytes) {
      at = machine.step(at, byte);
      if (at === DEAD_STATE) return DEAD_STATE;
    }
    return at;
  }

  function crossed(state: LexedState): LexedState {
    const exit = lexer.exit(machine.local(state));
    return exit === 0 ? DEAD_STATE : machine.cross(state, exit);
  }

  const restOf = (state: LexedState, kind: CompiledKind): number =>
    goal.rest(core.read(machine.set(state), kind), core.framesAfter(machine.frame(state), kind));

  /** Whether to follow, where a lexeme begins, only the terminal that the goal names next. */
  let guided = false;
  const namedNext = (before: LexedState): number =>
    guided ? (goal.next?.(machine.set(before), machine.frame(before)) ?? ANY) : ANY;

  /** Offers every rest of the lexeme in progress, and its end if it may end here. */
  function offerLexeme(state: LexedState, offer: Offer): void {
    let offered = false;
    for (const k of lexer.possible(machine.local(state))) {
      const bytes = shortest(machine.local(state), k);
      if (bytes === undefined || bytes.length === 0) continue;
      const rest = restOf(state, kinds[k]!);
      // If nothing leads on after it, it may still end beyond the goal.
      if (rest === NONE && !passesGoal(state, bytes)) continue;
      offered = true;
      offer(bytes, rest === NONE ? 0 : rest);
    }
    const before = crossed(state);
    if (before !== DEAD_STATE) offerNext(state, before, offer);
    else if (!offered) offerBeyond(state, offer);
  }

  /** Offers the shortest rest of an unfinished character. */
  function offerCharacter(state: LexedState, offer: Offer): void {
    let level: { readonly at: LexedState; readonly bytes: readonly number[] }[] = [{ at: state, bytes: [] }];
    for (let missing = 0; missing < 3; missing++) {
      const next: typeof level = [];
      for (const { at, bytes } of level) {
        const byte = lexer.representatives.find((each) => each >= 0x80 && machine.step(at, each) !== DEAD_STATE);
        if (byte === undefined) continue;
        const made = { at: machine.step(at, byte), bytes: [...bytes, byte] };
        if (lexer.lineMayEnd(machine.local(made.at))) {
          offer(made.bytes, goal.rest(machine.set(state), machine.frame(state)));
          return;
        }
        next.push(made);
      }
      level = next;
    }
  }

  /** Offers the shortest text inside the lexeme in progress after which it ends beyond the goal. For example, one quote becomes three. */
  function offerBeyond(state: LexedState, offer: Offer): void {
    const met = new Set([state]);
    let level: { readonly at: LexedState; readonly bytes: readonly number[] }[] = [{ at: state, bytes: [] }];
    for (let depth = 0; depth < LONGEST_BEYOND && met.size < MOST_BEYOND; depth++) {
      const next: typeof level = [];
      for (const { at, bytes } of level) {
        const local = machine.local(at);
        // Only an unfinished character continues with a byte beyond ASCII.
        const most = lexer.exit(local) === 0 && !(lexer.isLine(local) && lexer.lineMayEnd(local)) ? 0xff : 0x7f;
        for (const byte of lexer.representatives) {
          const longer = lexer.step(local, byte);
          const to = longer === 0 || byte > most ? DEAD_STATE : machine.step(at, byte);
          if (to === DEAD_STATE || met.has(to)) continue;
          met.add(to);
          const made = { at: to, bytes: [...bytes, byte] };
          if (goal.reached(to)) {
            offer(made.bytes, 0);
            return;
          }
          next.push(made);
        }
      }
      level = next;
    }
  }

  function passesGoal(state: LexedState, bytes: readonly number[]): boolean {
    let at = state;
    for (const byte of bytes) {
      at = machine.step(at, byte);
      if (at === DEAD_STATE || goal.reached(at)) break;
    }
    return at !== DEAD_STATE && goal.reached(at);
  }

  /** Offers columns for the line that begins at `state`, with blanks on that line or on a new one. */
  function offerLine(state: LexedState, through: readonly number[], offer: Offer): void {
    const frame = machine.frame(state);
    const consider = (column: number, alternate: number): void => {
      const after = core.newLine(machine.set(state), frame, column, alternate);
      const before = machine.before(after.set, after.frames, 0);
      if (before === DEAD_STATE) return;
      const rest = (goal.restOfLine ?? goal.rest)(after.set, after.frames);
      if (rest === NONE) return;
      const [lead, other] = goal.lead ?? [0, 0];
      if (rest === 0 && lead > 0 && lead <= column && other <= alternate) {
        const bytes = blanksTo(state, column - lead, alternate - other);
        if (bytes !== undefined && bytes.length + through.length > 0) offer([...through, ...bytes], 0);
      }
      const bytes = blanksTo(state, column, alternate);
      if (bytes === undefined) return;
      if (bytes.length > 0 || through.length > 0) offer([...through, ...bytes], rest);
      else {
        if (rest === 0) offerLast(state, offer);
        offerKinds(before, [], undefined, offer);
      }
    };
    // Inside a character of a comment, finish the character first.
    if (lexer.exit(machine.local(state)) === 0 && !lexer.lineMayEnd(machine.local(state))) offerCharacter(state, offer);
    // After a backslash, a line break continues the line.
    if (through.length === 0 && lexer.exit(machine.local(state)) === 0) {
      const rest = goal.rest(machine.set(state), frame);
      if (rest < NONE) offer([LINE_FEED], rest);
    }
    consider(frames.column(frame) + 1, frames.alternate(frame) + 1);
    const [lead, other] = goal.lead ?? [0, 0];
    if (lead > 1) consider(frames.column(frame) + lead, frames.alternate(frame) + other);
    for (const [column, alternate] of goal.columns?.() ?? []) consider(column, alternate);
    const begun = lexer.exit(machine.local(state));
    const here = begun === 0 ? undefined : lexer.boundary(begun);
    if (here?.kind === "line" && here.column > frames.column(frame)) consider(here.column, here.alternate);
    for (let at = frame; ; at = frames.parent(at)) {
      consider(frames.column(at), frames.alternate(at));
      if (!frames.isBlock(at)) break;
    }
  }

  /** Blanks from the start of the current line to a column: on that line if possible, otherwise on the next. */
  function blanksTo(state: LexedState, column: number, alternate: number): readonly number[] | undefined {
    const { lines } = lexer;
    const exit = lexer.exit(machine.local(state));
    const boundary = exit === 0 ? undefined : lexer.boundary(exit);
    if (boundary?.kind === "line") {
      const more = column - boundary.column;
      const fits = more === alternate - boundary.alternate && (more === 0 || !lexer.lineIsFixed(machine.local(state)));
      if (more >= 0 && fits) return new Array<number>(more).fill(SPACE);
    }
    const bytes = lines?.blanks(column, alternate);
    return bytes === undefined ? undefined : [LINE_FEED, ...bytes];
  }

  /** Offers lexemes that can begin at `before`, except those in `tried`. Returns the kinds offered. */
  function offerKinds(
    before: LexedState,
    through: readonly number[],
    tried: ReadonlySet<number> | undefined,
    offer: Offer,
  ): ReadonlySet<number> {
    const at = machine.local(before);
    const offered = new Set<number>();
    const named = namedNext(before);
    for (const k of lexer.possible(at)) {
      const kind = kinds[k]!;
      if (kind.terminals.length === 0 || tried?.has(k) === true) continue;
      if (named !== ANY && kind.terminals[0] !== named) continue;
      const rest = restOf(before, kind);
      const bytes = rest === NONE ? undefined : shortest(at, k);
      if (bytes === undefined || !reads(before, bytes)) continue;
      offered.add(k);
      offer([...through, ...bytes], rest);
    }
    return offered;
  }

  /** Offers what can be read next at `before`, a state before a lexeme, with bytes from `state`: lexemes, blanks and lexemes, or a line end. */
  function offerNext(state: LexedState, before: LexedState, offer: Offer): void {
    const direct = offerKinds(before, [], undefined, offer);
    const named = namedNext(before);
    if (lexer.allowsLine(machine.local(before)) && (named === ANY || named === core.compiled.newline)) {
      // After a backslash and a carriage return, a line feed belongs to them.
      const longer = machine.step(state, LINE_FEED);
      const own = longer !== DEAD_STATE && !lexer.isLine(machine.local(longer));
      if (own && goal.reached(longer)) offer([LINE_FEED], 0);
      const lineBreak = own ? CARRIAGE_RETURN : LINE_FEED;
      const line = own ? machine.step(state, CARRIAGE_RETURN) : longer;
      if (line !== DEAD_STATE) {
        if (goal.reached(line)) offer([lineBreak], 0);
        if (lexer.isLine(machine.local(line))) offerLine(line, [lineBreak], offer);
      }
    }
    for (const k of kindsIn[frames.mode(machine.frame(before))]!) {
      const { kind } = kinds[k]!;
      if (kind.terminals.length > 0 || kind.swallows === true || kind.unfinished === true) continue;
      const blank = shortest(machine.local(before), k);
      const behind = blank === undefined ? DEAD_STATE : run(state, blank);
      if (blank === undefined || behind === DEAD_STATE) continue;
      const after = lexer.begins(machine.local(behind)) ? behind : crossed(behind);
      if (after === DEAD_STATE) continue;
      offerKinds(after, blank, direct, offer);
      return;
    }
  }

  /** Offers the goal's own texts that reach the goal. */
  function offerLast(state: LexedState, offer: Offer): void {
    for (const bytes of goal.last?.() ?? []) {
      const to = run(state, bytes);
      if (to !== DEAD_STATE && goal.reached(to)) offer(bytes, 0);
    }
  }

  /** Offers all moves from `state`. */
  function offerMoves(state: LexedState, offer: Offer): void {
    const at = machine.local(state);
    const line = lexer.isLine(at);
    const before = line || lexer.begins(at) ? state : crossed(state);
    if (before !== DEAD_STATE && goal.rest(machine.set(before), machine.frame(before)) === 0) offerLast(state, offer);
    if (line) offerLine(state, [], offer);
    else if (lexer.begins(at)) offerNext(state, state, offer);
    else offerLexeme(state, offer);
  }

  return {
    all(state: LexedState, offer: Offer): void {
      guided = false;
      offerMoves(state, offer);
    },
    named(state: LexedState, offer: Offer): void {
      guided = true;
      offerMoves(state, offer);
    },
  };
}
