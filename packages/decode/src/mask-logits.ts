// One step for a loop in another library, which passes the logits of the next token and samples from the result.

import { having, integer, optionally, signature, typedArray } from "@espalier/arguments";
import { checkLogits } from "@espalier/model";
import { applyMask, type Mask, type Masker, maskerKind } from "@espalier/trie";
import { utf8Decode } from "@espalier/vocabulary";
import type { Decoder } from "./decoder.js";
import { BudgetError, DeadEndError } from "./errors.js";

const maxTokensKind = integer({ min: 0 });
const checkCheckBudget = signature("checkBudget", { masker: maskerKind, maxTokens: maxTokensKind });

/**
 * Checks, before a text begins, that `maxTokens` tokens suffice for some complete text of the masker's monitor.
 *
 * @throws BudgetError if they may not suffice, or if the monitor has no cost.
 */
export function checkBudget<State>(masker: Masker<State>, maxTokens: number): void {
  checkCheckBudget(masker, maxTokens);
  const { monitor } = masker;
  if (monitor.cost === undefined) throw new BudgetError(Number.POSITIVE_INFINITY, maxTokens, { unknown: true });
  if (masker.finishesWithin(monitor.start, maxTokens)) return;
  const empty = monitor.cost(monitor.start) === Number.POSITIVE_INFINITY;
  throw new BudgetError(masker.tokenCost(monitor.start), maxTokens, {
    empty,
    unproven: empty && monitor.trim !== true,
    canGoOn: false,
  });
}

const checkMaskLogits = signature("maskLogits", {
  masker: maskerKind,
  decoder: having("a decoder", { mask: "function", maskWithin: "function", commit: "function" }),
  logits: typedArray("Float32Array"),
  maxTokens: optionally(maxTokensKind),
});

/**
 * Sets the logits of all tokens that must not follow to −∞, in place. Costs a mask and at most two passes over the
 * logits.
 *
 * @param decoder a decoder of `masker` whose text has not ended.
 * @param maxTokens the maximum number of tokens of the whole text; if absent, the text may be cut off.
 * @returns whether an allowed token has a logit above −∞.
 * @throws DeadEndError if nothing may follow the text.
 * @throws ModelError `logits-invalid` if an allowed token has the logit NaN or +∞.
 */
export function maskLogits<State>(
  masker: Masker<State>,
  decoder: Decoder<State>,
  logits: Float32Array,
  maxTokens?: number,
): boolean {
  checkMaskLogits(masker, decoder, logits, maxTokens);
  const { mask } =
    maxTokens === undefined ? decoder.mask() : decoder.maskWithin(Math.max(0, maxTokens - decoder.length));
  if (mask.count === 0) throw deadEnd(masker, decoder);
  applyMask(mask, logits);
  return hasLogit(mask, logits);
}

/**
 * Returns whether some allowed token has a logit above −∞. The mask must have been applied already. If few tokens are
 * allowed, reads only their logits.
 *
 * @throws ModelError `logits-invalid` if an allowed token has the logit NaN or +∞.
 */
function hasLogit(mask: Mask, logits: Float32Array): boolean {
  let greatest = Number.NEGATIVE_INFINITY;
  if (mask.count < logits.length / 8) {
    for (const id of mask.ids()) {
      const logit = logits[id] ?? Number.NEGATIVE_INFINITY;
      if (!(logit < Number.POSITIVE_INFINITY)) checkLogits(logits);
      if (logit > greatest) greatest = logit;
    }
  } else {
    checkLogits(logits);
    for (let id = 0; id < logits.length && greatest === Number.NEGATIVE_INFINITY; id++) greatest = logits[id]!;
  }
  return greatest > Number.NEGATIVE_INFINITY;
}

function deadEnd<State>({ monitor }: Masker<State>, decoder: Decoder<State>): DeadEndError {
  return new DeadEndError({
    text: utf8Decode(decoder.bytes()),
    ids: decoder.ids(),
    offset: decoder.byteLength,
    expected: monitor.expected?.(decoder.state) ?? [],
    rewinds: 0,
  });
}
