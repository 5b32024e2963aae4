// Masks in pages, as `@espalier/trie/page`: what a page downloads first. It has no static import of what only
// `createMasker` needs, so a bundler that splits code leaves this out.

export { forcedBytes } from "./budget/forced.js";
export { createPlainMasker } from "./masker/create-plain-masker.js";
export { loadMasker } from "./masker/load-masker.js";
export type { Masker } from "./masker/masker.js";
export type { PlainMaskerOptions } from "./masker/masker-options.js";
export { applyMask, applyMaskFloat16, argmaxAllowed } from "./masks/logits.js";
export { equalMasks, type Mask, type Plane } from "./masks/mask.js";
export type { Masked } from "./masks/masked.js";
export { deserializeTrie, type TrieFormatError } from "./tree/serialize.js";
export { buildTrie, type Nodes, type Trie } from "./tree/trie.js";
