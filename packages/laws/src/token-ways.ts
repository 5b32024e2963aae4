// Tokens the slow way: each stepped by itself, byte by byte. The judge of masks.

import { FIRST_CONTROL, type Monitor } from "@espalier/monitor";
import type { TokenId, Vocabulary } from "@espalier/vocabulary";
import type { Way } from "./ways.js";

/** The states after token `id`: none when it cannot be read; several when its name is the name of several controls. */
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

/** The ways on from `state` by tokens: as by symbols, with token ids for symbols. */
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

/** Whether every byte (one of each class, where classes are declared) and every control symbol is a token of its own. */
export function spellsEverything<State>(monitor: Monitor<State>, vocabulary: Vocabulary): boolean {
  const classOf = monitor.table?.classOf ?? Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const missing = new Set(classOf);
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = vocabulary.bytes(id);
    if (bytes?.length === 1) missing.delete(classOf[bytes[0]!]!);
  }
  return missing.size === 0 && (monitor.controls ?? []).every((name) => vocabulary.controlIds(name).length > 0);
}
