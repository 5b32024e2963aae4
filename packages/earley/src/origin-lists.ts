// Items of one rule state, whose origins differ. In an ambiguous text, each set waits for the same nonterminal on behalf
// of nearly all earlier sets. So the completions at one set advance the same items as those at the set before, and a few
// more. A list of origins is an effect that refers to the list before, and adds to it.

import { createPairTable } from "@espalier/monitor";
import type { EffectId, Effects } from "./effects.js";
import { sortItems } from "./sort-items.js";

export interface OriginLists {
  /**
   * Sorts the items `found[1]` to `found[length - 1]`. If a state has many of them, they leave `found` and become an
   * effect, which the function adds to `parts`. Returns the new length of `found`.
   */
  takeFrom(found: Int32Array, length: number, parts: EffectId[]): number;
  bytes(): number;
}

/** A state with fewer items gets no list. */
const MANY = 8;
/** The list before is one whose last origin is among so many origins before the last. */
const TRIED = 4;

export function createOriginLists(effects: Effects): OriginLists {
  /** For (state, last origin): the latest list. */
  const latest = createPairTable();
  const own = createPairTable();
  const toRead: EffectId[] = [];
  let items = new Int32Array(64);

  /** Returns whether `list` has only items of `own`. */
  function isWithinOwn(list: EffectId): boolean {
    effects.beginReading();
    toRead.length = 0;
    toRead.push(list);
    let within = true;
    effects.forEachItem(toRead, (q, from) => {
      within &&= own.get(q, from) >= 0;
    });
    return within;
  }

  /** Returns the list of the items `found[begin]` to `found[end - 1]`, which are sorted and of one state. */
  function listOf(found: Int32Array, begin: number, end: number): EffectId {
    const q = found[begin]!;
    own.clear();
    for (let i = begin; i < end; i += 2) own.set(q, found[i + 1]!, 1);
    const part: EffectId[] = [];
    for (let i = end - 4; i >= begin && i >= end - 2 - 2 * TRIED && part.length === 0; i -= 2) {
      const before = latest.get(q, found[i + 1]!);
      if (before >= 0 && isWithinOwn(before)) part.push(before);
    }
    // What the list before has is marked as read.
    if (part.length > 0) {
      effects.beginReading();
      toRead.push(part[0]!);
      effects.forEachItem(toRead, (_, from) => own.set(q, from, 2));
    }
    if (items.length < 1 + end - begin) items = new Int32Array(2 * (1 + end - begin));
    let length = 1;
    for (let i = begin; i < end; i += 2) {
      if (own.get(q, found[i + 1]!) === 2) continue;
      items[length++] = q;
      items[length++] = found[i + 1]!;
    }
    const list = effects.intern(false, part, items, length);
    latest.set(q, found[end - 1]!, list);
    return list;
  }

  return {
    takeFrom(found, length, parts) {
      sortItems(found, length);
      let left = 1;
      for (let begin = 1, end = 1; begin < length; begin = end) {
        while (end < length && found[end] === found[begin]) end += 2;
        if (end - begin >= 2 * MANY) parts.push(listOf(found, begin, end));
        else for (let i = begin; i < end; i++) found[left++] = found[i]!;
      }
      return left;
    },
    bytes: () => latest.bytes() + own.bytes() + items.byteLength,
  };
}
