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

import { signature } from "@espalier/arguments";
import { utf8Decode } from "@espalier/vocabulary";
import { leaveDraft } from "./drafting.js";
import { BudgetError, keepPartial } from "./errors.js";
import type { GenerateOptions, Generation, GenerationEvent } from "./generation.js";
import { generateKind } from "./kinds.js";
import { idsTo } from "./moment.js";
import { endRun, type Run, startRun } from "./run.js";
import { step, type Turn } from "./step.js";

const checkGenerate = signature("generate", { options: generateKind });
const checkComplete = signature("complete", { options: generateKind });

/**
 * Generates a text step by step.
 *
 * With a trim monitor (one without dead ends) that has a `cost`, the text is valid when the generation ends, for any
 * model. It has at most `maxTokens` tokens if these suffice at the start. A stop string cuts the text wherever it
 * occurs; `accepted` says whether the rest is valid. Leaving the iteration early frees the session.
 *
 * @throws {BudgetError} before the first token, if `maxTokens` or the context may not suffice, or no text is valid.
 * @throws {FuelError} if the masks need more than `fuel`; the monitor and the model stay usable.
 * @throws {DeadEndError} if no token can follow and there is no alternative.
 * @throws {ModelError} from the model; `context-exceeded` if the prompt is too long, `logits-invalid` on NaN.
 * @throws {ArgumentError} if an option is unknown or invalid, the prompt is empty or contains a token that the model
 * lacks, or the session is in use.
 * @throws {RangeError} if a number is outside its bounds.
 */
export function generate<State = number>(
  options: GenerateOptions<State>,
): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  checkGenerate(options);
  return write(options);
}

async function* write<State>(options: GenerateOptions<State>): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  // A page that passes maskers of its own does not download `createMasker`.
  const isComplete = options.masker !== undefined && options.soft === undefined;
  const run = startRun(options, isComplete ? undefined : (await import("./masker-for.js")).maskerFor);
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

/**
 * Generates a text and returns it as a whole.
 *
 * @throws as {@link generate}; {@link partialOf} returns what was generated until then.
 */
export async function complete<State = number>(options: GenerateOptions<State>): Promise<Generation<State>> {
  checkComplete(options);
  for await (const event of generate(options)) if (event.kind === "finish") return event.result;
  throw new RangeError("A generation ended without a result.");
}
