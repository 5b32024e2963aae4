// For `gaps`, which decides intersections like languages do.
export { createFiniteReader, type FiniteReader, REFUSED } from "./intersection/finite-reader.js";
export { createRest } from "./intersection/rest.js";
export { createRuleEnds, type RuleEnds } from "./intersection/rule-ends.js";
// For packages that take languages and pass options on.
export { languageOptions, sourceKind } from "./kinds.js";
export { createLanguage, type LanguageOptions } from "./languages/language.js";
export type { Language } from "./languages/language-of.js";
export { createLazyLanguage } from "./languages/lazy-language.js";
export { createPlainLanguage, type PlainLanguageOptions } from "./languages/plain-language.js";
export type { Lexeme, LexemeMonitor } from "./over-lexemes/lexeme-monitor.js";
export type { LexemesState } from "./over-lexemes/lexemes-state.js";
export { overLexemes } from "./over-lexemes/over-lexemes.js";
export { type CompletionBounds, completionBounds } from "./parsing/completion-bounds.js";
export type { ControlTerminal, PatternTerminal, SyntaxSource, Terminal } from "./parsing/source.js";
export { createBoundedIntersections } from "./states/bounded-intersections.js";
export { DEFAULT_SYNTAX_LIMITS, SyntaxLimitError, type SyntaxLimits, SyntaxSourceError } from "./states/error.js";
export type { LanguageState } from "./states/generations.js";
export type { ReadingView } from "./states/reading-view.js";
// For `gaps`, whose generations share the memory of all languages.
export { type MemoryShare, shareMemory } from "./states/shared-memory.js";
export type { LazySource } from "./tracking/lazy-source.js";
export { createLeastTaken, type LeastTaken, OUTSIDE, type RefusedTexts } from "./tracking/refused-texts.js";
