// Tokens that a question splits: a question with `inside: "split"` arises before their end, so that they must not be
// taken. `generate` handles them in inside-token.ts; this file is for decoders, which answer no questions themselves.

import type { Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";

/** Returns the bytes of token `id` up to the first place that splits it, read from `state`; `undefined` if there is none. */
export function splitPrefix<State>(
  { monitor, trie }: Masker<State>,
  state: State,
  id: TokenId,
): Uint8Array | undefined {
  const { asks } = monitor;
  const bytes = asks === undefined ? undefined : trie.vocabulary.bytes(id);
  if (asks === undefined || bytes === undefined) return undefined;
  let at = state;
  for (let length = 1; length < bytes.length; length++) {
    const next = monitor.step(at, bytes[length - 1]!);
    if (next === undefined) return undefined;
    at = next;
    if (asks(at).some(({ ago, inside }) => ago === 0 && inside === "split")) return bytes.slice(0, length);
  }
  return undefined;
}
