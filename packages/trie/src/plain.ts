// Masks without what only `createMasker` needs, as `@espalier/trie/plain`.

export { forcedBytes } from "./budget/forced.js";
export { maskerKind } from "./kinds.js";
export { createPlainMasker } from "./masker/create-plain-masker.js";
export type { Masker } from "./masker/masker.js";
export type { PlainMaskerOptions } from "./masker/masker-options.js";
export { tokensBelow, walkToQuestions } from "./masker/suspended.js";
export { applyMask, applyMaskFloat16, argmaxAllowed } from "./masks/logits.js";
export { equalMasks, type Mask, type Plane } from "./masks/mask.js";
export type { Masked } from "./masks/masked.js";
export { deserializeTrie, type TrieFormatError } from "./tree/serialize.js";
export { buildTrie, type Nodes, type Trie } from "./tree/trie.js";
