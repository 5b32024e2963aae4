export type { Lexer, LexerState, LexerTerminal } from "./lexer.js";
export { createLexer, DEAD_LEXER_STATE } from "./lexer.js";
export { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits } from "./limits.js";
export type { OpenLexer, Slot } from "./open-lexer.js";
export { createOpenLexer } from "./open-lexer.js";
export { openLexer } from "./shared-lexer.js";
