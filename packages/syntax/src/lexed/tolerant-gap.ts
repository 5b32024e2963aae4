// A gap in a text with errors elsewhere. Where no middle makes the text one of the language, regions that cannot be read give way to
// placeholders, as few bytes as can be (repair-search.ts), and the gap is the exact one of what comes out. So whatever holds of gaps holds of it,
// for the file with its placeholders; and a file without errors has the gap that it has anyway.

import { type Gap, type GapOptions, gapAt } from "./gap.js";
import { createGapSuffix, type GapSuffix } from "./gap-suffix.js";
import type { LexedLanguage } from "./lexed-language.js";
import { DEAD_STATE } from "./machine.js";
import { opaqueRegions, withPlaceholders } from "./opaque.js";
import { type Place, readText } from "./read-text.js";
import { nonBlanks, type Repair, type Repaired, repairText } from "./repair-search.js";
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

/** A line that is left out has at most this share of the bytes that a string which begins in it has taken in. */
const SHARE = 0.5;
/** Ways tried to enter the suffix. */
const MOST_ENTRIES = 4;

/** The gap, with errors elsewhere left out; undefined when that does not help or the language names no placeholders. */
export function tolerantGap(language: LexedLanguage, sides: Sides, options: GapOptions): Gap | undefined {
  const { placeholders } = language.core.compiled.source;
  const { file, to, prefix, place, suffix } = sides;
  const asked = options.policy ?? "noSwallow";
  const exact = place === undefined ? "unread" : gapAt(language, place, suffix, options, [asked]);
  if (placeholders === undefined) return typeof exact === "object" ? exact : undefined;
  if (typeof exact === "object") return unclosedText(language, placeholders, sides, exact, options) ?? exact;

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

/**
 * The gap if the string that the middle begins in is not closed by mistake: where nothing of the suffix can end the string as it stands, and what
 * the string has taken in so far reads as code.
 */
function unclosedText(
  language: LexedLanguage,
  placeholders: Placeholders,
  { file, prefix, place, suffix }: Sides,
  exact: Gap,
  options: GapOptions,
): Gap | undefined {
  const line = 1 + prefix.lastIndexOf(10);
  if (place === undefined || line === 0 || !inText(language, place) || exact.accepts(exact.start)) return undefined;
  const found = repairPrefix(language, placeholders, prefix, "code");
  const [repair, another] = found?.repairs ?? [];
  if (found === undefined || repair === undefined || another !== undefined) return undefined;
  if (found.cost > SHARE * nonBlanks(prefix, repair.to, line)) return undefined;
  const { bytes } = mended(prefix, found.repairs);
  const there = readText(language.core, bytes);
  const gap = there === undefined ? "unread" : gapAt(language, there, suffix, options, [exact.policy]);
  return typeof gap === "object" ? Object.assign(gap, { opaque: opaqueRegions(file, 0, found.repairs) }) : undefined;
}

/** Whether a place is inside a string or a comment. */
function inText({ core }: LexedLanguage, { local }: Place): boolean {
  const { lexer, kinds } = core.compiled;
  return (
    !lexer.isLine(local) && !lexer.begins(local) && lexer.possible(local).some((k) => kinds[k]?.kind.swallows === true)
  );
}

function mended(bytes: Uint8Array, repairs: readonly Repair[]): Mended {
  const replaced = repairs.map(({ from, to, text }) => ({ from, to, placeholder: text }));
  return { bytes: withPlaceholders(bytes, replaced), repairs };
}

function mendPrefix(language: LexedLanguage, placeholders: Placeholders, bytes: Uint8Array): Mended | undefined {
  const found = repairPrefix(language, placeholders, bytes, "anywhere");
  return found && mended(bytes, found.repairs);
}

/** @param ends where the prefix may end: in code, outside of strings and comments, or anywhere. */
function repairPrefix(
  language: LexedLanguage,
  placeholders: Placeholders,
  bytes: Uint8Array,
  ends: "code" | "anywhere",
): Repaired | undefined {
  const { core, machine } = language;
  const start = readText(core, bytes.subarray(0, 0));
  if (start === undefined) return undefined;
  const mayEnd = (place: Place): boolean =>
    machine.adopt(place.local, place.set, place.frames) !== DEAD_STATE &&
    (ends === "anywhere" || !inText(language, place));
  const beginnings = [{ at: 0, place: start, cost: 0, swallows: false }];
  return repairText({ core, placeholders, bytes, beginnings, mayEnd, open: true });
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
