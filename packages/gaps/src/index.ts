// For packages that accept lexed languages and pass their options on.

export { createDocument, type Document, type Edit, type GapRequest } from "./documents/document.js";
export { type FillOptions, fillMiddle } from "./gap/fill.js";
export type { Gap, GapOptions, PolicyFallback } from "./gap/gap.js";
export { gapProducts } from "./gap/gap-products.js";
export { type PartReader, type PartReading, partReader, type TextPart } from "./gap/text-parts.js";
export { lexedLanguageKind, lexedOptions } from "./kinds.js";
export { createLexedLanguage, type LexedOptions } from "./language/language.js";
export type { GapProducts, LexedLanguage } from "./language/lexed-language.js";
export type { LexedMachine, LexedState } from "./language/machine.js";
export { lexedSource } from "./quotient/lexed-source.js";
export { type QuotientOptions, quotientSource } from "./quotient/quotient-source.js";
export { QuotientError } from "./quotient/refusal.js";
export { type OpaqueRegion, withPlaceholders } from "./repairs/opaque.js";
export { writtenRules } from "./source/compiled.js";
export { FillError } from "./source/fill-error.js";
export type { StraddlePolicy } from "./source/policy.js";
export type { LayoutRules, LexedSource, LexemeKind, LexicalMode, Placeholders, WrittenRules } from "./source/source.js";
