// A gap in a text that has errors elsewhere. If no middle completes the text, unreadable regions are replaced by
// placeholders, removing as few bytes as possible (repair-search.ts). The gap is then the exact gap of the repaired
// text. All properties of gaps therefore hold for the file with its placeholders. A file without errors has the same
// gap as with `fillMiddle`.

import type { LexedLanguage } from "../language/lexed-language.js";
import { DEAD_STATE } from "../language/machine.js";
import { type Place, readText } from "../lexing/read-text.js";
import type { TextLines } from "../lexing/text-lines.js";
import type { FileRepairs } from "../repairs/file-repairs.js";
import { forwardAnswers } from "../repairs/forward-answers.js";
import { opaqueRegions } from "../repairs/opaque.js";
import { nonBlanks } from "../repairs/regions.js";
import type { Repair } from "../repairs/repair-task.js";
import { type Repaired, repairText } from "../repairs/repair-text.js";
import { type Beginning, type Beginnings, hasTailReading, tailReading } from "../repairs/tail-reading.js";
import type { StraddlePolicy } from "../source/policy.js";
import { createGapSuffix, type GapSuffix } from "../suffix/gap-suffix.js";
import { type Gap, type GapOptions, gapAt } from "./gap.js";

/** The text around a gap. */
export interface Sides {
  /** The file of the gap. The suffix begins at byte `to`. */
  readonly file: TextLines;
  readonly to: number;
  readonly prefix: Uint8Array;
  /** The place after the prefix; `undefined` if the prefix cannot be read. */
  readonly place: Place | undefined;
  readonly suffix: GapSuffix;
  /** What is known about the errors in the file. */
  readonly repairs: FileRepairs;
}

/** The largest share that a removed line may have of the bytes swallowed by a string that begins in it. */
const SHARE = 0.5;
/** The number of ways to enter the suffix that are tried. */
const MOST_ENTRIES = 4;

/** The gap, without the errors elsewhere; `undefined` if removing them does not help, or if the language defines no placeholders. */
export function tolerantGap(language: LexedLanguage, sides: Sides, options: GapOptions): Gap | undefined {
  const { placeholders } = language.core.compiled.source;
  const { file, to, place, suffix } = sides;
  const asked = options.policy ?? "noSwallow";
  const exact = place === undefined ? "unread" : gapBetween(language, place, sides, options, asked);
  if (placeholders === undefined) return typeof exact === "object" ? exact : undefined;
  if (typeof exact === "object") return unclosedText(language, sides, exact, options) ?? exact;
  if (place !== undefined && exact !== "unread" && asked === "noSwallow") {
    const swallowing = swallowingGap(language, place, sides, options);
    if (swallowing !== undefined) return swallowing;
  }

  const before = exact === "unread" ? repairPrefix(language, sides, "anywhere") : undefined;
  const there = exact === "unread" ? before?.place : place;
  if (there === undefined) return undefined;
  const mark = before?.beginning.at ?? 0;
  const its = opaqueRegions(file, 0, [...(mark > 0 ? [markRepair(mark)] : []), ...(before?.repairs ?? [])]);
  if (its.length > 0) {
    const gap = gapBetween(language, there, sides, options, asked);
    if (typeof gap === "object") return Object.assign(gap, { opaque: its });
  }
  let entries = tailReading(language).beginnings(there, suffix.lexing, asked !== "boundaryOnly");
  for (let tried = 0; tried < MOST_ENTRIES; tried++) {
    const found = repairSuffix(language, sides, entries);
    if (found === undefined) return undefined;
    const { repairs, beginning } = found;
    const policy = asked === "noSwallow" && beginning.swallows ? "all" : asked;
    const gap = gapAt(language, there, repairs.length === 0 ? suffix : mended(language, sides, repairs), options, [
      policy,
    ]);
    if (typeof gap === "object") return Object.assign(gap, { opaque: [...its, ...opaqueRegions(file, to, repairs)] });
    entries = without(entries, beginning);
  }
  return undefined;
}

/** The beginnings that differ from a given one in their byte or in their open frames. */
const without = (entries: readonly Beginnings[], { at, place: { frames } }: Beginning): readonly Beginnings[] =>
  entries.map(({ least, list }) => ({
    least,
    list: () => list().filter((other) => other.at !== at || other.place.frames !== frames),
  }));

/**
 * Returns the gap from a state of a text (`place`) to the suffix, without repairs. It first checks whether any text at
 * all ends with the suffix. This check is cheaper than a search for a middle, because most of the suffix has been read
 * before.
 */
function gapBetween(
  language: LexedLanguage,
  place: Place,
  { to, suffix, repairs }: Sides,
  options: GapOptions,
  policy: StraddlePolicy,
): ReturnType<typeof gapAt> {
  const known = policy !== "all" && hasTailReading(language) ? repairs.after() : undefined;
  const readable = language.machine.adopt(place.local, place.set, place.frames) !== DEAD_STATE;
  if (known !== undefined && readable && !inText(language, place)) {
    const answers = forwardAnswers(tailReading(language), place, suffix.lexing, policy !== "boundaryOnly");
    if (answers.fails(known.reading(to))) return "none";
  }
  return gapAt(language, place, suffix, options, [policy]);
}

/**
 * The gap for a text that is complete only if a string or a comment of the middle swallows some of the suffix. Such a
 * text has no errors either.
 */
function swallowingGap(language: LexedLanguage, place: Place, sides: Sides, options: GapOptions): Gap | undefined {
  if (!maySwallow(language, place, sides)) return undefined;
  const gap = gapAt(language, place, sides.suffix, options, ["all"]);
  return typeof gap === "object" ? gap : undefined;
}

/**
 * Whether the suffix can be read only after a string or a comment that ends in it. This is cheaper than the search for
 * a middle.
 */
function maySwallow(language: LexedLanguage, place: Place, { to, suffix, repairs }: Sides): boolean {
  const known = repairs.after();
  // No reading begins inside a character.
  const inCharacter = (suffix.lexing.bytes()[0]! & 0xc0) === 0x80;
  if (known === undefined || inCharacter) return true;
  const reading = known.reading(to);
  const answers = forwardAnswers(tailReading(language), place, suffix.lexing, true);
  return !answers.plainly(reading) && answers.afterStrings(reading);
}

/**
 * The gap for a middle that begins inside a string whose closing quote is missing: nothing in the suffix closes the string, and the text of the string so far
 * can be read as code.
 */
function unclosedText(language: LexedLanguage, sides: Sides, exact: Gap, options: GapOptions): Gap | undefined {
  const { file, prefix, place, suffix } = sides;
  const line = 1 + prefix.lastIndexOf(10);
  if (place === undefined || line === 0 || !inText(language, place) || exact.accepts(exact.start)) return undefined;
  const found = repairPrefix(language, sides, "code");
  const [repair, another] = found?.repairs ?? [];
  if (found === undefined || repair === undefined || another !== undefined) return undefined;
  if (found.cost > SHARE * nonBlanks(prefix, repair.to, line)) return undefined;
  const gap = gapAt(language, found.place, suffix, options, [exact.policy]);
  return typeof gap === "object" ? Object.assign(gap, { opaque: opaqueRegions(file, 0, found.repairs) }) : undefined;
}

/** Whether a place is inside a string or a comment, or in the text part of one. */
function inText({ core }: LexedLanguage, { local }: Place): boolean {
  const { lexer, kinds } = core.compiled;
  return (
    !lexer.isLine(local) && !lexer.begins(local) && lexer.possible(local).some((k) => kinds[k]?.kind.swallows === true)
  );
}

/** The suffix with placeholders. */
function mended(language: LexedLanguage, { to, repairs: known }: Sides, repairs: readonly Repair[]): GapSuffix {
  const { text, tails } = known.mended.tail(to, repairs);
  return createGapSuffix(language, text, tails);
}

const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Nothing takes the place of a byte order mark. */
const markRepair = (to: number): Repair => ({ from: 0, to, kind: "statement", text: "", fails: 0 });

/** @param ends where the prefix may end: in code, outside of strings and comments, or anywhere. */
function repairPrefix(language: LexedLanguage, sides: Sides, ends: "code" | "anywhere"): Repaired | undefined {
  const { core, machine } = language;
  const { prefix: bytes, repairs } = sides;
  const start = readText(core, bytes.subarray(0, 0));
  const known = repairs.before();
  if (start === undefined || known === undefined) return undefined;
  const mayEnd = (place: Place): boolean =>
    machine.adopt(place.local, place.set, place.frames) !== DEAD_STATE &&
    (ends === "anywhere" || !inText(language, place));
  // A byte order mark that the language does not allow is left out alone.
  const isMarked = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte);
  const at = isMarked && readText(core, BYTE_ORDER_MARK) === undefined ? BYTE_ORDER_MARK.length : 0;
  const beginnings = [{ least: 0, list: () => [{ at, place: start, cost: at, swallows: false }] }];
  return repairText({ ...known.reading(0), bytes, mayEnd, open: true }, beginnings, known.memory, 0);
}

function repairSuffix(
  language: LexedLanguage,
  { to, suffix, repairs }: Sides,
  beginnings: readonly Beginnings[],
): Repaired | undefined {
  const known = repairs.after();
  if (known === undefined) return undefined;
  const { mayEnd } = tailReading(language);
  const bytes = suffix.lexing.bytes();
  return repairText({ ...known.reading(to), bytes, mayEnd, open: false }, beginnings, known.memory, to);
}
