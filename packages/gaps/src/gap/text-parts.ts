// The parts of what is written into a gap: lines, statements, the block that it is in. Read off the states of the gap: where lines begin, and in which
// blocks.
//
//     ┆return x⏎          the line ends at ⏎; so may the statement
//         ⏎
//     def f():⏎           the next statement: the one before is over, and so is the block that it was in, since this stands left of it

import { having, oneOf, signature } from "@espalier/arguments";
import type { LexedState } from "../language/machine.js";
import type { Gap } from "./gap.js";

/** A logical line; a statement with the blocks that belong to it; the block that the text begins in, or the one that is missing there. */
export type TextPart = "line" | "statement" | "block";

/** What is known of a text, as far as it goes. */
export interface PartReading {
  /** The column of the block that the text is in. */
  readonly column: number;
  /** Whether the first line of the text has begun. */
  readonly begun: boolean;
  readonly place: "inside" | "end" | "unknown";
}

/** Follows a text in a gap and tells where a part of it ends. Fits the `stopAfter` of a generation. */
export interface PartReader {
  readonly start: PartReading;
  step(known: PartReading, before: LexedState, after: LexedState, byte: number): PartReading;
  placeOf(known: PartReading): "inside" | "end" | "unknown";
}

const checkPartReader = signature("partReader", {
  gap: having("a gap of fillMiddle", { machine: "object", step: "function" }),
  part: oneOf("line", "statement", "block"),
});

/** The reader of one kind of part of the texts of a gap. */
export function partReader(gap: Gap, part: TextPart): PartReader {
  checkPartReader(gap, part);
  const { machine } = gap;
  const { core } = machine;
  const { compiled, frames, chart } = core;
  const { lexer, kinds } = compiled;
  const isLine = (state: LexedState): boolean => lexer.isLine(machine.local(state));
  const columnOf = (state: LexedState): number => frames.column(machine.frame(state));
  const start = columnOf(gap.start);

  /** What the lexeme that `byte` ends after `state` hands on; 0 where it ends none. */
  function exitBy(state: LexedState, byte: number): number {
    const at = machine.local(state);
    const longer = lexer.step(at, byte);
    if (longer === 0) return lexer.exit(at);
    // A lexeme that nothing can lengthen ends with its own last byte.
    return lexer.closes(longer) ? lexer.exit(longer) : 0;
  }

  /** Where the first lexeme of a line that may begin a statement stands after `byte`; a clause of the statement before begins none. */
  function firstLexeme(state: LexedState, byte: number): PartReading["place"] {
    const exit = exitBy(state, byte);
    if (exit === 0) return "unknown";
    const boundary = lexer.boundary(exit);
    if (boundary.kind === "line") return "end";
    return core.read(chart.start, kinds[boundary.kind]!) !== 0 ? "end" : "inside";
  }

  function lineStep(known: PartReading, before: LexedState, after: LexedState): PartReading {
    if (isLine(before)) return { ...known, begun: known.begun || !isLine(after), place: "inside" };
    return { ...known, begun: true, place: isLine(after) ? "end" : "inside" };
  }

  /** Where a line begins after others, with `byte` its first. */
  function next(known: PartReading, column: number, before: LexedState, byte: number): PartReading {
    if (part === "block") return { ...known, place: column < known.column ? "end" : "inside" };
    if (column > known.column) return { ...known, place: "inside" };
    const begun = machine.cross(before, lexer.exit(machine.local(before)));
    return { ...known, place: firstLexeme(begun, byte) };
  }

  return {
    start: { column: start, begun: !isLine(gap.start), place: "inside" },
    step(known: PartReading, before: LexedState, after: LexedState, byte: number): PartReading {
      if (part === "line") return lineStep(known, before, after);
      if (known.place === "unknown") return { ...known, place: firstLexeme(before, byte) };
      if (!isLine(before) || isLine(after)) return known.place === "end" ? { ...known, place: "inside" } : known;
      const column = columnOf(after);
      // Where a block is missing, the first line begins it.
      if (!known.begun)
        return {
          column: Math.max(known.column, column),
          begun: true,
          place: "inside",
        };
      return next(known, column, before, byte);
    },
    placeOf: ({ place }) => place,
  };
}
