// Placeholders: texts that stand for regions which cannot be read. The language lists the possible texts. The open
// blocks and brackets before a region decide which of these fit there, and at which column.

import { type FrameId, NO_FRAME } from "@espalier/lexer";
import { bytesOf } from "@espalier/monitor";
import { type Place, readText } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import { joined } from "../source/joined.js";
import type { Placeholders } from "../source/source.js";

/** The syntactic role of a placeholder. */
export type OpaqueKind = keyof Placeholders;

/** A placeholder for a region, and the place after it. */
export interface StandIn {
  readonly kind: OpaqueKind;
  readonly text: string;
  readonly place: Place;
  /** Whether it includes blanks before it, so that its column differs from the region's. */
  readonly moved: boolean;
}

/** Where a region may begin: on its own line, between brackets or inside a line, or nowhere. */
export type Spot = "line" | "inside" | "nowhere";

/** Whether a region may begin at a place at the start of a line. */
export function spotAt({ compiled, frames }: LexedCore, place: Place): Spot {
  const { lexer, kinds, newline } = compiled;
  if (lexer.isLine(place.local)) return "line";
  if (!lexer.begins(place.local)) {
    // Blanks that continue past a line end.
    const boundary = lexer.boundary(lexer.exit(place.local));
    if (lexer.exit(place.local) === 0 || boundary.kind === "line") return "nowhere";
    const { kind, terminals } = kinds[boundary.kind]!;
    if (terminals.length > 0 || kind.swallows === true) return "nowhere";
  }
  const mode = compiled.source.modes[frames.mode(place.frames)];
  if ((mode?.place ?? "code") !== "code") return "nowhere";
  return newline < 0 ? "line" : "inside";
}

/** The placeholders for regions, by where they begin. */
export interface StandIns {
  /** All placeholders for a region that begins at `place` with the blanks `lead` and ends at the line break `lineEnd`. */
  of(place: Place, lead: Uint8Array, lineEnd: Uint8Array): readonly StandIn[];
}

interface Word {
  readonly kind: OpaqueKind;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Caches its results, because most regions of a text begin in the same way. */
export function createStandIns(core: LexedCore, placeholders: Placeholders): StandIns {
  const { newline } = core.compiled;
  const encoded = (kind: OpaqueKind): readonly Word[] =>
    placeholders[kind].map((text) => ({ kind, text, bytes: bytesOf(text) }));
  const [inside, statements, headers] = [encoded("expression"), encoded("statement"), encoded("header")];
  const known = new Map<string, readonly StandIn[]>();

  function find(place: Place, own: Uint8Array, lineEnd: Uint8Array): readonly StandIn[] {
    function* offers(words: readonly Word[], blanks?: string): Generator<StandIn> {
      const lead = blanks === undefined ? own : bytesOf(blanks);
      for (const { kind, text, bytes } of words) {
        const after = readText(core, joined(lead, bytes, lineEnd), place);
        if (after !== undefined) yield { kind, text: (blanks ?? "") + text, place: after, moved: blanks !== undefined };
      }
    }
    const spot = spotAt(core, place);
    const found: StandIn[] = spot === "inside" || newline < 0 ? [...offers(inside)] : [];
    if (spot !== "line") return found;
    // For statements and headers, the first possible placeholder is as good as the others, but each column is another block.
    const columns = newline < 0 ? [undefined] : [undefined, ...indentations(core, place.frames, own)];
    for (const blanks of columns)
      for (const words of [statements, headers]) {
        const [first] = offers(words, blanks);
        if (first !== undefined) found.push(first);
      }
    return found;
  }

  return {
    of(place: Place, lead: Uint8Array, lineEnd: Uint8Array): readonly StandIn[] {
      const key = `${place.local};${place.set};${place.frames};${lead.join()};${lineEnd.join()}`;
      let list = known.get(key);
      if (list === undefined) known.set(key, (list = find(place, lead, lineEnd)));
      return list;
    },
  };
}

/** The number of open blocks whose columns a placeholder may have. */
const MOST_BLOCKS = 32;

/** The blanks that lead to the columns of the innermost open blocks, except the current blanks. */
function indentations({ compiled, frames }: LexedCore, open: FrameId, own: Uint8Array): readonly string[] {
  const tab = compiled.source.layout?.tab ?? 8;
  const there = String.fromCharCode(...own);
  const found: string[] = [];
  let blocks = 0;
  for (let at = open; ; at = frames.parent(at)) {
    const [column, alternate] = [frames.column(at), frames.alternate(at)];
    const tabs = (column - alternate) / (tab - 1);
    const blanks = Number.isInteger(tabs) ? "\t".repeat(tabs) + " ".repeat(alternate - tabs) : there;
    if (blanks !== there) found.push(blanks);
    if (at === NO_FRAME || !frames.isBlock(at) || ++blocks > MOST_BLOCKS) return found;
  }
}
