export { DEFAULT_SYNTAX_LIMITS, SyntaxLimitError, type SyntaxLimits, SyntaxSourceError } from "./error.js";
export type { Language, LanguageOptions, LanguageState, ReadingView } from "./language.js";
export { createLanguage } from "./language.js";
export { createLazyLanguage } from "./lazy-language.js";
export type { LazySource } from "./lazy-source.js";
export { createLexedLanguage, type LexedLanguage, type LexedOptions } from "./lexed/language.js";
export type { LexedMachine, LexedState } from "./lexed/machine.js";
export type { LayoutRules, LexedSource, LexemeKind, LexicalMode } from "./lexed/source.js";
export type { ControlTerminal, PatternTerminal, SyntaxSource, Terminal } from "./source.js";
