// Selects the part of a long file for a prompt. The room is split between both sides: half for each side if both sides
// are longer than that; otherwise the room that the shorter side leaves goes to the longer side. The prefix keeps its
// end and the suffix its beginning, because these are nearest to the gap (Melcer et al. 2024, §IV). Only text that may
// be kept is encoded, so the time does not depend on the length of the file.

import type { Model } from "@espalier/model";
import { type TokenId, utf8Encode } from "@espalier/vocabulary";

/** The tokens nearest to a gap, and how many bytes of the text are omitted. */
export interface Side {
  readonly ids: readonly TokenId[];
  readonly dropped: number;
}

/** Characters that are encoded for each token kept: more than code has on average. */
const CHARACTERS_PER_TOKEN = 8;

/**
 * Returns both sides, cut so that together they have at most `room` tokens. At a cut, the first or last token may
 * differ from those of the whole text.
 */
export function fitSides(
  model: Model,
  prefix: string,
  suffix: string,
  room: number,
): readonly [left: Side, right: Side] {
  const left = lastTokens(model, prefix, room);
  const right = firstTokens(model, suffix, room);
  const half = Math.floor(room / 2);
  const forLeft = Math.max(half, room - right.length);
  const kept = left.slice(left.length - Math.min(left.length, forLeft));
  const others = right.slice(0, Math.max(0, room - kept.length));
  return [sideOf(model, prefix, kept), sideOf(model, suffix, others)];
}

function sideOf({ vocabulary }: Model, text: string, ids: readonly TokenId[]): Side {
  const held = ids.reduce((sum, id) => sum + (vocabulary.bytes(id)?.length ?? 0), 0);
  return { ids, dropped: Math.max(0, utf8Encode(text).length - held) };
}

/** Returns the last tokens of a text, at most `count`. */
function lastTokens(model: Model, text: string, count: number): readonly TokenId[] {
  if (count <= 0) return [];
  for (let reach = CHARACTERS_PER_TOKEN * count; ; reach *= 2) {
    if (reach >= text.length) {
      const ids = model.encode(text, "literal");
      return ids.length <= count ? ids : ids.slice(ids.length - count);
    }
    const ids = model.encode(wellFormed(text.slice(text.length - reach)), "literal");
    if (ids.length > count) return ids.slice(ids.length - count);
  }
}

/** Returns the first tokens of a text, at most `count`. */
function firstTokens(model: Model, text: string, count: number): readonly TokenId[] {
  if (count <= 0) return [];
  for (let reach = CHARACTERS_PER_TOKEN * count; ; reach *= 2) {
    if (reach >= text.length) return model.encode(text, "literal").slice(0, count);
    const ids = model.encode(wellFormed(text.slice(0, reach)), "literal");
    if (ids.length > count) return ids.slice(0, count);
  }
}

/** Removes halves of surrogate pairs that a cut left at the ends. */
function wellFormed(text: string): string {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const from = first >= 0xdc00 && first <= 0xdfff ? 1 : 0;
  const to = last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
  return from === 0 && to === text.length ? text : text.slice(from, Math.max(from, to));
}
