// Earley's completion, as one memoised closure for each (origin, nonterminal): the items that become live when that
// nonterminal ends there, through any chain of further completions. So a right-recursive chain is walked only once (the
// effect of Leo 1991).

import { burn, createPairTable, type SequenceTable } from "@espalier/monitor";
import { createEffects, type EffectId } from "./effects.js";
import type { Kernel } from "./kernel.js";
import { createOriginLists, type OriginLists } from "./origin-lists.js";
import { anyEdge, type RuleStates } from "./rules.js";

/** The transitive effect of completing one nonterminal. */
export interface Completion {
  /** Whether the start rule ends, so that the text may end. */
  readonly accepts: boolean;
  /**
   * The items (rule state, origin) with outgoing edges, two integers each. They may be a view of the chart's memory: do
   * not modify it, and do not keep it, because it keeps the array alive that the chart may have replaced by a longer one.
   */
  readonly items: Int32Array;
}

/** The completions of a chart. */
export interface Completions {
  /** Returns the effect when a `nonterminal` that began at the set `origin` ends. */
  of(origin: number, nonterminal: number): Completion;
  /** Adds the effects of several ends to a kernel: `ended` is a list of pairs (origin, nonterminal). */
  addTo(kernel: Kernel, ended: readonly number[]): void;
  bytes(): number;
}

/** A computation that visits more pairs computes the effects of the others on their own, so that others can use them. */
const FEW = 8;

/** The items of a longer effect are listed by state. */
const MANY = 33;

/** @param predictionsOf returns the nonterminals that may begin in a set. */
export function createCompletions(
  states: RuleStates,
  sets: SequenceTable,
  predictionsOf: (set: number) => readonly number[],
): Completions {
  const ids = createPairTable();
  const effects = createEffects();
  // The completion under construction: its items from `found[1]` on, the long effects that it contains, the pairs
  // (set, nonterminal) still to visit, and those already visited.
  let found = new Int32Array(64);
  let length = 1;
  const present = createPairTable();
  const pending: number[] = [];
  const looked: number[] = [];
  /** Pairs whose effects are still to be computed. */
  const missing: number[] = [];
  const seen = createPairTable();
  const parts: EffectId[] = [];
  // Created when an effect has many items.
  let lists: OriginLists | undefined;
  /** Scratch: an effect to copy, and the effects to add to a kernel. */
  const toCopy: EffectId[] = [];
  const toAdd: EffectId[] = [];

  /** Adds an item unless it is present. A few items are compared one by one; many use `present`. */
  function find(q: number, from: number): void {
    if (length < 17) {
      for (let i = 1; i < length; i += 2) if (found[i] === q && found[i + 1] === from) return;
    } else {
      if (length === 17) for (let i = 1; i < 17; i += 2) present.set(found[i]!, found[i + 1]!, 1);
      if (present.get(q, from) >= 0) return;
      present.set(q, from, 1);
    }
    if (length + 2 > found.length) {
      const longer = new Int32Array(2 * found.length);
      longer.set(found);
      found = longer;
    }
    found[length] = q;
    found[length + 1] = from;
    length += 2;
  }

  function meet(q: number, from: number): void {
    const { live, final, rule } = states.at(q);
    if (live) find(q, from);
    if (final) pending.push(from, rule);
  }

  /** Whether this is the first visit of the pair. */
  function look(at: number, nonterminal: number): boolean {
    if (looked.length < 16) {
      for (let i = 0; i < looked.length; i += 2) if (looked[i] === at && looked[i + 1] === nonterminal) return false;
      looked.push(at, nonterminal);
      if (looked.length === 16) for (let i = 0; i < 16; i += 2) seen.set(looked[i]!, looked[i + 1]!, 1);
      return true;
    }
    if (seen.get(at, nonterminal) >= 0) return false;
    seen.set(at, nonterminal, 1);
    return true;
  }

  function clear(): void {
    length = 1;
    parts.length = 0;
    present.clear();
    seen.clear();
    pending.length = 0;
    looked.length = 0;
    effects.beginReading();
  }

  /** Removes the items under construction that the parts have. Returns how many items were read. */
  function leaveOutParts(): number {
    present.clear();
    effects.beginReading();
    for (const part of parts) toCopy.push(part);
    const work = effects.forEachItem(toCopy, (q, from) => present.set(q, from, 1));
    let to = 1;
    for (let i = 1; i < length; i += 2) {
      if (present.get(found[i]!, found[i + 1]!) >= 0) continue;
      found[to++] = found[i]!;
      found[to++] = found[i + 1]!;
    }
    length = to;
    return work;
  }

  /** Computes the effect of a pair, or adds to `missing` the pairs whose effects must be computed before. */
  function compute(origin: number, nonterminal: number): void {
    // Depth first over (set, nonterminal) pairs. Only pairs with the same set can recur, through unit rules.
    clear();
    let accepts = false;
    pending.push(origin, nonterminal);
    const before = missing.length;
    let work = 0;
    for (let visited = 0; pending.length > 0; visited++) {
      const n = pending.pop()!;
      const at = pending.pop()!;
      if (at === 0) {
        accepts = true;
        continue;
      }
      if (!look(at, n)) continue;
      const memo = ids.get(at, n);
      if (memo >= 0) {
        accepts ||= effects.accepts(memo);
        if (effects.isLong(memo)) {
          if (effects.readWhole(memo)) parts.push(memo);
        } else if (effects.read(memo)) {
          const { pool } = effects.sequences;
          const end = effects.sequences.offset(memo + 1);
          const begin = effects.sequences.offset(memo);
          work += end - begin;
          for (let i = begin + 1; i < end; i += 2) find(pool[i]!, pool[i + 1]!);
        }
        continue;
      }
      if (at !== origin && visited >= FEW) {
        missing.push(at, n);
        continue;
      }
      for (const p of predictionsOf(at)) {
        const target = anyEdge(states.startOf(p).calls, n);
        if (target >= 0) meet(target, at);
      }
      const begin = sets.offset(at) + 1;
      const end = sets.offset(at + 1);
      work += end - begin;
      for (let i = begin; i < end; i += 2) {
        const target = anyEdge(states.at(sets.pool[i]!).calls, n);
        if (target >= 0) meet(target, sets.pool[i + 1]!);
      }
    }
    if (missing.length === before) {
      if (parts.length > 0) work += leaveOutParts();
      if (length > MANY) {
        work += length;
        lists ??= createOriginLists(effects);
        length = lists.takeFrom(found, length, parts);
      }
      const isPart = length === 1 && parts.length === 1 && effects.accepts(parts[0]!) === accepts;
      ids.set(origin, nonterminal, isPart ? parts[0]! : effects.intern(accepts, parts, found, length));
    }
    burn("parser", work >>> 3);
  }

  function effectOf(origin: number, nonterminal: number): EffectId {
    const known = ids.get(origin, nonterminal);
    if (known >= 0) return known;
    // An error may have interrupted an earlier computation.
    missing.length = toCopy.length = 0;
    missing.push(origin, nonterminal);
    // What is missing for a pair belongs to earlier sets, so this ends.
    while (missing.length > 0) {
      const [at, n] = [missing[missing.length - 2]!, missing[missing.length - 1]!];
      if (ids.get(at, n) < 0) compute(at, n);
      else missing.length -= 2;
    }
    return ids.get(origin, nonterminal);
  }

  return {
    of(origin, nonterminal) {
      const id = effectOf(origin, nonterminal);
      if (!effects.isLong(id)) {
        const { pool } = effects.sequences;
        const begin = effects.sequences.offset(id);
        return { accepts: pool[begin] === 1, items: pool.subarray(begin + 1, effects.sequences.offset(id + 1)) };
      }
      clear();
      toCopy.length = 0;
      toCopy.push(id);
      effects.forEachItem(toCopy, find);
      return { accepts: effects.accepts(id), items: found.slice(1, length) };
    },
    addTo(kernel, ended) {
      if (ended.length === 2) {
        const id = effectOf(ended[0]!, ended[1]!);
        if (!effects.isLong(id)) return addShort(kernel, effects.sequences, id);
      }
      toAdd.length = 0;
      for (let i = 0; i < ended.length; i += 2) {
        const id = effectOf(ended[i]!, ended[i + 1]!);
        if (effects.accepts(id)) kernel.accept();
        toAdd.push(id);
      }
      effects.beginReading();
      burn("parser", effects.forEachItem(toAdd, kernel.add) >>> 3);
    },
    bytes: () => ids.bytes() + effects.bytes() + (lists?.bytes() ?? 0),
  };
}

/** Adds an effect without parts to a kernel. Nearly all effects are such. */
function addShort(kernel: Kernel, sequences: SequenceTable, id: EffectId): void {
  const { pool } = sequences;
  const begin = sequences.offset(id);
  const end = sequences.offset(id + 1);
  if (pool[begin] === 1) kernel.accept();
  for (let i = begin + 1; i < end; i += 2) kernel.add(pool[i]!, pool[i + 1]!);
  burn("parser", (end - begin) >>> 3);
}
