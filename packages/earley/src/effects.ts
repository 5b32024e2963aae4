// The effects of completions: whether the start rule ends, and which items become live. An effect that contains a long
// one refers to it instead of repeating its items. Ambiguous grammars have chains of effects, each of which contains the
// one before. With references, a set reads each item of such a chain once, and the chain takes linear memory.

import { burn, createSequenceTable, type SequenceTable } from "@espalier/monitor";

/** An effect: an integer ≥ 0. */
export type EffectId = number;

/** The effects of one chart, and marks for one computation that reads some of them. */
export interface Effects {
  /**
   * Each effect is a sequence: twice the number of its parts, plus 1 if the start rule ends; the parts; and the items,
   * two integers each.
   */
  readonly sequences: SequenceTable;
  /** Returns the id of an effect that consists of other effects and of the items `found[1]` to `found[length - 1]`. */
  intern(accepts: boolean, parts: readonly EffectId[], found: Int32Array, length: number): EffectId;
  /** Returns whether the start rule ends. */
  accepts(effect: EffectId): boolean;
  /** Returns whether effects should refer to this one instead of repeating its items. */
  isLong(effect: EffectId): boolean;
  /** Begins a new computation, which has read no effect. */
  beginReading(): void;
  /** Marks an effect as read. Returns whether it was not read before. */
  read(effect: EffectId): boolean;
  /** Marks an effect and all effects that it refers to as read. Returns whether it was not read before. */
  readWhole(effect: EffectId): boolean;
  /**
   * Calls `add` for each item of these effects that no read effect has, and marks the effects as read. Empties `pending`.
   * Takes fuel for the items and effects visited.
   */
  forEachItem(pending: EffectId[], add: (state: number, origin: number) => void): void;
  bytes(): number;
}

/** Effects with more items are long. Shorter ones are copied, so a right-recursive chain is not walked (Leo 1991). */
const SHORT = 8;

const NONE = new Int32Array(0);

export function createEffects(): Effects {
  const sequences = createSequenceTable();
  // An effect has been read if its mark is the present one.
  let marks = NONE;
  let present = 0;
  const pendingParts: EffectId[] = [];
  let out = NONE;

  function read(effect: EffectId): boolean {
    if (marks[effect] === present) return false;
    if (effect >= marks.length) {
      const longer = new Int32Array(2 * effect + 16);
      longer.set(marks);
      marks = longer;
    }
    marks[effect] = present;
    return true;
  }

  function addParts(effect: EffectId, to: EffectId[]): void {
    const begin = sequences.offset(effect);
    const parts = sequences.pool[begin]! >>> 1;
    for (let i = 1; i <= parts; i++) to.push(sequences.pool[begin + i]!);
  }

  return {
    sequences,
    intern(accepts, parts, found, length) {
      const all = length + parts.length;
      if (all > out.length) out = new Int32Array(2 * all + 16);
      out[0] = 2 * parts.length + (accepts ? 1 : 0);
      for (let i = 0; i < parts.length; i++) out[1 + i] = parts[i]!;
      for (let i = 1; i < length; i++) out[parts.length + i] = found[i]!;
      return sequences.intern(out, all);
    },
    accepts: (effect) => (sequences.pool[sequences.offset(effect)]! & 1) === 1,
    isLong(effect) {
      const begin = sequences.offset(effect);
      return sequences.pool[begin]! > 1 || sequences.offset(effect + 1) - begin > 1 + 2 * SHORT;
    },
    beginReading(): void {
      present++;
    },
    read,
    readWhole(effect) {
      if (!read(effect)) return false;
      addParts(effect, pendingParts);
      while (pendingParts.length > 0) {
        const part = pendingParts.pop()!;
        if (read(part)) addParts(part, pendingParts);
      }
      return true;
    },
    forEachItem(pending, add) {
      let work = 0;
      while (pending.length > 0) {
        const effect = pending.pop()!;
        if (!read(effect)) continue;
        addParts(effect, pending);
        const begin = sequences.offset(effect);
        const end = sequences.offset(effect + 1);
        work += end - begin;
        const { pool } = sequences;
        for (let i = begin + 1 + (pool[begin]! >>> 1); i < end; i += 2) add(pool[i]!, pool[i + 1]!);
      }
      burn("parser", work >>> 2);
    },
    bytes: () => sequences.bytes() + marks.byteLength + out.byteLength,
  };
}
