// Languages of grammars in pages, as `@espalier/syntax/plain`: what a page downloads first.

export type { Language } from "./languages/language-of.js";
export { createPlainLanguage, type PlainLanguageOptions } from "./languages/plain-language.js";
export { type CompletionBounds, completionBounds } from "./parsing/completion-bounds.js";
export type { SyntaxSource } from "./parsing/source.js";
export { DEFAULT_SYNTAX_LIMITS, SyntaxLimitError, type SyntaxLimits, SyntaxSourceError } from "./states/error.js";
export type { LanguageState } from "./states/generations.js";
