export { forcedBytes } from "./budget/forced.js";
// For packages that take maskers as arguments.
export { maskerKind } from "./kinds.js";
export { createMasker } from "./masker/create-masker.js";
export { createPlainMasker } from "./masker/create-plain-masker.js";
export type { Masker } from "./masker/masker.js";
export type { Factoring, MaskerOptions, PlainMaskerOptions } from "./masker/masker-options.js";
export { type Suspended, type SuspendedWalk, tokensBelow, walkToQuestions } from "./masker/suspended.js";
export { applyMask, applyMaskFloat16, argmaxAllowed } from "./masks/logits.js";
export { equalMasks, type Mask, type Plane } from "./masks/mask.js";
export type { Masked } from "./masks/masked.js";
export { deserializeTrie, serializeTrie, type TrieFormatError } from "./tree/serialize.js";
export { buildTrie, MAX_TOKEN_BYTES, type Nodes, type Trie } from "./tree/trie.js";
