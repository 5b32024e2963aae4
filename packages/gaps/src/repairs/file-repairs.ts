// A cache of what is known about the errors of a text, for all its gaps and across its edits. It contains the parser's
// situation after each line, both for lines read from the beginning and for lines read after a gap, and the repairs
// found so far.

import type { SetId } from "@espalier/earley";
import type { LexedLanguage } from "../language/lexed-language.js";
import { createLineReadings, type Leap, type LineReadings } from "../lexing/line-readings.js";
import type { Place } from "../lexing/read-text.js";
import type { LexedCore } from "../lexing/shared-parts.js";
import type { LineChange, TextLines } from "../lexing/text-lines.js";
import { createMendedTails, type MendedTails } from "./mended-tails.js";
import { createStandIns } from "./placeholders.js";
import type { RepairTask } from "./repair-task.js";
import { createRepairMemory, type RepairMemory } from "./repair-text.js";
import { tailReading } from "./tail-reading.js";

/** What is known about the errors before gaps, or after them. */
export interface SideRepairs {
  readonly memory: RepairMemory;
  /** How to read a part of the text that begins at `offset`. */
  reading(offset: number): Omit<RepairTask, "bytes" | "mayEnd" | "open">;
}

/** `undefined` if the language defines no placeholders. */
export interface FileRepairs {
  before(): SideRepairs | undefined;
  after(): SideRepairs | undefined;
  readonly mended: MendedTails;
  edit(change: LineChange): void;
  bytes(): number;
}

/** @param lines the lines of the text. Edit them before calling `edit`. */
export function createFileRepairs(language: LexedLanguage, lines: TextLines): FileRepairs {
  const { placeholders } = language.core.compiled.source;
  const made: { readonly readings: LineReadings; readonly memory: RepairMemory }[] = [];
  let before: SideRepairs | undefined;
  let after: SideRepairs | undefined;
  const mended = createMendedTails(lines.text);

  function side(core: LexedCore, any?: SetId): SideRepairs | undefined {
    if (placeholders === undefined) return undefined;
    const [readings, memory] = [createLineReadings(core, lines, any), createRepairMemory(lines)];
    const standIns = createStandIns(core, placeholders);
    made.push({ readings, memory });
    return {
      memory,
      reading: (offset) => ({
        core,
        placeholders,
        standIns,
        read: (from, to, place) => readings.read(offset + from, offset + to, place),
        peek: (from, to, place) => readings.peek(offset + from, offset + to, place),
        leap(from: number, to: number, place: Place, left: number): ReturnType<Leap> {
          const far = readings.leap(offset + from, offset + to, place, left);
          return far && { at: far.at - offset, place: far.place };
        },
        failing(from: number, place: Place): number {
          const at = readings.failing(offset + from, place);
          return at < 0 ? at : at - offset;
        },
      }),
    };
  }

  return {
    before(): SideRepairs | undefined {
      before ??= side(language.core);
      return before;
    },
    after(): SideRepairs | undefined {
      if (after === undefined) {
        // A tail of a text may begin in any situation.
        const { core } = tailReading(language);
        after = side(core, core.chart.start);
      }
      return after;
    },
    mended,
    edit(change: LineChange): void {
      for (const { readings, memory } of made) {
        readings.edit(change);
        memory.edit(change);
      }
    },
    bytes(): number {
      return made.reduce((held, { readings }) => held + readings.bytes(), mended.bytes());
    },
  };
}
