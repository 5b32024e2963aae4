// Computes the allowed text tokens in a state of an intersection. A token can be read exactly if every part can read
// it. So the mask is that of the parts with fast masks (languages with a `factor`, and intersections), without what the
// other parts reject (refusals.ts).
//
//     language × two user-written monitors        mask of the language ∖ rejected by the first ∖ rejected by the second

import type { Conjunction, Monitor, Question } from "@espalier/monitor";
import { createMask, createPlane, type Mask, maskBytes, setBits } from "../masks/mask.js";
import { PLANE_FROM, planeOf } from "../masks/mask-parts.js";
import { createMemo, createNumberMemo, MEMO_BYTES, type MemoPool } from "../memory/memo.js";
import type { Trie } from "../tree/trie.js";
import { hasMasks } from "./has-masks.js";
import { createRefusals, type Refusals } from "./refusals.js";
import { type Refusal, refuses } from "./refused-words.js";
import { type Left, type Remembered, rememberedOf, type TextMasks } from "./remembered.js";
import { createSamples } from "./samples.js";

/**
 * Returns the parts of an intersection, if its masks are best computed from masks of the parts. A monitor that is no
 * intersection, but has a key or byte classes, counts as a single part.
 */
export function conjunctionOf<State>(monitor: Monitor<State>): Conjunction<State> | undefined {
  const { conjunction } = monitor;
  if (conjunction !== undefined) {
    // If all parts are automata, walking rows of pairs is faster.
    return monitor.table === undefined || conjunction.parts.some(hasMasks) ? conjunction : undefined;
  }
  if (monitor.factor !== undefined || monitor.sketches !== undefined) return undefined;
  if (monitor.table !== undefined || (monitor.key === undefined && monitor.classes === undefined)) return undefined;
  return { parts: [monitor as Monitor<unknown>], stateOf: (state) => state };
}

/** A part with fast masks. */
interface Masking {
  readonly at: number;
  readonly masks: TextMasks<unknown>;
}

/** A part that is walked for what it rejects. */
interface Refusing {
  readonly at: number;
  readonly refusals: Refusals<unknown>;
  /** Whether it declared what the walk relies on, so that one token of each mask is tested. */
  readonly audited: boolean;
}

const NO_QUESTIONS: readonly Question[] = [];
const NO_IDS = new Uint32Array(0);
/** Numbers of masks and of refusals below this are combined into one number; beyond it nothing is cached. */
const NUMBERED = 2 ** 26;
/** Of the tested tokens, one in this many is tested with all checks (`auditStep`). */
const AUDITED = 32;

/** @param masksOf returns the masks of a part. */
export function createConjunctionMasks<State>(
  trie: Trie,
  monitor: Monitor<State>,
  { parts, stateOf, quiet }: Conjunction<State>,
  masksOf: (part: Monitor<unknown>) => TextMasks<unknown>,
  pool: MemoPool,
): TextMasks<State> {
  const masking: Masking[] = [];
  const refusing: Refusing[] = [];
  parts.forEach((part, at) => {
    if (hasMasks(part)) masking.push({ at, masks: masksOf(part) });
    else {
      const audited = part.table === undefined;
      refusing.push({
        at,
        refusals: createRefusals(trie, part, pool, at === 0 ? undefined : quiet),
        audited,
      });
    }
  });
  const everything = everyTextToken(trie);
  const samples = createSamples(trie);
  const numbers = new WeakMap<Mask, number>();
  let lastNumber = 0;
  // Caches what remains of a mask, by its number and that of a refusal.
  const remaining = createMemo<number, Left>(pool, (values) => {
    for (const { value } of values) value.remembered = undefined;
  });
  const hasControls = (monitor.controls ?? []).length > 0;
  let tried = 0;

  function base(state: State): Mask {
    let mask: Mask | undefined;
    for (const { at, masks } of masking) {
      const its = masks.of(stateOf(state, at)).text;
      mask = mask === undefined ? its : intersected(mask, its);
    }
    return mask ?? everything;
  }

  function numberOf(mask: Mask): number {
    let number = numbers.get(mask);
    if (number === undefined) numbers.set(mask, (number = ++lastNumber));
    return number;
  }

  /** Returns what remains of `mask` after removing what is rejected; `undefined` if that is not cached. */
  function leftOf(mask: Mask, refusal: Refusal, { spelling }: Refusals<unknown>): Left | undefined {
    const number = refusal.id < 0 || refusal.id >= NUMBERED ? NUMBERED : numberOf(mask);
    if (number >= NUMBERED) return undefined;
    const key = number * NUMBERED + refusal.id;
    const known = remaining.get(key);
    if (known !== undefined) return known;
    const text = less(mask, refusal, spelling);
    remaining.set(
      key,
      { remembered: rememberedOf(text, NO_QUESTIONS) },
      text === mask ? 192 : 192 + maskBytes(text) + (text.plane?.words.byteLength ?? 0),
    );
    return remaining.get(key);
  }

  const without = (mask: Mask, refusal: Refusal, refusals: Refusals<unknown>): Mask =>
    leftOf(mask, refusal, refusals)?.remembered?.text ?? less(mask, refusal, refusals.spelling);

  /** Returns what `part` rejects of `mask`. */
  function refusalOf({ at, refusals, audited }: Refusing, state: State, mask: Mask): Refusal {
    const own = stateOf(state, at);
    const refusal = refusals.of(own, mask);
    // It is no longer known which tokens a restricted walk read, but those of its mask are among them.
    if (audited && samples.isDue(refusal)) tryOne(mask, own, refusal, refusals);
    return refusal;
  }

  function textOf(state: State): Mask {
    let mask = base(state);
    for (const part of refusing) mask = without(mask, refusalOf(part, state, mask), part.refusals);
    return mask;
  }

  /**
   * Computes the mask of an intersection of two parts, a part with fast masks, and a part that rejects some tokens of
   * these masks. The result is stored in the cache entry of the first part's state.
   */
  function ofTwo(state: State, { at, masks }: Masking, part: Refusing): Remembered {
    const place = stateOf(state, at);
    const its = masks.of(place);
    const refusal = refusalOf(part, state, its.text);
    if (its.beside?.refusal !== refusal || its.beside.left.remembered === undefined) {
      const left = leftOf(its.text, refusal, part.refusals);
      its.beside = left && { refusal, left, mayEnd: parts[at]!.accepts(place) };
    }
    const left = its.beside?.left.remembered;
    // A state that may end has control tokens of its own in addition.
    if (left !== undefined && !its.beside!.mayEnd && !hasControls && monitor.asks === undefined) return left;
    return rememberedOf(left?.text ?? less(its.text, refusal, part.refusals.spelling), questionsOf(state));
  }

  const questionsOf = (state: State): readonly Question[] => monitor.asks?.(state) ?? NO_QUESTIONS;
  const isTwo = masking.length === 1 && refusing.length === 1;

  /** Compares one token of the mask with the plain walk. */
  function tryOne(mask: Mask, own: unknown, refusal: Refusal, refusals: Refusals<unknown>): void {
    const sampled = samples.of(mask);
    if (sampled < 0) return;
    if (++tried % AUDITED === 0) refusals.audit(own, sampled, refusal);
    else refusals.verify(own, sampled, refusal);
  }

  const make = (state: State): Remembered =>
    isTwo ? ofTwo(state, masking[0]!, refusing[0]!) : rememberedOf(textOf(state), questionsOf(state));
  // Finds numbered states with one lookup, if no part of theirs is audited.
  const byNumber =
    monitor.table === undefined || monitor.asks !== undefined ? undefined : createNumberMemo<Remembered>(pool);

  return {
    of(state) {
      if (byNumber === undefined) return make(state);
      const number = state as number;
      let known = byNumber.get(number);
      if (known === undefined) byNumber.set(number, (known = make(state)), MEMO_BYTES);
      return known;
    },
    grown: () => undefined,
    clear() {
      for (const { refusals } of refusing) refusals.clear();
      remaining.clear();
      byNumber?.clear();
    },
  };
}

const everyToken = new WeakMap<Trie, Mask>();

/** Returns the mask of all text tokens with at least one byte. */
function everyTextToken(trie: Trie): Mask {
  let mask = everyToken.get(trie);
  if (mask === undefined) {
    const { kinds, offsets, size } = trie.vocabulary;
    const ids = new Uint32Array(size);
    let count = 0;
    for (let id = 0; id < size; id++) if (kinds[id] === 1 && offsets[id]! < offsets[id + 1]!) ids[count++] = id;
    mask = createMask(size, planeOf(size, ids.subarray(0, count)), NO_IDS);
    everyToken.set(trie, mask);
  }
  return mask;
}

/** Returns `mask` without the tokens of rejected words; `mask` itself if it contains none of them. */
function less(mask: Mask, refusal: Refusal, spelling: Refusals<unknown>["spelling"]): Mask {
  if (refusal.words.length === 0) return mask;
  const { wordOf, tokens, tokensFrom } = spelling;
  if (mask.plane === undefined) {
    const ids = mask.extra.filter((id) => !refuses(refusal, wordOf[id]!));
    return ids.length === mask.count ? mask : createMask(mask.size, undefined, ids);
  }
  const words = mask.toBitset();
  let { count } = mask;
  for (let i = 0; i < refusal.words.length; i++) {
    const word = refusal.words[i]!;
    for (let t = tokensFrom[word]!; t < tokensFrom[word + 1]!; t++) {
      const id = tokens[t]!;
      if (((words[id >>> 5]! >>> id) & 1) === 0) continue;
      words[id >>> 5] = words[id >>> 5]! & ~(1 << id);
      count--;
    }
  }
  return count === mask.count ? mask : maskOf(mask.size, words, count);
}

function intersected(a: Mask, b: Mask): Mask {
  if (a === b) return a;
  const words = a.toBitset();
  const others = b.toBitset();
  for (let i = 0; i < words.length; i++) words[i] = words[i]! & others[i]!;
  let count = 0;
  for (let i = 0; i < words.length; i++) for (let word = words[i]!; word !== 0; word &= word - 1) count++;
  return maskOf(a.size, words, count);
}

function maskOf(size: number, words: Uint32Array, count: number): Mask {
  return count < PLANE_FROM
    ? createMask(size, undefined, setBits(words, count))
    : createMask(size, createPlane(size, words, count), NO_IDS);
}
