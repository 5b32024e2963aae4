// Compares single tokens with what a state is said to reject, and so finds monitors whose byte classes or keys are wrong.

import { auditStep, type Monitor, MonitorError, snapshot } from "@espalier/monitor";
import type { ClassWords } from "../tree/class-words.js";
import type { Trie } from "../tree/trie.js";
import { type Refusal, refuses } from "./refused-words.js";

export interface RefusalChecks<State> {
  /**
   * Tests one token: reads it from `state` byte by byte, and compares the result with `refusal`, the tokens that
   * `state` rejects. If another state with the same key is known, also reads a few bytes from both and compares the
   * results.
   *
   * @throws MonitorError if the results differ. `refusal` must say something about the token.
   */
  verify(state: State, id: number, refusal: Refusal): void;
  /** The same with {@link auditStep}, which costs ten times as much. */
  audit(state: State, id: number, refusal: Refusal): void;
}

/** How many bytes are read from two states with one key to find a difference; all classes if there are no more. */
const COMPARED = 8;

/**
 * @param first one byte of each class; −1 for a class without bytes.
 * @param stateBy returns the known state with a key.
 */
export function createRefusalChecks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  spelling: ClassWords,
  first: readonly number[],
  stateBy: (key: unknown) => State | undefined,
): RefusalChecks<State> {
  const { pool, offsets } = trie.vocabulary;
  let compared = 0;

  function verifyBy(
    step: (state: State, byte: number) => State | undefined,
    state: State,
    id: number,
    refusal: Refusal,
  ): void {
    compareByKey(state);
    const word = spelling.wordOf[id]!;
    if (word < 0) return;
    let at: State | undefined = state;
    const end = offsets[id + 1]!;
    for (let i = offsets[id]!; i < end && at !== undefined; i++) at = step(at, pool[i]!);
    const refused = refuses(refusal, word);
    if ((at === undefined) !== refused) throw disagreement(state, id, at);
  }

  /** Compares `state` with the state that is known by its key: what they accept, and where some bytes lead. */
  function compareByKey(state: State): void {
    if (monitor.key === undefined) return;
    const key = monitor.key(state);
    const other = stateBy(key);
    if (other === undefined || other === state) return;
    let differ = monitor.accepts(state) !== monitor.accepts(other);
    for (let i = Math.min(COMPARED, first.length); i > 0 && !differ; i--) {
      const byte = first[compared++ % first.length]!;
      if (byte < 0) continue;
      const a = monitor.step(state, byte);
      const b = monitor.step(other, byte);
      differ = a === undefined || b === undefined ? a !== b : monitor.key(a) !== monitor.key(b);
    }
    // During the walk, a monitor may find that its key must be more specific.
    if (!differ || monitor.key(state) !== key || monitor.key(other) !== key) return;
    throw new MonitorError("key-lies", `states with equal keys differ: ${snapshot(state)} and ${snapshot(other)}`);
  }

  /** Creates the error if the plain walk led to `reached` and the mask says otherwise. */
  function disagreement(state: State, id: number, reached: State | undefined): MonitorError {
    const bytes = Array.from(pool.subarray(offsets[id]!, offsets[id + 1]!)).join(" ");
    const said = `bytes ${bytes} ${reached === undefined ? "cannot" : "can"} be read from ${snapshot(state)}`;
    const other = monitor.key === undefined ? undefined : stateBy(monitor.key(state));
    if (other === undefined || snapshot(other) === snapshot(state))
      return new MonitorError("classes-lie", `bytes of one class lead to different states: ${said}`);
    return new MonitorError(
      "key-lies",
      `states with equal keys differ: ${said}; the opposite holds for ${snapshot(other)}`,
    );
  }

  return {
    verify: (state, id, refusal) => verifyBy((at, byte) => monitor.step(at, byte), state, id, refusal),
    audit: (state, id, refusal) => verifyBy((at, byte) => auditStep(monitor, at, byte), state, id, refusal),
  };
}
