// Converts forced bytes to tokens. Text with which every completion must begin is appended without running the model,
// in the tokens that the model would see in training.
//
//   text so far        forced            then anything
//   {"na    ──▶   m e " : ␣ "            H…          tokens:  me   ":   ␣"  ╳      ␣" is chopped: a token such as ␣"H may span it
//
// The forced text is encoded together with the tokens before it, so that it is split as a whole text would be. Up to
// four tokens at its end are left off if an allowed token begins with them and extends past the end of the forced text.

import type { Model } from "@espalier/model";
import { forcedBytes, type Masker, tokensBelow } from "@espalier/trie";
import { type TokenId, utf8Decode, utf8Encode, type Vocabulary } from "@espalier/vocabulary";

/** The most forced bytes in one run of tokens. */
const LONGEST_RUN = 256;
/** The most tokens at the end of a run that are left off because a longer token may replace them. */
const MOST_CHOPPED = 4;
/** The most runs whose tokens are kept for a model. The same keys are forced in text after text, and encoding them is slow. */
const MOST_KEPT = 1_000;

/** By the last tokens and the forced text, its tokens. */
const kept = new WeakMap<Encoder, Map<string, readonly TokenId[]>>();

type Encoder = Pick<Model, "encode">;

/**
 * Returns tokens that certainly follow `state`; none if nothing is forced.
 *
 * @param tail the last tokens before `state`, which determine where the first forced token begins.
 */
export function forcedTokens<State>(
  masker: Masker<State>,
  state: State,
  model: Encoder,
  tail: readonly TokenId[],
): readonly TokenId[] {
  const text = wholeCharacters(forcedBytes(masker.monitor, state, LONGEST_RUN));
  if (text === "") return [];
  const { vocabulary } = masker.trie;
  const ids: TokenId[] = [];
  const states: State[] = [state];
  for (const id of runOf(model, vocabulary, tail, text)) {
    const next = masker.push(states[ids.length]!, id);
    if (next === undefined) break;
    ids.push(id);
    states.push(next);
  }
  return ids.slice(0, ids.length - chopped(masker, ids, states));
}

/** Returns the longest prefix of `bytes` that is UTF-8, as text. */
function wholeCharacters(bytes: Uint8Array): string {
  for (let end = bytes.length; end > bytes.length - 4 && end > 0; end--) {
    const text = utf8Decode(bytes.subarray(0, end));
    if (utf8Encode(text).length === end && !text.includes("\ufffd")) return text;
  }
  return "";
}

function runOf(model: Encoder, vocabulary: Vocabulary, tail: readonly TokenId[], text: string): readonly TokenId[] {
  let runs = kept.get(model);
  if (runs === undefined) kept.set(model, (runs = new Map()));
  const key = `${tail.slice(-2).join()} ${text}`;
  let ids = runs.get(key);
  if (ids === undefined) {
    if (runs.size >= MOST_KEPT) runs.clear();
    runs.set(key, (ids = canonical(model, vocabulary, tail, text)));
  }
  return ids;
}

function canonical(model: Encoder, vocabulary: Vocabulary, tail: readonly TokenId[], text: string): readonly TokenId[] {
  try {
    for (let count = Math.min(2, tail.length); count > 0; count--) {
      const last = tail.slice(-count);
      const spelt = last.map((id) => vocabulary.bytes(id));
      if (spelt.some((bytes) => bytes === undefined)) continue;
      const before = wholeCharacters(Uint8Array.from(spelt.flatMap((bytes) => [...bytes!])));
      if (utf8Encode(before).length !== spelt.reduce((sum, bytes) => sum + bytes!.length, 0)) continue;
      const ids = model.encode(before + text, "literal");
      if (last.every((id, i) => ids[i] === id)) return ids.slice(count);
    }
    return model.encode(text, "literal");
  } catch {
    // The vocabulary cannot spell the text, so the model chooses each token instead.
    return [];
  }
}

/**
 * Returns how many tokens to leave off at the end. Only tokens that begin with their bytes are tested: a mask of a state
 * that no text has reached takes far longer.
 */
function chopped<State>(masker: Masker<State>, ids: readonly TokenId[], states: readonly State[]): number {
  const { monitor, trie } = masker;
  const { vocabulary } = trie;
  const { pool, offsets } = vocabulary;
  const end = states.at(-1)!;
  const follows: (boolean | undefined)[] = [];
  const mayFollow = (byte: number): boolean => (follows[byte] ??= monitor.step(end, byte) !== undefined);
  let suffix: number[] = [];
  let chop = 0;
  for (let count = 1; count <= Math.min(MOST_CHOPPED, ids.length); count++) {
    suffix = [...vocabulary.bytes(ids[ids.length - count]!)!, ...suffix];
    const before = states[ids.length - count]!;
    const isLonger = (id: TokenId): boolean =>
      mayFollow(pool[offsets[id]! + suffix.length]!) && masker.allows(before, id);
    if (tokensBelow(trie, Uint8Array.from(suffix)).some(isLonger)) chop = count;
  }
  return chop;
}
