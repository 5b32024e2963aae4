// What is known of the errors of a text, for all gaps in it and across its edits: what its lines lead to, read from the beginning of the text and
// read after a gap, and the repairs that were found.

import type { LexedLanguage } from "./lexed-language.js";
import { createLineReadings, type LineReadings } from "./line-readings.js";
import { createStandIns } from "./placeholders.js";
import { createReadableTails, type ReadableTails } from "./readable-tails.js";
import type { RepairTask } from "./repair-search.js";
import { createRepairMemory, type RepairMemory } from "./repair-text.js";
import type { LexedCore } from "./shared-parts.js";
import { createTailMemos, type TailMemos } from "./tail-memo.js";
import { tailReading } from "./tail-reading.js";
import type { LineChange, TextLines } from "./text-lines.js";

/** What is known of the errors before gaps, or of those after them. */
export interface SideRepairs {
  readonly memory: RepairMemory;
  /** Tails of the text that can be read as they are. */
  readonly readable: ReadableTails;
  /** How a part of the text is read that begins at `offset`. */
  reading(offset: number): Pick<RepairTask, "core" | "placeholders" | "standIns" | "read">;
}

/** Undefined where the language names no placeholders. */
export interface FileRepairs {
  before(): SideRepairs | undefined;
  after(): SideRepairs | undefined;
  /** What is known of the tails of a suffix with placeholders in it. It is taken for the one before, edited. */
  tailsOf(mended: Uint8Array): TailMemos;
  edit(change: LineChange): void;
  bytes(): number;
}

/** @param lines of the text; they are edited before `edit` is called. */
export function createFileRepairs(language: LexedLanguage, lines: TextLines): FileRepairs {
  const { placeholders } = language.core.compiled.source;
  const made: { readonly readings: LineReadings; readonly memory: RepairMemory; readonly readable: ReadableTails }[] =
    [];
  let before: SideRepairs | undefined;
  let after: SideRepairs | undefined;
  let mended: { readonly bytes: Uint8Array; readonly tails: TailMemos } | undefined;

  function side(core: LexedCore): SideRepairs | undefined {
    if (placeholders === undefined) return undefined;
    const [readings, memory] = [createLineReadings(core, lines), createRepairMemory(lines)];
    const standIns = createStandIns(core, placeholders);
    const readable = createReadableTails();
    made.push({ readings, memory, readable });
    return {
      memory,
      readable,
      reading: (offset) => ({
        core,
        placeholders,
        standIns,
        read: (from, to, place) => readings.read(offset + from, offset + to, place),
      }),
    };
  }

  return {
    before(): SideRepairs | undefined {
      before ??= side(language.core);
      return before;
    },
    after(): SideRepairs | undefined {
      after ??= side(tailReading(language).core);
      return after;
    },
    tailsOf(bytes: Uint8Array): TailMemos {
      const tails = mended?.tails ?? createTailMemos();
      if (mended !== undefined) {
        const { kept, removed, inserted } = difference(mended.bytes, bytes);
        if (removed + inserted > 0) tails.edit(kept, removed, inserted);
      }
      mended = { bytes, tails };
      return tails;
    },
    edit(change: LineChange): void {
      const end = lines.text().length;
      const unchanged = end - (lines.start(change.first + change.added + 1) ?? end);
      for (const { readings, memory, readable } of made) {
        readings.edit(change);
        memory.edit(change);
        readable.edit(unchanged);
      }
    },
    bytes(): number {
      let held = mended === undefined ? 0 : mended.bytes.length + mended.tails.bytes();
      for (const { readings, readable } of made) held += readings.bytes() + readable.bytes();
      return held;
    },
  };
}

/** How two texts differ: by what stands between the bytes that they begin with and the `kept` ones that they end with alike. */
function difference(
  old: Uint8Array,
  next: Uint8Array,
): { readonly kept: number; readonly removed: number; readonly inserted: number } {
  const shorter = Math.min(old.length, next.length);
  let kept = 0;
  while (kept < shorter && old[old.length - 1 - kept] === next[next.length - 1 - kept]) kept++;
  let alike = 0;
  while (alike < shorter - kept && old[alike] === next[alike]) alike++;
  return { kept, removed: old.length - kept - alike, inserted: next.length - kept - alike };
}
