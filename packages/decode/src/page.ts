// Decoding in pages, as `@espalier/decode/page`: what a page downloads first.

export type { Decoder } from "./decoder.js";
export { createDecoder } from "./decoder.js";
export { BudgetError, DeadEndError, type PartialText, partialOf } from "./errors.js";
export type { Generation, GenerationEvent } from "./generation.js";
export { checkBudget, maskLogits } from "./mask-logits.js";
export { generate, type PageGenerateOptions } from "./page-generate.js";
export { createRandom, type Random } from "./random.js";
export { type Candidates, type Distribution, distributionOf, draw, penalize, type Sampling } from "./sampling.js";
