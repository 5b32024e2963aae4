// The generation loop: append forced tokens, then run the model and choose an allowed token, until the text ends.
//
//        ┌────────────────────────────────────────────────────────────────────────────┐
//        ▼                                                                            │
//   forced tokens ─▶ finished? ─▶ append what is pending, read logits ─▶ choose ─▶ commit
//                                            ▲                             │ none
//                                            └───── rewind, forbid ◀───────┘
//
// run.ts contains the shared state of the stages, step.ts is one turn, rewind.ts goes back, and finish.ts ends.
// Committed tokens wait in `pending` until logits are needed, so forced tokens are appended together with the next
// token and need no model call of their own.

import { utf8Decode } from "@espalier/vocabulary";
import { leaveDraft } from "./drafting.js";
import { BudgetError, keepPartial } from "./errors.js";
import type { GenerateOptions, GenerationEvent } from "./generation.js";
import type { maskerFor } from "./masker-for.js";
import { idsTo } from "./moment.js";
import { endRun, type Run, startRun } from "./run.js";
import { step, type Turn } from "./step.js";

/**
 * Generates a text step by step, for checked options.
 *
 * @param makeMasker makes the maskers that the options lack; `undefined` if they lack none.
 */
export async function* write<State>(
  options: GenerateOptions<State>,
  makeMasker: typeof maskerFor | undefined,
): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  const run = startRun(options, makeMasker);
  const { signal } = options;
  try {
    checkBudget(run);
    let turn: Turn = "goes-on";
    while (turn === "goes-on") {
      if (signal?.aborted) throw signal.reason;
      turn = yield* step(run);
    }
  } catch (error) {
    keepPartial(error, { text: utf8Decode(run.output.bytes()), ids: idsTo(run.here) });
    throw error;
  } finally {
    await leaveDraft(run).finally(() => endRun(run));
  }
}

/** @throws {BudgetError} if the text may not end within the limit. */
function checkBudget<State>({ masker, here, limit, limitedBy, options }: Run<State>): void {
  const { monitor } = masker;
  if (monitor.cost === undefined) {
    if (options.ifShort === "refuse") throw new BudgetError(Number.POSITIVE_INFINITY, limit, { unknown: true });
    return;
  }
  const needed = masker.tokenCost(here.state);
  const empty = monitor.cost(here.state) === Number.POSITIVE_INFINITY;
  // If a live state need not have a finite cost, the cost may be unknown although there is a text.
  const unproven = empty && monitor.trim !== true;
  const hopeless = needed === Number.POSITIVE_INFINITY && !unproven;
  if (hopeless || (needed > limit && options.ifShort !== "go-on"))
    throw new BudgetError(needed, limit, { limitedBy, empty, unproven });
}
