// Earley's completion, as one memoised closure for each (origin, nonterminal): the items that become live when that
// nonterminal ends there, through any chain of further completions. So a right-recursive chain is walked only once (the
// effect of Leo 1991).

import { burn, createPairTable, createSequenceTable, type SequenceTable } from "@espalier/monitor";
import { createEffectsRead } from "./effects-read.js";
import type { Kernel } from "./kernel.js";
import { anyEdge, type RuleStates } from "./rules.js";

/** The transitive effect of completing one nonterminal. */
export interface Completion {
  /** Whether the start rule ends, so that the text may end. */
  readonly accepts: boolean;
  /**
   * Items (rule state, origin) with outgoing edges, two integers each: a view of the chart's memory. Do not modify it,
   * and do not keep it, because it keeps the array alive that the chart may have replaced by a longer one.
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

/** Of an effect: its part, and two marks of four bytes in arrays that double. */
const EFFECT_BYTES = 24;

/** @param predictionsOf returns the nonterminals that may begin in a set. */
export function createCompletions(
  states: RuleStates,
  sets: SequenceTable,
  predictionsOf: (set: number) => readonly number[],
): Completions {
  const ids = createPairTable();
  // Each effect is a sequence: 1 if the start rule ends, else 0, and then the items of the completion.
  const effects = createSequenceTable();
  // For each effect, the greatest of those that were read for it; −1 for none.
  const partOf: number[] = [];
  // The completion under construction: its sequence, the pairs (set, nonterminal) still to visit, and those already
  // visited.
  let found = new Int32Array(64);
  let length = 1;
  const present = createPairTable();
  const pending: number[] = [];
  const looked: number[] = [];
  const seen = createPairTable();
  const read = createEffectsRead(partOf);
  /** The effects that a kernel contains, and those to add. */
  const contained = createEffectsRead(partOf);
  const toAdd: number[] = [];

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

  /** Returns the id of the effect. */
  function effectOf(origin: number, nonterminal: number): number {
    const known = ids.get(origin, nonterminal);
    if (known >= 0) return known;
    // Depth first over (set, nonterminal) pairs. Only pairs with the same set can recur, through unit rules.
    found[0] = 0;
    length = 1;
    present.clear();
    seen.clear();
    pending.length = 0;
    looked.length = 0;
    read.clear();
    pending.push(origin, nonterminal);
    let work = 0;
    while (pending.length > 0) {
      const n = pending.pop()!;
      const at = pending.pop()!;
      if (at === 0) {
        found[0] = 1;
        continue;
      }
      if (!look(at, n)) continue;
      const memo = ids.get(at, n);
      if (memo >= 0) {
        if (read.has(memo)) continue;
        read.add(memo);
        const { pool } = effects;
        const begin = effects.offset(memo);
        const end = effects.offset(memo + 1);
        work += end - begin;
        if (pool[begin] === 1) found[0] = 1;
        for (let i = begin + 1; i < end; i += 2) find(pool[i]!, pool[i + 1]!);
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
    burn("parser", work >>> 3);
    const made = effects.intern(found, length);
    ids.set(origin, nonterminal, made);
    if (made === partOf.length) partOf.push(read.added.reduce((most, part) => Math.max(most, part), -1));
    return made;
  }

  return {
    of(origin, nonterminal) {
      const id = effectOf(origin, nonterminal);
      const begin = effects.offset(id);
      return {
        accepts: effects.pool[begin] === 1,
        items: effects.pool.subarray(begin + 1, effects.offset(id + 1)),
      };
    },
    addTo(kernel, ended) {
      if (ended.length === 2) return addEffect(kernel, effects, effectOf(ended[0]!, ended[1]!));
      contained.clear();
      toAdd.length = 0;
      for (let i = 0; i < ended.length; i += 2) toAdd.push(effectOf(ended[i]!, ended[i + 1]!));
      // Effects contain only those with smaller numbers.
      toAdd.sort((a, b) => b - a);
      for (const id of toAdd) {
        if (contained.has(id)) continue;
        contained.add(id);
        addEffect(kernel, effects, id);
      }
    },
    bytes: () => ids.bytes() + effects.bytes() + EFFECT_BYTES * partOf.length,
  };
}

/** Adds what a sequence of `effects` states to a kernel. */
function addEffect(kernel: Kernel, effects: SequenceTable, id: number): void {
  const { pool } = effects;
  const begin = effects.offset(id);
  const end = effects.offset(id + 1);
  if (pool[begin] === 1) kernel.accept();
  for (let i = begin + 1; i < end; i += 2) kernel.add(pool[i]!, pool[i + 1]!);
  burn("parser", (end - begin) >>> 3);
}
