// What of lexers a page downloads first, as `@espalier/lexer/plain`: the lexer without an engine.

export { limitsKind } from "./kinds.js";
export { createPlainLexer, DEAD_LEXER_STATE, type LexerState, type PlainLexer } from "./lexer.js";
export { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits } from "./limits.js";
export type { LexerTerminal } from "./residuals.js";
