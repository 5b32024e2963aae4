// A repaired text, that is, a text with placeholders in it, and what is known about its tails. Each edit of the text, and each added or removed repair, is an edit
// of the repaired text. The repairs hardly depend on the gap. So a gap at another place, or after the next keystroke, reuses nearly everything.

import { bytesOf } from "@espalier/monitor";
import { createTextBuffer, type Tail, type TextBuffer } from "../lexing/text-buffer.js";
import { createTailMemos, type TailMemos } from "../suffix/tail-memo.js";
import type { Repair } from "./repair-task.js";

/** A tail of a repaired text. */
export interface MendedTail {
  readonly text: Tail;
  /** What is known about the tails of the repaired text. */
  readonly tails: TailMemos;
}

export interface MendedTails {
  /** The text from byte `at` on with these repairs, whose offsets are relative to `at`. Repairs before `at` do not change. */
  tail(at: number, repairs: readonly Repair[]): MendedTail;
  /** Reports an edit of the text: `inserted` bytes have replaced those in [from, to). */
  edit(from: number, to: number, inserted: number): void;
  bytes(): number;
}

/** A repair in place: bytes [from, to) of the text, and their replacement. */
interface Made {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** @param file returns the current text. */
export function createMendedTails(file: () => Uint8Array): MendedTails {
  let memos: TailMemos | undefined;
  let mended: TextBuffer | undefined;
  /** In order of position. */
  let made: readonly Made[] = [];

  /** The number of bytes from `at` to the end of a text of `size` bytes, with the placeholders of these repairs after `at`. */
  function distance(at: number, size: number, repairs: readonly Made[]): number {
    let found = size - at;
    for (let i = repairs.length - 1; i >= 0 && repairs[i]!.from >= at; i--) {
      const { from, to, bytes } = repairs[i]!;
      found += bytes.length - (to - from);
    }
    return found;
  }

  /** Replaces the `removed` bytes before the last `kept` of the repaired text. */
  function change(kept: number, removed: number, inserted: Uint8Array): void {
    memos?.edit(kept, removed, inserted.length);
    if (mended === undefined) return;
    const end = mended.text().length - kept;
    mended.edit(end - removed, end, inserted);
  }

  /**
   * Removes the repairs that touch [from, to] and, in the same edit, replaces the bytes in [from, to) by `inserted` bytes of the current text. The text had `size`
   * bytes before.
   */
  function replace(from: number, to: number, inserted: number, size: number): void {
    const touched = made.filter((its) => its.from <= to && its.to >= from);
    const others = made.filter((its) => !touched.includes(its));
    const first = Math.min(from, ...touched.map((its) => its.from));
    const last = Math.max(to, ...touched.map((its) => its.to));
    const removed = touched.reduce((sum, its) => sum + its.bytes.length - (its.to - its.from), last - first);
    const shift = inserted - (to - from);
    change(distance(last, size, others), removed, file().subarray(first, last + shift));
    made =
      shift === 0
        ? others
        : others.map((its) => (its.from >= to ? { ...its, from: its.from + shift, to: its.to + shift } : its));
  }

  function make(repair: Made): void {
    const { from, to, bytes } = repair;
    change(distance(to, file().length, made), to - from, bytes);
    const at = made.findIndex((other) => other.from >= to);
    made = at < 0 ? [...made, repair] : [...made.slice(0, at), repair, ...made.slice(at)];
  }

  return {
    tail(at: number, repairs: readonly Repair[]): MendedTail {
      memos ??= createTailMemos();
      mended ??= createTextBuffer(file());
      const wanted = repairs.map(({ from, to, text }) => ({
        from: at + from,
        to: at + to,
        text,
        bytes: bytesOf(text),
      }));
      const same = (a: Made, b: Made): boolean => a.from === b.from && a.to === b.to && a.text === b.text;
      // Where several repairs begin, of which all but the last are empty, all are made anew, so that their order is right.
      const shared = new Set(wanted.filter(({ from }, i) => wanted[i + 1]?.from === from).map(({ from }) => from));
      for (const its of made)
        if ((its.to > at || its.from === at) && (shared.has(its.from) || !wanted.some((other) => same(its, other))))
          replace(its.from, its.to, its.to - its.from, file().length);
      // An empty repair is put before what begins at the same place.
      const left = made;
      for (const its of wanted.reverse()) if (!left.some((other) => same(its, other))) make(its);
      return { text: mended.tail(distance(at, file().length, made)), tails: memos };
    },
    edit(from: number, to: number, inserted: number): void {
      replace(from, to, inserted, file().length - inserted + (to - from));
    },
    bytes: () => (memos?.bytes() ?? 0) + (mended?.bytes() ?? 0),
  };
}
