// When a token is pushed, tests whether user-written monitors keep their promises, for example that `step` does not
// modify the state. A violation would corrupt the generated text. The tests of masks may have missed it, because they
// try only some bytes.

import { auditStep, type Monitor, MonitorError, snapshot } from "@espalier/monitor";
import type { Trie } from "../tree/trie.js";

/** The audit tests tokens 1, 2, 4, … up to this number, and after that every token whose number is a multiple of it. */
const EVERY = 64;

/** A user-written monitor inside another one, and its state. */
interface Own<State> {
  readonly monitor: Monitor<unknown>;
  stateOf(state: State): unknown;
}

/**
 * Returns a function that tests a token from a state before it is pushed. It does nothing if no part of the monitor is
 * user-written.
 *
 * Of each tested token it guarantees that reading it does not change the state before it, which decoders and their forks
 * keep: at no byte, and not through data that later states share. The states inside a token are kept by no decoder. All
 * other promises are tested at one byte, whose place differs from token to token: a test of a byte reads the whole data
 * of a state twice, and takes up to a hundred times as long as a step.
 */
export function createPushAudit<State>(trie: Trie, monitor: Monitor<State>): (state: State, id: number) => void {
  const owns = ownsOf(monitor);
  if (owns.length === 0) return () => undefined;
  const { pool, offsets } = trie.vocabulary;
  let pushed = 0;
  let tested = 0;
  return (state, id) => {
    pushed++;
    const isTested = pushed < EVERY ? (pushed & (pushed - 1)) === 0 : pushed % EVERY === 0;
    if (!isTested) return;
    const start = offsets[id]!;
    const end = offsets[id + 1]!;
    const place = start + (tested++ % (end - start));
    for (const own of owns) {
      const from = own.stateOf(state);
      const before = snapshot(from);
      let at: unknown = from;
      for (let i = start; i < end && at !== undefined; i++)
        at = i === place ? auditStep(own.monitor, at, pool[i]!) : own.monitor.step(at, pool[i]!);
      if (snapshot(from) !== before)
        throw new MonitorError("step-changes-state", `step changed its argument from ${before} to ${snapshot(from)}`);
    }
  };
}

/** Returns the parts that are neither numbered nor created by these packages. */
function ownsOf<State>(monitor: Monitor<State>): readonly Own<State>[] {
  if (monitor.table !== undefined || monitor.factor !== undefined || monitor.sketches !== undefined) return [];
  const { conjunction } = monitor;
  if (conjunction === undefined) return [{ monitor: monitor as Monitor<unknown>, stateOf: (state) => state }];
  return conjunction.parts.flatMap((part, at) =>
    part === (monitor as unknown)
      ? []
      : ownsOf(part).map((own) => ({ ...own, stateOf: (state: State) => own.stateOf(conjunction.stateOf(state, at)) })),
  );
}
