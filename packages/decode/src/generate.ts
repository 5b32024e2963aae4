// Generates texts: the loop (write.ts), with maskers of `createMasker` where the options have none.

import { signature } from "@espalier/arguments";
import type { GenerateOptions, Generation, GenerationEvent } from "./generation.js";
import { generateKind } from "./kinds.js";
import { maskerFor } from "./masker-for.js";
import { write } from "./write.js";

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
  return write(options, maskerFor);
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
