// A moment: one point in the history of a text, token by token. A history is a linked list that only grows, so a fork
// copies one reference.

import type { Masker } from "@espalier/trie";
import type { TokenId } from "@espalier/vocabulary";

/** One point of a history. */
export interface Moment<State> {
  /** The previous moment; `undefined` at the root. */
  readonly before: Moment<State> | undefined;
  /** The token that led here; −1 at the root. */
  readonly id: TokenId;
  readonly state: State;
  /** The number of tokens so far. */
  readonly length: number;
  /** The number of bytes that they spell. */
  readonly byteLength: number;
  /** Whether the last token is an end token. */
  readonly ended: boolean;
}

/** Returns the moment after `id`; `undefined` if it must not follow. */
export function momentAfter<State>(
  masker: Masker<State>,
  moment: Moment<State>,
  id: TokenId,
): Moment<State> | undefined {
  const { vocabulary } = masker.trie;
  const state = masker.push(moment.state, id);
  if (state !== undefined) {
    const byteLength = moment.byteLength + (vocabulary.bytes(id)?.length ?? 0);
    return { before: moment, id, state, length: moment.length + 1, byteLength, ended: false };
  }
  if (!vocabulary.ends.includes(id) || !masker.allows(moment.state, id)) return undefined;
  return { ...moment, before: moment, id, length: moment.length + 1, ended: true };
}

/** Returns the tokens that led to a moment. */
export function idsTo<State>(moment: Moment<State>): TokenId[] {
  const ids = new Array<TokenId>(moment.length);
  for (let at = moment; at.before !== undefined; at = at.before) ids[at.length - 1] = at.id;
  return ids;
}

/** Returns the moments up to this one, the root first. */
export function momentsTo<State>(moment: Moment<State>): Moment<State>[] {
  const moments: Moment<State>[] = [];
  for (let at: Moment<State> | undefined = moment; at !== undefined; at = at.before) moments.push(at);
  return moments.reverse();
}

/** Returns the bytes of the text up to `moment`, followed by `further`. O(bytes). */
export function textTo<State>(
  { trie: { vocabulary } }: Masker<State>,
  moment: Moment<State>,
  further: Uint8Array = NOTHING,
): Uint8Array {
  const spelt = idsTo(moment).map((id) => vocabulary.bytes(id) ?? NOTHING);
  const bytes = new Uint8Array(spelt.reduce((sum, each) => sum + each.length, further.length));
  let to = 0;
  for (const each of [...spelt, further]) {
    bytes.set(each, to);
    to += each.length;
  }
  // The first tokens may spell bytes before the text (`heal`).
  return bytes.subarray(Math.max(0, bytes.length - moment.byteLength - further.length));
}

const NOTHING = new Uint8Array(0);
