// Tries what users' monitors promise, on tokens that are pushed: a step that changes a state would spoil the text itself, and a mask may
// never have tried the byte that does.

import { auditStep, type Monitor } from "@espalier/monitor";
import type { Trie } from "../tree/trie.js";

/** So many tokens are tried at first, and then every so many-th. */
const FIRST = 32;
const EVERY = 64;

/** A user's monitor within another one, and its state there. */
interface Own<State> {
  readonly monitor: Monitor<unknown>;
  stateOf(state: State): unknown;
}

/** Tries a token from a state before it is pushed; a function that does nothing where no part of the monitor is a user's. */
export function createPushAudit<State>(trie: Trie, monitor: Monitor<State>): (state: State, id: number) => void {
  const owns = ownsOf(monitor);
  if (owns.length === 0) return () => undefined;
  const { pool, offsets } = trie.vocabulary;
  let pushed = 0;
  return (state, id) => {
    if (pushed++ >= FIRST && pushed % EVERY !== 0) return;
    for (const own of owns) {
      let at = own.stateOf(state);
      for (let i = offsets[id]!; i < offsets[id + 1]! && at !== undefined; i++)
        at = auditStep(own.monitor, at, pool[i]!);
    }
  };
}

/** The parts that are neither numbered nor made by these packages. */
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
