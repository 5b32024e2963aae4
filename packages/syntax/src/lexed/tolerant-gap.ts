// A gap in a text with errors elsewhere. Where no middle makes the text one of the language, regions that cannot be read give way to
// placeholders, as few bytes as can be (repair-search.ts), and the gap is the exact one of what comes out. So whatever holds of gaps holds of it,
// for the file with its placeholders; and a file without errors has the gap that it has anyway.

import { type Gap, type GapOptions, gapAt } from "./gap.js";
import { createGapSuffix, type GapSuffix } from "./gap-suffix.js";
import type { LexedLanguage } from "./language.js";
import { DEAD_STATE } from "./machine.js";
import { opaqueRegions, withPlaceholders } from "./opaque.js";
import { type Place, readText } from "./read-text.js";
import { type Repair, repairText } from "./repair-search.js";
import type { Placeholders } from "./source.js";
import { type Beginning, tailReading } from "./tail-reading.js";

/** What stands around a gap. */
export interface Sides {
  /** The file that the gap is in; the suffix begins at byte `to` of it. */
  readonly file: Uint8Array;
  readonly to: number;
  readonly prefix: Uint8Array;
  /** Where the prefix leads; undefined where it cannot be read. */
  readonly place: Place | undefined;
  readonly suffix: GapSuffix;
}

/** A side of a gap as it is read: with placeholders for what cannot be. */
interface Mended {
  readonly bytes: Uint8Array;
  readonly repairs: readonly Repair[];
}

/** Ways tried to enter the suffix. */
const MOST_ENTRIES = 4;

/** The gap, with errors elsewhere left out; undefined when that does not help or the language names no placeholders. */
export function tolerantGap(language: LexedLanguage, sides: Sides, options: GapOptions): Gap | undefined {
  const { placeholders } = language.core.compiled.source;
  const { file, to, prefix, place, suffix } = sides;
  const asked = options.policy ?? "noSwallow";
  const exact = place === undefined ? "unread" : gapAt(language, place, suffix, options, [asked]);
  if (typeof exact === "object") return exact;
  if (placeholders === undefined) return undefined;

  const before: Mended | undefined =
    exact === "unread" ? mendPrefix(language, placeholders, prefix) : { bytes: prefix, repairs: [] };
  const there = before === undefined || exact !== "unread" ? place : readText(language.core, before.bytes);
  if (before === undefined || there === undefined) return undefined;
  const its = opaqueRegions(file, 0, before.repairs);
  if (its.length > 0) {
    const gap = gapAt(language, there, suffix, options, [asked]);
    if (typeof gap === "object") return Object.assign(gap, { opaque: its });
  }
  const { bytes } = suffix.lexing;
  let entries = tailReading(language).beginnings(there, suffix.lexing, asked !== "boundaryOnly");
  for (let tried = 0; tried < MOST_ENTRIES; tried++) {
    const found = mendSuffix(language, placeholders, bytes, entries);
    if (found === undefined) return undefined;
    const { after, entry } = found;
    const mendedSuffix = after.repairs.length === 0 ? suffix : createGapSuffix(language, after.bytes);
    const gap = gapAt(
      language,
      there,
      mendedSuffix,
      options,
      asked === "noSwallow" && entry.swallows ? ["all"] : [asked],
    );
    if (typeof gap === "object")
      return Object.assign(gap, { opaque: [...its, ...opaqueRegions(file, to, after.repairs)] });
    entries = entries.filter((other) => other.at !== entry.at || other.place.frames !== entry.place.frames);
  }
  return undefined;
}

function mended(bytes: Uint8Array, repairs: readonly Repair[]): Mended {
  const replaced = repairs.map(({ from, to, text }) => ({ from, to, placeholder: text }));
  return { bytes: withPlaceholders(bytes, replaced), repairs };
}

function mendPrefix(
  { core, machine }: LexedLanguage,
  placeholders: Placeholders,
  bytes: Uint8Array,
): Mended | undefined {
  const start = readText(core, bytes.subarray(0, 0));
  if (start === undefined) return undefined;
  const mayEnd = ({ local, set, frames }: Place): boolean => machine.adopt(local, set, frames) !== DEAD_STATE;
  const found = repairText({
    core,
    placeholders,
    bytes,
    beginnings: [{ at: 0, place: start, cost: 0, swallows: false }],
    mayEnd,
    open: true,
  });
  return found && mended(bytes, found.repairs);
}

function mendSuffix(
  language: LexedLanguage,
  placeholders: Placeholders,
  bytes: Uint8Array,
  beginnings: readonly Beginning[],
): { readonly after: Mended; readonly entry: Beginning } | undefined {
  const { core, mayEnd } = tailReading(language);
  const found = repairText({ core, placeholders, bytes, beginnings, mayEnd, open: false });
  return found && { after: mended(bytes, found.repairs), entry: found.beginning };
}
