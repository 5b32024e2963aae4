// The moves at the start of a line: the columns at which it may begin, with blanks on that line or on a new one.

import { type Goal, NONE, type Offer } from "./goal.js";
import { DEAD_STATE, type LexedMachine, type LexedState } from "./machine.js";
import { offerCharacter } from "./unfinished-moves.js";

const LINE_FEED = 10;
const SPACE = 32;

/** Offers columns for the line that begins at `state`, after the bytes `through`. */
export type OfferLine = (state: LexedState, through: readonly number[], offer: Offer) => void;

/** @param offerHere offers what may be read where the column is right already: `before` is the state there, `rest` the estimate. */
export function createLineMoves(
  machine: LexedMachine,
  goal: Goal,
  offerHere: (state: LexedState, before: LexedState, rest: number, offer: Offer) => void,
): OfferLine {
  const { core } = machine;
  const { frames } = core;
  const { lexer } = core.compiled;

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
      else offerHere(state, before, rest, offer);
    };
    // Inside a character of a comment, finish the character first.
    if (lexer.exit(machine.local(state)) === 0 && !lexer.lineMayEnd(machine.local(state)))
      offerCharacter(machine, goal, state, offer);
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

  return offerLine;
}
