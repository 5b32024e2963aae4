export { createMasker, createPlainMasker } from "./create-masker.js";
export { forcedBytes } from "./forced.js";
// Used by the packages that take maskers.
export { maskerKind } from "./kinds.js";
export type { LimitError } from "./limit-error.js";
export { applyMask, applyMaskFloat16, argmaxAllowed } from "./logits.js";
export { equalMasks, type Mask, type Plane } from "./mask.js";
export type { Masked } from "./masked.js";
export type { Masker } from "./masker.js";
export type { MaskerOptions, PlainMaskerOptions } from "./masker-options.js";
export { deserializeTrie, serializeTrie, type TrieFormatError } from "./serialize.js";
export { type Suspended, type SuspendedWalk, tokensBelow, walkToQuestions } from "./suspended.js";
export type { Factoring } from "./text-mask.js";
export { buildTrie, MAX_TOKEN_BYTES, type Nodes, type Trie } from "./trie.js";
