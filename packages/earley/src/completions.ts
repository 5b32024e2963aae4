// Earley's completion, as one memoised closure for each (origin, nonterminal): the items that become live when that
// nonterminal ends there, through any chain of further completions. So a right-recursive chain is walked only once (the
// effect of Leo 1991).

import { burn, createPairTable, type SequenceTable } from "@espalier/monitor";
import { DistinctPairs } from "./distinct-pairs.js";
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
  // The completion under construction: its items, the long effects that it contains, the pairs (set, nonterminal) still
  // to visit, and those already visited.
  const found = new DistinctPairs();
  const pending: number[] = [];
  const visited = new DistinctPairs();
  /** Pairs whose effects are still to be computed. */
  const missing: number[] = [];
  const parts: EffectId[] = [];
  // Created when an effect has many items.
  let lists: OriginLists | undefined;
  /** Scratch: an effect to copy, and the effects to add to a kernel. */
  const toCopy: EffectId[] = [];
  const toAdd: EffectId[] = [];

  function meet(q: number, from: number): void {
    const { live, final, rule } = states.at(q);
    if (live) found.add(q, from);
    if (final) pending.push(from, rule);
  }

  function clear(): void {
    found.clear();
    visited.clear();
    parts.length = 0;
    pending.length = 0;
    effects.beginReading();
  }

  /** Removes the items under construction that the parts have. */
  function leaveOutParts(): void {
    const inParts = createPairTable();
    effects.beginReading();
    for (const part of parts) toCopy.push(part);
    effects.forEachItem(toCopy, (q, from) => inParts.set(q, from, 1));
    found.leaveOut(inParts);
  }

  /** Computes the effect of a pair, or adds to `missing` the pairs whose effects must be computed before. */
  function compute(origin: number, nonterminal: number): void {
    // Depth first over (set, nonterminal) pairs. Only pairs with the same set can recur, through unit rules.
    clear();
    let accepts = false;
    pending.push(origin, nonterminal);
    const before = missing.length;
    let work = 0;
    for (let visits = 0; pending.length > 0; visits++) {
      const n = pending.pop()!;
      const at = pending.pop()!;
      if (at === 0) {
        accepts = true;
        continue;
      }
      if (!visited.add(at, n)) continue;
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
          for (let i = begin + 1; i < end; i += 2) found.add(pool[i]!, pool[i + 1]!);
        }
        continue;
      }
      if (at !== origin && visits >= FEW) {
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
      if (parts.length > 0) leaveOutParts();
      if (found.length > MANY) {
        work += found.length;
        lists ??= createOriginLists(effects);
        found.length = lists.takeFrom(found.values, found.length, parts);
      }
      const isPart = found.length === 1 && parts.length === 1 && effects.accepts(parts[0]!) === accepts;
      ids.set(origin, nonterminal, isPart ? parts[0]! : effects.intern(accepts, parts, found.values, found.length));
    }
    burn("parser", work >>> 2);
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
      effects.forEachItem(toCopy, (q, from) => found.add(q, from));
      return { accepts: effects.accepts(id), items: found.values.slice(1, found.length) };
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
      effects.forEachItem(toAdd, kernel.add);
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
