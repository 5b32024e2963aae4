export type { Boundary } from "./boundaries.js";
export { type CommittedKind, type CommittedLexer, createCommittedLexer } from "./committed-lexer.js";
export type { CommittedQueries } from "./committed-queries.js";
export type { Slot } from "./crowds.js";
export { createLexer, type Lexer } from "./engine-lexer.js";
export { createFrames, type FrameId, type Frames, NO_FRAME } from "./frames.js";
// For packages that pass limits on.
export { limitsKind } from "./kinds.js";
export type { LexerState, PlainLexer } from "./lexer.js";
export { createPlainLexer, DEAD_LEXER_STATE } from "./lexer.js";
export { DEFAULT_LEXER_LIMITS, LexerLimitError, type LexerLimits } from "./limits.js";
export { createLineStarts, type LineRules, type LineStarts, NO_COLUMN } from "./line-starts.js";
export type { OpenLexer } from "./open-lexer.js";
export { createOpenLexer } from "./open-lexer.js";
export type { OpenVectors } from "./open-vectors.js";
export type { LexerTerminal } from "./residuals.js";
export { openLexer } from "./shared-lexer.js";
