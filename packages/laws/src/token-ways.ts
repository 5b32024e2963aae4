// Reads tokens the slow way, byte by byte, as a reference for masks.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import type { Way } from "./ways.js";

/** Returns the states after token `id`: none if it cannot be read; several if several controls have its name. */
export function afterToken<State>(
  monitor: Monitor<State>,
  vocabulary: Vocabulary,
  state: State,
  id: TokenId,
): readonly State[] {
  const bytes = vocabulary.bytes(id);
  if (bytes !== undefined) {
    if (bytes.length === 0) return [];
    let next: State | undefined = state;
    for (let i = 0; i < bytes.length && next !== undefined; i++) next = monitor.step(next, bytes[i]!);
    return next === undefined ? [] : [next];
  }
  const name = vocabulary.control(id);
  if (name === undefined) return [];
  const states: State[] = [];
  monitor.controls?.forEach((control, k) => {
    const next = control === name ? monitor.step(state, FIRST_CONTROL + k) : undefined;
    if (next !== undefined) states.push(next);
  });
  return states;
}

/** Returns the ways from `state` by tokens, with token ids in place of symbols. */
export function tokenWays<State>(monitor: Monitor<State>, vocabulary: Vocabulary, state: State): readonly Way<State>[] {
  const ways = new Map<State, TokenId[]>();
  for (let id = 0; id < vocabulary.size; id++) {
    for (const next of afterToken(monitor, vocabulary, state, id)) {
      const known = ways.get(next);
      if (known === undefined) ways.set(next, [id]);
      else known.push(id);
    }
  }
  return Array.from(ways, ([next, symbols]) => ({ next, symbols }));
}

/**
 * Returns whether every byte (one of each class if classes are declared) and every control symbol is a single token.
 */
export function spellsEverything<State>(monitor: Monitor<State>, vocabulary: Vocabulary): boolean {
  const classOf = monitor.table?.classOf ?? Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const missing = new Set(classOf);
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = vocabulary.bytes(id);
    if (bytes?.length === 1) missing.delete(classOf[bytes[0]!]!);
  }
  return missing.size === 0 && (monitor.controls ?? []).every((name) => vocabulary.controlIds(name).length > 0);
}
