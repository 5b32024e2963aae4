// The loop: what is forced, then the model, then a token that may follow; until the text ends.
//
//        ┌────────────────────────────────────────────────────────────────────────────┐
//        ▼                                                                            │
//   forced tokens ─▶ finished? ─▶ append what is pending, read logits ─▶ choose ─▶ commit
//                                            ▲                             │ none
//                                            └───── rewind, forbid ◀───────┘
//
// run.ts holds what the stages share, step.ts is one turn, rewind.ts goes back and finish.ts ends. Committed tokens wait in `pending` until logits
// are needed, so forced tokens ride along with the next one and cost no call of their own.

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
 * With a trim monitor that has a `cost`, the text is valid when the generation ends, whatever the model: within `maxTokens`, if
 * they suffice at the start. A stop string cuts it off wherever it comes; `accepted` says whether what is left is valid. Leaving
 * the iteration early frees the session.
 *
 * @throws {BudgetError} before the first token, when `maxTokens` or the context may not be enough, or no text is valid.
 * @throws {FuelError} when the masks need more than `fuel`; the monitor and the model stay usable.
 * @throws {DeadEndError} when no token can follow and no other way was found.
 * @throws {ModelError} what the model throws; `context-exceeded` when the prompt is too long, `logits-invalid` on NaN.
 * @throws {ArgumentError} when an option is unknown or wrong, the prompt is empty or has a token that is none of the model's, or the session is in use.
 * @throws {RangeError} when a number is outside its bounds.
 */
export function generate<State = number>(
  options: GenerateOptions<State>,
): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  checkGenerate(options);
  return write(options);
}

async function* write<State>(options: GenerateOptions<State>): AsyncGenerator<GenerationEvent<State>, void, undefined> {
  const run = startRun(options);
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

/** @throws {BudgetError} where the text may not end within the limit. */
function checkBudget<State>({ masker, here, limit, limitedBy, options }: Run<State>): void {
  const { monitor } = masker;
  if (monitor.cost === undefined) {
    if (options.ifShort === "refuse") throw new BudgetError(Number.POSITIVE_INFINITY, limit, { unknown: true });
    return;
  }
  const needed = masker.tokenCost(here.state);
  const empty = monitor.cost(here.state) === Number.POSITIVE_INFINITY;
  // A cost that is not that of every live state may be out of reach where there is a text.
  const unproven = empty && monitor.trim !== true;
  const hopeless = needed === Number.POSITIVE_INFINITY && !unproven;
  if (hopeless || (needed > limit && options.ifShort !== "go-on"))
    throw new BudgetError(needed, limit, { limitedBy, empty, unproven });
}

/**
 * Generates a text and returns it whole.
 *
 * @throws as {@link generate} does; {@link partialOf} has what was generated until then.
 */
export async function complete<State = number>(options: GenerateOptions<State>): Promise<Generation<State>> {
  checkComplete(options);
  for await (const event of generate(options)) if (event.kind === "finish") return event.result;
  throw new RangeError("A generation ended without a result.");
}
