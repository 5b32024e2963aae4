// Monitors that advise and do not rule: a token that one would refuse becomes less likely, by a number of logits. Where everything is refused, everything
// is as likely as before, relative to each other, so a soft monitor never gets a text stuck.

import type { Monitor } from "@espalier/monitor";
import type { Masker } from "@espalier/trie";
import type { Vocabulary } from "@espalier/vocabulary";
import { maskerFor } from "./masker-for.js";
import type { Moment } from "./moment.js";

/** A monitor that advises. */
export interface Soft {
  readonly monitor: Monitor<unknown>;
  /** By how much the logit of a token that the monitor would refuse is lowered; finite, at least 0. 0 changes nothing. */
  readonly penalty: number;
}

/** Lowers the logits of what soft monitors would refuse. */
export interface SoftBias<State> {
  /** Changes `logits`, which are those of the token after `moment`. Costs a mask of each monitor and a pass over the vocabulary. */
  apply(logits: Float32Array, moment: Moment<State>): void;
}

/** Where a monitor stands once the text has left its language: from there on it advises nothing. */
const LOST = Symbol("lost");

/** @throws RangeError when a penalty is no finite number of at least 0. */
export function createSoftBias<State>(vocabulary: Vocabulary, soft: readonly Soft[]): SoftBias<State> {
  for (const { penalty } of soft)
    if (!(penalty >= 0 && penalty < Number.POSITIVE_INFINITY))
      throw new RangeError(`A soft monitor's penalty is ${penalty}; it must be a finite number of at least 0.`);
  const advisers = soft.map(({ monitor, penalty }) => ({ masker: maskerFor(vocabulary, monitor), penalty }));
  const reached = new WeakMap<Moment<State>, readonly unknown[]>();

  function statesAt(moment: Moment<State>): readonly unknown[] {
    // The way back to a moment whose states are known; texts may be long, so nothing recurs.
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
      // A control token that the monitor does not know says nothing about the text.
      const name = vocabulary.control(id);
      return name !== undefined && masker.monitor.controls?.includes(name) ? (masker.push(state, id) ?? LOST) : state;
    }
    let next: unknown = state;
    // Bytes that come before the text (`heal`) are none of its own.
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
