// The outside judge: a mask by stepping every token alone, and finishing in tokens by exhaustive search.

import type { Monitor } from "@espalier/monitor";
import type { Vocabulary } from "@espalier/vocabulary";

export function stepToken<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  state: State,
  id: number,
): readonly State[] {
  const bytes = vocabulary.bytes(id);
  if (bytes !== undefined) {
    if (bytes.length === 0) return [];
    let next: State | undefined = state;
    for (const byte of bytes) if (next !== undefined) next = monitor.step(next, byte);
    return next === undefined ? [] : [next];
  }
  const name = vocabulary.control(id);
  return (monitor.controls ?? []).flatMap((control, k) => {
    const next = control === name ? monitor.step(state, 256 + k) : undefined;
    return next === undefined ? [] : [next];
  });
}

/** The ids allowed, ascending; `keep` judges the state after a token. */
export function bruteMask<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  state: State,
  keep: (next: State) => boolean = () => true,
): number[] {
  const ids: number[] = [];
  for (let id = 0; id < vocabulary.size; id++) {
    const ends = vocabulary.ends.includes(id) && monitor.accepts(state);
    if (ends || stepToken(monitor, vocabulary, state, id).some(keep)) ids.push(id);
  }
  return ids;
}

/** The least tokens to acceptance of every state reachable by tokens; undefined when there are more than `limit`. */
export function bruteCosts<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  starts: readonly State[],
  limit: number,
): ReadonlyMap<State, number> | undefined {
  const after = new Map<State, Set<State>>();
  const pending = [...starts];
  while (pending.length > 0) {
    const state = pending.pop()!;
    if (after.has(state)) continue;
    if (after.size > limit) return undefined;
    const next = new Set<State>();
    for (let id = 0; id < vocabulary.size; id++) for (const s of stepToken(monitor, vocabulary, state, id)) next.add(s);
    after.set(state, next);
    pending.push(...next);
  }
  const costs = new Map<State, number>();
  for (const state of after.keys()) if (monitor.accepts(state)) costs.set(state, 0);
  for (let cost = 1, grown = true; grown; cost++) {
    grown = false;
    for (const [state, next] of after) {
      if (costs.has(state) || ![...next].some((s) => costs.get(s) === cost - 1)) continue;
      costs.set(state, cost);
      grown = true;
    }
  }
  return costs;
}
