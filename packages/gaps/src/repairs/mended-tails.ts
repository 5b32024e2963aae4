// A cache of what is known about the tails of a repaired text, that is, the text with placeholders in it. It treats an edit of the text, and each added or
// removed repair, as an edit of the repaired text. The repairs hardly depend on the gap. So a gap at another place, or after the next keystroke, reuses nearly
// everything.

import { bytesOf } from "@espalier/monitor";
import { createTailMemos, type TailMemos } from "../suffix/tail-memo.js";
import type { Repair } from "./repair-search.js";

export interface MendedTails {
  /** The tails of the text from byte `at` on with these repairs. Their offsets are relative to `at`. Repairs before `at` do not change. */
  tails(at: number, repairs: readonly Repair[]): TailMemos;
  /** Reports an edit of the text: `inserted` bytes have replaced those in [from, to). */
  edit(from: number, to: number, inserted: number): void;
  bytes(): number;
}

/** A repair in place: bytes [from, to) of the text, and their replacement. */
interface Made {
  from: number;
  to: number;
  readonly text: string;
  /** The length of `text`, in bytes. */
  readonly length: number;
}

/** @param length returns the current length of the text. */
export function createMendedTails(length: () => number): MendedTails {
  let tails: TailMemos | undefined;
  /** In order of position. */
  let made: readonly Made[] = [];

  /** The number of bytes from `at` to the end of a text of `size` bytes, including the placeholders of the repairs after `at`. */
  function distance(at: number, size: number): number {
    let found = size - at;
    for (let i = made.length - 1; i >= 0 && made[i]!.from >= at; i--) {
      const { from, to, length: placeholder } = made[i]!;
      found += placeholder - (to - from);
    }
    return found;
  }

  /** Removes the repairs that touch [from, to] and, in the same edit, replaces the bytes in [from, to) by `inserted` bytes. */
  function replace(from: number, to: number, inserted: number, size: number): void {
    const touched = made.filter((its) => its.from <= to && its.to >= from);
    const first = Math.min(from, ...touched.map((its) => its.from));
    const last = Math.max(to, ...touched.map((its) => its.to));
    const removed = touched.reduce((sum, its) => sum + its.length - (its.to - its.from), last - first);
    const shift = inserted - (to - from);
    made = made.filter((its) => !touched.includes(its));
    tails?.edit(distance(last, size), removed, last - first + shift);
    if (shift !== 0)
      made = made.map((its) => (its.from >= to ? { ...its, from: its.from + shift, to: its.to + shift } : its));
  }

  function make(repair: Made): void {
    const { from, to } = repair;
    tails?.edit(distance(to, length()), to - from, repair.length);
    const at = made.findIndex((other) => other.from >= to);
    made = at < 0 ? [...made, repair] : [...made.slice(0, at), repair, ...made.slice(at)];
  }

  return {
    tails(at: number, repairs: readonly Repair[]): TailMemos {
      tails ??= createTailMemos();
      const wanted = repairs.map(({ from, to, text }) => ({
        from: at + from,
        to: at + to,
        text,
        length: bytesOf(text).length,
      }));
      const same = (a: Made, b: Made): boolean => a.from === b.from && a.to === b.to && a.text === b.text;
      for (const its of made)
        if (its.to > at && !wanted.some((other) => same(its, other)))
          replace(its.from, its.to, its.to - its.from, length());
      for (const its of wanted) if (!made.some((other) => same(its, other))) make(its);
      return tails;
    },
    edit(from: number, to: number, inserted: number): void {
      replace(from, to, inserted, length() - inserted + (to - from));
    },
    bytes: () => tails?.bytes() ?? 0,
  };
}
