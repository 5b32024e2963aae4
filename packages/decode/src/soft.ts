// Soft monitors. The logit of each token that a soft monitor would reject is lowered by a penalty, so that the token
// becomes less likely. If the monitor rejects every token, their relative probabilities do not change. So a soft
// monitor never causes a dead end.

import type { Monitor } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import type { maskerFor } from "./masker-for.js";
import type { Moment } from "./moment.js";

/** A soft monitor. */
export interface Soft {
  readonly monitor: Monitor<unknown>;
  /** By how much to lower the logit of a token that the monitor would reject; finite, at least 0. 0 changes nothing. */
  readonly penalty: number;
}

/** Lowers the logits of tokens that soft monitors would reject. */
export interface SoftBias<State> {
  /**
   * Changes `logits`, those of the token after `moment`. Costs a mask of each monitor and a pass over the vocabulary.
   */
  apply(logits: Float32Array, moment: Moment<State>): void;
}

/** The state of a monitor once the text has left its language: it no longer changes logits. */
const LOST = Symbol("lost");

/** @throws RangeError unless every penalty is finite and at least 0. */
export function createSoftBias<State>(
  vocabulary: Vocabulary,
  soft: readonly Soft[],
  makeMasker: typeof maskerFor,
): SoftBias<State> {
  for (const { penalty } of soft)
    if (!(penalty >= 0 && penalty < Number.POSITIVE_INFINITY))
      throw new RangeError(`A soft monitor's penalty is ${penalty}; it must be a finite number of at least 0.`);
  const advisers = soft.map(({ monitor, penalty }) => ({ masker: makeMasker(vocabulary, monitor), penalty }));
  const reached = new WeakMap<Moment<State>, readonly unknown[]>();

  function statesAt(moment: Moment<State>): readonly unknown[] {
    // The path back to a moment with known states. It is a loop, because texts may be too long for recursion.
    const way: Moment<State>[] = [];
    let at: Moment<State> | undefined = moment;
    for (; at !== undefined && !reached.has(at); at = at.before) way.push(at);
    let states = at === undefined ? undefined : reached.get(at);
    for (const each of way.reverse()) {
      states =
        states === undefined
          ? advisers.map(({ masker }) => masker.monitor.start)
          : states.map((state, index) => after(advisers[index]!.masker, state, each));
      reached.set(each, states);
    }
    return states!;
  }

  function after(masker: Masker<unknown>, state: unknown, { id, before }: Moment<State>): unknown {
    const bytes = vocabulary.bytes(id);
    if (state === LOST) return LOST;
    if (bytes === undefined) {
      // A control token that the monitor does not have is ignored.
      const name = vocabulary.control(id);
      return name !== undefined && masker.monitor.controls?.includes(name) ? (masker.push(state, id) ?? LOST) : state;
    }
    let next: unknown = state;
    // Bytes before the text (`heal`) are not read.
    for (let at = Math.max(0, -(before?.byteLength ?? 0)); at < bytes.length && next !== undefined; at++)
      next = masker.monitor.step(next, bytes[at]!);
    return next ?? LOST;
  }

  return {
    apply(logits, moment) {
      const states = statesAt(moment);
      advisers.forEach(({ masker, penalty }, index) => {
        const state = states[index];
        if (state === LOST || penalty === 0 || moment.byteLength < 0) return;
        const words = masker.mask(state).mask.toBitset();
        for (let id = 0; id < Math.min(vocabulary.size, logits.length); id++) {
          const isText = vocabulary.kinds[id] === 1 || vocabulary.ends.includes(id);
          if (isText && ((words[id >>> 5]! >>> (id & 31)) & 1) === 0) logits[id]! -= penalty;
        }
      });
    },
  };
}
