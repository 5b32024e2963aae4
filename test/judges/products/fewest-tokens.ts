// In how few tokens a text of a ground can be written, found by looking: every text of so many tokens that all parts read, each part stepped by itself. It
// knows nothing of products, of costs, or of what a decoder thinks of its budget.

import type { Monitor } from "@espalier/monitor";
import { utf8Decode } from "@espalier/vocabulary";
import type { Ground } from "./grounds.js";

/** A text with the fewest tokens. */
export interface Fewest {
  readonly tokens: number;
  readonly text: string;
}

interface Place {
  readonly states: readonly unknown[];
  readonly text: readonly number[];
}

/** The fewest tokens of a text that all parts of `ground` accept; `undefined` where none has at most `most`. Places with equal states are one. */
export function fewestTokens({ parts, vocabulary }: Ground, most: number): Fewest | undefined {
  const keyOf = (states: readonly unknown[]): string =>
    states.map((state, part) => String(parts[part]!.key?.(state) ?? state)).join("|");
  const spellings = Array.from({ length: vocabulary.size }, (_, id) => vocabulary.bytes(id)).filter(
    (bytes) => bytes !== undefined && bytes.length > 0,
  ) as Uint8Array[];
  let level: Place[] = [{ states: parts.map(({ start }) => start), text: [] }];
  const seen = new Set(level.map(({ states }) => keyOf(states)));
  for (let tokens = 0; tokens <= most; tokens++) {
    const found = level.find(({ states }) => states.every((state, part) => parts[part]!.accepts(state)));
    if (found !== undefined) return { tokens, text: utf8Decode(Uint8Array.from(found.text)) };
    const next: Place[] = [];
    for (const { states, text } of level) {
      for (const bytes of spellings) {
        const after = states.map((state, part) => stepped(parts[part]!, state, bytes));
        if (after.includes(undefined)) continue;
        const key = keyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ states: after, text: [...text, ...bytes] });
      }
    }
    level = next;
  }
  return undefined;
}

function stepped(monitor: Monitor<unknown>, from: unknown, bytes: Uint8Array): unknown {
  let state: unknown = from;
  for (let at = 0; at < bytes.length && state !== undefined; at++) state = monitor.step(state, bytes[at]!);
  return state;
}
