// What an open lexer knows about the bytes that may come next in a state, without a step: which may continue, which lead
// to the same state, and which must come.

import type { shapesOf } from "@espalier/automata";
import type { Literal, LocalAutomaton, Outline } from "@espalier/monitor";
import type { ByteClasses } from "./byte-classes.js";
import type { CrowdStates } from "./crowd-states.js";
import type { OpenRows } from "./open-rows.js";
import type { VectorHost } from "./open-vectors.js";
import { createOutlines, outlineOfByte } from "./outlines.js";

/** See `LocalAutomaton` in @espalier/monitor. */
export type OpenBytes = Required<Pick<LocalAutomaton, "firsts" | "literal" | "outline">>;

/** The lexer that owns the states. */
export interface ByteHost extends VectorHost {
  readonly shapes: ReturnType<typeof shapesOf>;
  readonly classes: ByteClasses;
  readonly rows: OpenRows;
  readonly crowds: CrowdStates;
}

export function createOpenBytes({ vectors, listed, shapes, classes, rows, crowds }: ByteHost): OpenBytes {
  const outlines = createOutlines((partition, into) => {
    into.set(classes.maps().subarray(256 * partition, 256 * partition + 256));
  });
  const outlineOf: (Outline | undefined)[] = [];
  // Scratch of eight words: the bytes with which a state may continue, for its outline.
  const live = new Int32Array(8);

  function outline(state: number): Outline {
    const row = rows.rowFor(state);
    if (row < 0) return outlineOfByte(-1 - row);
    live.fill(0);
    firsts(state, live);
    return outlines.of(rows.partitionOf(row), live);
  }

  function firsts(state: number, into: Int32Array): void {
    const row = rows.rowFor(state);
    if (row < 0) {
      const byte = -1 - row;
      into[byte >> 5] = into[byte >> 5]! | (1 << (byte & 31));
      return;
    }
    const to = vectors.offset(state + 1);
    for (let i = crowds.elementsFrom(state); i < to; i += 2) shapes.addFirstBytes(vectors.pool[i + 1]!, into);
    if (crowds.has(state)) crowds.addFirsts(state, into);
  }

  return {
    outline: (state: number): Outline => (outlineOf[state] ??= outline(state)),
    firsts,
    literal(state: number, most: number): Literal | undefined {
      if (rows.rowFor(state) >= 0) return undefined;
      const from = vectors.offset(state);
      const { bytes, rest } = shapes.literalRun(vectors.pool[from + 1]!, most);
      if (bytes.length < 2) return undefined;
      const slot = vectors.pool[from]!;
      return { bytes, end: () => listed([slot, rest]) };
    },
  };
}
