// Finds where a line, a statement or a block ends in the text that is written into a gap. The states of the gap show
// where lines begin and which blocks are open there.
//
//   ┆return x⏎          the line ends at ⏎; so may the statement
//       ⏎
//   def f():⏎           the next statement; it is indented less, so the previous statement and its block have ended

import { having, oneOf, signature } from "@espalier/arguments";
import type { LexedState } from "../language/machine.js";
import type { Gap } from "./gap.js";

/**
 * A logical line; a statement with its blocks; or the block in which the text begins. If the text begins where a block must follow, `block` is that block.
 */
export type TextPart = "line" | "statement" | "block";

/** What is known about a text so far. */
export interface PartReading {
  /** The column of the block that the text is in. */
  readonly column: number;
  /** Whether the first line of the text has begun. */
  readonly begun: boolean;
  readonly place: "inside" | "end" | "unknown";
}

/** Follows a text in a gap and reports where a part of it ends. Can serve as the `stopAfter` of a generation. */
export interface PartReader {
  readonly start: PartReading;
  step(known: PartReading, before: LexedState, after: LexedState, byte: number): PartReading;
  placeOf(known: PartReading): "inside" | "end" | "unknown";
}

const checkPartReader = signature("partReader", {
  gap: having("a gap of fillMiddle", { machine: "object", step: "function" }),
  part: oneOf("line", "statement", "block"),
});

/** Creates a reader for one kind of part in the texts of a gap. */
export function partReader(gap: Gap, part: TextPart): PartReader {
  checkPartReader(gap, part);
  const { machine } = gap;
  const { core } = machine;
  const { compiled, frames, chart } = core;
  const { lexer, kinds } = compiled;
  const isLine = (state: LexedState): boolean => lexer.isLine(machine.local(state));
  const columnOf = (state: LexedState): number => frames.column(machine.frame(state));
  const start = columnOf(gap.start);

  /** The exit of the lexeme that `byte` ends after `state`; 0 if it ends none. */
  function exitBy(state: LexedState, byte: number): number {
    const at = machine.local(state);
    const longer = lexer.step(at, byte);
    if (longer === 0) return lexer.exit(at);
    // A lexeme that cannot become longer ends with its own last byte.
    return lexer.closes(longer) ? lexer.exit(longer) : 0;
  }

  /** The position after `byte` of the first lexeme on a line that may begin a statement. A clause of the previous statement does not begin one. */
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

  /** The state at the start of a further line, whose first byte is `byte`. */
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
      // If a block is missing, the first line begins it.
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
