// The parts of what is written into a gap: lines, statements, the block that it is in. Read off the states of the gap: where lines begin, and in which
// blocks.
//
//     ┆return x⏎          the line ends at ⏎; so may the statement
//         ⏎
//     def f():⏎           the next statement: the one before is over, and so is the block that it was in, since this stands left of it

import { having, oneOf, signature } from "@espalier/arguments";
import type { CompiledKind } from "./compiled.js";
import type { Gap } from "./gap.js";
import type { LexedState } from "./machine.js";

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

  /** Whether a lexeme that has just ended begins a statement, rather than a further clause of one. */
  function begins(before: LexedState): boolean {
    const boundary = lexer.boundary(lexer.exit(machine.local(before)));
    if (boundary.kind === "line") return true;
    return core.read(chart.start, kinds[boundary.kind] as CompiledKind) !== 0;
  }

  function lineStep(known: PartReading, before: LexedState, after: LexedState): PartReading {
    if (isLine(before)) return { ...known, begun: known.begun || !isLine(after), place: "inside" };
    return { ...known, begun: true, place: isLine(after) ? "end" : "inside" };
  }

  /** Where a line begins after others. */
  function next(known: PartReading, column: number): PartReading {
    if (part === "statement") return { ...known, place: column <= known.column ? "unknown" : "inside" };
    return { ...known, place: column < known.column ? "end" : "inside" };
  }

  return {
    start: { column: start, begun: !isLine(gap.start), place: "inside" },
    step(known: PartReading, before: LexedState, after: LexedState): PartReading {
      if (part === "line") return lineStep(known, before, after);
      if (known.place === "unknown") {
        // The first lexeme of a line: until it ends, it may be a clause.
        const ended = machine.set(after) !== machine.set(before) || lexer.begins(machine.local(after));
        if (!ended) return known;
        return { ...known, place: begins(before) ? "end" : "inside" };
      }
      if (!isLine(before) || isLine(after)) return known.place === "end" ? { ...known, place: "inside" } : known;
      const column = columnOf(after);
      // Where a block is missing, the first line begins it.
      if (!known.begun)
        return {
          column: Math.max(known.column, column),
          begun: true,
          place: "inside",
        };
      return next(known, column);
    },
    placeOf: ({ place }) => place,
  };
}
